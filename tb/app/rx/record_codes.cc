// SPDX-License-Identifier: Apache-2.0
#include "tb/app/rx/record_codes.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "tb/app/errors.h"
#include "tb/harness/rx_codes.h"

namespace rnic::app {
namespace {

using model::Action;
using model::Reason;
using model::Region;
using model::Verdict;

constexpr std::array kVerdicts = {Verdict::kAccept, Verdict::kDuplicate, Verdict::kRefuse,
                                  Verdict::kDrop, Verdict::kNotRoce};

constexpr std::array<std::optional<Region>, 4> kRegions = {std::nullopt, Region::kExpected,
                                                           Region::kDuplicate, Region::kAhead};

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
  const auto reason = look_up(tb::kReasonOfCode, code, "reason");
  if (!reason && code != 0) {
    throw RtlError(fmt::format("a record has reason code {}, which nothing gives", code));
  }
  return reason;
}

std::optional<Region> decode_region(unsigned code) { return look_up(kRegions, code, "region"); }
std::optional<Action> decode_action(unsigned code) {
  return look_up(tb::kActionOfCode, code, "action");
}
std::optional<bool> decode_icrc(unsigned code) { return look_up(kIcrc, code, "ICRC"); }

}  // namespace rnic::app
