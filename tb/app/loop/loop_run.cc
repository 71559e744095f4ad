// SPDX-License-Identifier: Apache-2.0
#include "tb/app/loop/loop_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

// A queue pair that was started anew so often without one packet more accepted.
constexpr std::uint64_t kMostVainRestarts = 500;

bool is_nak(const JudgedArrival& judged) {
  return judged.record && judged.record->verdict == model::Verdict::kRefuse;
}

class LoopRun {
 public:
  LoopRun(const LoopParts& parts, LoopObserver& observer)
      : parts_(parts), observer_(observer), vain_(parts.sender.lanes().size()) {}

  LoopTotals run();

 private:
  void step();
  void pass_on();
  void take(JudgedArrival& judged);
  void take_complaints(std::vector<std::string>& complaints);
  void disagree(const std::string& text);
  void restart(std::size_t lane);
  // Since the first doorbell.
  std::uint64_t clocks() const { return parts_.transmitter.clock() - parts_.sender.start_clock(); }
  // Starts queue pairs anew whose messages are missing; false if there are none.
  bool send_again();

  const LoopParts& parts_;
  LoopObserver& observer_;
  std::uint64_t receiver_start_ = 0;
  std::vector<std::uint64_t> vain_;  // restarts since the last accepted packet
  LoopTotals totals_;
};

void LoopRun::disagree(const std::string& text) {
  ++totals_.disagreements;
  observer_.disagreement(text);
}

void LoopRun::take_complaints(std::vector<std::string>& complaints) {
  for (const std::string& text : complaints) disagree(text);
  complaints.clear();
}

void LoopRun::restart(std::size_t lane) {
  Lane& it = parts_.sender.lanes()[lane];
  if (it.is_lost || parts_.sender.is_restarting(lane)) return;
  if (++vain_[lane] > kMostVainRestarts) {
    it.is_lost = true;
    return;
  }
  parts_.sender.restart(lane);
}

void LoopRun::take(JudgedArrival& judged) {
  judged.clock -= receiver_start_;
  ++totals_.arrived;
  totals_.disagreements += judged.complaints.size();
  observer_.arrived(judged);
  const auto& origin = judged.arrival.origin;
  if (!origin) return;
  if (judged.record && judged.record->verdict == model::Verdict::kAccept) vain_[origin->lane] = 0;
  // What was sent before a restart is no news.
  const Lane& lane = parts_.sender.lanes()[origin->lane];
  if (is_nak(judged) && origin->life == lane.life) restart(origin->lane);
}

void LoopRun::pass_on() {
  while (auto arrival = parts_.channel.next()) parts_.judge.push(std::move(*arrival));
}

void LoopRun::step() {
  parts_.transmitter.cycle();
  parts_.sender.work();
  for (auto& frames = parts_.sender.frames(); !frames.empty(); frames.pop_front()) {
    ++totals_.sent;
    frames.front().clock -= parts_.sender.start_clock();
    observer_.sent(frames.front());
    parts_.channel.send(std::move(frames.front().bytes), frames.front().origin);
  }
  pass_on();
  // A register access takes the transmitter more than one clock.
  while (parts_.receiver.clock() - receiver_start_ < clocks()) parts_.receiver.cycle();
  parts_.judge.collect();
  for (auto& judged = parts_.judge.judged(); !judged.empty(); judged.pop_front()) {
    take(judged.front());
  }
  take_complaints(parts_.sender.complaints());
  take_complaints(parts_.judge.complaints());
}

bool LoopRun::send_again() {
  bool is_any = false;
  auto& lanes = parts_.sender.lanes();
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Lane& lane = lanes[i];
    if (lane.qp.type != model::QpType::kRc || lane.is_lost) continue;
    if (lane.oldest_undelivered() == lane.due()) continue;
    restart(i);
    is_any = is_any || !lane.is_lost;
  }
  return is_any;
}

LoopTotals LoopRun::run() {
  receiver_start_ = parts_.receiver.clock();
  try {
    parts_.sender.start();
    while (true) {
      step();
      if (parts_.sender.is_stuck()) {
        disagree("TX nothing has left for a long time, and the model says there is something");
        break;
      }
      if (!parts_.sender.is_quiet()) continue;
      parts_.channel.flush();
      pass_on();
      if (parts_.judge.is_idle() && !send_again()) break;
    }
    totals_.clocks = clocks();
  } catch (const RtlError& error) {
    disagree(error.what());
  }
  totals_.payload_bytes = parts_.judge.payload_bytes();
  for (const Lane& lane : parts_.sender.lanes()) {
    if (!lane.is_lost) continue;
    disagree(fmt::format("QP {:#x}: started anew {} times, and nothing more of message {} arrives",
                         lane.qp.qpn, lane.restarts, lane.oldest_undelivered() + 1));
  }
  return totals_;
}

}  // namespace

LoopTotals run_loop(const LoopParts& parts, LoopObserver& observer) {
  return LoopRun(parts, observer).run();
}

}  // namespace rnic::app
