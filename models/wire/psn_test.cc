// SPDX-License-Identifier: Apache-2.0
#include "models/wire/psn.h"

#include <gtest/gtest.h>

namespace rnic::model {
namespace {

TEST(Psn, WrapsAtTwentyFourBits) {
  EXPECT_EQ(psn_add(0xFFFFFF, 1), 0U);
  EXPECT_EQ(psn_add(0, -1), 0xFFFFFFU);
  EXPECT_EQ(psn_add(0xFFFFFC, 8), 4U);
  EXPECT_EQ(psn_add(5, 1 << 24), 5U);
}

TEST(Psn, DistanceIsSignedModuloTwoToTheTwentyFour) {
  EXPECT_EQ(psn_distance(5, 5), 0);
  EXPECT_EQ(psn_distance(0xFFFFFE, 1), 3);
  EXPECT_EQ(psn_distance(1, 0xFFFFFE), -3);
  EXPECT_EQ(psn_distance(0, 0x7FFFFF), 0x7FFFFF);
  EXPECT_EQ(psn_distance(0, 0x800000), -0x800000);
  EXPECT_EQ(psn_distance(0x800000, 0), -0x800000);
}

TEST(Psn, IgnoresBitsAboveTheField) {
  EXPECT_EQ(psn_distance(0xAB000005, 0xCD000007), 2);
  EXPECT_EQ(psn_add(0xAB000005, 1), 6U);
}

TEST(Psn, BeforeFollowsTheCircle) {
  EXPECT_TRUE(psn_before(0xFFFFFF, 0));
  EXPECT_FALSE(psn_before(0, 0xFFFFFF));
  EXPECT_FALSE(psn_before(7, 7));
}

}  // namespace
}  // namespace rnic::model
