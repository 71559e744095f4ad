// SPDX-License-Identifier: Apache-2.0
#include "tb/app/tx/tx_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/wire/opcode.h"
#include "tb/app/errors.h"
#include "tb/app/icrc_report.h"
#include "tb/app/tx/driver.h"

namespace rnic::app {
namespace {

// Between two looks of the driver for free blocks.
constexpr std::uint64_t kPostInterval = 32;
// After the last thing that was to come, so that one too many is seen.
constexpr std::uint64_t kSettleClocks = 512;
// Without a frame or record for so long a run has got stuck; slow surroundings add to it.
constexpr std::uint64_t kStuckClocks = 50'000;

std::uint64_t patience(const DeviceOptions& options) {
  return kStuckClocks + std::uint64_t{40} * options.memory_latency +
         std::uint64_t{200} * options.of / (options.of - options.withheld);
}

class TxRun {
 public:
  TxRun(const WorkConfig& work, WorkSetup& setup, const DeviceOptions& options, TxDevice& device,
        TxObserver& observer)
      : options_(options),
        device_(device),
        observer_(observer),
        expectation_(setup),
        driver_(device, setup, work, expectation_) {}

  TxTotals run();

 private:
  void work_off();
  void collect();
  void take(const TxFrame& frame);
  void take(const TxCompletion& completion);
  void disagree(const std::string& text);
  // Nothing of what is known now is still to come.
  bool is_settled();
  bool is_stuck() const;
  void tell_what_is_left();
  void compare_counters();

  const DeviceOptions& options_;
  TxDevice& device_;
  TxObserver& observer_;
  Expectation expectation_;
  Driver driver_;
  TxTotals totals_;
  std::uint64_t start_ = 0;
  std::uint64_t last_event_ = 0;
};

void TxRun::disagree(const std::string& text) {
  ++totals_.disagreements;
  observer_.disagreement(text);
}

void TxRun::take(const TxFrame& frame) {
  const FrameMatch match = expectation_.frame(frame.bytes);
  // A frame may leave while later doorbells are still rung, none before the first.
  const std::uint64_t clock = frame.first_clock - std::min(frame.first_clock, start_);
  if (!totals_.first_clock) totals_.first_clock = clock;
  ++totals_.frames;
  totals_.bytes += frame.bytes.size();
  totals_.last_clock = frame.last_clock - std::min(frame.last_clock, start_);
  totals_.disagreements += match.agrees && !frame.err ? 0 : 1;
  observer_.frame({.number = totals_.frames, .clock = clock, .frame = frame, .match = match});
}

void TxRun::take(const TxCompletion& completion) {
  if (model::is_error(completion.record.status)) driver_.on_error(completion.record.qpn);
  const RecordMatch match = expectation_.record(completion.record);
  ++totals_.completions;
  totals_.disagreements += match.agrees ? 0 : 1;
  observer_.completion({.clock = completion.clock - std::min(completion.clock, start_),
                        .record = completion.record,
                        .match = match});
}

void TxRun::collect() {
  auto& frames = device_.frames();
  auto& completions = device_.completions();
  if (!frames.empty() || !completions.empty()) last_event_ = device_.clock();
  for (; !frames.empty(); frames.pop_front()) take(frames.front());
  for (; !completions.empty(); completions.pop_front()) take(completions.front());
  for (const std::string& text : device_.complaints()) disagree(text);
  device_.complaints().clear();
}

bool TxRun::is_settled() {
  return driver_.has_posted_all() && expectation_.is_drained() &&
         device_.clock() - last_event_ >= kSettleClocks + options_.memory_latency;
}

bool TxRun::is_stuck() const {
  std::uint64_t quiet_since = last_event_;
  for (const Pause& pause : options_.pauses) {
    quiet_since = std::max(quiet_since, start_ + pause.to);
  }
  return device_.clock() > quiet_since + patience(options_);
}

void TxRun::tell_what_is_left() {
  const auto left = expectation_.left();
  for (const auto& [qp, frame, record] : left) {
    if (frame != nullptr) {
      const model::OpcodeInfo* info = model::find_opcode(frame->opcode);
      disagree(fmt::format("QP {:#x}: RTL no frame for {} clocks, model {} with PSN {:#08x}",
                           qp->qpn, device_.clock() - last_event_,
                           info != nullptr ? info->name : "a frame", frame->psn));
    } else {
      disagree(fmt::format("QP {:#x}: RTL no record, model {} for wr_id {}", qp->qpn,
                           model::name_of(record->status), record->wr_id));
    }
  }
  if (left.empty()) disagree("the work is done, but status.idle: RTL 0, model 1");
}

void TxRun::compare_counters() {
  const model::TxCounters rtl = driver_.registers().counters();
  const model::TxCounters want = expectation_.counters();
  const auto compare = [&](const std::string& what, std::uint64_t got, std::uint64_t wanted) {
    if (got != wanted) disagree(fmt::format("counter {}: RTL {}, model {}", what, got, wanted));
  };
  const auto compare_tally = [&](const std::string& what, const auto& got, const auto& wanted) {
    compare("frames" + what, got.frames, wanted.frames);
    compare("bytes" + what, got.bytes, wanted.bytes);
  };
  compare_tally("", rtl.all, want.all);
  for (std::size_t i = 0; i < rtl.by_priority.size(); ++i) {
    compare_tally(fmt::format(" of priority {}", i), rtl.by_priority[i], want.by_priority[i]);
  }
  for (std::size_t i = 0; i < rtl.by_opcode.size(); ++i) {
    compare_tally(fmt::format(" of opcode {:#04x}", i), rtl.by_opcode[i], want.by_opcode[i]);
  }
  for (std::size_t i = 0; i < rtl.by_status.size(); ++i) {
    compare(fmt::format("of status {}", name_of(static_cast<model::CompletionStatus>(i))),
            rtl.by_status[i], want.by_status[i]);
  }
  compare("of ignored doorbells", rtl.ignored_doorbells, want.ignored_doorbells);
}

void TxRun::work_off() {
  driver_.configure();
  driver_.start([&] {
    start_ = device_.clock();
    device_.start(start_);
  });
  last_event_ = device_.clock();
  std::uint64_t last_post = last_event_;
  while (true) {
    device_.cycle();
    collect();
    if (!driver_.has_posted_all() && device_.clock() - last_post >= kPostInterval) {
      driver_.post_more();
      collect();
      last_post = device_.clock();
    }
    if (is_settled() && driver_.registers().is_idle()) {
      if (!driver_.ring_extra()) return;
      collect();
      last_event_ = device_.clock();
    } else if (is_stuck()) {
      tell_what_is_left();
      return;
    }
  }
}

TxTotals TxRun::run() {
  try {
    work_off();
    // What was lost on the way is not counted either: once is enough.
    if (totals_.disagreements == 0) compare_counters();
  } catch (const RtlError& error) {
    collect();
    disagree(fmt::format("RTL: {}", error.what()));
  }
  collect();
  return totals_;
}

}  // namespace

double TxTotals::gbps() const noexcept {
  return static_cast<double>(8 * bytes) * 0.390625 /
         static_cast<double>(std::max<std::uint64_t>(clocks(), 1));
}

double TxTotals::share_of_line_rate() const noexcept {
  return static_cast<double>(8 * (bytes + kWireOverheadBytes * frames)) * 0.390625 /
         static_cast<double>(std::max<std::uint64_t>(clocks(), 1)) / 400;
}

TxTotals run_tx(const WorkConfig& work, WorkSetup& setup, const DeviceOptions& options,
                TxDevice& device, TxObserver& observer) {
  return TxRun(work, setup, options, device, observer).run();
}

}  // namespace rnic::app
