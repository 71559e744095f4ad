// SPDX-License-Identifier: Apache-2.0
#include "tb/app/rx/record_matcher.h"

namespace rnic::app {

unsigned RecordMatcher::clock(std::uint64_t clock, const Slots& slots) {
  std::array<bool, 2> taken = {};
  for (; is_due(clock); due_.pop_front()) {
    const tb::SegPlace& place = due_.front();
    taken[place.eop_slot] = true;
    answers_.push_back({.frame = place.frame,
                        .sop_clock = place.sop_clock,
                        .eop_clock = place.eop_clock,
                        .record_clock = clock,
                        .record = slots[place.eop_slot]});
  }
  unsigned strays = 0;
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    if (slots[slot] && !taken[slot]) ++strays;
  }
  return strays;
}

}  // namespace rnic::app
