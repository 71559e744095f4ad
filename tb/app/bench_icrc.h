// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 bench icrc`: both forms of the RTL's ICRC engine at full bus load, frames back to back,
// with every verdict and every generated ICRC checked.
//
// Frames and what the model expects of them are made before the clock runs, so the speed is that of
// the simulation with a comparison beside it. Speeds are simulated clocks a second of processor
// time, on one core.
//
//   const ExitStatus status = bench_icrc({.sizes = {60, 1024}}, console);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/app/errors.h"
#include "tb/app/icrc.h"

namespace rnic::app {

inline constexpr std::uint32_t kMixedSizes = 0;  // as a size: 60..9,600 at random

struct BenchIcrcOptions {
  std::optional<std::uint64_t> frames = std::nullopt;  // a row; absent: what fills 300,000 clocks
  std::vector<std::uint32_t> sizes = {60, 64, 128, 256, 1024, 1514, 4200, 9600, kMixedSizes};
  std::uint64_t seed = 1;
  std::optional<std::string> json = std::nullopt;  // a file; "-": standard output, no table
};

// kAgree, or kMismatch when a verdict or an ICRC was wrong. Throws InputError; always in a program
// built without RTL.
ExitStatus bench_icrc(const BenchIcrcOptions& options, const Console& console);

}  // namespace rnic::app
