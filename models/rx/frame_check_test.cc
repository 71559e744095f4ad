// SPDX-License-Identifier: Apache-2.0
#include "models/rx/frame_check.h"

#include <gtest/gtest.h>

#include "models/rx/frame_reasons.h"
#include "models/rx/rx_bench.h"
#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

using enum Opcode;
using testing::frame_a;
using testing::frame_c;
using testing::packet;
using testing::with_tag;

FrameCheck check_of(const RoceFrame& frame) {
  return check_frame(testing::on_the_bus(frame), /*mac_error=*/false);
}

TEST(FrameCheck, OfAGoodFrameSaysWhereThePayloadLies) {
  const std::pair<ByteVector, std::uint32_t> kFrames[] = {{frame_a(), 54},
                                                          {frame_c(), 74},
                                                          {with_tag(frame_a(), "81006064"), 58},
                                                          {with_tag(frame_c(), "88a80000"), 78}};
  for (const auto& [frame, offset] : kFrames) {
    const FrameCheck check = check_frame(frame, false);
    EXPECT_FALSE(check.reason);
    ASSERT_TRUE(check.length_ok);
    EXPECT_EQ(check.payload_offset, offset);
    EXPECT_EQ(check.payload_bytes, 5U);
    EXPECT_EQ(check.pad, 3);
    EXPECT_EQ(check.icrc_ok, true);
    EXPECT_EQ(check.opcode->opcode, kRcSendOnly);
    EXPECT_EQ(ByteSpan(frame)[offset], 1);
  }
}

TEST(FrameCheck, OfAFrameThatIsNoneKnowsTheReasonOnly) {
  const FrameCheck check = check_frame(frame_a(), /*mac_error=*/true);
  EXPECT_EQ(check.reason, Reason::kMacError);
  EXPECT_FALSE(check.frame);
  EXPECT_FALSE(check.icrc_ok);
  EXPECT_EQ(check_frame(frame_a(), false, MacAddress{2, 0, 0, 0, 0, 3}).reason, Reason::kNotForUs);
  EXPECT_EQ(check_frame(frame_a(), false, MacAddress{2, 0, 0, 0, 0, 2}).reason, std::nullopt);
}

TEST(FrameCheck, TakesVersionZeroOnly) {
  for (std::uint8_t version = 0; version < 16; ++version) {
    RoceFrame frame = packet(kRcSendOnly, 0);
    frame.bth.transport_version = version;
    const FrameCheck check = check_of(frame);
    EXPECT_EQ(check.reason, version == 0 ? std::nullopt : std::optional(Reason::kTver));
    EXPECT_EQ(check.icrc_ok.has_value(), version == 0) << "not looked at";
  }
}

TEST(FrameCheck, KnowsTheOpcodesOfRcUcUdAndCnp) {
  for (unsigned opcode = 0; opcode < 256; ++opcode) {
    RoceFrame frame = packet(kRcSendOnly, 0, 40);
    frame.bth.opcode = static_cast<std::uint8_t>(opcode);
    const bool rc = opcode <= 0x14 || opcode == 0x16 || opcode == 0x17;
    const bool uc = opcode >= 0x20 && opcode <= 0x2B;
    const bool ud = opcode == 0x64 || opcode == 0x65;
    const bool known = rc || uc || ud || opcode == 0x81;
    EXPECT_EQ(check_of(frame).reason == Reason::kOpcode, !known) << opcode;
  }
}

TEST(FrameCheck, EveryOpcodeHasRoomForItsHeadersPadAndIcrc) {
  for (const OpcodeInfo& info : all_opcodes()) {
    SCOPED_TRACE(info.name);
    RoceFrame frame = packet(info.opcode, 0);
    EXPECT_FALSE(check_of(frame).reason);

    // One word of the last extended header is missing; the ICRC has moved up.
    if (info.extension_bytes() != 0) {
      frame = packet(kRcSendOnly, 0, info.extension_bytes() - 4);
      frame.bth.opcode = to_byte(info.opcode);
      EXPECT_EQ(check_of(frame).reason, Reason::kLength);
      EXPECT_FALSE(check_of(frame).icrc_ok);
    }

    // PadCnt asks for bytes that are not there.
    frame = packet(info.opcode, 0);
    complete(frame);
    frame.bth.pad_count = 1;
    fill_icrc(frame);
    EXPECT_EQ(check_frame(prepare_for_replay(encode(frame)).bytes, false).reason, Reason::kLength);
  }
}

TEST(FrameCheck, PayloadAndPadAreWholeWords) {
  for (std::size_t bytes = 0; bytes <= 9; ++bytes) {
    for (std::uint8_t pad = 0; pad < 4; ++pad) {
      RoceFrame frame = packet(kRcSendOnly, 0, bytes);
      frame.bth.pad_count = pad;
      frame.pad.assign(pad, 0);
      fill_ether_type(frame);
      fill_lengths(frame);
      fill_ip_checksum(frame);
      fill_icrc(frame);
      const FrameCheck check = check_frame(prepare_for_replay(encode(frame)).bytes, false);
      const bool whole = (bytes + pad) % 4 == 0;
      EXPECT_EQ(check.reason, whole ? std::nullopt : std::optional(Reason::kLength));
      if (whole) {
        EXPECT_EQ(check.payload_bytes, bytes);
      }
    }
  }
}

TEST(FrameCheck, NothingStandsBehindTheHeadersOfABareAnswer) {
  for (const OpcodeInfo& info : all_opcodes()) {
    const bool bare =
        info.opcode == kRcAcknowledge || info.opcode == kRcAtomicAcknowledge || info.opcode == kCnp;
    for (const std::size_t bytes : {1U, 4U, 64U}) {
      EXPECT_EQ(check_of(packet(info.opcode, 0, bytes)).reason,
                bare ? std::optional(Reason::kLength) : std::nullopt)
          << info.name;
    }
  }
}

TEST(FrameCheck, EveryCoveredBitIsLookedAt) {
  const ByteVector good = frame_a();
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    ByteVector frame = good;
    frame[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    const FrameCheck check = check_frame(frame, false);
    const std::size_t byte = bit / 8;
    // Addresses of the Ethernet header, the UDP checksum, BTH byte 4.
    const bool free = byte < 12 || byte == 40 || byte == 41 || byte == 46;
    EXPECT_EQ(check.reason.has_value(), !free) << "byte " << byte;
  }
}

TEST(FrameCheck, VerdictsOfFramesPassOverWhatIsNotRoce) {
  for (std::size_t i = 0; i <= static_cast<std::size_t>(Reason::kIcrc); ++i) {
    const auto reason = static_cast<Reason>(i);
    if (i < testing::kFrameReasons) {
      EXPECT_EQ(verdict_of_frame(reason), verdict_of(static_cast<FrameReason>(i + 1)));
    } else {
      EXPECT_EQ(verdict_of_frame(reason), Verdict::kDrop) << name_of(reason);
    }
  }
}

}  // namespace
}  // namespace rnic::model
