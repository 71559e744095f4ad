// SPDX-License-Identifier: Apache-2.0
#include "models/rx/replay_rules.h"

#include <gmock/gmock.h>

namespace rnic::model {
namespace {

using ::testing::Each;

TEST(ReplayRules, ShortFramesArePaddedWithZerosAndNotMarked) {
  for (const std::size_t size : {0U, 1U, 59U}) {
    const ReplayedFrame frame = prepare_for_replay(ByteVector(size, 0xA5));
    ASSERT_EQ(frame.bytes.size(), 60U);
    EXPECT_FALSE(frame.mac_error);
    EXPECT_THAT(ByteSpan(frame.bytes).first(size), Each(0xA5));
    EXPECT_THAT(ByteSpan(frame.bytes).subspan(size), Each(0));
  }
}

TEST(ReplayRules, FramesBetweenTheLimitsAreLeftAlone) {
  for (const std::size_t size : {60U, 61U, 9600U}) {
    const ByteVector captured(size, 0xA5);
    const ReplayedFrame frame = prepare_for_replay(captured);
    EXPECT_EQ(frame.bytes, captured);
    EXPECT_FALSE(frame.mac_error);
  }
}

TEST(ReplayRules, LongFramesAreCutAndMarked) {
  for (const std::size_t size : {9601U, 65535U}) {
    const ReplayedFrame frame = prepare_for_replay(ByteVector(size, 0xA5));
    EXPECT_EQ(frame.bytes.size(), 9600U);
    EXPECT_TRUE(frame.mac_error);
  }
}

}  // namespace
}  // namespace rnic::model
