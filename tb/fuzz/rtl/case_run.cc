// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/rtl/case_run.h"

#include <fmt/format.h>

#include "tb/app/replay/replay_run.h"
#include "tb/fuzz/rtl/case_capture.h"

namespace rnic::fuzz {
namespace {

class FirstFinding final : public app::ReplayObserver {
 public:
  void frame(const app::JudgedRxFrame& frame) override {
    if (found || frame.differences.empty()) return;
    const app::RxDifference& first = frame.differences.front();
    found = Finding{.frame = frame.input.number,
                    .field = std::string(first.field),
                    .text = fmt::format("frame {}: {}", frame.input.number, text_of(first))};
  }
  void complaint(const std::string& text) override {
    if (found) return;
    const bool is_counter = text.starts_with("counter");
    found = Finding{.field = is_counter ? "counter" : "complaint", .text = text};
  }

  std::optional<Finding> found;
};

}  // namespace

std::optional<Finding> CaseRunner::run(const FuzzCase& fuzz_case) {
  CaseCapture made = capture_of(fuzz_case);
  const app::RereadableCapture capture(std::move(made.pcap), "case");
  app::ReplayFrames frames(capture, {}, {.fcs = made.fcs});
  const std::vector<app::ReplayNic> nics = {{.qps = fuzz_case.qps}};
  const app::ReplaySettings settings{.map = fuzz_case.map,
                                     .our_mac = fuzz_case.our_mac,
                                     .spacing = fuzz_case.spacing,
                                     .seed = fuzz_case.seed};
  FirstFinding observer;
  const app::ReplayTotals totals = app::ReplayRun(frames, nics, settings, factory_, observer).run();
  ++runs_;
  frames_ += totals.compared;
  clocks_ += totals.clocks;
  if (!observer.found && totals.rtl_error) {
    return Finding{.field = "rtl", .text = fmt::format("the RTL stopped: {}", *totals.rtl_error)};
  }
  return observer.found;
}

}  // namespace rnic::fuzz
