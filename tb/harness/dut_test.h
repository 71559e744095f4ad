// SPDX-License-Identifier: Apache-2.0
#pragma once

// Base of every GoogleTest fixture with a Dut: seed, waves, checks made, and a strict end.
//
// A test fails when a scoreboard still holds something, an assertion fired, or nothing was checked.
// A failing test prints the command that repeats it.
//
//   class FifoTest : public rnic::tb::DutTest {
//    protected:
//     Dut<Vtb_rnic_fifo> dut_{run()};
//   };
//   TEST_F(FifoTest, KeepsTheOrder) { dut_.reset(); … expect_eq(want, dut_->q_o, "q_o"); }

#include <gtest/gtest.h>

#include <string_view>

#include "tb/harness/dut.h"
#include "tb/harness/sim_run.h"

namespace rnic::tb {

class DutTest : public ::testing::Test {
 public:
  DutTest();

 protected:
  SimRun& run() noexcept { return run_; }
  Rng rng(std::string_view agent) const { return run_.rng(agent); }

  // A counted check: use it, or a scoreboard, or run().count_checks() behind own comparisons.
  template <class Want, class Got>
  void expect_eq(const Want& want, const Got& got, std::string_view what) {
    run_.count_checks();
    if (!(want == got)) {
      run_.fail(std::string(what) + ": want " + ::testing::PrintToString(want) + ", got " +
                ::testing::PrintToString(got));
    }
  }
  // The same for a condition.
  void expect(bool holds, std::string_view what) {
    run_.count_checks();
    if (!holds) run_.fail(std::string(what));
  }

  void TearDown() override;

 private:
  SimRun run_;
};

}  // namespace rnic::tb
