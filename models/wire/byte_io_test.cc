// SPDX-License-Identifier: Apache-2.0
#include "models/wire/byte_io.h"

#include <gmock/gmock.h>

namespace rnic::model {
namespace {

using ::testing::ElementsAre;

TEST(ByteReader, ReadsMostSignificantByteFirst) {
  const ByteVector bytes{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18};
  ByteReader in(bytes);
  EXPECT_EQ(in.u8(), 0x01U);
  EXPECT_EQ(in.u16(), 0x0203U);
  EXPECT_EQ(in.u24(), 0x040506U);
  EXPECT_EQ(in.u32(), 0x0708090AU);
  EXPECT_EQ(in.u64(), 0x0B0C0D0E0F101112U);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.remaining(), 0U);
  EXPECT_EQ(in.position(), 18U);
}

TEST(ByteReader, StaysWhereItIsWhenAReadDoesNotFit) {
  const ByteVector bytes{0xAA, 0xBB, 0xCC};
  ByteReader in(bytes);
  EXPECT_EQ(in.u32(), 0U);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.remaining(), 3U);
  EXPECT_EQ(in.u16(), 0xAABBU) << "what fits is still read";
  EXPECT_FALSE(in.ok()) << "and the failure is not forgotten";
}

TEST(ByteReader, GivesZerosForAnArrayThatDoesNotFit) {
  const ByteVector bytes{1, 2};
  ByteReader in(bytes);
  EXPECT_THAT(in.array<3>(), ElementsAre(0, 0, 0));
  EXPECT_FALSE(in.ok());
}

TEST(ByteReader, TakesAnEmptySpan) {
  ByteReader in(ByteSpan{});
  EXPECT_EQ(in.u8(), 0U);
  EXPECT_FALSE(in.ok());
  EXPECT_TRUE(in.rest().empty());
}

TEST(ByteWriter, WritesMostSignificantByteFirstAndCutsWideValues) {
  ByteVector bytes;
  ByteWriter out(bytes);
  out.u8(0x01);
  out.u16(0x0203);
  out.u24(0xFF040506);
  out.u32(0x0708090A);
  out.u64(0x0B0C0D0E0F101112);
  EXPECT_THAT(bytes, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18));
}

}  // namespace
}  // namespace rnic::model
