// SPDX-License-Identifier: Apache-2.0
//
// The table of frames: one line each with what an engineer looks for first. Also the summary in
// words that stands below it.
//
//   FrameTable table(out, stream.is_file() ? 100 : 0);
//   table.add(view);
//   table.finish();
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "models/rx/frame_report.h"
#include "tb/app/aligned_table.h"
#include "tb/app/frame_view.h"

namespace rnic::app {

class FrameTable {
 public:
  FrameTable(std::ostream& out, std::size_t held_rows);

  // Times are relative to the first frame that has one.
  void add(const FrameView& view);
  void finish() { table_.finish(); }

 private:
  std::string time_text(const std::optional<std::int64_t>& time_ns);

  AlignedTable table_;
  std::optional<std::int64_t> start_ns_;
};

// What is counted of the frames shown, and the first of those that somebody will look for.
struct Findings {
  static constexpr std::size_t kMostNamed = 10;

  model::RecordSummary summary = {};
  std::vector<std::uint64_t> bad_icrc = {};  // frame numbers, one more than are named at most
  std::vector<std::uint64_t> skipped = {};

  void add(const FrameView& view);
};

// A line a subject; what is not there is left out. `map` is named when it sends DSCP 46 to a
// priority that may drop.
void print_summary(std::ostream& out, const Findings& findings, const model::DscpMap& map);

}  // namespace rnic::app
