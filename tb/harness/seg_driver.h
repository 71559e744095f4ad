// SPDX-License-Identifier: Apache-2.0
#pragma once

// Drives frames onto a segmented bus, RX or TX flavour, legally and as fast as the spacing says.
//
//   SegDriver driver(run, "wire", pins, SegDirection::kRx);
//   driver.set_spacing({.packing = Packing::kRandomHoles});
//   driver.set_wave(dut.wave());       // this driver's frame numbers are those of --wave-frame
//   dut.add(driver);
//   driver.push({.bytes = frame});     // is on the bus in the next clock if nothing waits
//   dut.run_until([&] { return driver.is_done(); }, 1000);
//   driver.sent().front().eop_clock

#include <deque>
#include <string>

#include "tb/harness/agent.h"
#include "tb/harness/dut.h"
#include "tb/harness/seg_bus.h"
#include "tb/harness/seg_packer.h"
#include "tb/harness/sim_run.h"

namespace rnic::tb {

class SegDriver final : public Agent {
 public:
  SegDriver(SimRun& run, std::string name, SegPins pins, SegDirection direction);

  void set_spacing(const SegSpacing& spacing) { packer_.set_spacing(spacing); }
  void set_wave(WaveWindow& wave) noexcept { wave_ = &wave; }

  // Queues a frame; returns its number, counted from 0. Any length from 1 to 16,384 bytes, so that
  // runts and giants can be tried too; the bus itself allows 60 to 9,600.
  uint64_t push(SegFrame frame);
  // Frames pushed whose eop has not been taken yet.
  uint64_t backlog() const noexcept { return waiting_.size() + on_bus_.size(); }
  bool is_done() const noexcept { return backlog() == 0; }

  // The frame whose sop is the first on the pins or, where none is there, the next to come.
  uint64_t starting_frame() const noexcept { return started_frames_; }

  // The places of the frames whose eop was taken, in order. Yours to empty in long runs.
  std::deque<SegPlace>& sent() noexcept { return sent_; }

  void rest() override;
  void sample(uint64_t clock) override;
  void drive(uint64_t clock) override;
  std::string holds() const override;

 private:
  void note_taken(uint64_t clock);

  SegPins pins_;
  SegDirection direction_;
  SegPacker packer_;
  Rng idle_data_;
  SegBeat idle_;  // nothing enabled; its data is new in every idle clock, as it may be on real pins
  WaveWindow* wave_ = nullptr;
  std::deque<SegFrame> waiting_;
  std::deque<SegPlace> on_bus_;  // planned or in part sent
  size_t started_ = 0;           // of on_bus_, those whose sop was taken
  uint64_t started_frames_ = 0;  // of all frames
  std::deque<SegPlace> sent_;
  uint64_t next_number_ = 0;
  uint64_t next_planned_ = 0;
  uint8_t sop_ = 0;  // of the beat on the pins
  uint8_t eop_ = 0;
  bool is_offered_ = false;
  bool was_stalled_ = false;
};

}  // namespace rnic::tb
