// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 bench tx`: how near the transmit path comes to what wire, descriptors, payload port and
// memory allow, for every size, with every frame compared with the model.
//
// A row is one size, one number of QPs, one alignment, one memory latency: RDMA WRITEs of one
// packet, IPv4, untagged, out of rings of 4,096 blocks, into a MAC that takes no frame faster than
// a wire of 400 Gb/s would carry it.
//
//   const ExitStatus status = bench_tx({.payloads = {64, 1024}, .qps = {1}}, console);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/app/errors.h"
#include "tb/app/icrc.h"

namespace rnic::app {

inline constexpr std::uint32_t kMixedPayloads = UINT32_MAX;  // as a size: 0..4,096 at random

struct BenchTxOptions {
  std::uint64_t frames = 20'000;  // a row
  std::vector<std::uint32_t> payloads = {0,   1,   29,  64,   66,   128,  130,
                                         190, 256, 512, 1024, 2048, 4096, kMixedPayloads};
  std::vector<std::uint32_t> qps = {1, 64};
  std::vector<std::uint32_t> addr_mods = {0, 1, 127};
  std::vector<std::uint32_t> latencies = {0, 500};
  std::uint64_t seed = 1;
  std::optional<std::string> json = std::nullopt;  // a file; "-": standard output, no table
  std::optional<std::string> plot = std::nullopt;  // SVG
  bool isolation = false;                          // instead: seven priorities disturb the eighth
};

// kAgree, or kMismatch when a frame was wrong or a row stayed under 99 % of its limit. Throws
// InputError; always in a program built without RTL.
ExitStatus bench_tx(const BenchTxOptions& options, const Console& console);

}  // namespace rnic::app
