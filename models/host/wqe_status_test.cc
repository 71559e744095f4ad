// SPDX-License-Identifier: Apache-2.0
//
// Each row of the status table that decoding decides, and the order of the rows.
#include <gtest/gtest.h>

#include "models/host/host_bench.h"
#include "models/host/wqe.h"

namespace rnic::model {
namespace {

using enum CompletionStatus;
using testing::wqe_of;

// Status of the blocks; nothing if they decode.
std::optional<CompletionStatus> fault(ByteSpan blocks, QpType type, std::uint32_t pmtu = 1024) {
  const auto decoded = decode_wqe(blocks, type, pmtu);
  const auto* status = std::get_if<CompletionStatus>(&decoded);
  return status != nullptr ? std::optional(*status) : std::nullopt;
}
std::optional<CompletionStatus> fault(const Wqe& wqe, QpType type, std::uint32_t pmtu = 1024) {
  return fault(encode(wqe, true), type, pmtu);
}

Wqe atomic_of(WqeOpcode opcode) {
  Wqe wqe = wqe_of(opcode, {{.address = 0x1000, .length = 8}});
  wqe.compare = 0x0102030405060708;
  wqe.swap_or_add = 0x1112131415161718;
  return wqe;
}

TEST(WqeStatus, BadOpcodeIsEveryByteBehindTheLast) {
  for (unsigned opcode = kWqeOpcodes; opcode < 256; ++opcode) {
    Wqe wqe = wqe_of(WqeOpcode::kSend, {});
    wqe.opcode = static_cast<std::uint8_t>(opcode);
    for (const QpType type : {QpType::kRc, QpType::kUc, QpType::kUd}) {
      EXPECT_EQ(fault(wqe, type), kBadOpcode) << opcode;
    }
  }
}

TEST(WqeStatus, OpcodeForTypeIsTheTableOfWhatEachTypeAllows) {
  //                           SEND  _IMM  _INV   WRITE  _IMM   READ  CMP_SWAP FETCH_ADD
  constexpr bool kUcAllows[] = {true, true, false, true, true, false, false, false};
  constexpr bool kUdAllows[] = {true, true, false, false, false, false, false, false};
  static_assert(std::size(kUcAllows) == kWqeOpcodes && std::size(kUdAllows) == kWqeOpcodes);
  for (std::uint8_t opcode = 0; opcode < kWqeOpcodes; ++opcode) {
    Wqe wqe = is_atomic(opcode) ? atomic_of(static_cast<WqeOpcode>(opcode))
                                : wqe_of(static_cast<WqeOpcode>(opcode), {{0x1000, 64, 0}});
    const auto refused = std::optional(kOpcodeForType);
    EXPECT_EQ(fault(wqe, QpType::kRc), std::nullopt) << +opcode;
    EXPECT_EQ(fault(wqe, QpType::kUc), kUcAllows[opcode] ? std::nullopt : refused) << +opcode;
    EXPECT_EQ(fault(wqe, QpType::kUd), kUdAllows[opcode] ? std::nullopt : refused) << +opcode;
  }
}

TEST(WqeStatus, FlagUnsupportedIsInlineOnEveryOpcode) {
  for (std::uint8_t opcode = 0; opcode < kWqeOpcodes; ++opcode) {
    Wqe wqe = is_atomic(opcode) ? atomic_of(static_cast<WqeOpcode>(opcode))
                                : wqe_of(static_cast<WqeOpcode>(opcode), {});
    wqe.flags = wqe_flag::kInline;
    EXPECT_EQ(fault(wqe, QpType::kRc), kFlagUnsupported) << +opcode;
    wqe.flags = 0xF7;
    EXPECT_EQ(fault(wqe, QpType::kRc), std::nullopt) << +opcode;
  }
}

TEST(WqeStatus, PiecesIsEveryCountThatItsBlocksDoNotFit) {
  for (unsigned count = 0; count < 256; ++count) {
    for (unsigned block_count = 1; block_count <= 4; ++block_count) {
      ByteVector blocks(block_count * 64, 0);
      blocks[0] = to_byte(WqeOpcode::kWrite);
      blocks[2] = static_cast<std::uint8_t>(count);
      blocks[3] = static_cast<std::uint8_t>(block_count - 1);
      const bool fits = count <= 14 && block_count == (count <= 2    ? 1U
                                                       : count <= 6  ? 2U
                                                       : count <= 10 ? 3U
                                                                     : 4U);
      EXPECT_EQ(fault(blocks, QpType::kRc), fits ? std::nullopt : std::optional(kPieces))
          << count << " pieces in " << block_count;
    }
  }
}

TEST(WqeStatus, PiecesIsAnAtomicWithoutExactlyOnePieceAndOneBlock) {
  for (const WqeOpcode opcode : {WqeOpcode::kCompareSwap, WqeOpcode::kFetchAdd}) {
    Wqe wqe = atomic_of(opcode);
    EXPECT_EQ(fault(wqe, QpType::kRc), std::nullopt);
    wqe.pieces.push_back({0x2000, 0, 0});
    EXPECT_EQ(fault(wqe, QpType::kRc), kPieces) << "two";
    wqe.pieces.resize(3);
    EXPECT_EQ(fault(wqe, QpType::kRc), kPieces) << "three, in the two blocks they need";
    wqe.pieces.clear();
    EXPECT_EQ(fault(wqe, QpType::kRc), kPieces) << "none";
    ByteVector two_blocks = encode(atomic_of(opcode), true);
    two_blocks.resize(128);
    two_blocks[3] = 0x81;
    EXPECT_EQ(fault(two_blocks, QpType::kRc), kPieces) << "one piece, two blocks";
  }
}

TEST(WqeStatus, LengthIsOver2To31) {
  for (const WqeOpcode opcode : {WqeOpcode::kSend, WqeOpcode::kWrite, WqeOpcode::kRead}) {
    EXPECT_EQ(fault(wqe_of(opcode, {{0, 0x80000000, 0}}), QpType::kRc), std::nullopt);
    EXPECT_EQ(fault(wqe_of(opcode, {{0, 0x80000001, 0}}), QpType::kRc), kLength);
    EXPECT_EQ(fault(wqe_of(opcode, {{0, 0x80000000, 0}, {0, 1, 0}}), QpType::kRc), kLength);
    EXPECT_EQ(fault(wqe_of(opcode, {{0, 0x80000000, 0}, {0, 0x80000000, 0}}), QpType::kRc), kLength)
        << "2^32 is not 0";
    EXPECT_EQ(fault(wqe_of(opcode, std::vector<WqePiece>(14, {0, 0xFFFFFFFF, 0})), QpType::kRc),
              kLength);
  }
}

TEST(WqeStatus, LengthIsADatagramOverThePmtu) {
  for (const std::uint32_t pmtu : {256U, 512U, 1024U, 2048U, 4096U}) {
    EXPECT_EQ(fault(testing::send_of(pmtu), QpType::kUd, pmtu), std::nullopt);
    EXPECT_EQ(fault(testing::send_of(pmtu + 1), QpType::kUd, pmtu), kLength);
    EXPECT_EQ(fault(testing::send_of(pmtu + 1), QpType::kUc, pmtu), std::nullopt);
  }
}

TEST(WqeStatus, LengthIsAnAtomicWhosePieceIsNot8Bytes) {
  for (const std::uint32_t length : {0U, 7U, 9U, 16U, 0x80000001U}) {
    Wqe wqe = atomic_of(WqeOpcode::kFetchAdd);
    wqe.pieces[0].length = length;
    EXPECT_EQ(fault(wqe, QpType::kRc), kLength) << length;
  }
}

TEST(WqeStatus, AtomicAlignIsARemoteAddressOffBy1To7) {
  for (const WqeOpcode opcode : {WqeOpcode::kCompareSwap, WqeOpcode::kFetchAdd}) {
    for (std::uint64_t off = 0; off <= 8; ++off) {
      Wqe wqe = atomic_of(opcode);
      wqe.remote_address = 0x1000 + off;
      wqe.pieces[0].address = 0x1001;  // the local one may be anywhere
      EXPECT_EQ(fault(wqe, QpType::kRc), off % 8 == 0 ? std::nullopt : std::optional(kAtomicAlign));
    }
  }
  Wqe write = wqe_of(WqeOpcode::kWrite, {{0x1000, 8, 0}});
  write.remote_address = 0x1001;
  EXPECT_EQ(fault(write, QpType::kRc), std::nullopt);
}

// One WQE with every fault; they are mended one after the other.
TEST(WqeStatus, TheFirstFaultInTheTablesOrderIsReported) {
  ByteVector blocks = encode(atomic_of(WqeOpcode::kCompareSwap), true);
  blocks[0] = 0x46;
  blocks[1] = wqe_flag::kInline;
  blocks[2] = 2;
  blocks[16] = 1;
  blocks[40] = 7;
  EXPECT_EQ(fault(blocks, QpType::kUc), kBadOpcode);
  blocks[0] = 6;
  EXPECT_EQ(fault(blocks, QpType::kUc), kOpcodeForType);
  EXPECT_EQ(fault(blocks, QpType::kRc), kFlagUnsupported);
  blocks[1] = 0;
  EXPECT_EQ(fault(blocks, QpType::kRc), kPieces);
  blocks[2] = 1;
  EXPECT_EQ(fault(blocks, QpType::kRc), kLength);
  blocks[40] = 8;
  EXPECT_EQ(fault(blocks, QpType::kRc), kAtomicAlign);
  blocks[16] = 0;
  EXPECT_EQ(fault(blocks, QpType::kRc), std::nullopt);
}

}  // namespace
}  // namespace rnic::model
