// SPDX-License-Identifier: Apache-2.0
#include "models/host/wqe.h"

#include <gtest/gtest.h>

#include <random>

#include "models/host/host_bench.h"
#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

using testing::from_hex;
using testing::wqe_of;

Wqe atomic_of(WqeOpcode opcode) {
  Wqe wqe = wqe_of(opcode, {{.address = 0x1000, .length = 8}});
  wqe.compare = 0x0102030405060708;
  wqe.swap_or_add = 0x1112131415161718;
  return wqe;
}

TEST(Wqe, WriteWithImmediateAndThreePiecesByteForByte) {
  Wqe wqe{.opcode = 4,
          .flags = wqe_flag::kSignaled | wqe_flag::kSolicited,
          .immediate = 0x11223344,
          .wr_id = 0x0102030405060708,
          .remote_address = 0x00007F0000001000,
          .remote_key = 0xA1B2C3D4};
  wqe.pieces = {{0x100000, 5, 0x77}, {0x200001, 0, 0x88}, {0xFFFFFFFFFFFFFFFE, 0x12345678, 0x99}};
  const ByteVector want = from_hex(
      "04 03 03 81 44332211 0807060504030201 00100000007f0000 d4c3b2a1 00000000"
      "0000100000000000 05000000 77000000"
      "0100200000000000 00000000 88000000"
      "feffffffffffffff 78563412 99000000"
      "000000000000000000000000000000000000000000000000"
      "000000000000000000000000000000000000000000000000");
  EXPECT_EQ(encode(wqe, true), want);
  EXPECT_EQ(std::get<Wqe>(decode_wqe(want, QpType::kRc, 1024)), wqe);
}

TEST(Wqe, CompareAndSwapByteForByte) {
  Wqe wqe = atomic_of(WqeOpcode::kCompareSwap);
  wqe.wr_id = 1;
  wqe.remote_address = 0x2000;
  wqe.remote_key = 3;
  const ByteVector want = from_hex(
      "06 01 01 00 00000000 0100000000000000 0020000000000000 03000000 00000000"
      "0010000000000000 08000000 00000000"
      "0807060504030201 1817161514131211");
  EXPECT_EQ(encode(wqe, false), want);
  EXPECT_EQ(std::get<Wqe>(decode_wqe(want, QpType::kRc, 1024)), wqe);
}

TEST(Wqe, DatagramTargetStandsWhereAddressAndKeyWould) {
  Wqe wqe = wqe_of(WqeOpcode::kSend, {});
  wqe.set_datagram_target(0xABCDEF, 0x11111111);
  const ByteVector blocks = encode(wqe, true);
  EXPECT_EQ(ByteVector(blocks.begin() + 16, blocks.begin() + 28),
            from_hex("efcdab000000000011111111"));
  EXPECT_EQ(wqe.remote_qpn(), 0xABCDEFU);
  wqe.remote_address = 0xFFFFFFFFFF000012;
  EXPECT_EQ(wqe.remote_qpn(), 0x12U) << "only bits 23:0 are the QPN";
}

TEST(Wqe, BlocksNeededByPieces) {
  constexpr std::size_t kWant[] = {1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5};
  for (std::size_t pieces = 0; pieces < std::size(kWant); ++pieces) {
    EXPECT_EQ(blocks_for(pieces), kWant[pieces]) << pieces;
  }
}

TEST(Wqe, FifteenPiecesAreCount15AndFourBlocksWithTheFirst14) {
  Wqe wqe = wqe_of(WqeOpcode::kSend, {});
  for (std::uint32_t n = 0; n < 15; ++n) wqe.pieces.push_back({0x1000, n + 1, 0});
  const ByteVector blocks = encode(wqe, true);
  ASSERT_EQ(blocks.size(), 256U);
  EXPECT_EQ(blocks[2], 15);
  EXPECT_EQ(blocks[3], 0x83);
  EXPECT_EQ(blocks[32 + 13 * 16 + 8], 14) << "the fourteenth piece";
}

TEST(Wqe, OwnerBitIsBit7OfByte3AndNothingElse) {
  Wqe wqe = wqe_of(WqeOpcode::kSend, std::vector<WqePiece>(14));
  ByteVector off = encode(wqe, false);
  EXPECT_EQ(off[3], 0x03);
  EXPECT_FALSE(read_wqe_head(ByteSpan(off).first<64>()).owner);
  set_owner(off, true);
  EXPECT_EQ(off, encode(wqe, true));
  EXPECT_TRUE(read_wqe_head(ByteSpan(off).first<64>()).owner);
}

TEST(Wqe, HeadIsReadFromAnyBytes) {
  WqeBlock block{};
  block.fill(0xFF);
  const WqeHead head = read_wqe_head(block);
  EXPECT_EQ(head.opcode, 0xFF);
  EXPECT_EQ(head.piece_count, 0xFF);
  EXPECT_EQ(head.block_count, 4U) << "bits 6:2 of byte 3 are reserved";
  EXPECT_EQ(head.wr_id, ~std::uint64_t{0});
  EXPECT_TRUE(head.signaled());
}

TEST(Wqe, ReservedBitsAreIgnored) {
  Wqe wqe = wqe_of(WqeOpcode::kWrite, {{0x1000, 5, 0}});
  ByteVector blocks = encode(wqe, true);
  blocks[3] |= 0x7C;
  for (std::size_t i = 28; i < 32; ++i) blocks[i] = 0xFF;
  EXPECT_EQ(std::get<Wqe>(decode_wqe(blocks, QpType::kRc, 1024)), wqe);
  blocks[1] |= 0xF0 | wqe_flag::kFence;
  EXPECT_TRUE(std::holds_alternative<Wqe>(decode_wqe(blocks, QpType::kRc, 1024)))
      << "reserved flags and fence";
}

TEST(Wqe, OpcodesHaveTheirNumbersAndNames) {
  constexpr std::string_view kTable[] = {"SEND",      "SEND_IMM", "SEND_INV", "WRITE",
                                         "WRITE_IMM", "READ",     "CMP_SWAP", "FETCH_ADD"};
  static_assert(std::size(kTable) == kWqeOpcodes);
  for (std::uint8_t i = 0; i < kWqeOpcodes; ++i) {
    EXPECT_EQ(wqe_opcode_name(i), kTable[i]);
    EXPECT_EQ(find_wqe_opcode(kTable[i]), static_cast<WqeOpcode>(i));
  }
  for (unsigned i = kWqeOpcodes; i < 256; ++i) {
    EXPECT_EQ(wqe_opcode_name(static_cast<std::uint8_t>(i)), "") << i << ": not in kWqeOpcodes";
  }
  EXPECT_FALSE(find_wqe_opcode("send"));
  EXPECT_FALSE(find_wqe_opcode(""));
}

TEST(Wqe, ComesBackForEveryOpcodeAndNumberOfPieces) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    Wqe wqe{.opcode = static_cast<std::uint8_t>(random() % kWqeOpcodes),
            .flags = static_cast<std::uint8_t>(random() & 0xF7),
            .immediate = static_cast<std::uint32_t>(random()),
            .wr_id = random(),
            .remote_address = random() & ~std::uint64_t{7},
            .remote_key = static_cast<std::uint32_t>(random())};
    const std::size_t pieces = is_atomic(wqe.opcode) ? 1 : random() % 15;
    for (std::size_t n = 0; n < pieces; ++n) {
      const auto length = static_cast<std::uint32_t>(random() % 0x8000000);
      wqe.pieces.push_back({.address = random(),
                            .length = is_atomic(wqe.opcode) ? 8 : length,
                            .local_key = static_cast<std::uint32_t>(random())});
    }
    if (is_atomic(wqe.opcode)) {
      wqe.compare = random();
      wqe.swap_or_add = random();
    }
    const ByteVector blocks = encode(wqe, (random() & 1) != 0);
    ASSERT_EQ(blocks.size(), blocks_for(pieces) * 64);
    ASSERT_EQ(std::get<Wqe>(decode_wqe(blocks, QpType::kRc, 256)), wqe);
  }
}

}  // namespace
}  // namespace rnic::model
