// SPDX-License-Identifier: Apache-2.0
//
// The report of `rnic400 tx`: a line a frame, a line a completion and a summary in words, or JSON.
//
//   std::unique_ptr<TxReport> report = make_tx_report(out, map, options);
//   report->add(frame);
//   report->finish(totals);
#pragma once

#include <iosfwd>
#include <memory>

#include "models/qos/dscp_map.h"
#include "tb/app/tx/tx.h"
#include "tb/app/tx/tx_run.h"

namespace rnic::app {

class TxReport {
 public:
  virtual ~TxReport() = default;
  virtual void add(const JudgedTxFrame& frame) = 0;
  virtual void add(const JudgedCompletion& completion) = 0;
  virtual void finish(const TxTotals& totals) = 0;
};

// `out` and `map` must outlive the report.
std::unique_ptr<TxReport> make_tx_report(std::ostream& out, const model::DscpMap& map,
                                         const TxOptions& options);

}  // namespace rnic::app
