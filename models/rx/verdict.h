// SPDX-License-Identifier: Apache-2.0
//
// What the receive side says of a frame: names, and the record that carries them.
// Plain values: who decides is frame_check.h (frame and transport header) and receiver.h (QPs).
//
//   const RxRecord record = receiver.receive(frame, /*mac_error=*/false);
//   if (record.verdict == Verdict::kRefuse) {
//     fmt::print("{} {:#x}", name_of(*record.action), *record.answer_psn);  // "nak_seq 0x105"
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "models/rx/frame_gate.h"
#include "models/wire/byte_io.h"

namespace rnic::model {

// Why a frame is not simply accepted. In the order in which the questions are asked; the first
// that applies is the reason. The frame's own (up to kUdpLength) are explained in frame_gate.h,
// the others where they are decided.
enum class Reason : std::uint8_t {
  // Frame: a FrameReason, in the same order.
  kMacError,
  kNotForUs,
  kRoceV1,
  kNotIp,
  kIpHeader,
  kIpOptions,
  kFragment,
  kNotUdp,
  kNotRocePort,
  kIpLength,
  kIpChecksum,
  kUdpLength,
  // Transport header: frame_check.h.
  kTver,
  kOpcode,
  kLength,
  kIcrc,
  // Queue pair: receiver.h.
  kQpUnknown,
  kQpError,
  kQpType,
  kAddress,
  kVlan,
  kPkey,
  kQkey,
  // RC requests: rc/rc_responder.h. kSequence and the lengths are decided for UC too.
  kPsnAhead,
  kPsnAheadAgain,
  kPsnDuplicate,
  kSequence,
  kLengthPmtu,  // for UD and READ responses too
  kLengthDma,
  kAtomicAlign,
  // UC requests: rc/uc_responder.h.
  kUcGap,
  // Responses: rc/response_window.h.
  kAckStale,
  kAckBeyond,
  kSyndrome,
};
inline constexpr std::size_t kReasons = 34;

// What is to be done about a frame that is not passed over in silence.
enum class Action : std::uint8_t {
  kNone,      // execute it, nothing to send
  kAck,       // execute and acknowledge
  kRead,      // answer a READ
  kAtomic,    // execute and answer an atomic
  kAckAgain,  // duplicates: acknowledge, read or answer once more, do not execute
  kReadAgain,
  kAtomicAgain,
  kNakSeq,    // NAK 0x60
  kNakInv,    // NAK 0x61
  kCnp,       // tell the congestion control
  kComplete,  // an ACK
  kRetry,     // a NAK that asks for the packets again (0x60, RNR)
  kFail,      // a NAK that ends the request (0x61..0x63)
  kData,      // READ response, atomic answer
};
inline constexpr std::size_t kActions = 14;

// Where the PSN of an RC request lies.
enum class Region : std::uint8_t { kExpected, kDuplicate, kAhead };

// "mac_error", "psn_ahead_again", …
std::string_view name_of(Reason reason) noexcept;
// "none", "ack", "read", "atomic", "ack_again", "read_again", "atomic_again", "nak_seq",
// "nak_inv", "cnp", "complete", "retry", "fail", "data"
std::string_view name_of(Action action) noexcept;
// "expected", "duplicate", "ahead"
std::string_view name_of(Region region) noexcept;
// "RC_SEND_FIRST" …, as in OpcodeInfo; empty for an opcode that is not known.
std::string_view opcode_name(std::uint8_t opcode) noexcept;

// Nothing for kNone.
std::optional<Reason> reason_of(FrameReason reason) noexcept;

// What the rules for a QP say of one packet. Default: accept, and nothing to send.
struct Judgement {
  Verdict verdict = Verdict::kAccept;
  std::optional<Reason> reason = std::nullopt;   // absent when accepted
  std::optional<Action> action = Action::kNone;  // absent when dropped
  std::optional<Region> region = std::nullopt;   // RC requests only
  std::optional<std::uint32_t> answer_psn = std::nullopt;
  std::optional<std::uint32_t> msn = std::nullopt;  // there if answer_psn is

  bool operator==(const Judgement&) const = default;
};

// A Judgement that drops the packet for this reason.
constexpr Judgement drop(Reason reason) noexcept {
  return {.verdict = Verdict::kDrop, .reason = reason, .action = std::nullopt};
}

// The record of one frame. What is absent has no meaning for this frame.
struct RxRecord {
  Verdict verdict = Verdict::kAccept;
  std::optional<Reason> reason = std::nullopt;

  // Of every RoCE frame, whether the rest of it can be trusted or not.
  std::optional<std::uint8_t> opcode = std::nullopt;
  std::optional<std::uint32_t> qpn = std::nullopt;
  std::optional<std::uint32_t> psn = std::nullopt;
  std::optional<std::uint8_t> priority = std::nullopt;  // of the DSCP, by the site's map
  std::optional<bool> pcp_mismatch = std::nullopt;      // tagged, and PCP is not the priority
  std::optional<bool> lossy_roce = std::nullopt;        // the priority is not lossless
  std::optional<std::uint8_t> ecn = std::nullopt;
  bool ce_counted = false;  // a CE mark that the congestion control counts

  // Once the packet's length is known to be right.
  std::optional<std::uint32_t> payload_bytes = std::nullopt;   // without the pad
  std::optional<std::uint32_t> payload_offset = std::nullopt;  // in the frame
  std::optional<std::uint8_t> pad = std::nullopt;              // bytes behind the payload

  std::optional<bool> icrc_ok = std::nullopt;  // once it was looked at

  std::optional<Region> region = std::nullopt;
  std::optional<Action> action = std::nullopt;  // absent for kDrop and kNotRoce
  std::optional<std::uint32_t> answer_psn = std::nullopt;
  std::optional<std::uint32_t> msn = std::nullopt;

  bool operator==(const RxRecord&) const = default;
};

// The payload of the frame that `record` was made of; empty if the record has none.
ByteSpan payload_of(ByteSpan frame, const RxRecord& record) noexcept;

}  // namespace rnic::model
