// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bench of one segmenter: messages in as orders and rows of pieces, steps out, each compared with
// what a walk through the message by the book gives.
//
//   TEST_F(Segmenter, …) {
//     post({.pieces = {{0x1000, 5000}}, .pmtu = 3});
//     finish();
//   }

#include <Vtb_rnic_segmenter.h>

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "tb/harness/dut_test.h"
#include "tb/harness/throttle.h"
#include "tb/sq/segmenter_walk.h"

namespace rnic::tb {

class Segmenter : public DutTest {
 protected:
  Segmenter();

  void post(const SegmentMessage& message);
  // Clocks until every step has come; returns the clocks from the first step to the last.
  uint64_t finish(uint64_t budget = 100'000);
  void cycle();
  // Tells the segmenter of a packet of the message in the slot, for one clock.
  void decide(unsigned slot, bool good);
  // Tells the segmenter to leave the message in work; its walk ends in front of some packet.
  void abort(unsigned slot);

  Dut<Vtb_rnic_segmenter> dut_{run()};
  ReadyPattern offer_ = ReadyPattern::always(), rows_offered_ = ReadyPattern::always(),
               take_ = ReadyPattern::always();
  std::deque<std::pair<SegmentMessage, unsigned>> orders_;  // not yet taken, with slots
  std::deque<std::pair<unsigned, SegmentWalk>> walks_;      // with slots
  std::vector<SegmentStep> cuts_;                           // turn cuts seen
  uint64_t steps_ = 0, first_step_clock_ = 0, last_step_clock_ = 0;
  // A turn cut is right where this is set.
  bool cut_is_due_ = false;
  // Every packet is judged good at once, but for those of an aborted message.
  bool judges_ = false;
  // Orders may be handed back where this is set; those seen.
  bool hands_back_ = false;
  uint64_t handed_back_ = 0;

 private:
  void drive();
  void check_step();

  Rng noise_ = rng("noise");
  std::deque<std::array<SegmentPiece, 4>> rows_;
  unsigned next_slot_ = 0;
  std::optional<unsigned> aborted_;
};

}  // namespace rnic::tb
