// SPDX-License-Identifier: Apache-2.0
#include "tb/app/loop/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include "models/pcap/capture_writer.h"
#include "tb/app/config/text_file.h"
#include "tb/app/loop/loop_report.h"
#include "tb/app/loop/loop_run.h"
#include "tb/app/loop/peers.h"
#include "tb/app/shell_word.h"
#include "tb/app/tx/tx_path.h"

namespace rnic::app {
namespace {

constexpr std::uint64_t kMostTold = 10;

// 2.56 ns a clock, rounded down.
std::int64_t nanoseconds(std::uint64_t clock) {
  return static_cast<std::int64_t>(clock * 256 / 100);
}

std::unique_ptr<model::CaptureWriter> open_capture(const std::optional<std::string>& file) {
  if (!file) return nullptr;
  return std::make_unique<model::CaptureWriter>(*file, model::capture_format_for(*file));
}

// Hands everything on: to report, captures, progress bar; keeps what disagrees.
class Output final : public LoopObserver {
 public:
  Output(const LoopOptions& options, const Console& console)
      : options_(options),
        console_(console),
        report_(make_loop_report(console.out, options.json, options.quiet)),
        sent_(open_capture(options.sent)),
        received_(open_capture(options.received)) {}

  void sent(const SentPacket& packet) override {
    if (sent_) sent_->write(packet.bytes, {.time_ns = nanoseconds(packet.clock)});
    ++frames_;
    console_.bar.update({.done = frames_, .total = std::nullopt, .frames = frames_});
  }
  void arrived(const JudgedArrival& judged) override {
    report_->add(judged);
    if (received_) received_->write(judged.arrival.bytes, {.time_ns = nanoseconds(judged.clock)});
    for (const std::string& text : judged.complaints) {
      disagreement(fmt::format("frame {}: {}", judged.arrival.number, text));
    }
  }
  void disagreement(const std::string& text) override {
    if (++found_ <= kMostTold) told_.push_back(text);
  }

  void finish(const LoopTotals& totals, const std::vector<Lane>& lanes, const WorkConfig& work,
              const Channel& channel) {
    report_->finish(totals, lanes, work, channel);
    console_.out.flush();
    console_.bar.hide();
    for (const std::string& text : told_) console_.err << text << '\n';
    if (found_ > kMostTold) console_.err << fmt::format("and {} more\n", found_ - kMostTold);
    if (found_ > 0) {
      console_.err << fmt::format("see it again with: {} loop{}\n", shell_word(options_.program),
                                  options_.repeat_options);
    }
    if (sent_) sent_->close();
    if (received_) received_->close();
  }

 private:
  const LoopOptions& options_;
  const Console& console_;
  std::unique_ptr<LoopReport> report_;
  std::unique_ptr<model::CaptureWriter> sent_;
  std::unique_ptr<model::CaptureWriter> received_;
  std::uint64_t frames_ = 0;
  std::uint64_t found_ = 0;
  std::vector<std::string> told_;
};

std::vector<ChannelEvent> events_of(const LoopOptions& options) {
  std::vector<ChannelEvent> events;
  if (options.script) events = parse_events(read_text_file(*options.script), *options.script);
  for (const std::string& text : options.events) {
    events.push_back(parse_event(text, fmt::format("--event '{}'", text)));
  }
  return events;
}

}  // namespace

ExitStatus loop(const LoopOptions& options, const Console& console) {
  const WorkConfig work = load_work(options.config);
  std::vector<NamedFile> inputs = inputs_of(work, options.config);
  inputs.push_back({"the script", options.script.value_or("")});
  refuse_overwriting(inputs, {{"--sent", options.sent.value_or("")},
                              {"--received", options.received.value_or("")}});
  if (!work.doorbells.empty()) {
    throw InputError(
        fmt::format("{}: [[doorbell]], expected none: loop rings its own", options.config));
  }
  const model::DscpMap map = resolve(options.dscp, work.nic.dscp);
  const std::vector<model::RxQpConfig> peers = peers_of(work, options.config);
  WorkSetup setup = set_up(work, map);

  RtlTxPath transmitter(options.device, {}, setup.memory);
  RxDevice receiver({.spacing = options.spacing, .seed = options.device.seed}, map);
  model::Receiver model({.map = map});
  for (const model::RxQpConfig& peer : peers) {
    receiver.load(peer);
    if (const auto clash = model.add_qp(peer)) throw InputError(clash->text());
  }
  Channel channel(options.rates, events_of(options), options.device.seed);
  Sender sender(transmitter, setup, work);
  Judge judge(receiver, model, setup.memory, work, sender.lanes());
  Output output(options, console);
  const LoopTotals totals = run_loop({.transmitter = transmitter,
                                      .receiver = receiver,
                                      .sender = sender,
                                      .channel = channel,
                                      .judge = judge},
                                     output);
  output.finish(totals, sender.lanes(), work, channel);
  if (totals.disagreements > 0) return kMismatch;
  if (const auto unused = channel.unused(); !unused.empty()) throw InputError(unused.front());
  return kAgree;
}

}  // namespace rnic::app
