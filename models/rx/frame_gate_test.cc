// SPDX-License-Identifier: Apache-2.0
//
// What files cannot show: MAC mark and filter, order against them, short frames. A frame for each
// other reason is in vectors/rx/cases_gate.pcap, see cases_test.cc.
#include "models/rx/frame_gate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/rx/frame_reasons.h"
#include "models/wire/frame.h"
#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

using testing::frame_a;
using testing::frame_c;

constexpr MacAddress kOurs{2, 0, 0, 0, 0, 2};
constexpr MacAddress kOther{2, 0, 0, 0, 0, 3};

TEST(FrameGate, TakesTheGoodFrames) {
  EXPECT_EQ(judge_frame(frame_a(), false), FrameReason::kNone);
  EXPECT_EQ(judge_frame(frame_c(), false), FrameReason::kNone);
  EXPECT_FALSE(verdict_of(FrameReason::kNone));
}

TEST(FrameGate, MacErrorComesBeforeEverything) {
  EXPECT_EQ(judge_frame(frame_a(), true, kOther), FrameReason::kMacError);
  EXPECT_EQ(judge_frame({}, true), FrameReason::kMacError);
}

TEST(FrameGate, MacFilterTakesOursAndGroups) {
  EXPECT_EQ(judge_frame(frame_a(), false, kOurs), FrameReason::kNone);
  EXPECT_EQ(judge_frame(frame_a(), false, kOther), FrameReason::kNotForUs);
  ByteVector frame = frame_a();
  frame[0] = 0x01;
  EXPECT_EQ(judge_frame(frame, false, kOther), FrameReason::kNone) << "group address";
}

TEST(FrameGate, MacFilterComesBeforeTheEtherType) {
  ByteVector frame = frame_a();
  frame[12] = 0x89;
  frame[13] = 0x15;
  EXPECT_EQ(judge_frame(frame, false, kOther), FrameReason::kNotForUs);
  EXPECT_EQ(judge_frame(frame, false, kOurs), FrameReason::kRoceV1);
}

TEST(FrameGate, FieldsBehindTheEndCountAsNotIpAndThenAsLength) {
  for (std::size_t size = 0; size < 14; ++size) {
    EXPECT_EQ(judge_frame(ByteSpan(frame_a()).first(size), false), FrameReason::kNotIp) << size;
  }
  for (std::size_t size = 14; size < 66; ++size) {
    EXPECT_EQ(judge_frame(ByteSpan(frame_a()).first(size), false), FrameReason::kIpLength) << size;
  }
  const ByteVector tagged = testing::with_tag(frame_c(), "81000000");
  for (std::size_t size = 14; size < 18; ++size) {
    EXPECT_EQ(judge_frame(ByteSpan(tagged).first(size), false), FrameReason::kNotIp) << size;
  }
  for (std::size_t size = 18; size < tagged.size(); ++size) {
    EXPECT_EQ(judge_frame(ByteSpan(tagged).first(size), false), FrameReason::kIpLength) << size;
  }
}

// The shortest UDP payload with room for BTH and ICRC is 16, whatever the opcode needs behind it.
TEST(FrameGate, RuntsEndAtSixteenBytesOfUdpPayload) {
  for (const Opcode opcode :
       {Opcode::kRcAcknowledge, Opcode::kRcSendOnly, Opcode::kRcRdmaReadRequest,
        Opcode::kRcRdmaWriteOnly, Opcode::kRcFetchAdd, Opcode::kCnp}) {
    for (std::size_t udp_payload = 0; udp_payload <= 48; ++udp_payload) {
      RoceFrame frame;
      frame.bth.opcode = to_byte(opcode);
      complete(frame);
      ByteVector bytes = encode(frame);
      bytes.resize(14 + 20 + 8 + udp_payload, 0xEE);
      auto ip = std::get<Ipv4Header>(frame.ip);
      ip.total_length = static_cast<std::uint16_t>(20 + 8 + udp_payload);
      ip.header_checksum = ipv4_header_checksum(ip);
      ByteVector header;
      ByteWriter out(header);
      write_ipv4(out, ip);
      std::ranges::copy(header, bytes.begin() + 14);
      bytes[39] = static_cast<std::uint8_t>(8 + udp_payload);
      EXPECT_EQ(judge_frame(bytes, false),
                udp_payload < 16 ? FrameReason::kIpLength : FrameReason::kNone)
          << +to_byte(opcode) << " " << udp_payload;
    }
  }
}

TEST(FrameGate, DamagedFramesAreDroppedOthersPassedOver) {
  for (unsigned i = 1; i <= testing::kFrameReasons; ++i) {
    const auto reason = static_cast<FrameReason>(i);
    const bool damaged = reason == FrameReason::kMacError || reason == FrameReason::kIpHeader ||
                         reason == FrameReason::kIpLength || reason == FrameReason::kIpChecksum ||
                         reason == FrameReason::kUdpLength;
    EXPECT_EQ(verdict_of(reason), damaged ? Verdict::kDrop : Verdict::kNotRoce) << name_of(reason);
    EXPECT_FALSE(name_of(reason).empty());
  }
}

}  // namespace
}  // namespace rnic::model
