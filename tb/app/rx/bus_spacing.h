// SPDX-License-Identifier: Apache-2.0
//
// How a spacing of the command line lies on the bus.
//
//   driver.set_spacing(bus_spacing(Spacing::kRandom));
#pragma once

#include <cstdint>

#include "tb/app/icrc.h"
#include "tb/harness/seg_packer.h"

namespace rnic::app {

// Recorded pauses that are longer are cut: a capture of seconds need not take minutes.
inline constexpr std::uint64_t kMostPauseClocks = 1024;

inline tb::SegSpacing bus_spacing(Spacing spacing) {
  switch (spacing) {
    case Spacing::kGaps:
      return {.packing = tb::Packing::kEveryStart};
    case Spacing::kRecorded:
      return {.packing = tb::Packing::kRecorded, .max_gap_clocks = kMostPauseClocks};
    case Spacing::kRandom:
      return {.packing = tb::Packing::kRandomHoles};
    case Spacing::kBackToBack:
      break;
  }
  return {.packing = tb::Packing::kBackToBack};
}

// Idle segments in front of the frame with this number, besides those of the packing: kGaps has an
// idle beat now and then.
constexpr unsigned idle_segments_before(Spacing spacing, std::uint64_t number) noexcept {
  return spacing == Spacing::kGaps && number % 4 == 3 ? tb::kNumSegs : 0;
}

}  // namespace rnic::app
