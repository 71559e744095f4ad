// SPDX-License-Identifier: Apache-2.0
//
// The smallest case that still shows a finding: frames are left out, mutations taken back, payloads
// shortened, queue pairs and settings made plain, as long as device and model differ in the same
// field. Not the smallest there is: no single step of those makes it smaller.
//
// A queue pair whose first frames are left out begins with the PSN that it would have expected
// there by then, so that one frame of a long conversation can stand alone; and where a frame in the
// middle is left out, the later ones of its queue pair close up.
//
//   const Shrunk shrunk = shrink(fuzz_case, *finding, runner, {.runs = 2000});
#pragma once

#include <chrono>
#include <cstdint>

#include "tb/fuzz/rtl/case_run.h"
#include "tb/fuzz/rtl/fuzz_case.h"

namespace rnic::fuzz {

struct ShrinkLimits {
  std::uint64_t runs = 3000;
  std::chrono::seconds time = std::chrono::seconds(120);
};

struct Shrunk {
  FuzzCase smallest = {};
  Finding finding = {};
  std::uint64_t runs = 0;
  bool is_finished = false;  // false: a limit ended it
};

// `finding` must be what `runner` says of `fuzz_case`.
Shrunk shrink(const FuzzCase& fuzz_case, const Finding& finding, CaseRunner& runner,
              const ShrinkLimits& limits);

}  // namespace rnic::fuzz
