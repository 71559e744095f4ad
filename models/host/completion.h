// SPDX-License-Identifier: Apache-2.0
//
// How a work request ended, and the 32-byte record that tells the driver. The record is little
// endian: wr_id (8), QPN (3), opcode (1), status (1), flags (1, bit 0: was signaled), block index
// of the WQE (2), byte length (4), reserved (12). No queue: who writes records where is not said
// here.
//
//   const CompletionRecord record = decode_completion(bytes);
//   fmt::print("{} {}", record.wr_id, name_of(record.status));
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace rnic::model {

// `kOk`: UC and UD, the last segment has left. `kSent`: the same on RC, as long as nothing waits
// for the acknowledgement. All others are errors and move the QP to the error state.
enum class CompletionStatus : std::uint8_t {
  kOk = 0,
  kSent = 1,
  kBadOpcode = 2,        // no such opcode
  kOpcodeForType = 3,    // not allowed on this QP type
  kPieces = 4,           // over 14, or not what the block count says, or an atomic's not one
  kLength = 5,           // over 2^31; UD: over the PMTU; atomic: piece not of 8 bytes
  kAtomicAlign = 6,      // remote address not a multiple of 8
  kFlagUnsupported = 7,  // inline
  kReadError = 8,        // the bus refused a payload read
  kWqeReadError = 9,     // the bus refused a WQE block
  kOwner = 10,           // owner bit is not the lap's
  kDoorbellOverrun = 11,
  kFlushed = 12,  // lay behind an error
};

inline constexpr std::size_t kCompletionStatuses = 13;
// In a record whose WQE cannot be named (statuses 9, 10, 11).
inline constexpr std::uint8_t kNoOpcode = 0xFF;

// "ok", "sent", "bad_opcode", "opcode_for_type", "pieces", "length", "atomic_align",
// "flag_unsupported", "read_error", "wqe_read_error", "owner", "doorbell_overrun", "flushed";
// "" for a number that is no status.
std::string_view name_of(CompletionStatus status) noexcept;

constexpr bool is_error(CompletionStatus status) noexcept {
  return status != CompletionStatus::kOk && status != CompletionStatus::kSent;
}

// Behind these the boundaries of WQEs are not known, so that nothing is flushed: 9, 10, 11.
constexpr bool nothing_follows(CompletionStatus status) noexcept {
  return status == CompletionStatus::kWqeReadError || status == CompletionStatus::kOwner ||
         status == CompletionStatus::kDoorbellOverrun;
}

struct CompletionRecord {
  std::uint64_t wr_id = 0;
  std::uint32_t qpn = 0;    // 24 bits
  std::uint8_t opcode = 0;  // the WQE's opcode byte as it stands there, or kNoOpcode
  CompletionStatus status = CompletionStatus::kOk;
  bool signaled = false;
  std::uint16_t index = 0;   // free-running index of the WQE's block 0
  std::uint32_t length = 0;  // message bytes; 0 with every error

  bool operator==(const CompletionRecord&) const = default;
};

inline constexpr std::size_t kCompletionBytes = 32;

// Reserved bits are written 0 and ignored when read.
std::array<std::uint8_t, kCompletionBytes> encode(const CompletionRecord& record) noexcept;
CompletionRecord decode_completion(std::span<const std::uint8_t, kCompletionBytes> bytes) noexcept;

}  // namespace rnic::model
