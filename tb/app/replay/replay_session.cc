// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/replay_session.h"

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include "tb/app/named_files.h"
#include "tb/app/replay/annotator.h"
#include "tb/app/replay/learn.h"
#include "tb/app/replay/replay_config.h"
#include "tb/app/replay/replay_disagreements.h"
#include "tb/app/replay/replay_report.h"
#include "tb/app/replay/replay_run.h"
#include "tb/app/wave_file.h"

namespace rnic::app {
namespace {

constexpr std::size_t kHeldRows = 200;
// Each takes half a megabyte and thousands of clocks of its own.
constexpr std::size_t kMostNics = 1024;

// ------------------------------------------------------------ files

void check_files(const ReplayOptions& options) {
  const std::string report = options.report.value_or("");
  refuse_overwriting({{"the capture", options.file == "-" ? "/dev/stdin" : options.file},
                      {"the configuration", options.config.value_or("")}},
                     {{"--report", report == "-" ? "" : report},
                      {"--annotate", options.annotate.value_or("")},
                      {"--wave", options.wave.file.value_or("")}});
  // Its NIC may come late in the capture.
  if (options.wave.file) expect_writable_wave(*options.wave.file);
}

// ------------------------------------------------------------ who judges

struct Site {
  std::vector<ReplayNic> nics;
  std::size_t wave_nic = 0;
};

// Where the capture ends badly, what is before teaches; the replay reports it.
Site learn_site(ReplayFrames& frames, const ReplayOptions& options, const Console& console,
                bool print) {
  Learner learner(options.direction);
  std::optional<InputFrame> wave_frame;
  try {
    for (InputFrame frame; frames.next(frame);) {
      if (frame.skipped()) continue;
      learner.look_at(frame.replayed);
      if (frame.number == options.wave.packet) wave_frame = frame;
      console.bar.update(frames.progress());
    }
  } catch (const model::CaptureError&) {
  }
  Learned learned = learner.learned();
  if (learned.nics.size() > kMostNics) {
    throw InputError(
        fmt::format("{}: frames for {} IP addresses, each a NIC of its own, expected at most {}; "
                    "--direction or --config makes them fewer",
                    options.file, learned.nics.size(), kMostNics));
  }
  if (print) print_assumptions(console.out, learned);
  Site site{.nics = nics_of(std::move(learned))};
  if (wave_frame) site.wave_nic = NicFinder(site.nics).find(*wave_frame);
  if (options.wave.file && !options.wave.packet && site.nics.size() > 1) {
    throw InputError(
        fmt::format("--wave: expected with --wave-packet N: the capture is replayed through {} "
                    "NICs, and a wave shows one",
                    site.nics.size()));
  }
  return site;
}

// ------------------------------------------------------------ what is said of it

class Output final : public ReplayObserver {
 public:
  Output(const ReplayOptions& options, const RereadableCapture& capture, const ReplayFrames& frames,
         const model::DscpMap& map, const Console& console)
      : options_(options), frames_(frames), map_(map), console_(console), found_(options) {
    if (options.report) {
      report_ = std::make_unique<ReplayReport>(*options.report, console.out);
    }
    if (options.annotate) annotator_ = std::make_unique<Annotator>(capture, *options.annotate);
  }

  // The table's columns hang on the number of NICs.
  void start(std::size_t nics) {
    if (options_.report == "-") return;
    table_ = std::make_unique<ReplayTable>(
        console_.out, map_,
        ReplayTableOptions{.quiet = options_.quiet, .nics = nics, .held_rows = kHeldRows});
  }

  void frame(const JudgedRxFrame& frame) override {
    if (table_) table_->add(frame);
    if (report_) report_->add(frame);
    if (annotator_) {
      annotator_->add(frame.input.number,
                      comment_of(frame.input.number, frame.record, frame.model_agrees));
    }
    if (!frame.model_agrees.value_or(true)) found_.add(frame);
    console_.bar.update(frames_.progress());
  }
  void complaint(const std::string& text) override { found_.add(text); }

  void finish(const ReplayTotals& totals) {
    if (table_) table_->finish(totals);
    if (report_) report_->finish(totals);
    if (annotator_) annotator_->finish();
    console_.out.flush();
    console_.bar.hide();
    found_.print(console_.err);
    if (totals.rtl_error) console_.err << fmt::format("rnic400: RTL: {}\n", *totals.rtl_error);
  }

 private:
  const ReplayOptions& options_;
  const ReplayFrames& frames_;
  const model::DscpMap& map_;
  const Console& console_;
  std::unique_ptr<ReplayTable> table_;
  std::unique_ptr<ReplayReport> report_;
  std::unique_ptr<Annotator> annotator_;
  ReplayDisagreements found_;
};

ExitStatus status_of(const ReplayTotals& totals, const ReplayOptions& options,
                     const Console& console) {
  const bool disagrees = totals.rtl_error || totals.disagreements > 0;
  try {
    if (totals.capture_error) std::rethrow_exception(totals.capture_error);
  } catch (const model::CaptureError& error) {
    if (!disagrees) throw;
    console.err << fmt::format("rnic400: {}\n", error.what());
  }
  if (disagrees) return kMismatch;
  if (options.wave.packet && !totals.wave_packet_seen) {
    throw InputError(fmt::format(
        "{}: frame {}: expected a whole frame of the file, which ends after {}; no wave recorded",
        options.file, *options.wave.packet, totals.last_number));
  }
  if (options.wave.file && !totals.has_recorded) {
    throw InputError(
        fmt::format("{}: expected a whole frame of the file; no wave recorded", options.file));
  }
  return kAgree;
}

}  // namespace

ExitStatus run_replay(const ReplayOptions& options, const ReplayDeviceFactory& factory,
                      const Console& console) {
  check_files(options);
  ReplayConfig config;
  if (options.config) config = load_replay_config(*options.config);
  const model::DscpMap map = resolve(options.dscp, config.nic.dscp);
  const RereadableCapture capture(options.file, [&](std::uint64_t bytes) {
    console.bar.update({.done = bytes, .total = {}, .frames = 0});
  });
  const ReadingPlan plan =
      plan_reading(capture, [&](const Progress& progress) { console.bar.update(progress); });
  const StreamRules rules{.fcs = options.fcs, .ethernet_only = options.direction.has_value()};
  ReplayFrames frames(capture, plan, rules);
  Output output(options, capture, frames, map, console);

  Site site;
  if (options.config) {
    site.nics.push_back({.qps = std::move(config.qps)});
  } else {
    ReplayFrames first_pass(capture, plan, rules);
    site = learn_site(first_pass, options, console, options.report != "-");
  }
  output.start(site.nics.size());
  const ReplaySettings settings{.map = map,
                                .our_mac = options.direction,
                                .spacing = options.spacing,
                                .seed = options.seed,
                                .wave_file = options.wave.file,
                                .wave_packet = options.wave.packet,
                                .wave_nic = site.wave_nic};
  const ReplayTotals totals = ReplayRun(frames, site.nics, settings, factory, output).run();
  output.finish(totals);
  return status_of(totals, options, console);
}

}  // namespace rnic::app
