// SPDX-License-Identifier: Apache-2.0
//
// The fuzz of a receive path: cases one after the other, each finding shrunk and written down,
// until the frames or the time are used up, or there are findings enough.
//
//   const FuzzTotals totals = fuzz_device({.seed = 1, .frames = 100'000}, make_rtl_device, out);
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "tb/app/replay/replay_device.h"
#include "tb/fuzz/rtl/shrink.h"

namespace rnic::fuzz {

struct FuzzOptions {
  std::uint64_t seed = 1;
  std::uint64_t frames = 0;                // about so many; 0: the time alone ends it
  std::uint64_t seconds = 60;              // 0: the frames alone end it
  std::optional<std::uint64_t> only = {};  // just this case
  std::uint32_t batch = 400;               // frames a case
  std::uint64_t most_findings = 3;
  std::string folder = "build/fuzz/rtl";
  std::optional<std::string> keep = {};  // where vectors go: vectors/rx
  ShrinkLimits limits = {};
};

struct FuzzTotals {
  std::uint64_t cases = 0;
  std::uint64_t frames = 0;  // compared, not counting those of shrinking
  std::uint64_t clocks = 0;
  std::uint64_t findings = 0;
  double seconds = 0;  // not counting those of shrinking
};

// Tells each finding on `out`. Throws app::InputError where a finding cannot be written.
FuzzTotals fuzz_device(const FuzzOptions& options, const app::ReplayDeviceFactory& factory,
                       std::ostream& out);

}  // namespace rnic::fuzz
