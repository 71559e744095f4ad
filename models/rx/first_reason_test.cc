// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "models/rx/rx_bench.h"

namespace rnic::model {
namespace {

using enum Opcode;
using testing::kQpn;
using testing::packet;
using testing::RxBench;

// A frame may have all of these faults at once, in the order in which they are asked for.
struct Fault {
  const char* name;
  std::function<void(RoceFrame&)> in_frame;
  std::function<void(RxQpConfig&)> in_qp = [](RxQpConfig&) {};
};

const Fault kFaults[] = {
    {"mac_error", [](RoceFrame&) {}},
    {"not_for_us", [](RoceFrame& f) { f.ethernet.destination = {2, 9, 9, 9, 9, 9}; }},
    {"ip_header", [](RoceFrame& f) { std::get<Ipv4Header>(f.ip).version = 5; }},
    {"ip_options", [](RoceFrame& f) { std::get<Ipv4Header>(f.ip).ihl = 6; }},
    {"fragment", [](RoceFrame& f) { std::get<Ipv4Header>(f.ip).more_fragments = true; }},
    {"not_udp", [](RoceFrame& f) { std::get<Ipv4Header>(f.ip).protocol = 6; }},
    {"not_roce_port", [](RoceFrame& f) { f.udp.destination_port = 4790; }},
    {"ip_length", [](RoceFrame& f) { std::get<Ipv4Header>(f.ip).total_length = 43; }},
    {"ip_checksum", [](RoceFrame&) {}},
    {"udp_length", [](RoceFrame& f) { f.udp.length = 12; }},
    {"tver", [](RoceFrame& f) { f.bth.transport_version = 1; }},
    {"opcode", [](RoceFrame& f) { f.bth.opcode = 0x15; }},
    {"length", [](RoceFrame& f) { f.bth.opcode = to_byte(kRcAcknowledge); }},
    {"icrc", [](RoceFrame&) {}},
    {"qp_unknown", [](RoceFrame& f) { f.bth.dest_qp = 0x411; }},
    {"qp_error", [](RoceFrame&) {}, [](RxQpConfig& c) { c.state = QpState::kError; }},
    {"qp_type", [](RoceFrame&) {}, [](RxQpConfig& c) { c.type = QpType::kUc; }},
    {"address", [](RoceFrame&) {},
     [](RxQpConfig& c) {
       c.source_ip = Ipv4Address{10, 0, 0, 9};
     }},
    {"vlan", [](RoceFrame&) {}, [](RxQpConfig& c) { c.vlan = 100; }},
    {"pkey", [](RoceFrame&) {}, [](RxQpConfig& c) { c.pkey = 0x8001; }},
    {"psn_ahead", [](RoceFrame& f) { f.bth.psn = 0x11; }},
    {"length_pmtu", [](RoceFrame&) {}, [](RxQpConfig& c) { c.pmtu = 256; }},
    {"length_dma", [](RoceFrame& f) { f.reth->dma_length = 7; }},
};

TEST(Receiver, GivesTheFirstReasonOfThePage) {
  constexpr std::size_t kCount = std::size(kFaults);
  // The fault a frame is named by, and all those behind it, so that each hides all later ones.
  for (std::size_t first = 0; first <= kCount; ++first) {
    const auto has = [&](std::string_view name) {
      for (std::size_t i = first; i < kCount; ++i) {
        if (kFaults[i].name == name) return true;
      }
      return false;
    };
    RoceFrame frame = packet(kRcRdmaWriteOnly, 0x10, 512);
    complete(frame);
    RxQpConfig config{.qpn = kQpn, .pmtu = 1024, .rq_psn = 0x10};
    for (std::size_t i = kCount; i-- > first;) {  // an earlier one may overwrite a later one
      kFaults[i].in_frame(frame);
      kFaults[i].in_qp(config);
    }
    fill_ip_checksum(frame);
    if (has("ip_checksum")) std::get<Ipv4Header>(frame.ip).header_checksum ^= 1;
    fill_icrc(frame);
    if (has("icrc")) frame.icrc ^= 1;

    RxBench bench(config, {.our_mac = MacAddress{2, 0, 0, 0, 0, 2}});
    const RxRecord record = bench.receiver.receive(encode(frame), has("mac_error"));
    const std::string want = first < kCount ? kFaults[first].name : "";
    EXPECT_EQ(std::string(record.reason ? name_of(*record.reason) : ""), want);
  }
}

}  // namespace
}  // namespace rnic::model
