// SPDX-License-Identifier: Apache-2.0
#include <Vtb_rnic_pipe.h>

#include <deque>

#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

class Pipe : public DutTest {
 protected:
  // A reset fills every stage with zero.
  void reset() {
    dut_.reset(1);
    history_.assign(9, 0);
  }
  void step_and_check(int clocks) {
    for (int i = 0; i < clocks; ++i) {
      const unsigned word = words_.below(128);
      dut_->d_i = static_cast<uint8_t>(word);
      dut_.cycle();
      history_.push_front(word);
      history_.pop_back();
      expect_eq(history_.front(), unsigned{dut_->d1_o}, "1 clock");
      expect_eq(history_.back(), unsigned{dut_->d9_o}, "9 clocks");
    }
  }

  Dut<Vtb_rnic_pipe> dut_{run()};
  Rng words_ = rng("words");
  std::deque<unsigned> history_;
};

TEST_F(Pipe, StartsWithZerosAndGivesEachWordAfterItsLatency) {
  for (const int clocks : {4, 9, 500}) {
    reset();
    step_and_check(clocks);
  }
}

}  // namespace
}  // namespace rnic::tb
