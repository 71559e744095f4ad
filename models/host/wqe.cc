// SPDX-License-Identifier: Apache-2.0
#include "models/host/wqe.h"

#include <algorithm>

#include "models/host/little_endian.h"

namespace rnic::model {
namespace {

constexpr std::size_t kFirstPiece = 32;
constexpr std::size_t kPieceBytes = 16;
constexpr std::size_t kCompare = 48;
constexpr std::size_t kSwapOrAdd = 56;
constexpr std::uint8_t kOwnerBit = 0x80;

// Pieces follow each other without a hole, over the blocks' ends too.
constexpr std::size_t piece_offset(std::size_t n) noexcept { return kFirstPiece + n * kPieceBytes; }

bool allowed(WqeOpcode opcode, QpType type) noexcept {
  switch (opcode) {
    case WqeOpcode::kSend:
    case WqeOpcode::kSendImm:
      return true;
    case WqeOpcode::kWrite:
    case WqeOpcode::kWriteImm:
      return type != QpType::kUd;
    case WqeOpcode::kSendInv:
    case WqeOpcode::kRead:
    case WqeOpcode::kCompareSwap:
    case WqeOpcode::kFetchAdd:
      return type == QpType::kRc;
  }
  return false;
}

// What can be said before the pieces are read.
std::optional<CompletionStatus> fault_of_head(const WqeHead& head, QpType type) noexcept {
  using enum CompletionStatus;
  if (head.opcode >= kWqeOpcodes) return kBadOpcode;
  if (!allowed(static_cast<WqeOpcode>(head.opcode), type)) return kOpcodeForType;
  if ((head.flags & wqe_flag::kInline) != 0) return kFlagUnsupported;
  // More than 14 pieces need a fifth block, which no WQE can claim.
  if (head.block_count != blocks_for(head.piece_count)) return kPieces;
  if (is_atomic(head.opcode) && head.piece_count != 1) return kPieces;
  return std::nullopt;
}

std::optional<CompletionStatus> fault_of_message(const Wqe& wqe, QpType type,
                                                 std::uint32_t pmtu) noexcept {
  using enum CompletionStatus;
  const std::uint64_t length = wqe.length();
  if (length > kMaxMessageBytes) return kLength;
  if (type == QpType::kUd && length > pmtu) return kLength;
  if (is_atomic(wqe.opcode)) {
    if (length != 8) return kLength;
    if (wqe.remote_address % 8 != 0) return kAtomicAlign;
  }
  return std::nullopt;
}

Wqe read_wqe(ByteSpan blocks, const WqeHead& head) {
  Wqe wqe{.opcode = head.opcode,
          .flags = head.flags,
          .immediate = static_cast<std::uint32_t>(get_little<4>(blocks, 4)),
          .wr_id = head.wr_id,
          .remote_address = get_little<8>(blocks, 16),
          .remote_key = static_cast<std::uint32_t>(get_little<4>(blocks, 24))};
  for (std::size_t n = 0; n < head.piece_count; ++n) {
    const ByteSpan piece = blocks.subspan(piece_offset(n), kPieceBytes);
    wqe.pieces.push_back({.address = get_little<8>(piece, 0),
                          .length = static_cast<std::uint32_t>(get_little<4>(piece, 8)),
                          .local_key = static_cast<std::uint32_t>(get_little<4>(piece, 12))});
  }
  if (is_atomic(wqe.opcode)) {
    wqe.compare = get_little<8>(blocks, kCompare);
    wqe.swap_or_add = get_little<8>(blocks, kSwapOrAdd);
  }
  return wqe;
}

}  // namespace

std::string_view wqe_opcode_name(std::uint8_t wqe_opcode) noexcept {
  switch (static_cast<WqeOpcode>(wqe_opcode)) {
    case WqeOpcode::kSend:
      return "SEND";
    case WqeOpcode::kSendImm:
      return "SEND_IMM";
    case WqeOpcode::kSendInv:
      return "SEND_INV";
    case WqeOpcode::kWrite:
      return "WRITE";
    case WqeOpcode::kWriteImm:
      return "WRITE_IMM";
    case WqeOpcode::kRead:
      return "READ";
    case WqeOpcode::kCompareSwap:
      return "CMP_SWAP";
    case WqeOpcode::kFetchAdd:
      return "FETCH_ADD";
  }
  return {};
}

std::optional<WqeOpcode> find_wqe_opcode(std::string_view name) noexcept {
  for (std::uint8_t opcode = 0; opcode < kWqeOpcodes; ++opcode) {
    if (wqe_opcode_name(opcode) == name) return static_cast<WqeOpcode>(opcode);
  }
  return std::nullopt;
}

std::uint64_t Wqe::length() const noexcept {
  std::uint64_t bytes = 0;
  for (const WqePiece& piece : pieces) bytes += piece.length;
  return bytes;
}

ByteVector encode(const Wqe& wqe, bool owner) {
  const std::size_t block_count = std::min(blocks_for(wqe.pieces.size()), kMaxWqeBlocks);
  ByteVector blocks(block_count * kWqeBlockBytes, 0);
  blocks[0] = wqe.opcode;
  blocks[1] = wqe.flags;
  blocks[2] = static_cast<std::uint8_t>(wqe.pieces.size());
  blocks[3] = static_cast<std::uint8_t>(block_count - 1);
  put_little<4>(blocks, 4, wqe.immediate);
  put_little<8>(blocks, 8, wqe.wr_id);
  put_little<8>(blocks, 16, wqe.remote_address);
  put_little<4>(blocks, 24, wqe.remote_key);
  for (std::size_t n = 0; n < std::min(wqe.pieces.size(), kMaxPieces); ++n) {
    put_little<8>(blocks, piece_offset(n), wqe.pieces[n].address);
    put_little<4>(blocks, piece_offset(n) + 8, wqe.pieces[n].length);
    put_little<4>(blocks, piece_offset(n) + 12, wqe.pieces[n].local_key);
  }
  if (is_atomic(wqe.opcode)) {
    put_little<8>(blocks, kCompare, wqe.compare);
    put_little<8>(blocks, kSwapOrAdd, wqe.swap_or_add);
  }
  set_owner(blocks, owner);
  return blocks;
}

void set_owner(std::span<std::uint8_t> blocks, bool owner) noexcept {
  blocks[3] = static_cast<std::uint8_t>((blocks[3] & ~kOwnerBit) | (owner ? kOwnerBit : 0));
}

WqeHead read_wqe_head(std::span<const std::uint8_t, kWqeBlockBytes> block0) noexcept {
  return {.opcode = block0[0],
          .flags = block0[1],
          .piece_count = block0[2],
          .block_count = std::size_t{1} + (block0[3] & 3),
          .owner = (block0[3] & kOwnerBit) != 0,
          .wr_id = get_little<8>(block0, 8)};
}

std::variant<CompletionStatus, Wqe> decode_wqe(ByteSpan blocks, QpType type, std::uint32_t pmtu) {
  const WqeHead head = read_wqe_head(blocks.first<kWqeBlockBytes>());
  if (const auto fault = fault_of_head(head, type)) return *fault;
  Wqe wqe = read_wqe(blocks, head);
  if (const auto fault = fault_of_message(wqe, type, pmtu)) return *fault;
  return wqe;
}

}  // namespace rnic::model
