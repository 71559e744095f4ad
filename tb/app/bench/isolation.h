// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 bench tx --isolation`: what one priority loses while the seven others are paused with
// full queues, fail on their memory and are restarted, or are reset again and again.
//
// The eighth must keep 99 % of its rate, every frame right and gapless; afterwards the others are
// let go and must send what they hold.
//
//   const ExitStatus status = bench_isolation(options, console);
#pragma once

#include "tb/app/bench/bench_tx.h"

namespace rnic::app {

// Of `options`, frames, seed and json count.
ExitStatus bench_isolation(const BenchTxOptions& options, const Console& console);

}  // namespace rnic::app
