// SPDX-License-Identifier: Apache-2.0
#include <Vtb_rnic_fifo.h>

#include <deque>

#include "tb/harness/dut_test.h"
#include "tb/harness/throttle.h"

namespace rnic::tb {
namespace {

constexpr size_t kFifos = 6;
constexpr size_t kDepths[kFifos] = {2, 3, 4, 7, 16, 33};  // as in the shim

class Fifo : public DutTest {
 protected:
  void SetUp() override { dut_.reset(); }

  bool bit(uint8_t pins, size_t i) const { return (pins >> i & 1) != 0; }
  void set_bit(uint8_t& pins, size_t i, bool value) {
    pins = static_cast<uint8_t>((pins & ~(1u << i)) | (unsigned{value} << i));
  }
  uint64_t level(size_t i) const { return dut_level_ >> (8 * i) & 0xff; }

  // All FIFOs for `clocks` clocks; moved_[i] counts the words that left FIFO i.
  void move(ReadyPattern offer, ReadyPattern take, uint64_t clocks) {
    for (uint64_t clock = 0; clock < clocks; ++clock) {
      for (size_t i = 0; i < kFifos; ++i) {
        if (!bit(dut_->in_valid_i, i)) {
          set_bit(dut_->in_valid_i, i, offer.next(sides_));
          dut_->in_data_i[i] = static_cast<uint32_t>(sides_.next());
        }
        set_bit(dut_->out_ready_i, i, take.next(sides_));
      }
      dut_.settle();
      dut_level_ = dut_->level_o;
      for (size_t i = 0; i < kFifos; ++i) check_one(i);
      const uint8_t taken = dut_->in_valid_i & dut_->in_ready_o;
      dut_.cycle();
      dut_->in_valid_i = static_cast<uint8_t>(dut_->in_valid_i & ~taken);
    }
  }

  void check_one(size_t i) {
    std::deque<uint32_t>& inside = inside_[i];
    expect_eq(inside.size(), size_t{level(i)}, "level");
    expect_eq(!inside.empty(), bit(dut_->out_valid_o, i), "valid when a word is inside");
    expect_eq(inside.size() < kDepths[i], bit(dut_->in_ready_o, i), "ready when there is room");
    if (!inside.empty()) expect_eq(inside.front(), uint32_t{dut_->out_data_o[i]}, "oldest word");
    if (bit(dut_->out_valid_o, i) && bit(dut_->out_ready_i, i)) {
      if (!inside.empty()) inside.pop_front();
      ++moved_[i];
    }
    if (bit(dut_->in_valid_i, i) && bit(dut_->in_ready_o, i)) inside.push_back(dut_->in_data_i[i]);
  }

  Dut<Vtb_rnic_fifo> dut_{run()};
  Rng sides_ = rng("sides");
  std::deque<uint32_t> inside_[kFifos];
  uint64_t moved_[kFifos] = {};
  uint64_t dut_level_ = 0;
};

TEST_F(Fifo, MovesOneWordEveryClockAtEveryDepth) {
  move(ReadyPattern::always(), ReadyPattern::always(), 1000);
  for (const uint64_t moved : moved_) expect_eq(uint64_t{999}, moved, "words in 1000 clocks");
}

TEST_F(Fifo, KeepsOrderAndLevelUnderAnyMixOfPatterns) {
  const ReadyPattern patterns[] = {ReadyPattern::always(),     ReadyPattern::one_in(2),
                                   ReadyPattern::one_in(7),    ReadyPattern::bursts(40, 40),
                                   ReadyPattern::random(1, 2), ReadyPattern::random(9, 10)};
  for (const ReadyPattern& offer : patterns) {
    for (const ReadyPattern& take : patterns) move(offer, take, 400);
  }
}

TEST_F(Fifo, TakesExactlyItsDepthAndGivesAllBack) {
  for (int round = 0; round < 3; ++round) {
    move(ReadyPattern::always(), ReadyPattern::never(), 40);
    for (size_t i = 0; i < kFifos; ++i) expect_eq(kDepths[i], inside_[i].size(), "words inside");
    move(ReadyPattern::never(), ReadyPattern::always(), 40);
    // One word was still offered when the FIFOs were full, and went in with the first that left.
    for (size_t i = 0; i < kFifos; ++i) expect_eq(size_t{0}, inside_[i].size(), "words left");
  }
}

TEST_F(Fifo, RunsFullAtFullRateOnceAWordHasLeft) {
  move(ReadyPattern::always(), ReadyPattern::never(), 40);
  for (uint64_t& moved : moved_) moved = 0;
  move(ReadyPattern::always(), ReadyPattern::always(), 100);
  for (const uint64_t moved : moved_) expect_eq(uint64_t{100}, moved, "words in 100 clocks");
}

TEST_F(Fifo, ResetEmptiesIt) {
  move(ReadyPattern::always(), ReadyPattern::never(), 20);
  dut_->in_valid_i = 0;
  dut_.reset();
  for (auto& inside : inside_) inside.clear();
  move(ReadyPattern::random(1, 2), ReadyPattern::random(1, 2), 200);
}

}  // namespace
}  // namespace rnic::tb
