// SPDX-License-Identifier: Apache-2.0
//
// Frames made and judged beforehand, played through the RTL's receive path and compared.
//
//   RxLoad load = make_rx_load({.qps = 64}, 10'000, seed);
//   const RxRun run = play(load, Spacing::kBackToBack, seed);
//   run.wrong;                                       // 0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/rx/rx_counters.h"
#include "models/rx/rx_qp.h"
#include "models/rx/verdict.h"
#include "tb/app/bench/bench_rx.h"
#include "tb/app/bench/rx_traffic.h"
#include "tb/app/errors.h"
#include "tb/app/icrc.h"

namespace rnic::app {

struct RxLoad {
  std::vector<model::RxQpConfig> qps = {};
  std::vector<RxTrafficFrame> frames = {};
  std::vector<model::RxRecord> wanted = {};  // one a frame
  model::RxCounters counters = {};           // behind the last one
  std::uint64_t bytes = 0;
};

RxLoad make_rx_load(const RxTrafficMix& mix, std::uint64_t frames, std::uint64_t seed);
// Where loads come from: make_rx_load(), or a test's own.
using RxLoadMaker =
    std::function<RxLoad(const RxTrafficMix& mix, std::uint64_t frames, std::uint64_t seed)>;

struct RxRun {
  std::uint64_t clocks = 0;  // from the first segment to the last
  std::uint64_t lost = 0;    // frames without a record
  std::uint64_t wrong = 0;   // records or payload that are not the model's, and complaints
  std::string first_wrong = {};
  std::uint64_t simulated_clocks = 0;  // of the whole run, in `seconds`
  double seconds = 0;                  // processor time, comparison included
};

// The counters are compared too. Throws RtlError.
RxRun play(const RxLoad& load, Spacing spacing, std::uint64_t seed);

// bench_rx() with loads of another source.
ExitStatus bench_rx(const BenchRxOptions& options, const RxLoadMaker& make_load,
                    const Console& console);

}  // namespace rnic::app
