// SPDX-License-Identifier: Apache-2.0
#include "tb/app/tx/tx.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <tuple>
#include <utility>

#include "models/pcap/capture_writer.h"
#include "tb/app/tx/tx_disagreements.h"
#include "tb/app/tx/tx_path.h"
#include "tb/app/tx/tx_report.h"
#include "tb/app/tx/tx_run.h"

namespace rnic::app {
namespace {

// Around a packet's first and last segment: its way from the segmenter to the bus, and to its
// completion.
constexpr std::uint64_t kClocksBefore = 256;
constexpr std::uint64_t kClocksBehind = 64;

// 2.56 ns a clock, rounded down.
std::int64_t nanoseconds(std::uint64_t clock) {
  return static_cast<std::int64_t>(clock * 256 / 100);
}

std::uint64_t message_bytes(const WorkConfig& work) {
  std::uint64_t bytes = 0;
  for (const WqeConfig& config : work.wqes) bytes += config.wqe.length() * config.repeat;
  return bytes;
}

// Hands everything on: to report, capture, progress bar, disagreements.
class Output final : public TxObserver {
 public:
  Output(const TxOptions& options, const WorkConfig& work, const model::DscpMap& map,
         const Console& console)
      : console_(console),
        total_bytes_(message_bytes(work)),
        report_(make_tx_report(console.out, map, options)),
        found_(options) {
    if (options.out) {
      capture_ = std::make_unique<model::CaptureWriter>(*options.out,
                                                        model::capture_format_for(*options.out));
    }
  }

  void frame(const JudgedTxFrame& frame) override {
    report_->add(frame);
    if (capture_) capture_->write(frame.frame.bytes, {.time_ns = nanoseconds(frame.clock)});
    if (!frame.match.agrees || frame.frame.err) found_.add(frame);
    if (frame.match.want) sent_bytes_ += frame.match.want->payload_bytes;
    console_.bar.update({.done = sent_bytes_, .total = total_bytes_, .frames = frame.number});
  }
  void completion(const JudgedCompletion& completion) override {
    report_->add(completion);
    if (!completion.match.agrees) found_.add(completion);
  }
  void disagreement(const std::string& text) override { found_.add(text); }

  void finish(const TxTotals& totals) {
    report_->finish(totals);
    console_.out.flush();
    console_.bar.hide();
    found_.print(console_.err);
    if (capture_) capture_->close();
  }

 private:
  const Console& console_;
  std::uint64_t total_bytes_;
  std::uint64_t sent_bytes_ = 0;
  std::unique_ptr<TxReport> report_;
  TxDisagreements found_;
  std::unique_ptr<model::CaptureWriter> capture_;
};

// Sees where one frame lies.
class PacketFinder final : public TxObserver {
 public:
  explicit PacketFinder(std::uint64_t number) : number_(number) {}

  void frame(const JudgedTxFrame& frame) override {
    if (frame.number != number_) return;
    const std::uint64_t beats = frame.frame.last_clock - frame.frame.first_clock;
    place_ = {frame.clock, frame.clock + beats};
  }
  void completion(const JudgedCompletion&) override {}
  void disagreement(const std::string&) override {}

  const std::optional<std::pair<std::uint64_t, std::uint64_t>>& place() const { return place_; }

 private:
  std::uint64_t number_;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> place_;
};

// The clocks around a packet are known once it has left, so a run without waves goes before.
std::pair<std::uint64_t, std::uint64_t> clocks_around(const TxOptions& options,
                                                      const WorkConfig& work,
                                                      const model::DscpMap& map) {
  PacketFinder finder(*options.wave.packet);
  WorkSetup setup = set_up(work, map);
  RtlTxPath path(options.device, {}, setup.memory);
  const std::uint64_t frames = run_tx(work, setup, options.device, path, finder).frames;
  if (finder.place()) {
    const auto [first, last] = *finder.place();
    const std::uint64_t before = kClocksBefore + options.device.memory_latency;
    return {first - std::min(first, before), last + kClocksBehind};
  }
  throw InputError(fmt::format("--wave-packet: {}, expected a frame of the run, which has {}",
                               *options.wave.packet, frames));
}

tb::WaveOptions wave_options(const TxOptions& options, const WorkConfig& work,
                             const model::DscpMap& map) {
  tb::WaveOptions wave;
  if (!options.wave.file) return wave;
  wave.file = *options.wave.file;
  wave.from = options.wave.from.value_or(0);
  wave.to = options.wave.to;
  if (options.wave.packet) std::tie(wave.from, wave.to) = clocks_around(options, work, map);
  return wave;
}

}  // namespace

ExitStatus tx(const TxOptions& options, const Console& console) {
  const WorkConfig work = load_work(options.config);
  refuse_overwriting(inputs_of(work, options.config), {{"--out", options.out.value_or("")},
                                                       {"--wave", options.wave.file.value_or("")}});
  const model::DscpMap map = resolve(options.dscp, work.nic.dscp);
  WorkSetup setup = set_up(work, map);
  const tb::WaveOptions wave = wave_options(options, work, map);
  RtlTxPath path(options.device, wave, setup.memory);
  Output output(options, work, map, console);
  const TxTotals totals = run_tx(work, setup, options.device, path, output);
  output.finish(totals);
  path.finish_wave();
  if (totals.disagreements > 0) return kMismatch;
  if (options.wave.file && !path.has_recorded()) {
    throw InputError(
        "expected a clock of the run between --wave-from and --wave-to; no wave "
        "recorded");
  }
  return kAgree;
}

}  // namespace rnic::app
