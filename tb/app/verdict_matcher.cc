// SPDX-License-Identifier: Apache-2.0
#include "tb/app/verdict_matcher.h"

namespace rnic::app {

void VerdictMatcher::clock(std::uint64_t clock,
                           const std::array<std::optional<RtlVerdict>, 2>& slots) {
  std::array<bool, 2> taken = {};
  while (!due_.empty() && due_.front().eop_clock + kVerdictClocks <= clock) {
    const FrameEnd end = due_.front();
    due_.pop_front();
    taken[end.eop_slot] = true;
    answers_.push_back({.frame = end.frame,
                        .sop_clock = end.sop_clock,
                        .eop_clock = end.eop_clock,
                        .verdict = slots[end.eop_slot]});
  }
  for (std::uint8_t slot = 0; slot < slots.size(); ++slot) {
    if (slots[slot] && !taken[slot]) strays_.push_back({.clock = clock, .slot = slot});
  }
}

}  // namespace rnic::app
