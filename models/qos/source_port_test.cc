// SPDX-License-Identifier: Apache-2.0
#include "models/qos/source_port.h"

#include <gtest/gtest.h>

namespace rnic::model {
namespace {

// Values worked out by hand from the Linux rule.
TEST(SourcePort, FollowsTheLinuxRule) {
  EXPECT_EQ(connected_source_port(0xABCDE, 1, 2), 0xFCF4) << "flow label, QPNs not looked at";
  EXPECT_EQ(connected_source_port(0, 0x11, 0x22), 0xC242);
  EXPECT_EQ(connected_source_port(0, 0x11, 0x12), 0xC132);
}

TEST(SourcePort, FoldsAllFortyEightBitsOfTheProduct) {
  // 0xFFFFFF * 0xFFFFFF = 0xFFFFFE000001; ^ >> 20 = 0xFFFFF1FFFFE1; ^ >> 40 = 0xFFFFF1FFFF1E;
  // label 0xFFF1E; 0x3F1E ^ 0x3F = 0x3F21.
  EXPECT_EQ(connected_source_port(0, 0xFFFFFF, 0xFFFFFF), 0xFF21);
}

TEST(SourcePort, IsTheSameOnBothEnds) {
  for (std::uint32_t qpn = 1; qpn < 0x1000000; qpn = qpn * 3 + 5) {
    EXPECT_EQ(connected_source_port(0, qpn, 0xABCDEF), connected_source_port(0, 0xABCDEF, qpn));
    EXPECT_GE(connected_source_port(0, qpn, 0xABCDEF), 0xC000);
  }
}

TEST(SourcePort, OfADatagramQpComesFromItsQpn) {
  EXPECT_EQ(datagram_source_port(0x11), 0xC011);
  EXPECT_EQ(datagram_source_port(0xFFFFFF), 0xFFFF);
  EXPECT_EQ(datagram_source_port(0x4000), 0xC000);
}

TEST(SourcePort, IgnoresBitsAboveTheFields) {
  EXPECT_EQ(connected_source_port(0xFFF00000, 0xFF000011, 0xFF000012), 0xC132);
}

}  // namespace
}  // namespace rnic::model
