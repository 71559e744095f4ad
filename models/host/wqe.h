// SPDX-License-Identifier: Apache-2.0
//
// The work queue element of the send queue: 1 to 4 little-endian blocks of 64 bytes.
//
//   block 0 | 0 opcode | 1 flags | 2 number of pieces | 3 bits 1:0 blocks - 1, bit 7 owner
//           | 4 immediate or key to invalidate (4) | 8 wr_id (8) | 16 remote address (8; UD: remote
//           | QPN in bits 23:0) | 24 remote key (4; UD: Q_Key) | 28 reserved (4) | 32 pieces 0, 1
//   1..3    | four pieces each
//   piece   | address (8) | length (4) | local key (4)
//   atomics | one piece of 8 bytes at 32, compare (8) at 48, swap or add (8) at 56
//
// Not a ring: where blocks lie and which owner bit they need is send_ring.h's and requester.h's.
//
//   Wqe wqe{.opcode = to_byte(WqeOpcode::kWrite), .wr_id = 7};
//   wqe.pieces = {{.address = 0x100000, .length = 65536}};
//   const ByteVector blocks = encode(wqe, /*owner=*/true);              // 64 bytes
//   const auto back = decode_wqe(blocks, QpType::kRc, /*pmtu=*/1024);   // holds a Wqe
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "models/host/completion.h"
#include "models/host/qp_context.h"
#include "models/wire/byte_io.h"

namespace rnic::model {

inline constexpr std::size_t kWqeBlockBytes = 64;
inline constexpr std::size_t kMaxWqeBlocks = 4;
inline constexpr std::size_t kMaxPieces = 14;
inline constexpr std::uint64_t kMaxMessageBytes = std::uint64_t{1} << 31;

using WqeBlock = std::array<std::uint8_t, kWqeBlockBytes>;

enum class WqeOpcode : std::uint8_t {
  kSend = 0,
  kSendImm = 1,
  kSendInv = 2,
  kWrite = 3,
  kWriteImm = 4,
  kRead = 5,
  kCompareSwap = 6,
  kFetchAdd = 7,
};
inline constexpr std::uint8_t kWqeOpcodes = 8;  // from 0 on, without a gap

constexpr std::uint8_t to_byte(WqeOpcode opcode) noexcept {
  return static_cast<std::uint8_t>(opcode);
}
constexpr bool is_atomic(std::uint8_t wqe_opcode) noexcept {
  return wqe_opcode == to_byte(WqeOpcode::kCompareSwap) ||
         wqe_opcode == to_byte(WqeOpcode::kFetchAdd);
}
// "SEND", "SEND_IMM", "SEND_INV", "WRITE", "WRITE_IMM", "READ", "CMP_SWAP", "FETCH_ADD";
// "" for a number that is no opcode.
std::string_view wqe_opcode_name(std::uint8_t wqe_opcode) noexcept;
// The same the other way round; nothing for another text.
std::optional<WqeOpcode> find_wqe_opcode(std::string_view name) noexcept;

namespace wqe_flag {
inline constexpr std::uint8_t kSignaled = 1;
inline constexpr std::uint8_t kSolicited = 2;
inline constexpr std::uint8_t kFence = 4;  // accepted, no effect
inline constexpr std::uint8_t kInline = 8;
}  // namespace wqe_flag

struct WqePiece {
  std::uint64_t address = 0;
  std::uint32_t length = 0;
  std::uint32_t local_key = 0;

  bool operator==(const WqePiece&) const = default;
};

struct Wqe {
  std::uint8_t opcode = 0;  // a number: it need not be one of enum WqeOpcode
  std::uint8_t flags = wqe_flag::kSignaled;
  std::uint32_t immediate = 0;  // or the key to invalidate
  std::uint64_t wr_id = 0;
  std::uint64_t remote_address = 0;
  std::uint32_t remote_key = 0;
  std::vector<WqePiece> pieces{};
  std::uint64_t compare = 0;      // CMP_SWAP
  std::uint64_t swap_or_add = 0;  // atomics

  bool signaled() const noexcept { return (flags & wqe_flag::kSignaled) != 0; }
  bool solicited() const noexcept { return (flags & wqe_flag::kSolicited) != 0; }
  // Bytes of the message: the pieces' sum. May exceed what is allowed.
  std::uint64_t length() const noexcept;
  // UD: remote address and key have another meaning.
  std::uint32_t remote_qpn() const noexcept {
    return static_cast<std::uint32_t>(remote_address) & 0xFFFFFF;
  }
  std::uint32_t queue_key() const noexcept { return remote_key; }
  void set_datagram_target(std::uint32_t qpn, std::uint32_t qkey) noexcept {
    remote_address = qpn;
    remote_key = qkey;
  }

  bool operator==(const Wqe&) const = default;
};

// Blocks that `pieces` pieces need: 1 for up to two, then one more for each further four.
constexpr std::size_t blocks_for(std::size_t pieces) noexcept {
  return pieces <= 2 ? 1 : 1 + (pieces + 1) / 4;
}

// The blocks as a driver would write them, 64 to 256 bytes. Nonsense is encoded as well as it
// goes: any opcode and flags; more than 14 pieces give their number (modulo 256), four blocks and
// the first 14; an atomic has compare and swap where piece 1 would be, however many pieces it has.
ByteVector encode(const Wqe& wqe, bool owner);

// Sets the owner bit of a WQE's block 0. Needs at least that block.
void set_owner(std::span<std::uint8_t> blocks, bool owner) noexcept;

// What block 0 alone says, whatever it holds.
struct WqeHead {
  std::uint8_t opcode = 0;
  std::uint8_t flags = 0;
  std::uint8_t piece_count = 0;
  std::size_t block_count = 1;  // 1..4
  bool owner = false;
  std::uint64_t wr_id = 0;

  bool signaled() const noexcept { return (flags & wqe_flag::kSignaled) != 0; }
};
WqeHead read_wqe_head(std::span<const std::uint8_t, kWqeBlockBytes> block0) noexcept;

// Takes a whole WQE apart. `blocks` must hold as many blocks as its block 0 says. The first fault
// in the order bad_opcode, opcode_for_type, flag_unsupported, pieces, length, atomic_align is
// given instead of a WQE. The owner bit is not looked at. Reserved flags are kept, not judged.
std::variant<CompletionStatus, Wqe> decode_wqe(ByteSpan blocks, QpType type, std::uint32_t pmtu);

}  // namespace rnic::model
