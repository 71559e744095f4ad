// SPDX-License-Identifier: Apache-2.0
// rnic_roce_pkg against the golden model, which has the same numbers from the standard by itself.
#include <Vtb_rnic_roce_pkg.h>
#include <fmt/format.h>

#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/wire/bth.h"
#include "models/wire/ethernet.h"
#include "models/wire/frame.h"
#include "models/wire/ip.h"
#include "models/wire/opcode.h"
#include "models/wire/psn.h"
#include "models/wire/udp.h"
#include "tb/harness/dut_test.h"
#include "tb/harness/pins.h"

namespace rnic::tb {
namespace {

// RcWriteLastImm -> RC_RDMA_WRITE_LAST_WITH_IMMEDIATE
std::string model_name(std::string_view rtl_name) {
  static const std::map<std::string_view, std::string_view> kWords = {
      {"WRITE", "RDMA_WRITE"},
      {"READ", "RDMA_READ"},
      {"IMM", "WITH_IMMEDIATE"},
      {"INV", "WITH_INVALIDATE"},
  };
  std::vector<std::string> words;
  for (const char c : rtl_name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0) words.emplace_back();
    words.back() += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  std::string name;
  for (const std::string& word : words) {
    if (!name.empty()) name += '_';
    const auto longer = kWords.find(word);
    name += longer == kWords.end() ? word : std::string(longer->second);
  }
  return name;
}

class RocePkg : public DutTest {
 protected:
  RocePkg() {
    dut_->opcode_i = 0;
    dut_->psn_a_i = dut_->psn_b_i = 0;
    dut_.reset();
  }

  void compare(uint32_t a, uint32_t b) {
    write_pin<24>(dut_->psn_a_i, a);
    write_pin<24>(dut_->psn_b_i, b);
    dut_.settle();
    const auto distance = static_cast<int32_t>(dut_->psn_distance_o << 8) >> 8;  // 24 bits, signed
    const std::string pair = fmt::format("of {:#08x} and {:#08x}", a, b);
    expect_eq(model::psn_add(a, b), uint32_t{dut_->psn_add_o}, "psn_add " + pair);
    // a - b: how far a lies ahead of b.
    expect_eq(model::psn_distance(b, a), distance, "psn_distance " + pair);
    expect_eq(model::psn_before(a, b), dut_->psn_before_o != 0, "psn_before " + pair);
  }

  Dut<Vtb_rnic_roce_pkg> dut_{run()};
};

TEST_F(RocePkg, KnowsTheOpcodesOfTheModelByNumberAndName) {
  unsigned known = 0;
  for (unsigned opcode = 0; opcode < 256; ++opcode) {
    dut_->opcode_i = static_cast<uint8_t>(opcode);
    dut_.settle();
    const model::OpcodeInfo* info = model::find_opcode(static_cast<uint8_t>(opcode));
    expect_eq(std::string(info != nullptr ? info->name : ""), model_name(dut_->opcode_name_o),
              fmt::format("opcode {:#04x}", opcode));
    known += !dut_->opcode_name_o.empty();
  }
  expect_eq(38u, known, "known opcodes");
}

TEST_F(RocePkg, HasTheModelsTypesAndPorts) {
  expect_eq(model::ether_type::kIpv4, uint16_t{dut_->ethertype_ipv4_o}, "EthertypeIpv4");
  expect_eq(model::ether_type::kIpv6, uint16_t{dut_->ethertype_ipv6_o}, "EthertypeIpv6");
  expect_eq(model::ether_type::kVlan, uint16_t{dut_->ethertype_ctag_o}, "EthertypeCTag");
  expect_eq(model::ether_type::kServiceVlan, uint16_t{dut_->ethertype_stag_o}, "EthertypeSTag");
  expect_eq(model::ether_type::kRoceV1, uint16_t{dut_->ethertype_roce_v1_o}, "EthertypeRoceV1");
  expect_eq(model::ip_protocol::kUdp, uint8_t{dut_->ip_protocol_udp_o}, "IpProtocolUdp");
  expect_eq(model::kRocePort, uint16_t{dut_->udp_port_roce_o}, "UdpPortRoce");
}

TEST_F(RocePkg, HasTheModelsHeaderSizesAndOffsets) {
  const auto size = [this](size_t want, unsigned got, std::string_view what) {
    expect_eq(want, size_t{got}, what);
  };
  size(model::kEthernetBytes, dut_->eth_bytes_o, "EthBytes");
  size(model::kVlanTagBytes, dut_->vlan_tag_bytes_o, "VlanTagBytes");
  size(model::kIpv4Bytes, dut_->ipv4_bytes_o, "Ipv4Bytes");
  size(model::kIpv6Bytes, dut_->ipv6_bytes_o, "Ipv6Bytes");
  size(model::kUdpBytes, dut_->udp_bytes_o, "UdpBytes");
  size(model::kBthBytes, dut_->bth_bytes_o, "BthBytes");
  size(model::kIcrcBytes, dut_->icrc_bytes_o, "IcrcBytes");
  size(44, dut_->min_ipv4_packet_bytes_o, "MinIpv4PacketBytes");
  size(64, dut_->min_ipv6_packet_bytes_o, "MinIpv6PacketBytes");

  // Where the model writes a length is where it stands.
  model::ByteVector ipv4, ipv6;
  model::ByteWriter ipv4_writer(ipv4), ipv6_writer(ipv6);
  model::write_ipv4(ipv4_writer, {.total_length = 0xA1B2});
  model::write_ipv6(ipv6_writer, {.payload_length = 0xA1B2});
  const auto place = [](const model::ByteVector& bytes) {
    size_t n = 0;
    while (n + 1 < bytes.size() && (bytes[n] != 0xA1 || bytes[n + 1] != 0xB2)) ++n;
    return n;
  };
  size(place(ipv4), dut_->ipv4_total_length_offset_o, "Ipv4TotalLengthOffset");
  size(place(ipv6), dut_->ipv6_payload_length_offset_o, "Ipv6PayloadLengthOffset");
}

// Field fault: a window compared in 32 bits vanished or stuck at the wrap (linux-rdma
// e4be88af1e0e).
TEST_F(RocePkg, ComparesPsnsAcrossTheWrapAndAtHalfTheCircle) {
  constexpr uint32_t kHalf = 0x800000;
  constexpr uint32_t kPlaces[] = {0, 1, kHalf - 1, kHalf, kHalf + 1, 0xFFFFF0, 0xFFFFFE, 0xFFFFFF};
  for (const uint32_t b : kPlaces) {
    for (uint32_t step = 0; step <= 300; ++step) {
      for (const uint32_t around : {0u, kHalf}) {
        compare((b + around + step) & model::kPsnMask, b);
        compare((b + around - step) & model::kPsnMask, b);
      }
    }
  }
}

// In numbers, apart from the model: what a responder that expects PSN 0 says of four PSNs.
TEST_F(RocePkg, PutsHalfTheCircleBehind) {
  struct Seen {
    uint32_t psn;
    bool before;
  };
  for (const auto& seen :
       {Seen{0xFFFFFF, true}, Seen{0x800000, true}, Seen{0x7FFFFF, false}, Seen{0x000001, false}}) {
    write_pin<24>(dut_->psn_a_i, seen.psn);
    write_pin<24>(dut_->psn_b_i, 0);
    dut_.settle();
    expect_eq(seen.before, dut_->psn_before_o != 0, fmt::format("PSN {:#08x} before 0", seen.psn));
  }
}

TEST_F(RocePkg, CalculatesWithRandomPsnsAsTheModel) {
  Rng random = rng("psns");
  for (int i = 0; i < 50'000; ++i) {
    const auto a = static_cast<uint32_t>(random.next()) & model::kPsnMask;
    const auto b = static_cast<uint32_t>(random.next()) & model::kPsnMask;
    compare(a, b);
  }
}

}  // namespace
}  // namespace rnic::tb
