// SPDX-License-Identifier: Apache-2.0
//
// Bus beats made before a benchmark runs, with what must come out of them.
//
// A round of frames back to back that begins and ends at the edge of a beat, so it can be repeated
// without an idle segment. What is expected comes from the golden model, never from the RTL.
//
//   const BenchLoad load = make_bench_load(BenchForm::kCheck, 60, 1);
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tb/harness/seg_bus.h"

namespace rnic::app {

enum class BenchForm { kCheck, kGenerate };

// "check", "generate"
std::string_view name_of(BenchForm form) noexcept;

// A beat of the generate form's output, and which of its bits belong to a frame.
struct WantedBeat {
  tb::SegBeat beat;
  std::array<std::uint8_t, tb::kBeatBytes> mask = {};
};

struct BenchLoad {
  std::vector<tb::SegBeat> beats = {};
  std::vector<std::uint32_t> frame_bytes = {};  // in the order of their ends
  std::vector<std::uint8_t> icrc_ok = {};       // check: the verdict on each frame, 0 or 1
  std::vector<WantedBeat> wanted = {};          // generate: each beat as it must come out
};

// Frames of `size` bytes (kMixedSizes: 60 to 9,600, short ones more often), IPv4 and IPv6, tagged
// and untagged where they fit. Check: one in eight has a bit of its payload or ICRC flipped.
// Generate: any bytes stand where the ICRC belongs.
BenchLoad make_bench_load(BenchForm form, std::uint32_t size, std::uint64_t seed);

}  // namespace rnic::app
