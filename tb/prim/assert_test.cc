// SPDX-License-Identifier: Apache-2.0
// The assertion macros are alive in simulation. (assertions.absent_in_synthesis is the other half.)
#include <Vtb_assert.h>

#include <string>

#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

class Assertions : public DutTest {
 protected:
  void SetUp() override {
    dut_->low_i = dut_->before_i = dut_->after_i = 0;
    dut_.reset();
  }
  // One clock; what was printed in it, empty when no assertion fired.
  std::string printed_by_a_clock() {
    dut_.expect_assertions(true);
    ::testing::internal::CaptureStdout();
    dut_.cycle();
    std::string text = ::testing::internal::GetCapturedStdout();
    expect_eq(!text.empty(), dut_.took_assertion(), "seen by the harness");
    return text;
  }

  Dut<Vtb_assert> dut_{run()};
};

TEST_F(Assertions, PrintNameAndSentenceWhenBroken) {
  expect_eq(std::string(), printed_by_a_clock(), "while it holds");
  dut_->low_i = 1;
  const std::string text = printed_by_a_clock();
  expect(text.find("StaysLow: low_i is high") != std::string::npos, text);
  expect(text.find("tb_assert.sv:") != std::string::npos, text);
  dut_->low_i = 0;
  expect_eq(std::string(), printed_by_a_clock(), "when it holds again");
}

TEST_F(Assertions, LookAtTheClockBefore) {
  dut_->before_i = 1;
  expect_eq(std::string(), printed_by_a_clock(), "the first clock");
  const std::string text = printed_by_a_clock();
  expect(text.find("Follows: after_i does not follow before_i") != std::string::npos, text);
}

TEST_F(Assertions, AreOffInReset) {
  dut_->low_i = 1;
  dut_.expect_assertions(true);
  dut_.reset();
  expect(!dut_.took_assertion(), "none fired in reset");
  dut_->low_i = 0;
}

TEST_F(Assertions, EndTheRunWhenNotExpected) {
  dut_->low_i = 1;
  EXPECT_THROW(dut_.cycle(), DutError);
  run().count_checks();
}

}  // namespace
}  // namespace rnic::tb
