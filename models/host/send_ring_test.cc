// SPDX-License-Identifier: Apache-2.0
#include "models/host/send_ring.h"

#include <gtest/gtest.h>

#include "models/host/host_bench.h"

namespace rnic::model {
namespace {

constexpr std::uint64_t kBase = 0x40;  // 64-byte aligned, not 128
constexpr unsigned kLog2 = 4;

struct Ring {
  Ring() { memory.add_region(kBase, 64U << kLog2, BytesFill{}); }
  std::uint8_t byte(std::size_t slot, std::size_t offset) const {
    ByteVector one(1);
    EXPECT_TRUE(memory.read(kBase + slot * 64 + offset, one));
    return one[0];
  }
  HostMemory memory;
  SendRing ring{memory, kBase, kLog2};
};

TEST(SendRing, OwnerBitIsOneOnTheFirstLapZeroOnTheSecondAndSoOn) {
  Ring r;
  for (unsigned block = 0; block < 4 * 16; ++block) {
    r.ring.post(testing::send_of(1));
    EXPECT_EQ(r.byte(block % 16, 3), block / 16 % 2 == 0 ? 0x80 : 0x00) << block;
  }
}

TEST(SendRing, OwnerBitTurnsAtEveryRingSizeAndOverTheIndexsEnd) {
  EXPECT_TRUE(owner_of_lap(0, 15));
  EXPECT_TRUE(owner_of_lap(0x7FFF, 15));
  EXPECT_FALSE(owner_of_lap(0x8000, 15));
  EXPECT_FALSE(owner_of_lap(0xFFFF, 15));
  EXPECT_FALSE(owner_of_lap(0xFFFF, 4)) << "4,096 laps are an even number: 0 follows with 1";
  EXPECT_TRUE(owner_of_lap(0, 4));
}

TEST(SendRing, AWqeWrapsAroundTheRingsEndWithTheOwnerBitOfItsFirstBlock) {
  Ring r;
  for (int i = 0; i < 14; ++i) r.ring.post(testing::send_of(1));
  Wqe wqe = testing::wqe_of(WqeOpcode::kSend, {});
  for (std::uint32_t n = 0; n < 14; ++n) wqe.pieces.push_back({0, 100 + n, 0});
  r.ring.post(wqe);
  EXPECT_EQ(r.ring.count(), 18);
  EXPECT_EQ(r.byte(14, 3), 0x83);
  EXPECT_EQ(r.byte(15, 8), 102) << "length of piece 2";
  EXPECT_EQ(r.byte(0, 8), 106) << "length of piece 6";
  EXPECT_EQ(r.byte(1, 8), 110) << "length of piece 10";
  EXPECT_EQ(r.byte(2, 3), 0x80) << "not touched";
}

TEST(SendRing, RawBlocksGoInAsTheyAreButForTheOwnerBit) {
  Ring r;
  ByteVector raw(128, 0xA5);
  r.ring.post(raw);
  EXPECT_EQ(r.byte(0, 3), 0xA5);
  EXPECT_EQ(r.byte(1, 3), 0xA5) << "only block 0 has an owner bit";
  r.ring.post(raw, false);
  EXPECT_EQ(r.byte(2, 3), 0x25);
  EXPECT_EQ(r.byte(2, 4), 0xA5);
}

TEST(SendRing, FreeBlocksAreWhatTheNicDoesNotHold) {
  Ring r;
  EXPECT_EQ(r.ring.free_blocks(0), 16U);
  for (int i = 0; i < 5; ++i) r.ring.post(testing::send_of(1));
  EXPECT_EQ(r.ring.free_blocks(0), 11U);
  EXPECT_EQ(r.ring.free_blocks(5), 16U);
  for (int i = 0; i < 0x10000 - 5 + 3; ++i) r.ring.post(testing::send_of(1));
  EXPECT_EQ(r.ring.count(), 3);
  EXPECT_EQ(r.ring.free_blocks(0xFFFE), 11U) << "over the index's end";
}

}  // namespace
}  // namespace rnic::model
