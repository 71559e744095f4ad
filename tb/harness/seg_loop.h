// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bench facing itself (tb_seg_loop.sv) with driver, monitor and scoreboard on either bus.
// For the tests of the harness; not for tests of the design.

#include <vector>

#include "tb/harness/dut_test.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_driver.h"
#include "tb/harness/seg_loop_pins.h"
#include "tb/harness/seg_monitor.h"
#include "tb/harness/throttle.h"

namespace rnic::tb {

class SegLoop : public DutTest {
 protected:
  SegLoop() {
    dut_.add(rx_driver_);
    dut_.add(rx_monitor_);
    dut_.add(tx_driver_);
    dut_.add(tx_monitor_);
    dut_.add(tx_throttle_);
    rx_driver_.set_wave(dut_.wave());
    dut_.reset();
  }

  std::vector<uint8_t> random_frame(size_t bytes) {
    std::vector<uint8_t> frame(bytes);
    bytes_.fill(frame);
    return frame;
  }

  // Sends on one bus and expects it at its end.
  void send_rx(SegFrame frame) {
    rx_board_.expect({.bytes = frame.bytes, .err = frame.err});
    rx_driver_.push(std::move(frame));
  }
  void send_tx(SegFrame frame) {
    tx_board_.expect({.bytes = frame.bytes, .err = frame.err});
    tx_driver_.push(std::move(frame));
  }

  // Clocks until all frames came through; compares each with what was sent, its place included.
  void run(uint64_t budget) {
    dut_.run_until(
        [&] {
          compare(rx_driver_, rx_monitor_, rx_board_);
          compare(tx_driver_, tx_monitor_, tx_board_);
          return rx_board_.waiting() == 0 && tx_board_.waiting() == 0;
        },
        budget);
  }
  using DutTest::run;

  Dut<Vtb_seg_loop> dut_{run()};
  Vtb_seg_loop& model_ = dut_.model();
  SegDriver rx_driver_{run(), "rx driver", rx_in_pins(model_), SegDirection::kRx};
  SegMonitor rx_monitor_{run(), "rx monitor", rx_out_pins(model_), SegDirection::kRx};
  SegDriver tx_driver_{run(), "tx driver", tx_in_pins(model_), SegDirection::kTx};
  SegMonitor tx_monitor_{run(), "tx monitor", tx_out_pins(model_), SegDirection::kTx};
  Throttle tx_throttle_{run(), "tx ready", &model_.tx_out_ready_i, ReadyPattern::always()};
  FrameScoreboard rx_board_{run(), "rx frames"};
  FrameScoreboard tx_board_{run(), "tx frames"};
  Rng bytes_ = rng("bytes");
  std::vector<SegPlace> rx_places_;  // of all RX frames, as the driver saw them

 private:
  void compare(SegDriver& driver, SegMonitor& monitor, FrameScoreboard& board) {
    while (!monitor.frames().empty()) {
      const SeenFrame seen = monitor.take();
      board.got(seen.bytes, seen.err);
      const SegPlace sent = driver.sent().front();
      driver.sent().pop_front();
      if (&driver == &rx_driver_) {
        rx_places_.push_back(sent);
        expect_eq(sent.sop_clock + 1, seen.place.sop_clock, "clock of sop");
        expect_eq(sent.eop_clock + 1, seen.place.eop_clock, "clock of eop");
      }
      expect_eq(sent.frame, seen.place.frame, "number");
      expect_eq(sent.sop_segment, seen.place.sop_segment, "segment of sop");
      expect_eq(sent.eop_segment, seen.place.eop_segment, "segment of eop");
      expect_eq(sent.sop_slot, seen.place.sop_slot, "slot of sop");
      expect_eq(sent.eop_slot, seen.place.eop_slot, "slot of eop");
    }
  }
};

}  // namespace rnic::tb
