// SPDX-License-Identifier: Apache-2.0
//
// Gives each frame the record that the RTL made of it, by clock and slot: a record leaves exactly
// RxAnswer::kRecordClocks after the frame's last segment, in the slot of its end.
//
// A frame whose record does not come then has none; a record that comes at any other time, or in a
// slot where nothing ended, is a stray. So one lost record does not shift all later ones.
//
//   matcher.ended(place);
//   matcher.clock(36, {record, std::nullopt});
//   matcher.answers().front().record->verdict
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>

#include "tb/app/rx/rx_device.h"
#include "tb/harness/seg_bus.h"

namespace rnic::app {

class RecordMatcher {
 public:
  using Slots = std::array<std::optional<model::RxRecord>, 2>;

  // In wire order, in any clock before the record is due.
  void ended(const tb::SegPlace& place) { due_.push_back(place); }
  // What stands on the record pins in `clock`; to be called in every clock with a record, and
  // whenever is_due(). Returns how many records are strays.
  unsigned clock(std::uint64_t clock, const Slots& slots);

  // A record should be there in this clock.
  [[nodiscard]] bool is_due(std::uint64_t clock) const noexcept {
    return !due_.empty() && due_.front().eop_clock + RxAnswer::kRecordClocks <= clock;
  }
  [[nodiscard]] bool is_waiting() const noexcept { return !due_.empty(); }
  // In wire order; the caller's to empty.
  [[nodiscard]] std::deque<RxAnswer>& answers() noexcept { return answers_; }
  void clear() { due_.clear(), answers_.clear(); }

 private:
  std::deque<tb::SegPlace> due_;
  std::deque<RxAnswer> answers_;
};

}  // namespace rnic::app
