// SPDX-License-Identifier: Apache-2.0
#include "tb/app/rx/record_codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

using model::Action;
using model::Reason;
using model::Region;
using model::Verdict;

constexpr std::array kVerdicts = {Verdict::kAccept, Verdict::kDuplicate, Verdict::kRefuse,
                                  Verdict::kDrop, Verdict::kNotRoce};

constexpr std::array<std::optional<Reason>, 36> kReasons = {
    std::nullopt,           Reason::kMacError,     Reason::kNotForUs,    Reason::kRoceV1,
    Reason::kNotIp,         Reason::kIpHeader,     Reason::kIpOptions,   Reason::kFragment,
    Reason::kNotUdp,        Reason::kNotRocePort,  Reason::kIpLength,    Reason::kIpChecksum,
    Reason::kUdpLength,     Reason::kTver,         Reason::kOpcode,      Reason::kLength,
    Reason::kIcrc,
    std::nullopt,  // rx_overflow
    Reason::kQpUnknown,     Reason::kQpError,      Reason::kQpType,      Reason::kAddress,
    Reason::kVlan,          Reason::kPkey,         Reason::kQkey,        Reason::kPsnAhead,
    Reason::kPsnAheadAgain, Reason::kPsnDuplicate, Reason::kUcGap,       Reason::kSequence,
    Reason::kLengthPmtu,    Reason::kLengthDma,    Reason::kAtomicAlign, Reason::kAckStale,
    Reason::kAckBeyond,     Reason::kSyndrome};

constexpr std::array<std::optional<Region>, 4> kRegions = {std::nullopt, Region::kExpected,
                                                           Region::kDuplicate, Region::kAhead};

constexpr std::array<std::optional<Action>, 15> kActions = {
    std::nullopt,    Action::kNone,     Action::kAck,       Action::kAckAgain, Action::kNakSeq,
    Action::kNakInv, Action::kRead,     Action::kReadAgain, Action::kAtomic,   Action::kAtomicAgain,
    Action::kCnp,    Action::kComplete, Action::kRetry,     Action::kFail,     Action::kData};

constexpr std::array<std::optional<bool>, 3> kIcrc = {std::nullopt, true, false};

template <class Table>
auto look_up(const Table& table, unsigned code, std::string_view what) {
  if (code >= table.size()) {
    throw RtlError(fmt::format("a record has {} code {}, which means nothing", what, code));
  }
  return table[code];
}

}  // namespace

Verdict decode_verdict(unsigned code) { return look_up(kVerdicts, code, "verdict"); }

std::optional<Reason> decode_reason(unsigned code) {
  const auto reason = look_up(kReasons, code, "reason");
  if (!reason && code != 0) {
    throw RtlError(fmt::format("a record has reason code {}, which nothing gives", code));
  }
  return reason;
}

std::optional<Region> decode_region(unsigned code) { return look_up(kRegions, code, "region"); }
std::optional<Action> decode_action(unsigned code) { return look_up(kActions, code, "action"); }
std::optional<bool> decode_icrc(unsigned code) { return look_up(kIcrc, code, "ICRC"); }

unsigned code_of(Reason reason) noexcept {
  return static_cast<unsigned>(
      std::distance(kReasons.begin(), std::ranges::find(kReasons, std::optional(reason))));
}

}  // namespace rnic::app
