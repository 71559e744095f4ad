// SPDX-License-Identifier: Apache-2.0
//
// Single headers against bytes. Whole frames are in frame_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/wire/bth.h"
#include "models/wire/ethernet.h"
#include "models/wire/ext_headers.h"
#include "models/wire/ip.h"
#include "models/wire/test_frames.h"
#include "models/wire/udp.h"

namespace rnic::model {
namespace {

using ::testing::ElementsAre;
using testing::from_hex;

template <typename Write>
ByteVector written(Write write_into) {
  ByteVector bytes;
  ByteWriter out(bytes);
  write_into(out);
  return bytes;
}

TEST(Ethernet, ReadsUntaggedHeader) {
  const ByteVector frame = testing::frame_a();
  ByteReader in(frame);
  const auto header = read_ethernet(in);
  ASSERT_TRUE(header);
  EXPECT_EQ(format_mac(header->destination), "02:00:00:00:00:02");
  EXPECT_EQ(format_mac(header->source), "02:00:00:00:00:01");
  EXPECT_FALSE(header->tag);
  EXPECT_EQ(header->ether_type, ether_type::kIpv4);
  EXPECT_EQ(in.position(), 14U);
}

TEST(Ethernet, TakesTheTagApart) {
  const ByteVector frame = testing::with_tag(testing::frame_a(), "81007064");
  ByteReader in(frame);
  const auto header = read_ethernet(in);
  ASSERT_TRUE(header && header->tag);
  EXPECT_EQ(header->tag->tpid, 0x8100);
  EXPECT_EQ(header->tag->pcp(), 3);
  EXPECT_TRUE(header->tag->dei());
  EXPECT_EQ(header->tag->vid(), 100);
  EXPECT_EQ(*header->tag, make_vlan_tag(3, 100, true));
  EXPECT_EQ(header->ether_type, ether_type::kIpv4);
  EXPECT_EQ(in.position(), header->bytes());
}

TEST(Ethernet, LeavesASecondTagAsTheEtherType) {
  const ByteVector frame = testing::with_tag(testing::frame_a(), "88a8006481006064");
  ByteReader in(frame);
  const auto header = read_ethernet(in);
  ASSERT_TRUE(header && header->tag);
  EXPECT_EQ(header->tag->tpid, 0x88A8);
  EXPECT_EQ(header->ether_type, 0x8100);
}

TEST(Ethernet, NeedsTheWholeTag) {
  const ByteVector frame = testing::with_tag(testing::frame_a(), "81006064");
  for (std::size_t size = 0; size < 18; ++size) {
    ByteReader in(ByteSpan(frame).first(size));
    EXPECT_FALSE(read_ethernet(in)) << size;
  }
}

TEST(Ipv4, ReadsEveryFieldAtItsPlace) {
  const ByteVector bytes = from_hex("4f6a1234abcdf00542110102c0a80001ffffffff");
  ByteReader in(bytes);
  const auto header = read_ipv4(in);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->version, 4);
  EXPECT_EQ(header->ihl, 15);
  EXPECT_EQ(header->traffic_class, 0x6A);
  EXPECT_EQ(header->total_length, 0x1234);
  EXPECT_EQ(header->identification, 0xABCD);
  EXPECT_TRUE(header->reserved_flag);
  EXPECT_TRUE(header->dont_fragment);
  EXPECT_TRUE(header->more_fragments);
  EXPECT_EQ(header->fragment_offset, 0x1005);
  EXPECT_EQ(header->time_to_live, 0x42);
  EXPECT_EQ(header->protocol, 17);
  EXPECT_EQ(header->header_checksum, 0x0102);
  EXPECT_EQ(format_ip(header->source), "192.168.0.1");
  EXPECT_EQ(written([&](ByteWriter& out) { write_ipv4(out, *header); }), bytes);
}

// Header and sum of the example in RFC 1071's spirit, taken from frame A (checked by scapy).
TEST(Ipv4, ChecksumOfFrameAIs264d) {
  const ByteVector frame = testing::frame_a();
  ByteReader in(ByteSpan(frame).subspan(14));
  auto header = read_ipv4(in);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->header_checksum, 0x264D);
  header->header_checksum = 0x5555;
  EXPECT_EQ(ipv4_header_checksum(*header), 0x264D);
}

TEST(Ipv4, OnesComplementSumFollowsRfc1071) {
  EXPECT_EQ(ones_complement_sum(from_hex("0001f203f4f5f6f7")), 0xDDF2) << "RFC 1071 section 3";
  EXPECT_EQ(ones_complement_sum(from_hex("0001f2")), 0xF201) << "an odd byte is the high one";
  EXPECT_EQ(ones_complement_sum({}), 0);
}

TEST(Ipv6, ReadsEveryFieldAtItsPlace) {
  const ByteVector frame = testing::frame_c();
  const ByteSpan bytes = ByteSpan(frame).subspan(14, 40);
  ByteReader in(bytes);
  const auto header = read_ipv6(in);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->version, 6);
  EXPECT_EQ(header->traffic_class, 0x6A);
  EXPECT_EQ(dscp_of(header->traffic_class), 26);
  EXPECT_EQ(ecn_of(header->traffic_class), 2);
  EXPECT_EQ(header->flow_label, 0x12345U);
  EXPECT_EQ(header->payload_length, 32);
  EXPECT_EQ(header->next_header, 17);
  EXPECT_EQ(header->hop_limit, 64);
  EXPECT_EQ(format_ip(header->source), "fd00::1");
  EXPECT_EQ(format_ip(header->destination), "fd00::2");
  EXPECT_EQ(written([&](ByteWriter& out) { write_ipv6(out, *header); }),
            ByteVector(bytes.begin(), bytes.end()));
}

TEST(Ip, TrafficClassIsTheSameFieldOfBothVersions) {
  IpHeader ip = Ipv4Header{};
  set_traffic_class(ip, 0xB8);
  EXPECT_EQ(traffic_class(ip), 0xB8);
  ip = Ipv6Header{};
  EXPECT_EQ(traffic_class(ip), 0);
  set_traffic_class(ip, 0x6B);
  EXPECT_EQ(std::get<Ipv6Header>(ip).traffic_class, 0x6B);
}

TEST(Udp, ReadsAndWritesTheHeader) {
  const ByteVector bytes = from_hex("c12312b700681234");
  ByteReader in(bytes);
  const auto header = read_udp(in);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->source_port, 0xC123);
  EXPECT_EQ(header->destination_port, 4791);
  EXPECT_EQ(header->length, 104);
  EXPECT_EQ(header->checksum, 0x1234);
  EXPECT_EQ(written([&](ByteWriter& out) { write_udp(out, *header); }), bytes);
}

TEST(Bth, ReadsEveryBitAtItsPlace) {
  struct Bit {
    const char* hex;
    BthHeader header;
  };
  const Bit bits[] = {
      {"810000000000000000000000", {.opcode = 0x81, .pkey = 0}},
      {"008000000000000000000000", {.solicited = true, .pkey = 0}},
      {"004000000000000000000000", {.mig_req = true, .pkey = 0}},
      {"003000000000000000000000", {.pad_count = 3, .pkey = 0}},
      {"000f00000000000000000000", {.transport_version = 15, .pkey = 0}},
      {"000012340000000000000000", {.pkey = 0x1234}},
      {"000000008000000000000000", {.pkey = 0, .fecn = true}},
      {"000000004000000000000000", {.pkey = 0, .becn = true}},
      {"000000003f00000000000000", {.pkey = 0, .reserved6 = 0x3F}},
      {"000000000012345600000000", {.pkey = 0, .dest_qp = 0x123456}},
      {"000000000000000080000000", {.pkey = 0, .ack_request = true}},
      {"00000000000000007f000000", {.pkey = 0, .reserved7 = 0x7F}},
      {"000000000000000000abcdef", {.pkey = 0, .psn = 0xABCDEF}},
  };
  for (const Bit& bit : bits) {
    const ByteVector bytes = from_hex(bit.hex);
    ByteReader in(bytes);
    EXPECT_EQ(read_bth(in), bit.header) << bit.hex;
    EXPECT_EQ(written([&](ByteWriter& out) { write_bth(out, bit.header); }), bytes) << bit.hex;
  }
}

TEST(Bth, CutsValuesToTheirFields) {
  const BthHeader wide{.pad_count = 0xFF,
                       .transport_version = 0xF0,
                       .reserved6 = 0xC0,
                       .dest_qp = 0xFF000001,
                       .reserved7 = 0x80,
                       .psn = 0xFF000002};
  EXPECT_EQ(written([&](ByteWriter& out) { write_bth(out, wide); }),
            from_hex("0030ffff 0000000100000002"));
}

TEST(ExtHeaders, StandInWireOrder) {
  const ByteVector bytes = from_hex("00112233445566778899aabbccddeeff0102030405060708090a0b0c");
  ByteReader in(bytes);
  EXPECT_EQ(read_atomic_eth(in), (AtomicEth{.virtual_address = 0x0011223344556677,
                                            .remote_key = 0x8899AABB,
                                            .swap_or_add = 0xCCDDEEFF01020304,
                                            .compare = 0x05060708090A0B0C}));
  in = ByteReader(bytes);
  EXPECT_EQ(read_reth(in), (Reth{.virtual_address = 0x0011223344556677,
                                 .remote_key = 0x8899AABB,
                                 .dma_length = 0xCCDDEEFF}));
  in = ByteReader(bytes);
  EXPECT_EQ(read_aeth(in), (Aeth{.syndrome = 0x00, .msn = 0x112233}));
  in = ByteReader(bytes);
  EXPECT_EQ(read_deth(in),
            (Deth{.queue_key = 0x00112233, .reserved = 0x44, .source_qp = 0x556677}));
  in = ByteReader(bytes);
  EXPECT_EQ(read_atomic_ack_eth(in), (AtomicAckEth{.original = 0x0011223344556677}));
}

// 0x11223344 goes out as 11 22 33 44.
TEST(ExtHeaders, ImmediateAndKeyGoOutMostSignificantByteFirst) {
  EXPECT_THAT(written([](ByteWriter& out) { write(out, ImmDt{.data = 0x11223344}); }),
              ElementsAre(0x11, 0x22, 0x33, 0x44));
  EXPECT_THAT(written([](ByteWriter& out) { write(out, Ieth{.remote_key = 0x11223344}); }),
              ElementsAre(0x11, 0x22, 0x33, 0x44));
}

TEST(ExtHeaders, NeedAllTheirBytes) {
  const ByteVector bytes(27, 0xFF);
  const auto fits = [&]<typename Read>(Read read_header, std::size_t size) {
    ByteReader in(ByteSpan(bytes).first(size));
    return read_header(in).has_value();
  };
  EXPECT_FALSE(fits(read_reth, 15));
  EXPECT_TRUE(fits(read_reth, 16));
  EXPECT_FALSE(fits(read_aeth, 3));
  EXPECT_TRUE(fits(read_aeth, 4));
  EXPECT_FALSE(fits(read_atomic_eth, 27));
  EXPECT_FALSE(fits(read_atomic_ack_eth, 7));
  EXPECT_TRUE(fits(read_atomic_ack_eth, 8));
  EXPECT_FALSE(fits(read_deth, 7));
  EXPECT_TRUE(fits(read_deth, 8));
  EXPECT_FALSE(fits(read_imm_dt, 3));
  EXPECT_FALSE(fits(read_ieth, 3));
  EXPECT_FALSE(fits(read_cnp_reserved, 15));
  EXPECT_TRUE(fits(read_cnp_reserved, 16));
}

TEST(Aeth, NamesEverySyndrome) {
  for (unsigned syndrome = 0; syndrome < 256; ++syndrome) {
    const auto byte = static_cast<std::uint8_t>(syndrome);
    const Aeth aeth{.syndrome = byte};
    std::string_view want = "RESERVED";
    if (syndrome < 0x20) want = "ACK";
    if (syndrome >= 0x20 && syndrome < 0x40) want = "RNR_NAK";
    if (syndrome == 0x60) want = "NAK_PSN_SEQUENCE";
    if (syndrome == 0x61) want = "NAK_INVALID_REQUEST";
    if (syndrome == 0x62) want = "NAK_REMOTE_ACCESS";
    if (syndrome == 0x63) want = "NAK_REMOTE_OPERATION";
    EXPECT_EQ(name_of(aeth.kind()), want) << syndrome;
  }
  EXPECT_EQ((Aeth{.syndrome = 0x32}).value(), 18) << "RNR timer code";
}

}  // namespace
}  // namespace rnic::model
