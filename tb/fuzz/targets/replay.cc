// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a capture that `replay` reads, learns its QPs from, judges and reports on, the
// golden model in the RTL's place: whatever the capture, the model agrees with itself on every
// frame and on all counters, and the report is JSON.
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tb/app/errors.h"
#include "tb/app/replay/learn.h"
#include "tb/app/replay/replay_report.h"
#include "tb/app/replay/replay_run.h"
#include "tb/app/test/model_rx_device.h"
#include "tb/fuzz/fuzz_target.h"

namespace rnic::fuzz {
namespace {

constexpr std::size_t kMostNics = 16;  // each takes its time to make

class Observer final : public app::ReplayObserver {
 public:
  explicit Observer(std::ostream& out) : report_("-", out) {}

  void frame(const app::JudgedRxFrame& frame) override {
    require(frame.model_agrees.value_or(true), "the model agrees with itself");
    const std::string comment =
        app::comment_of(frame.input.number, frame.record, frame.model_agrees);
    require_one_line(comment);
    report_.add(frame);
  }
  void complaint(const std::string& text) override { require(text.empty(), text.c_str()); }
  void finish(const app::ReplayTotals& totals) { report_.finish(totals); }

 private:
  app::ReplayReport report_;
};

void replay(const app::RereadableCapture& capture, const app::StreamRules& rules) {
  const app::ReadingPlan plan = app::plan_reading(capture);
  app::Learner learner;
  {
    app::ReplayFrames first_pass(capture, plan, rules);
    try {
      for (app::InputFrame frame; first_pass.next(frame);) {
        if (!frame.skipped()) learner.look_at(frame.replayed);
      }
    } catch (const model::CaptureError&) {
      // What is before teaches.
    }
  }
  const std::vector<app::ReplayNic> nics = app::nics_of(learner.learned());
  if (nics.size() > kMostNics) return;
  std::ostringstream out;
  Observer observer(out);
  app::ReplayFrames frames(capture, plan, rules);
  const app::ReplaySettings settings;
  const app::ReplayDeviceFactory factory = app::test::model_devices();
  const app::ReplayTotals totals = app::ReplayRun(frames, nics, settings, factory, observer).run();
  observer.finish(totals);
  require(!totals.rtl_error, "the model answers every frame");
  require(nlohmann::json::accept(out.str()), "a report is JSON");
}

}  // namespace
}  // namespace rnic::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const rnic::app::RereadableCapture capture({data, data + size}, "input");
  for (const auto fcs : {rnic::app::Fcs::kAbsent, rnic::app::Fcs::kPresent}) {
    try {
      rnic::fuzz::replay(capture, {.fcs = fcs});
    } catch (const rnic::model::CaptureError& error) {
      rnic::fuzz::require_one_line(error.what());
    } catch (const rnic::app::InputError& error) {
      rnic::fuzz::require_one_line(error.what());
    }
  }
  return 0;
}
