// SPDX-License-Identifier: Apache-2.0
#include "models/host/host_memory.h"

#include <gtest/gtest.h>

namespace rnic::model {
namespace {

ByteVector bytes_at(const HostMemory& memory, std::uint64_t address, std::size_t count) {
  ByteVector bytes(count, 0xEE);
  EXPECT_TRUE(memory.read(address, bytes));
  return bytes;
}

bool readable(const HostMemory& memory, std::uint64_t address, std::size_t count = 1) {
  ByteVector bytes(count);
  return memory.read(address, bytes);
}

TEST(HostMemory, CounterCountsFromTheRegionsStart) {
  HostMemory memory;
  ASSERT_TRUE(memory.add_region(0x100003, 0x10000, CounterFill{.seed = 0x11}));
  EXPECT_EQ(bytes_at(memory, 0x100003, 3), (ByteVector{0x11, 0x12, 0x13}));
  EXPECT_EQ(bytes_at(memory, 0x100003 + 255, 2), (ByteVector{0x10, 0x30})) << "255, then 256 + 31";
  EXPECT_EQ(bytes_at(memory, 0x100003 + 0x1234, 1)[0], (0x1234 + 31 * 0x12 + 0x11) % 256);
}

TEST(HostMemory, RandomIsTheLowByteOfSplitmix64) {
  EXPECT_EQ(splitmix64(0), 0xE220A8397B1DCDAF);
  HostMemory memory;
  ASSERT_TRUE(memory.add_region(0, 1000, RandomFill{.seed = 0}));
  EXPECT_EQ(bytes_at(memory, 0, 1)[0], 0xAF);
  ASSERT_TRUE(memory.add_region(0x1000, 1000, RandomFill{.seed = 7}));
  const ByteVector bytes = bytes_at(memory, 0x1000, 300);
  for (std::uint64_t i = 0; i < bytes.size(); ++i) {
    EXPECT_EQ(bytes[i], splitmix64(7 + i) & 0xFF) << i;
  }
  EXPECT_EQ(bytes_at(memory, 7, 1)[0], bytes[0]) << "seed and place add up";
}

TEST(HostMemory, ZeroAndGivenBytes) {
  HostMemory memory;
  ASSERT_TRUE(memory.add_region(0x80, 4, ZeroFill{}));
  ASSERT_TRUE(memory.add_region(0x84, 4, BytesFill{{1, 2, 3}}));
  EXPECT_EQ(bytes_at(memory, 0x80, 8), (ByteVector{0, 0, 0, 0, 1, 2, 3, 0}));
}

TEST(HostMemory, ALineIsCoveredIfARegionTouchesItAndReadsZeroOutside) {
  HostMemory memory;
  ASSERT_TRUE(memory.add_region(0x1010, 1, BytesFill{{0x5A}}));
  ByteVector want(128, 0);
  want[0x10] = 0x5A;
  EXPECT_EQ(bytes_at(memory, 0x1000, 128), want);
  EXPECT_FALSE(readable(memory, 0xFFF));
  EXPECT_FALSE(readable(memory, 0x1080));
  EXPECT_FALSE(readable(memory, 0x107F, 2)) << "one of two lines is not there";
  EXPECT_FALSE(readable(memory, 0xFFF, 2));
}

TEST(HostMemory, TwoRegionsShareALine) {
  HostMemory memory;
  ASSERT_TRUE(memory.add_region(0x0F00, 0x102, CounterFill{.seed = 1}));
  ASSERT_TRUE(memory.add_region(0x1004, 2, BytesFill{{8, 9}}));
  ASSERT_TRUE(memory.add_region(0x107F, 0x100, BytesFill{{7}}));
  const ByteVector line = bytes_at(memory, 0x1000, 128);
  EXPECT_EQ(ByteVector(line.begin(), line.begin() + 7), (ByteVector{32, 33, 0, 0, 8, 9, 0}));
  EXPECT_EQ(line[127], 7);
}

TEST(HostMemory, ReadingNothingSucceedsAnywhere) { EXPECT_TRUE(readable(HostMemory(), 0x1000, 0)); }

TEST(HostMemory, OverlapsAndEmptyRegionsAreRefused) {
  HostMemory memory;
  ASSERT_TRUE(memory.add_region(0x1000, 0x100, ZeroFill{}));
  EXPECT_FALSE(memory.add_region(0x10FF, 1, ZeroFill{}));
  EXPECT_FALSE(memory.add_region(0x0F00, 0x101, ZeroFill{}));
  EXPECT_FALSE(memory.add_region(0x0F00, 0x1000, ZeroFill{}));
  EXPECT_FALSE(memory.add_region(0x1010, 1, ZeroFill{}));
  EXPECT_FALSE(memory.add_region(0x2000, 0, ZeroFill{}));
  EXPECT_TRUE(memory.add_region(0x1100, 1, ZeroFill{}));
  EXPECT_TRUE(memory.add_region(0x0FFF, 1, ZeroFill{}));
}

TEST(HostMemory, ARegionMayEndAtTheLastAddressButNotBehindIt) {
  HostMemory memory;
  EXPECT_FALSE(memory.add_region(~std::uint64_t{0}, 2, ZeroFill{}));
  EXPECT_TRUE(memory.add_region(~std::uint64_t{0} - 1, 2, BytesFill{{1, 2}}));
  EXPECT_FALSE(memory.add_region(~std::uint64_t{0}, 1, ZeroFill{}));
  EXPECT_TRUE(memory.add_region(0, 1, BytesFill{{3}}));
  EXPECT_EQ(bytes_at(memory, ~std::uint64_t{0} - 1, 3), (ByteVector{1, 2, 3})) << "addresses wrap";
}

TEST(HostMemory, TwoGibibytesCostNothing) {
  HostMemory memory;
  constexpr std::uint64_t kSize = std::uint64_t{1} << 31;
  ASSERT_TRUE(memory.add_region(0x100000000, kSize, CounterFill{.seed = 3}));
  ASSERT_TRUE(memory.add_region(0x200000000, kSize, RandomFill{.seed = 4}));
  constexpr std::uint64_t kLast = kSize - 1;
  EXPECT_EQ(bytes_at(memory, 0x100000000 + kLast, 1)[0], (kLast + 31 * (kLast >> 8) + 3) % 256);
  EXPECT_EQ(bytes_at(memory, 0x200000000 + kLast, 1)[0], splitmix64(4 + kLast) & 0xFF);
  EXPECT_FALSE(readable(memory, 0x100000000 + kSize));
}

TEST(HostMemory, AFailingLineFailsAloneAndForEver) {
  HostMemory memory;
  ASSERT_TRUE(memory.add_region(0x1000, 0x1000, ZeroFill{}));
  memory.fail_line(0x10C3);
  EXPECT_FALSE(readable(memory, 0x1080));
  EXPECT_FALSE(readable(memory, 0x10FF));
  EXPECT_TRUE(readable(memory, 0x107F));
  EXPECT_TRUE(readable(memory, 0x1100));
  EXPECT_FALSE(readable(memory, 0x1000, 0x200));
  EXPECT_FALSE(memory.read_line(0x1080));
}

TEST(HostMemory, OnlyGivenBytesCanBeWrittenAndOnlyAllOrNone) {
  HostMemory memory;
  ASSERT_TRUE(memory.add_region(0x1000, 8, BytesFill{}));
  ASSERT_TRUE(memory.add_region(0x1008, 8, ZeroFill{}));
  const ByteVector four{1, 2, 3, 4};
  EXPECT_TRUE(memory.write(0x1004, four));
  EXPECT_FALSE(memory.write(0x1005, four)) << "the last byte lies in the next region";
  EXPECT_FALSE(memory.write(0x1008, four));
  EXPECT_FALSE(memory.write(0x0FFF, four));
  EXPECT_FALSE(memory.write(0x5000, four));
  EXPECT_EQ(bytes_at(memory, 0x1000, 9), (ByteVector{0, 0, 0, 0, 1, 2, 3, 4, 0}));
}

}  // namespace
}  // namespace rnic::model
