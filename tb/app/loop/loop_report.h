// SPDX-License-Identifier: Apache-2.0
//
// The report of `rnic400 loop`: a line for each frame that arrived, with what the channel did to it
// and what the receiver said of it, and a summary; or JSON.
//
//   std::unique_ptr<LoopReport> report = make_loop_report(out, /*json=*/false, /*quiet=*/false);
//   report->add(judged, lanes);
//   report->finish(totals, lanes, work, channel);
#pragma once

#include <iosfwd>
#include <memory>
#include <vector>

#include "tb/app/config/work_config.h"
#include "tb/app/loop/channel.h"
#include "tb/app/loop/judge.h"
#include "tb/app/loop/loop_run.h"
#include "tb/app/loop/messages.h"

namespace rnic::app {

class LoopReport {
 public:
  virtual ~LoopReport() = default;
  virtual void add(const JudgedArrival& judged) = 0;
  virtual void finish(const LoopTotals& totals, const std::vector<Lane>& lanes,
                      const WorkConfig& work, const Channel& channel) = 0;
};

// `out` must outlive the report. `quiet`: no line for frames that were accepted.
std::unique_ptr<LoopReport> make_loop_report(std::ostream& out, bool json, bool quiet);

}  // namespace rnic::app
