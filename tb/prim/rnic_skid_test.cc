// SPDX-License-Identifier: Apache-2.0
#include <Vtb_rnic_skid.h>

#include <deque>

#include "tb/harness/dut_test.h"
#include "tb/harness/throttle.h"

namespace rnic::tb {
namespace {

// Moves words through the buffer with a pattern at either side and checks every one.
class Skid : public DutTest {
 protected:
  void SetUp() override { dut_.reset(); }

  // Runs `clocks` clocks; returns the words that came out.
  uint64_t move(ReadyPattern offer, ReadyPattern take, uint64_t clocks) {
    Rng sides = rng("sides");
    uint64_t moved = 0;
    for (uint64_t i = 0; i < clocks; ++i) {
      // What is offered holds until taken.
      if (!dut_->in_valid_i) {
        dut_->in_valid_i = offer.next(sides);
        dut_->in_data_i = sides.next();
      }
      dut_->out_ready_i = take.next(sides);
      dut_.settle();
      const bool is_in = dut_->in_valid_i && dut_->in_ready_o;
      const bool is_out = dut_->out_valid_o && dut_->out_ready_i;
      if (dut_->out_valid_o) {
        expect(!inside_.empty(), "valid only with a word inside");
        if (!inside_.empty()) expect_eq(inside_.front(), uint64_t{dut_->out_data_o}, "word");
      }
      expect_eq(inside_.size() < 2, bool{dut_->in_ready_o != 0}, "ready unless two are inside");
      if (is_out) inside_.pop_front();
      if (is_in) inside_.push_back(dut_->in_data_i);
      moved += is_out;
      dut_.cycle();
      if (is_in) dut_->in_valid_i = 0;
    }
    return moved;
  }

  Dut<Vtb_rnic_skid> dut_{run()};
  std::deque<uint64_t> inside_;
};

TEST_F(Skid, MovesOneWordEveryClockWhenBothSidesAreWilling) {
  expect_eq(uint64_t{999}, move(ReadyPattern::always(), ReadyPattern::always(), 1000), "words");
}

TEST_F(Skid, KeepsEveryWordUnderAnyMixOfPatterns) {
  const ReadyPattern patterns[] = {ReadyPattern::always(),     ReadyPattern::one_in(2),
                                   ReadyPattern::one_in(5),    ReadyPattern::bursts(3, 4),
                                   ReadyPattern::random(1, 2), ReadyPattern::random(9, 10)};
  for (const ReadyPattern& offer : patterns) {
    for (const ReadyPattern& take : patterns) move(offer, take, 500);
  }
}

TEST_F(Skid, TakesTwoWordsWhenTheFarSideIsDeafAndNoMore) {
  move(ReadyPattern::always(), ReadyPattern::never(), 10);
  expect_eq(size_t{2}, inside_.size(), "words inside");
}

TEST_F(Skid, ReadyDoesNotFollowTheFarSideWithinAClock) {
  move(ReadyPattern::always(), ReadyPattern::never(), 10);
  dut_->out_ready_i = 1;
  dut_.settle();
  expect_eq(0, int{dut_->in_ready_o}, "ready from a flop");
}

TEST_F(Skid, ResetEmptiesIt) {
  move(ReadyPattern::always(), ReadyPattern::never(), 10);
  dut_->in_valid_i = 0;
  dut_.reset();
  inside_.clear();
  dut_.settle();
  expect_eq(0, int{dut_->out_valid_o}, "valid");
  expect_eq(1, int{dut_->in_ready_o}, "ready");
  move(ReadyPattern::random(1, 2), ReadyPattern::random(1, 2), 100);
}

}  // namespace
}  // namespace rnic::tb
