// SPDX-License-Identifier: Apache-2.0
#include "tb/app/icrc.h"

#include <fmt/format.h>

#include <deque>
#include <exception>
#include <memory>
#include <ostream>
#include <utility>

#include "tb/app/config_file.h"
#include "tb/app/disagreements.h"
#include "tb/app/icrc_report.h"
#include "tb/app/named_files.h"
#include "tb/app/rtl_compare.h"
#include "tb/app/rx_path.h"

namespace rnic::app {
namespace {

constexpr std::size_t kHeldRows = 200;
// Skipped frames need no clock, so the queue of a capture full of them needs a bound of its own.
constexpr std::size_t kMostWaiting = 512;

// One capture through the RTL: reads ahead of the bus, shows frames in their order.
class IcrcRun {
 public:
  IcrcRun(CaptureStream& stream, const model::DscpMap& map, const IcrcOptions& options,
          const ModelSide& model_side, const Console& console)
      : stream_(stream),
        map_(map),
        options_(options),
        model_side_(model_side),
        console_(console),
        path_(options, map),
        report_(make_icrc_report(console.out, map, options, stream.is_file() ? kHeldRows : 0)),
        found_(options) {}

  ExitStatus run();

 private:
  void read_ahead();
  void show_judged();
  void show(const InputFrame& input, const FrameAnswer& answer);
  void count(const FrameAnswer& answer, std::size_t bytes);
  void finish();

  CaptureStream& stream_;
  const model::DscpMap& map_;
  const IcrcOptions& options_;
  const ModelSide& model_side_;
  const Console& console_;
  RxPath path_;
  std::unique_ptr<IcrcReport> report_;
  Disagreements found_;
  std::deque<InputFrame> waiting_;
  IcrcTotals totals_;
  std::uint64_t last_end_ = 0;  // clock of the newest frame's end
  unsigned ends_there_ = 0;
  bool wave_frame_seen_ = false;
  std::uint64_t last_number_ = 0;
  bool has_ended_ = false;
  std::exception_ptr capture_error_;
};

void IcrcRun::read_ahead() {
  while (!has_ended_ && !path_.is_full() && waiting_.size() < kMostWaiting) {
    InputFrame input;
    try {
      has_ended_ = !stream_.next(input);
    } catch (const model::CaptureError&) {
      // A capture that ends badly has a whole report all the same, then its error.
      capture_error_ = std::current_exception();
      has_ended_ = true;
    }
    if (has_ended_) return;
    last_number_ = input.number;
    const bool is_wave_frame = options_.wave.frame == input.number;
    if (!input.skipped()) {
      wave_frame_seen_ |= is_wave_frame;
      path_.push({.bytes = input.replayed.bytes,
                  .mac_error = input.replayed.mac_error,
                  .time_ns = input.time_ns,
                  .wave = is_wave_frame});
    }
    waiting_.push_back(std::move(input));
  }
}

void IcrcRun::count(const FrameAnswer& answer, std::size_t bytes) {
  if (totals_.frames == 0) totals_.first_clock = answer.sop_clock;
  ++totals_.frames;
  totals_.bytes += bytes;
  totals_.last_clock = answer.eop_clock;
  if (answer.verdict) ++totals_.verdicts;
  ends_there_ = answer.eop_clock == last_end_ ? ends_there_ + 1 : 1;
  last_end_ = answer.eop_clock;
  totals_.most_ends_a_clock = std::max(totals_.most_ends_a_clock, ends_there_);
}

void IcrcRun::show(const InputFrame& input, const FrameAnswer& answer) {
  count(answer, input.replayed.bytes.size());
  JudgedFrame judged{.view = model_side_(input, map_), .clock = answer.sop_clock};
  std::vector<Difference> differences;
  if (judged.view.record.roce) {
    differences = app::differences(*judged.view.record.roce, answer.verdict);
    judged.verdict = answer.verdict;
    judged.model_agrees = differences.empty();
    ++totals_.compared;
  } else if (!answer.verdict) {
    differences = {{"verdict", "none", "one"}};
    judged.model_agrees = false;
  }
  if (!differences.empty()) found_.add(input, differences);
  judged.view.record = with_rtl(judged.view.record, answer.verdict);
  report_->add(judged);
}

void IcrcRun::show_judged() {
  for (; !waiting_.empty(); waiting_.pop_front()) {
    const InputFrame& input = waiting_.front();
    if (input.skipped()) {
      report_->add({.view = look_at(input, map_)});
    } else if (!path_.answers().empty()) {
      show(input, path_.answers().front());
      path_.answers().pop_front();
    } else {
      break;
    }
    if (!stream_.is_file()) console_.out.flush();
    console_.bar.update(stream_.progress());
  }
  for (const StrayVerdict& stray : path_.strays()) found_.add(stray);
  path_.strays().clear();
}

void IcrcRun::finish() {
  totals_.disagreements = found_.count();
  report_->finish(totals_);
  console_.out.flush();
  console_.bar.hide();
  found_.print(console_.err);
}

ExitStatus IcrcRun::run() {
  std::optional<std::string> rtl_error;
  try {
    while (!has_ended_ || !path_.is_idle()) {
      read_ahead();
      path_.cycle();
      show_judged();
    }
  } catch (const RtlError& error) {
    rtl_error = error.what();
  }
  finish();
  if (rtl_error) console_.err << fmt::format("rnic400: RTL: {}\n", *rtl_error);
  const bool disagrees = rtl_error || found_.count() > 0;
  if (!disagrees && capture_error_) std::rethrow_exception(capture_error_);
  if (!disagrees && options_.wave.frame && !wave_frame_seen_) {
    throw InputError(fmt::format(
        "{}: frame {}: expected a whole frame of the file, which ends after {}; no wave recorded",
        options_.file, *options_.wave.frame, last_number_));
  }
  path_.finish_wave();
  if (!disagrees && options_.wave.file && !path_.has_recorded()) {
    throw InputError(fmt::format(
        "{}: expected a clock of the run between --wave-from {} and --wave-to; no wave recorded",
        options_.file, options_.wave.from));
  }
  return disagrees ? kMismatch : kAgree;
}

}  // namespace

ExitStatus icrc(CaptureStream& stream, const model::DscpMap& map, const IcrcOptions& options,
                const ModelSide& model_side, const Console& console) {
  return IcrcRun(stream, map, options, model_side, console).run();
}

ExitStatus icrc(const IcrcOptions& options, const Console& console) {
  const Config config = options.config ? load_config(*options.config) : Config();
  const model::DscpMap map = resolve(options.dscp, config.nic.dscp);
  CaptureStream stream(options.file);
  refuse_overwriting({{"the capture", options.file == "-" ? "/dev/stdin" : options.file},
                      {"the configuration", options.config.value_or("")}},
                     {{"--wave", options.wave.file.value_or("")}});
  return icrc(stream, map, options, look_at, console);
}

}  // namespace rnic::app
