// SPDX-License-Identifier: Apache-2.0
#pragma once

// One parameter of the random ICRC tests: how the frames are laid onto the bus, and how many.
//
//   INSTANTIATE_TEST_SUITE_P(Packings, MyTest, ::testing::ValuesIn(kPackingCases), packing_name);

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <ostream>
#include <string>

#include "tb/harness/seg_packer.h"

namespace rnic::tb {

struct PackingCase {
  const char* name;
  SegSpacing spacing;
  uint64_t frames;

  // Ten times as many in a soak run.
  uint64_t count() const { return frames * (std::getenv("RNIC_SOAK") != nullptr ? 10 : 1); }
  bool has_idle_beats() const { return spacing.packing == Packing::kRandomHoles; }
};

inline constexpr std::array kPackingCases = {
    PackingCase{"BackToBack", {.packing = Packing::kBackToBack}, 80'000},
    PackingCase{"EveryStartSegment", {.packing = Packing::kEveryStart}, 60'000},
    PackingCase{"RandomHoles", {.packing = Packing::kRandomHoles}, 60'000},
    PackingCase{"ManyIdleBeats",
                {.packing = Packing::kRandomHoles, .hole_percent = 60, .idle_percent = 50},
                20'000}};

inline void PrintTo(const PackingCase& packing, std::ostream* out) { *out << packing.name; }
inline std::string packing_name(const ::testing::TestParamInfo<PackingCase>& info) {
  return info.param.name;
}

}  // namespace rnic::tb
