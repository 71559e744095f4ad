// SPDX-License-Identifier: Apache-2.0
#include "models/rx/verdict.h"

#include <array>

#include "models/wire/opcode.h"

namespace rnic::model {
namespace {

constexpr std::array<std::string_view, kReasons> kReasonNames = {
    "mac_error",     "not_for_us", "roce_v1",     "not_ip",        "ip_header",
    "ip_options",    "fragment",   "not_udp",     "not_roce_port", "ip_length",
    "ip_checksum",   "udp_length", "tver",        "opcode",        "length",
    "icrc",          "qp_unknown", "qp_error",    "qp_type",       "address",
    "vlan",          "pkey",       "qkey",        "psn_ahead",     "psn_ahead_again",
    "psn_duplicate", "sequence",   "length_pmtu", "length_dma",    "atomic_align",
    "uc_gap",        "ack_stale",  "ack_beyond",  "syndrome"};

constexpr std::array<std::string_view, kActions> kActionNames = {
    "none",    "ack",     "read", "atomic",   "ack_again", "read_again", "atomic_again",
    "nak_seq", "nak_inv", "cnp",  "complete", "retry",     "fail",       "data"};

constexpr std::array<std::string_view, 3> kRegionNames = {"expected", "duplicate", "ahead"};

}  // namespace

std::string_view name_of(Reason reason) noexcept {
  return kReasonNames[static_cast<std::size_t>(reason)];
}

std::string_view name_of(Action action) noexcept {
  return kActionNames[static_cast<std::size_t>(action)];
}

std::string_view name_of(Region region) noexcept {
  return kRegionNames[static_cast<std::size_t>(region)];
}

std::string_view opcode_name(std::uint8_t opcode) noexcept {
  const OpcodeInfo* info = find_opcode(opcode);
  return info == nullptr ? std::string_view{} : info->name;
}

std::optional<Reason> reason_of(FrameReason reason) noexcept {
  if (reason == FrameReason::kNone) return std::nullopt;
  return static_cast<Reason>(static_cast<unsigned>(reason) - 1);
}

ByteSpan payload_of(ByteSpan frame, const RxRecord& record) noexcept {
  if (!record.payload_offset || !record.payload_bytes) return {};
  return frame.subspan(*record.payload_offset, *record.payload_bytes);
}

}  // namespace rnic::model
