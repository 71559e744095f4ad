// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 bench rx`: the whole receive path under full load, for every size, with every record and
// every byte of accepted payload compared with the model.
//
// A row is one frame size, one number of QPs, one spacing: the traffic of rx_traffic.h, made and
// judged by the model beforehand.
//
//   const ExitStatus status = bench_rx({.sizes = {60, 1024}, .qps = {1}}, console);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/app/bench_icrc.h"
#include "tb/app/errors.h"
#include "tb/app/icrc.h"

namespace rnic::app {

struct BenchRxOptions {
  std::optional<std::uint64_t> frames = std::nullopt;  // a row; absent: what fills 50,000 clocks
  // Bytes without FCS, 60..9,600, or kMixedSizes.
  std::vector<std::uint32_t> sizes = {60,  61,   64,   65,   80,   96,   128,  129,        256,
                                      512, 1024, 1514, 2048, 4096, 9000, 9600, kMixedSizes};
  std::vector<std::uint32_t> qps = {1, 1024};
  std::vector<Spacing> spacings = {Spacing::kBackToBack, Spacing::kRandom};
  std::uint64_t seed = 1;
  std::optional<std::string> json = std::nullopt;  // a file; "-": standard output, no table
  std::optional<std::string> plot = std::nullopt;  // SVG
};

// kAgree, or kMismatch when a frame got no record, another one than the model's or other payload.
// Throws InputError; always in a program built without RTL.
ExitStatus bench_rx(const BenchRxOptions& options, const Console& console);

}  // namespace rnic::app
