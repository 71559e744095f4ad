// SPDX-License-Identifier: Apache-2.0
//
// One loop run: sender, channel and judge together until every message that can arrive has, with
// each arrival given to an observer. It prints and saves nothing.
//
//   const LoopTotals totals = run_loop(parts, observer);
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tb/app/loop/channel.h"
#include "tb/app/loop/judge.h"
#include "tb/app/loop/sender.h"

namespace rnic::app {

class LoopObserver {
 public:
  virtual ~LoopObserver() = default;
  // Clocks of both count from the first doorbell.
  virtual void sent(const SentPacket& packet) = 0;
  virtual void arrived(const JudgedArrival& arrival) = 0;
  // Anything else that is not as the model says.
  virtual void disagreement(const std::string& text) = 0;
};

struct LoopTotals {
  std::uint64_t sent = 0;
  std::uint64_t arrived = 0;
  std::uint64_t clocks = 0;
  std::uint64_t payload_bytes = 0;  // compared
  std::uint64_t disagreements = 0;
};

struct LoopParts {
  TxDevice& transmitter;
  RxDevice& receiver;
  Sender& sender;
  Channel& channel;
  Judge& judge;
};

// Where the RTL stops, that is a disagreement, the last one.
LoopTotals run_loop(const LoopParts& parts, LoopObserver& observer);

}  // namespace rnic::app
