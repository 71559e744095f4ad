// SPDX-License-Identifier: Apache-2.0
#include "models/qos/dscp_map.h"

#include <gtest/gtest.h>

namespace rnic::model {
namespace {

TEST(DscpMap, BasepodSendsOnlyDscp46ToPriority3) {
  const DscpMap map = DscpMap::basepod();
  for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
    EXPECT_EQ(map.priority(dscp), dscp == 46 ? 3 : 0) << +dscp;
  }
  EXPECT_EQ(map.lossless_mask(), 0x08);
  EXPECT_FALSE(map.dscp46_is_lossy());
}

TEST(DscpMap, FactoryTakesTheTopThreeBits) {
  const DscpMap map = DscpMap::factory();
  for (std::uint8_t dscp = 0; dscp < 64; ++dscp) EXPECT_EQ(map.priority(dscp), dscp / 8);
  EXPECT_EQ(map.priority(46), 5);
  EXPECT_EQ(map.lossless_mask(), 0);
  EXPECT_TRUE(map.dscp46_is_lossy());
}

TEST(DscpMap, ProfilesAreFoundByName) {
  EXPECT_EQ(DscpMap::profile("basepod"), DscpMap::basepod());
  EXPECT_EQ(DscpMap::profile("factory"), DscpMap::factory());
  EXPECT_FALSE(DscpMap::profile("Basepod"));
  EXPECT_FALSE(DscpMap::profile(""));
}

TEST(DscpMap, ASiteStartsWithEverythingOnPriority0AndLossy) {
  DscpMap map;
  EXPECT_TRUE(map.set_priority(26, 4));
  EXPECT_TRUE(map.set_priority(63, 7));
  map.set_lossless_mask(1U << 4);
  EXPECT_EQ(map.priority(26), 4);
  EXPECT_EQ(map.priority(63), 7);
  EXPECT_EQ(map.priority(46), 0);
  for (std::uint8_t priority = 0; priority < 8; ++priority) {
    EXPECT_EQ(map.is_lossless(priority), priority == 4);
  }
  EXPECT_TRUE(map.dscp46_is_lossy());
}

TEST(DscpMap, RefusesWhatDoesNotFit) {
  DscpMap map;
  EXPECT_FALSE(map.set_priority(64, 1));
  EXPECT_FALSE(map.set_priority(1, 8));
  EXPECT_EQ(map, DscpMap{});
  EXPECT_FALSE(DscpMap::basepod().is_lossless(11)) << "no wrap to priority 3";
}

}  // namespace
}  // namespace rnic::model
