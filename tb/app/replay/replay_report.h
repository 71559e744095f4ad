// SPDX-License-Identifier: Apache-2.0
//
// What `rnic400 replay` says: the assumptions it made, a table of verdicts with a summary in words,
// and the report file.
//
//   ReplayTable table(out, map, {.quiet = options.quiet, .nics = nics.size()});
//   table.add(judged);
//   table.finish(totals);
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "models/qos/dscp_map.h"
#include "tb/app/aligned_table.h"
#include "tb/app/output_file.h"
#include "tb/app/replay/learn.h"
#include "tb/app/replay/replay_record.h"
#include "tb/app/replay/replay_run.h"

namespace rnic::app {

// A line a QP and a line a QPN that was not learned, each kind up to a number; behind it an empty
// line.
void print_assumptions(std::ostream& out, const Learned& learned);

struct ReplayTableOptions {
  bool quiet = false;    // only what was refused or dropped, and what RTL and model differ on
  std::size_t nics = 1;  // several have a column
  std::size_t held_rows = 0;
};

class ReplayTable {
 public:
  // `out` and `map` must outlive the table.
  ReplayTable(std::ostream& out, const model::DscpMap& map, const ReplayTableOptions& options);

  void add(const JudgedRxFrame& frame);
  void finish(const ReplayTotals& totals);

 private:
  std::ostream& out_;
  const model::DscpMap& map_;
  ReplayTableOptions options_;
  AlignedTable table_;
  ReplaySummary summary_;
  bool has_rows_ = false;
};

// One JSON object {"frames": [ … ], "summary": { … }}, one frame a line, written as it goes.
class ReplayReport {
 public:
  // Creates or empties `path`; "-" is `out`. Throws InputError, as the others.
  ReplayReport(const std::string& path, std::ostream& out);

  void add(const JudgedRxFrame& frame);
  void finish(const ReplayTotals& totals);

 private:
  OutputFile file_;
  ReplaySummary summary_;
};

}  // namespace rnic::app
