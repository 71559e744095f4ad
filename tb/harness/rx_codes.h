// SPDX-License-Identifier: Apache-2.0
//
// The codes that rnic_rx_pkg gives reasons and actions, in the model's terms: the one table of the
// benches and of rnic400. Written down apart from either side, and value by value: neither side's
// order is the other's. tb/rx compares it with the names of the RTL's enum.
//
//   *kReasonOfCode[16];                 // model::Reason::kIcrc
//   code_of(model::Reason::kIcrc);      // 16
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/rx/verdict.h"

namespace rnic::tb {

inline constexpr auto kReasonOfCode = [] {
  using enum model::Reason;
  return std::to_array<std::optional<model::Reason>>({
      std::nullopt,  // ReasonNone
      kMacError,    kNotForUs,  kRoceV1,        kNotIp,        kIpHeader,   kIpOptions,
      kFragment,    kNotUdp,    kNotRocePort,   kIpLength,     kIpChecksum, kUdpLength,
      kTver,        kOpcode,    kLength,        kIcrc,
      std::nullopt,  // ReasonRxOverflow: nothing gives it yet
      kQpUnknown,   kQpError,   kQpType,        kAddress,      kVlan,       kPkey,
      kQkey,        kPsnAhead,  kPsnAheadAgain, kPsnDuplicate, kUcGap,      kSequence,
      kLengthPmtu,  kLengthDma, kAtomicAlign,   kAckStale,     kAckBeyond,  kSyndrome,
  });
}();

inline constexpr auto kActionOfCode = [] {
  using enum model::Action;
  return std::to_array<std::optional<model::Action>>({
      std::nullopt,  // ActionNull
      kNone,
      kAck,
      kAckAgain,
      kNakSeq,
      kNakInv,
      kRead,
      kReadAgain,
      kAtomic,
      kAtomicAgain,
      kCnp,
      kComplete,
      kRetry,
      kFail,
      kData,
  });
}();

// The place of `value` in a table of codes; the table's size where it has none.
template <class Value, std::size_t N>
constexpr std::size_t place_of_code(const std::array<std::optional<Value>, N>& table,
                                    Value value) noexcept {
  std::size_t code = 0;
  while (code < N && table[code] != value) ++code;
  return code;
}

constexpr std::uint8_t code_of(model::Reason reason) noexcept {
  return static_cast<std::uint8_t>(place_of_code(kReasonOfCode, reason));
}
constexpr std::uint8_t code_of(model::Action action) noexcept {
  return static_cast<std::uint8_t>(place_of_code(kActionOfCode, action));
}

// Has each of the first `count` values a code?
template <class Value, std::size_t N>
constexpr bool has_every_code(const std::array<std::optional<Value>, N>& table,
                              std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    if (place_of_code(table, static_cast<Value>(i)) == N) return false;
  }
  return true;
}
static_assert(has_every_code(kReasonOfCode, model::kReasons),
              "a reason of models/rx/verdict.h has no code here: rx_reason_e of rnic_rx_pkg");
static_assert(has_every_code(kActionOfCode, model::kActions),
              "an action of models/rx/verdict.h has no code here: rx_action_e of rnic_rx_pkg");

}  // namespace rnic::tb
