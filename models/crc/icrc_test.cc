// SPDX-License-Identifier: Apache-2.0
//
// Single facts about the ICRC. The captures of a kernel and the frames of other implementations
// are in rx/captures_test.cc and rx/cases_test.cc.
#include "models/crc/icrc.h"

#include <gtest/gtest.h>

#include <set>

#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

using testing::frame_a;
using testing::frame_c;

constexpr std::uint32_t kIcrcOfA = 0x5F1858E8;  // E8 58 18 5F on the wire
constexpr std::uint32_t kIcrcOfC = 0xE4E6D094;

std::uint32_t icrc_of(const ByteVector& frame) {
  return icrc(ByteSpan(frame).subspan(14, frame.size() - 14 - 4));
}

TEST(Icrc, FramesAAndCCarryTheirValue) {
  EXPECT_EQ(icrc_of(frame_a()), kIcrcOfA);
  EXPECT_EQ(icrc_of(frame_c()), kIcrcOfC);
}

// Offsets from the first IP byte; everything else up to the last pad byte is covered.
const std::set<std::size_t> kUncoveredIpv4{1, 8, 10, 11, 26, 27, 32};
const std::set<std::size_t> kUncoveredIpv6{1, 2, 3, 7, 46, 47, 52};

void expect_covered(const ByteVector& frame, const std::set<std::size_t>& uncovered,
                    std::size_t first) {
  const std::uint32_t whole = icrc_of(frame);
  for (std::size_t offset = first; offset < frame.size() - 18; ++offset) {
    for (int bit = 0; bit < 8; ++bit) {
      ByteVector changed = frame;
      changed[14 + offset] = static_cast<std::uint8_t>(changed[14 + offset] ^ 1 << bit);
      EXPECT_EQ(icrc_of(changed) == whole, uncovered.contains(offset)) << offset << "." << bit;
    }
  }
}

TEST(Icrc, CoversEveryBitButTheListedOnesOfIpv4) { expect_covered(frame_a(), kUncoveredIpv4, 1); }
TEST(Icrc, CoversEveryBitButTheListedOnesOfIpv6) { expect_covered(frame_c(), kUncoveredIpv6, 1); }

TEST(Icrc, TrafficClassOfIpv6ReachesIntoTheFirstByte) {
  ByteVector frame = frame_c();
  for (unsigned low = 0; low < 16; ++low) {
    frame[14] = static_cast<std::uint8_t>(0x60 | low);
    EXPECT_EQ(icrc_of(frame), kIcrcOfC) << low;
  }
}

TEST(Icrc, TakesPacketsOfAnyLength) {
  const ByteVector frame = frame_a();
  std::set<std::uint32_t> values;
  for (std::size_t size = 0; size < frame.size() - 14; ++size) {
    const ByteVector packet(frame.begin() + 14, frame.begin() + 14 + static_cast<long>(size));
    values.insert(icrc(packet));
  }
  EXPECT_EQ(values.size(), frame.size() - 14) << "every byte, masked or not, counts";
}

TEST(IcrcCheck, FindsTheFieldByTheIpLength) {
  for (std::size_t trailer = 0; trailer <= 64; ++trailer) {
    for (const char* tag : {"", "81006064", "88a80001"}) {
      ByteVector frame = testing::with_tag(frame_a(), tag);
      frame.insert(frame.end(), trailer, 0xA5);
      const auto check = check_icrc(frame);
      ASSERT_TRUE(check);
      EXPECT_EQ(check->got, kIcrcOfA);
      EXPECT_TRUE(check->ok());
    }
  }
}

TEST(IcrcCheck, SaysWhatItGotAndWhatItWants) {
  ByteVector frame = frame_a();
  frame[60] ^= 0x80;  // a pad byte
  const auto check = check_icrc(frame);
  ASSERT_TRUE(check);
  EXPECT_FALSE(check->ok());
  EXPECT_EQ(check->got, kIcrcOfA);
  EXPECT_NE(check->want, kIcrcOfA);
}

TEST(IcrcCheck, LooksAtNeitherPortNorOpcode) {
  ByteVector frame = frame_a();
  frame[36] = 0;
  frame[42] = 0xFF;
  EXPECT_TRUE(check_icrc(frame));
}

TEST(IcrcCheck, NeedsAPlaceForTheIcrc) {
  const auto changed = [](ByteVector frame, std::size_t offset, std::uint8_t value) {
    frame[offset] = value;
    return check_icrc(frame).has_value();
  };
  EXPECT_FALSE(changed(frame_a(), 13, 0x06)) << "EtherType";
  EXPECT_FALSE(changed(frame_a(), 14, 0x46)) << "IHL 6";
  EXPECT_FALSE(changed(frame_a(), 14, 0x65)) << "version";
  EXPECT_FALSE(changed(frame_a(), 17, 43)) << "too short";
  EXPECT_TRUE(changed(frame_a(), 17, 44));
  EXPECT_FALSE(changed(frame_a(), 17, 53)) << "past the frame";
  EXPECT_FALSE(changed(frame_c(), 19, 23)) << "too short";
  EXPECT_TRUE(changed(frame_c(), 19, 24));
  EXPECT_FALSE(changed(frame_c(), 19, 33)) << "past the frame";
  EXPECT_FALSE(check_icrc(testing::with_tag(frame_a(), "8100006481000064"))) << "two tags";
  EXPECT_FALSE(check_icrc({}));
}

}  // namespace
}  // namespace rnic::model
