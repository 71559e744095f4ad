// SPDX-License-Identifier: Apache-2.0
// rnic_mac_ftile_tx: what goes in as frames on segments comes out as frames on the F-Tile's words.

#include <Vtb_rnic_mac_ftile_tx.h>

#include <optional>
#include <string>
#include <vector>

#include "tb/harness/dut_test.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_driver.h"
#include "tb/harness/throttle.h"
#include "tb/mac/ftile_bus.h"

namespace rnic::tb {
namespace {

SegPins bus_pins(Vtb_rnic_mac_ftile_tx& m) {
  return {.data = &m.tx_data_i,
          .ena = &m.tx_ena_i,
          .sop = &m.tx_sop_i,
          .eop = &m.tx_eop_i,
          .err = &m.tx_err_i,
          .mty = &m.tx_mty_i,
          .valid = &m.tx_valid_i,
          .ready = &m.tx_ready_o};
}

FtilePins mac_pins(Vtb_rnic_mac_ftile_tx& m) {
  return {.data = &m.tx_mac_data_o,
          .valid = &m.tx_mac_valid_o,
          .inframe = &m.tx_mac_inframe_o,
          .eop_empty = &m.tx_mac_eop_empty_o,
          .error = &m.tx_mac_error_o,
          .ready = &m.tx_mac_ready_i};
}

class FtileTxBench : public DutTest {
 protected:
  void start(unsigned latency) {
    sink_.emplace(run(), "mac", mac_pins(dut_.model()), latency,
                  [this](const std::vector<uint8_t>& bytes, bool err) { board_.got(bytes, err); });
    dut_->latency_i = static_cast<uint8_t>(latency);
    dut_.add(driver_);
    dut_.add(*sink_);
    dut_.add(ready_);
    dut_.reset();
    dut_.cycles(10);
  }
  void push(size_t bytes, bool err = false) {
    std::vector<uint8_t> frame(bytes);
    data_.fill(frame);
    board_.expect({.bytes = frame, .err = err});
    driver_.push({.bytes = std::move(frame), .err = err});
    ++pushed_;
  }
  void drain(uint64_t budget) {
    dut_.run_until([&] { return sink_->frames() == pushed_; }, budget);
  }

  Dut<Vtb_rnic_mac_ftile_tx> dut_{run()};
  SegDriver driver_{run(), "bus", bus_pins(dut_.model()), SegDirection::kTx};
  FrameScoreboard board_{run(), "frames at the MAC"};
  std::optional<FtileSink> sink_;
  Throttle ready_{run(), "mac ready", &dut_->tx_mac_ready_i, ReadyPattern::always()};
  Rng data_ = rng("data");
  uint64_t pushed_ = 0;
};

class FtileTx : public FtileTxBench {
 protected:
  void SetUp() override { start(3); }
};

TEST_F(FtileTx, EveryLengthFromEverySegment) {
  // Frames of 5 segments between them move the start through all segments.
  for (size_t bytes = kMinFrameBytes; bytes <= 700; ++bytes) {
    push(bytes, bytes % 7 == 0);
    if (bytes % 3 == 0) push(80);
  }
  for (size_t bytes = 700; bytes <= kMaxFrameBytes; bytes += 97) push(bytes);
  push(kMaxFrameBytes);
  drain(20000);
}

TEST_F(FtileTx, TakesABeatEveryClock) {
  // 65 bytes: five segments of which the last is nearly empty, without a gap between frames.
  for (unsigned i = 0; i < 8000; ++i) push(65);
  const uint64_t first = dut_.clock();
  drain(8000);
  expect_eq(uint64_t{5000}, sink_->beats(), "beats");
  expect(dut_.clock() - first <= 5000 + 3, "clocks for 5,000 beats");
}

TEST_F(FtileTx, AnIdleBusKeepsValidAndShowsNoFrame) {
  dut_.cycles(100);
  expect_eq(uint64_t{0}, sink_->beats(), "beats that carry something");
  push(60);
  drain(100);
  dut_.cycles(100);
  expect_eq(uint64_t{1}, sink_->beats(), "beats that carry something");
}

TEST_F(FtileTx, ABeatIsAtTheMacOneClockAfterItIsTaken) {
  push(60);
  while (driver_.sent().empty()) dut_.cycle();
  // The clock that takes it is the one before this; its beat is on the pins now, and counted then.
  expect(dut_->tx_mac_valid_o != 0 && dut_->tx_mac_inframe_o == 0x7f, "the frame is at the MAC");
  drain(3);
}

TEST_F(FtileTx, ValidIsLowInResetAndFollowsReadyBehindIt) {
  for (unsigned i = 0; i < 20; ++i) {
    push(60 + i);
    drain(100);
    dut_.cycles(i);
    dut_.reset(1 + i % 3);
    expect(dut_->tx_mac_valid_o == 0, "valid is low behind a reset");
  }
}

TEST_F(FtileTx, ShowsNoFrameBehindAResetInTheMiddleOfOne) {
  driver_.push({.bytes = std::vector<uint8_t>(1000)});
  dut_.run_until([&] { return dut_->tx_mac_inframe_o == 0xffff; }, 100);
  dut_.reset(1);
  expect_eq(0u, unsigned{dut_->tx_mac_inframe_o}, "inframe behind the reset");
}

TEST_F(FtileTx, ABrokenBusRuleIsSaid) {
  dut_.expect_assertions(true);
  dut_->tx_valid_i = 1;
  dut_->tx_ena_i = dut_->tx_eop_i = 1;  // the end of a frame that never began
  ::testing::internal::CaptureStdout();
  dut_.cycle();
  const std::string said = ::testing::internal::GetCapturedStdout();
  expect(dut_.took_assertion() && said.find("EopInFrame") != std::string::npos, said);
}

class FtileTxReady : public FtileTxBench, public ::testing::WithParamInterface<unsigned> {};

TEST_P(FtileTxReady, ValidFollowsReadyByTheLatencyWhateverItsRhythm) {
  start(GetParam());
  Rng random = rng("mix");
  for (const ReadyPattern& pattern :
       {ReadyPattern::always(), ReadyPattern::one_in(2), ReadyPattern::one_in(9),
        ReadyPattern::bursts(1, 9), ReadyPattern::bursts(9, 1), ReadyPattern::random(1, 2),
        ReadyPattern::random(7, 8)}) {
    ready_.set_pattern(pattern);
    for (const Packing packing : {Packing::kBackToBack, Packing::kRandomHoles}) {
      driver_.set_spacing({.packing = packing});
      for (unsigned i = 0; i < 120; ++i)
        push(kMinFrameBytes + random.below(i % 20 == 0 ? 9540 : 300), random.chance(10));
      drain(100000);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Latency, FtileTxReady, ::testing::Range(1u, 8u));

}  // namespace
}  // namespace rnic::tb
