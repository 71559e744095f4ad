// SPDX-License-Identifier: Apache-2.0
//
// The report of `rnic400 icrc`: a table and a summary in words, or JSON.
//
//   std::unique_ptr<IcrcReport> report = make_icrc_report(out, map, options, held_rows);
//   report->add(judged);
//   report->finish(totals);
#pragma once

#include <algorithm>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>

#include "tb/app/frame_view.h"
#include "tb/app/icrc.h"
#include "tb/app/verdict_matcher.h"

namespace rnic::app {

struct JudgedFrame {
  FrameView view;                                     // its record has the RTL's values
  std::optional<std::uint64_t> clock = std::nullopt;  // of its first segment; skipped: absent
  std::optional<RtlVerdict> verdict = std::nullopt;   // of a RoCE frame
  std::optional<bool> model_agrees = std::nullopt;    // absent: nothing to compare
};

// What is counted on the bus.
struct IcrcTotals {
  std::uint64_t frames = 0;    // driven
  std::uint64_t verdicts = 0;  // that came when they were due
  std::uint64_t bytes = 0;     // padded, without FCS
  std::uint64_t first_clock = 0;
  std::uint64_t last_clock = 0;
  unsigned most_ends_a_clock = 0;
  std::uint64_t compared = 0;
  std::uint64_t disagreements = 0;

  // From the first frame's first segment to the last one's last, both included.
  [[nodiscard]] std::uint64_t clocks() const noexcept {
    return frames == 0 ? 0 : last_clock - first_clock + 1;
  }
  // At 390.625 MHz; `extra_bytes` count on top of each frame.
  [[nodiscard]] double gbps(std::uint64_t extra_bytes = 0) const noexcept {
    const std::uint64_t bits = 8 * (bytes + extra_bytes * frames);
    return static_cast<double>(bits) * 0.390625 /
           static_cast<double>(std::max<std::uint64_t>(clocks(), 1));
  }
};

// FCS 4, preamble and start delimiter 8, inter-packet gap 12: what a frame costs on a wire.
inline constexpr std::uint64_t kWireOverheadBytes = 24;

class IcrcReport {
 public:
  virtual ~IcrcReport() = default;
  virtual void add(const JudgedFrame& frame) = 0;
  virtual void finish(const IcrcTotals& totals) = 0;
};

// `held_rows` as in AlignedTable; `out` and `map` must outlive the report.
std::unique_ptr<IcrcReport> make_icrc_report(std::ostream& out, const model::DscpMap& map,
                                             const IcrcOptions& options, std::size_t held_rows);

}  // namespace rnic::app
