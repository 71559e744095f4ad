// SPDX-License-Identifier: Apache-2.0
#include "models/pcap/link_layer.h"

#include <gtest/gtest.h>

#include "models/pcap/capture_bytes.h"

namespace rnic::model {
namespace {

using test::Bytes;
using test::operator+;
using test::pattern;

const Bytes kAddress = {0x02, 0x11, 0x22, 0x33, 0x44, 0x55, 0xEE, 0xEE};
const Bytes kMac(kAddress.begin(), kAddress.begin() + 6);

Bytes sll(const Bytes& address_length, const Bytes& protocol) {
  return Bytes{0, 4, 0, 1} + address_length + kAddress + protocol;
}

Bytes sll2(std::uint8_t address_length, const Bytes& protocol) {
  return protocol + Bytes{0, 0, 0, 0, 0, 7, 0, 1, 4, address_length} + kAddress;
}

std::optional<Bytes> convert(std::uint16_t link_type, const Bytes& bytes) {
  std::vector<std::uint8_t> storage = {1, 2, 3};  // left over from the frame before
  const auto frame = to_ethernet(link_type, bytes, storage);
  if (!frame) return std::nullopt;
  return Bytes(frame->begin(), frame->end());
}

TEST(LinkLayer, EthernetIsTakenAsItIs) {
  EXPECT_EQ(convert(1, pattern(60)), pattern(60));
  EXPECT_EQ(convert(1, {}), Bytes());
  EXPECT_EQ(ethernet_length(1, 1500), 1500u);
}

TEST(LinkLayer, CookedFrameGetsItsSourceAndEtherType) {
  const Bytes want = Bytes(6) + kMac + Bytes{0x86, 0xDD} + pattern(40);
  EXPECT_EQ(convert(113, sll({0, 6}, {0x86, 0xDD}) + pattern(40)), want);
  EXPECT_EQ(convert(276, sll2(6, {0x86, 0xDD}) + pattern(40)), want);
  EXPECT_EQ(ethernet_length(113, 16 + 40), want.size());
  EXPECT_EQ(ethernet_length(276, 20 + 40), want.size());
}

TEST(LinkLayer, CookedAddressOfAnotherSizeBecomesZeros) {
  const Bytes want = Bytes(12) + Bytes{0x08, 0x00} + pattern(40);
  for (const Bytes& length : {Bytes{0, 0}, Bytes{0, 8}, Bytes{0, 5}, Bytes{1, 6}}) {
    EXPECT_EQ(convert(113, sll(length, {0x08, 0x00}) + pattern(40)), want);
  }
  for (const std::uint8_t length : Bytes{0, 5, 8, 20}) {
    EXPECT_EQ(convert(276, sll2(length, {0x08, 0x00}) + pattern(40)), want);
  }
}

TEST(LinkLayer, VlanTagBehindACookedHeaderStays) {
  const Bytes tagged = {0x60, 0x05, 0x08, 0x00, 0x45};
  const Bytes want = Bytes(6) + kMac + Bytes{0x81, 0x00} + tagged;
  EXPECT_EQ(convert(113, sll({0, 6}, {0x81, 0x00}) + tagged), want);
  EXPECT_EQ(convert(276, sll2(6, {0x81, 0x00}) + tagged), want);
}

TEST(LinkLayer, CookedHeaderMustBeWhole) {
  const Bytes first = sll({0, 6}, {0x08, 0x00});
  const Bytes second = sll2(6, {0x08, 0x00});
  ASSERT_EQ(first.size(), 16u);
  ASSERT_EQ(second.size(), 20u);
  EXPECT_EQ(convert(113, first).value().size(), 14u);
  EXPECT_EQ(convert(276, second).value().size(), 14u);
  for (std::ptrdiff_t size = 0; size < 16; ++size) {
    EXPECT_EQ(convert(113, Bytes(first.begin(), first.begin() + size)), std::nullopt);
  }
  for (std::ptrdiff_t size = 0; size < 20; ++size) {
    EXPECT_EQ(convert(276, Bytes(second.begin(), second.begin() + size)), std::nullopt);
  }
}

TEST(LinkLayer, OtherTypesAreRefusedByName) {
  for (const std::uint16_t type : std::vector<std::uint16_t>{0, 101, 147, 197, 228, 247, 9999}) {
    EXPECT_FALSE(is_supported_link(type));
    EXPECT_EQ(convert(type, pattern(100)), std::nullopt);
  }
  EXPECT_EQ(unsupported_link_text(197),
            "frames are ERF (197), expected Ethernet (1), Linux cooked (113) or Linux cooked v2 "
            "(276)");
  EXPECT_EQ(link_type_name(101), "raw IP (101)");
  EXPECT_EQ(link_type_name(147), "user-defined 0 (147)");
  EXPECT_EQ(link_type_name(9999), "link type 9999");
}

TEST(LinkLayer, SupportedTypesAreEthernetAndCooked) {
  EXPECT_TRUE(is_supported_link(1));
  EXPECT_TRUE(is_supported_link(113));
  EXPECT_TRUE(is_supported_link(276));
}

}  // namespace
}  // namespace rnic::model
