// SPDX-License-Identifier: Apache-2.0
// rnic_ecp5_top: the self-test passes, and fails when what it tests is broken.

#include <bit>
#include <cstdint>
#include <set>

#include "Vtb_rnic_ecp5_top.h"
#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

// Lamps by the numbers of fpga/ecp5/rnic_ecp5_top.sv.
enum Lamp : unsigned { kPassed = 1, kFailed, kIcrcOk, kIcrcBad, kRefused, kPair, kLocked };

// 2^12 frames to pass take about 8,200 clocks.
constexpr uint64_t kPassFrames = 1 << 12;
constexpr uint64_t kPassBudget = 12'000;
// Clocks from a judged frame to its lamp, with room.
constexpr uint64_t kLampClocks = 10;

class Ecp5Top : public DutTest {
 protected:
  Ecp5Top() {
    dut_->inject_ni = 1;
    dut_->fault_i = 0;
    dut_.reset(8);
  }

  bool lamp(Lamp n) { return !(dut_->led_no >> n & 1); }
  // One clock, counted.
  void clock() {
    dut_.settle();
    frames_ += static_cast<unsigned>(std::popcount(dut_->judged_o));
    good_ += static_cast<unsigned>(std::popcount(dut_->ok_o));
    bad_ += static_cast<unsigned>(std::popcount(dut_->bad_o));
    pairs_ += dut_->judged_o == 3;
    idles_ += dut_->idle_o;
    starts_ |= dut_->sop_o;
    if (dut_->judged_o & 1) reasons_.insert(dut_->reason_0_o);
    if (dut_->judged_o & 2) reasons_.insert(dut_->reason_1_o);
    dut_.cycle();
  }
  void clocks(uint64_t n) {
    while (n-- > 0) clock();
  }
  void until_passed() {
    for (uint64_t n = 0; n < kPassBudget && !lamp(kPassed); ++n) clock();
    expect(lamp(kPassed), "passed within its budget");
  }

  Dut<Vtb_rnic_ecp5_top> dut_{run()};
  uint64_t frames_ = 0, good_ = 0, bad_ = 0, pairs_ = 0, idles_ = 0;
  unsigned starts_ = 0;
  std::set<unsigned> reasons_;
};

TEST_F(Ecp5Top, PassesWhenAllFramesAreJudgedAsWanted) {
  until_passed();
  expect(frames_ >= kPassFrames, "passed not before the last frame that it takes");
  expect(frames_ <= kPassFrames + 2 * kLampClocks, "and not long behind it");
  clocks(20'000);
  expect(lamp(kPassed) && !lamp(kFailed), "nothing fails in 20,000 clocks more");
  for (const Lamp n : {kIcrcOk, kIcrcBad, kRefused, kPair, kLocked}) expect(lamp(n), "lamp is lit");
}

TEST_F(Ecp5Top, ShowsTheReceivePathEveryKindOfFrame) {
  clocks(40'000);
  expect(frames_ > 15'000, "about a frame in two clocks");
  expect(good_ > 8'000 && bad_ > 1'000, "frames with good and with bad ICRCs");
  expect(pairs_ > 1'000, "two frames that end in one beat");
  expect(idles_ > 1'000, "idle beats");
  expect_eq(0xFFu, starts_, "segments that frames started on");
  expect_eq(15u, reasons_.size(), "reasons, ReasonNone among them");
}

TEST_F(Ecp5Top, FailsWhenAFrameIsBrokenInSecret) {
  until_passed();
  dut_->inject_ni = 0;
  clocks(400);
  dut_->inject_ni = 1;
  clocks(kLampClocks);
  expect(lamp(kFailed) && !lamp(kPassed), "failed, and passed no more");
  clocks(20'000);
  expect(lamp(kFailed) && !lamp(kPassed), "and so it stays");
}

TEST_F(Ecp5Top, FailsWhenTheIcrcEngineIsBroken) {
  dut_->fault_i = 1;
  clocks(400);
  expect(lamp(kFailed) && !lamp(kPassed), "failed");
  clocks(kPassBudget);
  expect(lamp(kFailed) && !lamp(kPassed), "never passed");
}

TEST_F(Ecp5Top, BeginsAnewBehindAReset) {
  dut_->inject_ni = 0;
  clocks(400);
  expect(lamp(kFailed), "failed");
  dut_->inject_ni = 1;
  dut_.reset(8);
  clocks(4);
  expect(!lamp(kFailed) && !lamp(kIcrcOk), "lamps are out in reset");
  until_passed();
  expect(!lamp(kFailed), "passes behind it");
}

}  // namespace
}  // namespace rnic::tb
