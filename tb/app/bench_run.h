// SPDX-License-Identifier: Apache-2.0
//
// Plays a load through one form of the ICRC engine at full bus load, checks all that comes out, and
// takes the time.
//
//   const BenchResult result = run_bench(BenchForm::kCheck, load, 100'000, 1);
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tb/app/bench_icrc.h"
#include "tb/app/bench_load.h"

namespace rnic::app {

struct BenchResult {
  std::uint64_t frames = 0;          // that ended on the bus
  std::uint64_t bytes = 0;           // of those, without FCS
  std::uint64_t clocks = 0;          // in which the bus was driven, all of them full
  std::uint64_t latency_clocks = 0;  // the first answer's; every other must have the same
  std::uint64_t wrong = 0;           // verdicts, or beats with ICRC, that are not the model's
  std::string first_wrong = {};      // what was seen, what was wanted
  std::uint64_t timed_clocks = 0;    // driven ones and the few until the last answer
  double seconds = 0;                // processor time of these
};

// Until `frames` frames ended. Throws RtlError.
BenchResult run_bench(BenchForm form, const BenchLoad& load, std::uint64_t frames,
                      std::uint64_t seed);

// Where loads come from: make_bench_load(), or a test's own.
using LoadMaker = std::function<BenchLoad(BenchForm form, std::uint32_t size, std::uint64_t seed)>;

// bench_icrc() with loads of another source.
ExitStatus bench_icrc(const BenchIcrcOptions& options, const LoadMaker& make_load,
                      const Console& console);

}  // namespace rnic::app
