// SPDX-License-Identifier: Apache-2.0
#include <Vtb_rnic_delay.h>

#include <array>
#include <deque>

#include "tb/harness/dut_test.h"

namespace {

constexpr size_t kWords = 35;  // 1100 bits
using Word = std::array<uint32_t, kWords>;

class Delay : public rnic::tb::DutTest {
 protected:
  // Drives a random word; history_[n] is what was driven n clocks before the present one.
  void step() {
    Word word;
    for (uint32_t& part : word) part = static_cast<uint32_t>(words_.next());
    word.back() &= 0xfff;  // bits above the port's width must stay zero
    std::copy(word.begin(), word.end(), dut_->d_i.data());
    history_.push_front(word);
    dut_.cycle();
  }
  // The outputs in the clock that begins: what was driven `cycles` clocks before it.
  const Word& driven(size_t cycles) const { return history_[cycles - 1]; }

  void check(size_t longest) {
    if (longest >= 3) expect_eq(driven(3)[0] & 0xff, uint32_t{dut_->d3_o}, "3 clocks");
    if (longest >= 4) expect_eq(driven(4)[0] & 1, uint32_t{dut_->d4_o}, "4 clocks");
    if (longest >= 17) {
      Word got;
      std::copy_n(dut_->d17_o.data(), kWords, got.begin());
      expect_eq(driven(17), got, "17 clocks");
    }
  }

  rnic::tb::Dut<Vtb_rnic_delay> dut_{run()};
  rnic::tb::Rng words_ = rng("words");
  std::deque<Word> history_;
};

TEST_F(Delay, GivesEachWordAfterExactlyItsLatency) {
  dut_.reset();
  for (size_t clock = 1; clock <= 2000; ++clock) {
    step();
    check(clock);
  }
}

TEST_F(Delay, KeepsItsLatencyAfterAResetInTheMiddle) {
  for (const size_t before : {0u, 1u, 5u, 13u, 16u}) {
    dut_.reset(3);
    history_.clear();
    for (size_t clock = 1; clock <= 40 + before; ++clock) {
      step();
      check(clock);
    }
  }
}

}  // namespace
