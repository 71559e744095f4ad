// SPDX-License-Identifier: Apache-2.0
#include "models/crc/crc32.h"

#include <gtest/gtest.h>

#include <string_view>

namespace rnic::model {
namespace {

std::uint32_t crc_of(std::string_view text) {
  Crc32 crc;
  for (const char c : text) crc.update(static_cast<std::uint8_t>(c));
  return crc.value();
}

// The check value that catalogues of CRCs give for CRC-32/ISO-HDLC.
TEST(Crc32, HasTheCatalogueCheckValue) {
  EXPECT_EQ(crc_of("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc_of(""), 0U);
}

TEST(Crc32, RegisterAfterEightOnesBytesIsTheSeedOfTheIcrc) {
  Crc32 crc;
  crc.update(ByteVector(8, 0xFF));
  EXPECT_EQ(crc.register_value(), 0xDEBB20E3U);
}

TEST(Crc32, DividesBitByBitLikeTheTable) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    std::uint32_t want = 0xFFFFFFFF ^ byte;
    for (int bit = 0; bit < 8; ++bit) want = (want >> 1) ^ ((want & 1) != 0 ? 0xEDB88320 : 0);
    Crc32 crc;
    crc.update(static_cast<std::uint8_t>(byte));
    EXPECT_EQ(crc.register_value(), want) << byte;
  }
}

// A receiver may run over data and CRC and compare with a constant.
TEST(Crc32, LeavesAConstantBehindDataAndItsCrc) {
  for (const std::string_view text : {"", "a", "123456789", "some longer text"}) {
    Crc32 crc;
    for (const char c : text) crc.update(static_cast<std::uint8_t>(c));
    const std::uint32_t value = crc.value();
    for (int shift = 0; shift < 32; shift += 8) {
      crc.update(static_cast<std::uint8_t>(value >> shift));
    }
    EXPECT_EQ(crc.register_value(), 0xDEBB20E3U) << text;
  }
}

}  // namespace
}  // namespace rnic::model
