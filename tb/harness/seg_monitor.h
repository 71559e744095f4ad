// SPDX-License-Identifier: Apache-2.0
#pragma once

// Watches a segmented bus: gathers its frames with their places, and checks the protocol.
//
// The checks are written apart from rnic_seg_chk on purpose: the two watch each other.
//
//   SegMonitor monitor(run, "out", pins, SegDirection::kTx);
//   dut.add(monitor);
//   dut.run_until([&] { return !monitor.frames().empty(); }, 100);
//   SeenFrame frame = monitor.take();

#include <deque>
#include <string>
#include <vector>

#include "tb/harness/agent.h"
#include "tb/harness/seg_bus.h"
#include "tb/harness/sim_run.h"

namespace rnic::tb {

struct SeenFrame {
  std::vector<uint8_t> bytes;
  bool err = false;
  SegPlace place;
};

class SegMonitor final : public Agent {
 public:
  SegMonitor(SimRun& run, std::string name, SegPins pins, SegDirection direction);

  // Complete frames in wire order, the oldest first.
  const std::deque<SeenFrame>& frames() const noexcept { return frames_; }
  // Removes and returns the oldest; there must be one.
  SeenFrame take();
  uint64_t count() const noexcept { return count_; }

  // Keeps places but no bytes, for long runs that compare nothing here.
  void set_keep_bytes(bool keep) noexcept { keep_bytes_ = keep; }

  void rest() override;
  void sample(uint64_t clock) override;
  std::string holds() const override;

 private:
  void check_offer(uint64_t clock);
  void take_beat(uint64_t clock);
  void take_segments(const SegBeat& beat, uint64_t clock);
  void begin(unsigned segment, uint8_t slot, uint64_t clock);
  void end(const SegBeat& beat, unsigned segment, uint8_t slot, uint64_t clock);
  void complain(uint64_t clock, const std::string& what, const SegBeat& beat);

  SimRun& run_;
  SegPins pins_;
  SegDirection direction_;
  std::deque<SeenFrame> frames_;
  SeenFrame current_;
  size_t length_ = 0;  // bytes of current_ so far
  bool is_open_ = false;
  bool keep_bytes_ = true;
  uint64_t count_ = 0;
  SegBeat waiting_;  // TX: the beat that was offered and not taken
  bool is_waiting_ = false;
};

}  // namespace rnic::tb
