// SPDX-License-Identifier: Apache-2.0
#include "models/wire/frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

using ::testing::ElementsAre;
using testing::frame_a;
using testing::frame_c;
using testing::from_hex;
using ::testing::IsEmpty;

TEST(Frame, FrameAComesApartIntoItsFields) {
  const auto frame = decode(frame_a());
  ASSERT_TRUE(frame);
  EXPECT_EQ(std::get<Ipv4Header>(frame->ip).total_length, 52);
  EXPECT_EQ(frame->udp.length, 32);
  EXPECT_EQ(frame->bth, (BthHeader{.opcode = to_byte(Opcode::kRcSendOnly),
                                   .pad_count = 3,
                                   .dest_qp = 0x11,
                                   .ack_request = true,
                                   .psn = 0x10}));
  EXPECT_THAT(frame->payload, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(frame->pad, ElementsAre(0, 0, 0));
  EXPECT_THAT(icrc_to_wire(frame->icrc), ElementsAre(0xE8, 0x58, 0x18, 0x5F));
  EXPECT_EQ(icrc_from_wire(icrc_to_wire(frame->icrc)), frame->icrc);
  EXPECT_THAT(frame->trailer, IsEmpty());
}

RoceFrame message_of_frame_a() {
  RoceFrame frame;
  frame.ethernet.destination = {2, 0, 0, 0, 0, 2};
  frame.ethernet.source = {2, 0, 0, 0, 0, 1};
  frame.bth.opcode = to_byte(Opcode::kRcSendOnly);
  frame.bth.dest_qp = 0x11;
  frame.bth.psn = 0x10;
  frame.bth.ack_request = true;
  frame.payload = {1, 2, 3, 4, 5};
  return frame;
}

TEST(Frame, FrameAIsBuiltFromItsMessage) {
  RoceFrame frame = message_of_frame_a();
  Ipv4Header ip;
  ip.traffic_class = 0x6A;
  ip.source = {10, 0, 0, 1};
  ip.destination = {10, 0, 0, 2};
  frame.ip = ip;
  complete(frame);
  EXPECT_EQ(encode(frame), frame_a());
}

TEST(Frame, FrameCIsBuiltFromItsMessage) {
  RoceFrame frame = message_of_frame_a();
  Ipv6Header ip;
  ip.traffic_class = 0x6A;
  ip.flow_label = 0x12345;
  ip.source = {0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  ip.destination = {0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2};
  frame.ip = ip;
  complete(frame);
  EXPECT_EQ(encode(frame), frame_c());
}

// WRITE Only of 64 bytes: UDP 8 + 12 + 16 + 64 + 4, whatever the source port is.
TEST(Frame, LengthsCountExtendedHeadersPadAndIcrc) {
  for (const std::uint16_t source_port : {std::uint16_t{0xC123}, kRocePort}) {
    RoceFrame frame;
    frame.udp.source_port = source_port;
    frame.bth.opcode = to_byte(Opcode::kRcRdmaWriteOnly);
    frame.reth = Reth{.dma_length = 64};
    frame.payload.assign(64, 0xA5);
    complete(frame);
    EXPECT_EQ(frame.udp.length, 104);
    EXPECT_EQ(std::get<Ipv4Header>(frame.ip).total_length, 124);
    frame.ip = Ipv6Header{};
    complete(frame);
    EXPECT_EQ(frame.udp.length, 104);
    EXPECT_EQ(std::get<Ipv6Header>(frame.ip).payload_length, 104);
    EXPECT_EQ(encode(frame).size(), frame_bytes(frame));
  }
}

TEST(Frame, PadFillsUpToFourBytesForEveryPayloadLength) {
  for (const std::size_t length : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 1021U, 1022U, 1023U}) {
    for (const Opcode opcode : {Opcode::kRcSendOnly, Opcode::kRcRdmaReadResponseOnly}) {
      RoceFrame frame;
      frame.bth.opcode = to_byte(opcode);
      if (opcode == Opcode::kRcRdmaReadResponseOnly) frame.aeth = Aeth{.syndrome = 0x1F};
      frame.payload.assign(length, 0xFF);
      complete(frame);
      EXPECT_EQ((length + frame.bth.pad_count) % 4, 0U);
      EXPECT_LT(frame.bth.pad_count, 4);
      const auto again = decode(encode(frame));
      ASSERT_TRUE(again);
      EXPECT_EQ(*again, frame) << length;
    }
  }
  RoceFrame frame;
  frame.bth.opcode = to_byte(Opcode::kRcSendOnly);
  frame.payload.assign(1023, 0);
  complete(frame);
  EXPECT_EQ(frame.udp.length, 1048);
  EXPECT_EQ(std::get<Ipv4Header>(frame.ip).total_length, 1068);
}

TEST(Frame, IcrcIsNotPayload) {
  const auto frame = decode(from_hex(
      "0200000000020200000000010800456a0034000040004011264d0a0000010a000002c00012b70020000004"
      "00ffff00000011800000100001020304050607eb97a998"));
  ASSERT_TRUE(frame);
  EXPECT_THAT(frame->payload, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Frame, BytesBehindTheIpPacketAreTrailer) {
  ByteVector bytes = from_hex(
      "0200000000020200000000010800456a002c00004000401126550a0000010a000002c00012b700180000040"
      "0ffff0000001180000010d57aad14dead");
  const auto frame = decode(bytes);
  ASSERT_TRUE(frame);
  EXPECT_THAT(frame->payload, IsEmpty());
  EXPECT_THAT(frame->trailer, ElementsAre(0xDE, 0xAD));
  EXPECT_EQ(encode(*frame), bytes);
}

TEST(Frame, RestOfAnUnknownOpcodeIsPayload) {
  ByteVector bytes = frame_a();
  bytes[42] = 0xFF;
  const auto frame = decode(bytes);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->payload.size(), 8U);
  EXPECT_THAT(frame->pad, IsEmpty());
  EXPECT_EQ(encode(*frame), bytes);
}

TEST(Frame, APacketTooShortForItsExtendedHeadersKeepsAllAsPayload) {
  ByteVector bytes = frame_a();  // 8 bytes between BTH and ICRC
  bytes[42] = to_byte(Opcode::kRcRdmaWriteOnly);
  auto frame = decode(bytes);
  ASSERT_TRUE(frame);
  EXPECT_FALSE(frame->reth);
  EXPECT_EQ(frame->payload.size(), 8U);
  EXPECT_EQ(encode(*frame), bytes);

  bytes[42] = to_byte(Opcode::kUdSendOnly);  // DETH takes all 8, nothing left for three pad bytes
  frame = decode(bytes);
  ASSERT_TRUE(frame && frame->deth);
  EXPECT_THAT(frame->payload, IsEmpty());
  EXPECT_THAT(frame->pad, IsEmpty());
  EXPECT_EQ(frame->bth.pad_count, 3);
  EXPECT_EQ(encode(*frame), bytes);
}

TEST(Frame, AllThatIsLeftMayBePad) {
  ByteVector bytes = frame_a();
  bytes.erase(bytes.begin() + 54, bytes.begin() + 59);  // the payload
  bytes[17] = 47;
  const auto frame = decode(bytes);
  ASSERT_TRUE(frame);
  EXPECT_THAT(frame->payload, IsEmpty());
  EXPECT_EQ(frame->pad.size(), 3U);
  EXPECT_EQ(encode(*frame), bytes);
}

TEST(Frame, OnlyRoceFramesDecode) {
  const auto changed = [](std::size_t offset, std::uint8_t value) {
    ByteVector bytes = frame_a();
    bytes[offset] = value;
    return decode(bytes).has_value();
  };
  EXPECT_TRUE(changed(24, 0)) << "IP checksum is a field";
  EXPECT_TRUE(changed(39, 0)) << "UDP length is a field";
  EXPECT_FALSE(changed(13, 0x06)) << "EtherType";
  EXPECT_FALSE(changed(14, 0x46)) << "IHL";
  EXPECT_FALSE(changed(14, 0x65)) << "version";
  EXPECT_FALSE(changed(20, 0x20)) << "MF";
  EXPECT_FALSE(changed(21, 0x01)) << "fragment offset";
  EXPECT_FALSE(changed(23, 6)) << "protocol";
  EXPECT_FALSE(changed(37, 0xB6)) << "UDP port";
  EXPECT_FALSE(changed(17, 53)) << "IP length past the frame";
  EXPECT_FALSE(changed(17, 43)) << "IP length without room";
  EXPECT_FALSE(decode(testing::with_tag(frame_a(), "88a8006481006064"))) << "two tags";
}

TEST(Frame, OuterHeadersShowWhatIsThere) {
  ByteVector bytes = frame_a();
  auto outer = decode_outer(bytes);
  EXPECT_TRUE(outer.ethernet && outer.ip && outer.udp);
  bytes[23] = 6;  // TCP
  outer = decode_outer(bytes);
  EXPECT_TRUE(outer.ethernet && outer.ip && !outer.udp);
  bytes[13] = 0x06;  // ARP
  outer = decode_outer(bytes);
  EXPECT_TRUE(outer.ethernet && !outer.ip && !outer.udp);
  outer = decode_outer(ByteSpan(bytes).first(13));
  EXPECT_FALSE(outer.ethernet);
}

}  // namespace
}  // namespace rnic::model
