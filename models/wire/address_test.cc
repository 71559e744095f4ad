// SPDX-License-Identifier: Apache-2.0
#include "models/wire/address.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

Ipv6Address ipv6(std::string_view hex) {
  Ipv6Address address;
  std::ranges::copy(testing::from_hex(hex), address.begin());
  return address;
}

TEST(Address, FormatsMacAndIpv4) {
  EXPECT_EQ(format_mac({0x02, 0, 0, 0xAB, 0, 0x01}), "02:00:00:ab:00:01");
  EXPECT_EQ(format_ip(Ipv4Address{10, 0, 255, 1}), "10.0.255.1");
}

// RFC 5952 section 4 by clause.
TEST(Address, FormatsIpv6AsRfc5952Recommends) {
  EXPECT_EQ(format_ip(ipv6("fd000000000000000000000000000001")), "fd00::1");
  EXPECT_EQ(format_ip(ipv6("20010db8000000000001000000000001")), "2001:db8::1:0:0:1")
      << "first of equal runs (4.2.3)";
  EXPECT_EQ(format_ip(ipv6("20010db8000000010001000100010001")), "2001:db8:0:1:1:1:1:1")
      << "a single zero group is not shortened (4.2.2)";
  EXPECT_EQ(format_ip(ipv6("20010000000000010000000000000001")), "2001:0:0:1::1")
      << "the longest run (4.2.3)";
  EXPECT_EQ(format_ip(ipv6("00000000000000000000000000000000")), "::");
  EXPECT_EQ(format_ip(ipv6("00000000000000000000000000000001")), "::1");
  EXPECT_EQ(format_ip(ipv6("fe800000000000000000000000000000")), "fe80::");
  EXPECT_EQ(format_ip(ipv6("00010000000000000000000000000000")), "1::");
  EXPECT_EQ(format_ip(ipv6("ffffffffffffffffffffffffffffffff")),
            "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");
  EXPECT_EQ(format_ip(ipv6("00000000000000000000ffff0a000001")), "::ffff:10.0.0.1")
      << "IPv4-mapped (5)";
}

TEST(Address, ParsesMacStrictly) {
  EXPECT_EQ(parse_mac("02:00:5e:AB:cd:ef"), (MacAddress{0x02, 0, 0x5E, 0xAB, 0xCD, 0xEF}));
  EXPECT_EQ(parse_mac("02-00-5e-ab-cd-ef"), (MacAddress{0x02, 0, 0x5E, 0xAB, 0xCD, 0xEF}));
  for (const char* text : {"", "02:00:5e:ab:cd", "02:00:5e:ab:cd:ef:", "02:00:5e:ab:cd:eg",
                           "02.00.5e.ab.cd.ef", "2:00:5e:ab:cd:ef:0", " 2:00:5e:ab:cd:ef"}) {
    EXPECT_FALSE(parse_mac(text)) << text;
  }
}

TEST(Address, KnowsGroupAddresses) {
  EXPECT_TRUE(is_group({0x01, 0x80, 0xC2, 0, 0, 1}));
  EXPECT_TRUE(is_group({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}));
  EXPECT_FALSE(is_group({0x02, 0, 0, 0, 0, 1}));
}

}  // namespace
}  // namespace rnic::model
