// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench/rx_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/rx/receiver.h"
#include "tb/app/processor_time.h"
#include "tb/app/rx/rx_compare.h"
#include "tb/app/rx/rx_device.h"

namespace rnic::app {
namespace {

// Compares what the device gives with what was wanted of each frame.
class RxCheck {
 public:
  RxCheck(const RxLoad& load, RxDevice& device, RxRun& run)
      : load_(load), device_(device), run_(run) {}

  void collect() {
    for (auto& answers = device_.answers(); !answers.empty(); answers.pop_front()) {
      const RxAnswer& answer = answers.front();
      if (answer.frame == 0) first_clock_ = answer.sop_clock;
      run_.clocks = answer.eop_clock - first_clock_ + 1;
      if (!answer.record) ++run_.lost;
      const model::RxRecord& wanted = load_.wanted[answer.frame];
      if (answer.record != wanted) {
        note(fmt::format("frame {}: {}", answer.frame,
                         text_of(differences(wanted, answer.record).front())));
      }
    }
    for (auto& payloads = device_.payload(); !payloads.empty(); payloads.pop_front()) {
      const RxPayload& payload = payloads.front();
      if (payload.bytes != load_.frames[payload.frame].bytes) {
        note(fmt::format("frame {}: it left with other bytes than it came with", payload.frame));
      }
    }
  }
  void finish() {
    collect();
    if (device_.counters() != load_.counters) note("the counters are not the model's");
    for (const std::string& text : device_.complaints()) note(text);
  }

 private:
  void note(const std::string& text) {
    if (run_.wrong++ == 0) run_.first_wrong = text;
  }

  const RxLoad& load_;
  RxDevice& device_;
  RxRun& run_;
  std::uint64_t first_clock_ = 0;
};

}  // namespace

RxLoad make_rx_load(const RxTrafficMix& mix, std::uint64_t frames, std::uint64_t seed) {
  RxTraffic traffic(mix, tb::Rng(seed, "rx load", "frames"));
  RxLoad load{.qps = traffic.configs()};
  model::Receiver receiver({});
  for (const model::RxQpConfig& qp : load.qps) receiver.add_qp(qp);
  load.frames.reserve(frames);
  load.wanted.reserve(frames);
  for (; frames > 0; --frames) {
    RxTrafficFrame frame = traffic.next(receiver);
    load.wanted.push_back(receiver.receive(frame.bytes, frame.mac_error));
    load.bytes += frame.bytes.size();
    load.frames.push_back(std::move(frame));
  }
  load.counters = receiver.counters();
  return load;
}

RxRun play(const RxLoad& load, Spacing spacing, std::uint64_t seed) {
  RxRun run;
  RxDevice device({.spacing = spacing, .seed = seed}, model::DscpMap::basepod());
  for (const model::RxQpConfig& qp : load.qps) device.load(qp);
  RxCheck check(load, device, run);
  const std::uint64_t first = device.clock();
  const double begin = processor_seconds();
  for (const RxTrafficFrame& frame : load.frames) {
    while (device.is_full()) {
      device.cycle();
      check.collect();
    }
    device.push({.bytes = frame.bytes, .mac_error = frame.mac_error});
  }
  while (!device.is_idle()) {
    device.cycle();
    check.collect();
  }
  run.seconds = processor_seconds() - begin;
  run.simulated_clocks = device.clock() - first;
  check.finish();
  return run;
}

}  // namespace rnic::app
