// SPDX-License-Identifier: Apache-2.0
// rnic_mac_dcmac: frames pass in both directions, every segment by its own name, whatever the MAC
// shows where it says nothing.

#include <string>
#include <utility>
#include <vector>

#include "Vtb_rnic_mac_dcmac.h"
#include "tb/harness/dut_test.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_driver.h"
#include "tb/harness/seg_monitor.h"
#include "tb/harness/throttle.h"

namespace rnic::tb {
namespace {

using Model = Vtb_rnic_mac_dcmac;

SegPins tx_pins(Model& m) {
  return {.data = &m.tx_data_i,
          .ena = &m.tx_ena_i,
          .sop = &m.tx_sop_i,
          .eop = &m.tx_eop_i,
          .err = &m.tx_err_i,
          .mty = &m.tx_mty_i,
          .valid = &m.tx_valid_i,
          .ready = &m.tx_ready_o};
}
SegPins mac_tx_pins(Model& m) {
  return {.data = &m.mac_tx_data_o,
          .ena = &m.mac_tx_ena_o,
          .sop = &m.mac_tx_sop_o,
          .eop = &m.mac_tx_eop_o,
          .err = &m.mac_tx_err_o,
          .mty = &m.mac_tx_mty_o,
          .valid = &m.mac_tx_valid_o,
          .ready = &m.mac_tx_ready_i};
}
SegPins mac_rx_pins(Model& m) {
  return {.data = &m.mac_rx_data_i,
          .ena = &m.mac_rx_ena_i,
          .sop = &m.mac_rx_sop_i,
          .eop = &m.mac_rx_eop_i,
          .err = &m.mac_rx_err_i,
          .mty = &m.mac_rx_mty_i};
}
SegPins rx_pins(Model& m) {
  return {.data = &m.rx_data_o,
          .ena = &m.rx_ena_o,
          .sop = &m.rx_sop_o,
          .eop = &m.rx_eop_o,
          .err = &m.rx_err_o,
          .mty = &m.rx_mty_o};
}

// What the MAC shows where it says nothing.
class Noise final : public Agent {
 public:
  Noise(SimRun& run, uint8_t* pin) : Agent("noise"), pin_(pin), rng_(run.rng(name())) {}
  void rest() override { *pin_ = static_cast<uint8_t>(rng_.below(256)); }
  void drive(uint64_t) override { *pin_ = static_cast<uint8_t>(rng_.below(256)); }

 private:
  uint8_t* pin_;
  Rng rng_;
};

class MacDcmac : public DutTest {
 protected:
  void SetUp() override {
    for (Agent* agent : std::initializer_list<Agent*>{&tx_driver_, &tx_monitor_, &ready_,
                                                      &rx_driver_, &rx_monitor_, &noise_})
      dut_.add(*agent);
    dut_.reset();
  }

  SegFrame frame(size_t bytes) {
    SegFrame made{.bytes = std::vector<uint8_t>(bytes), .err = data_.chance(10)};
    data_.fill(made.bytes);
    return made;
  }
  void send_both(size_t bytes) {
    SegFrame out = frame(bytes);
    tx_board_.expect({.bytes = out.bytes, .err = out.err});
    tx_driver_.push(std::move(out));
    SegFrame in = frame(bytes);
    rx_board_.expect({.bytes = in.bytes, .err = in.err});
    rx_driver_.push(std::move(in));
  }
  void until_all_came(uint64_t budget) {
    dut_.run_until(
        [&] {
          take(tx_driver_, tx_monitor_, tx_board_, 0);
          take(rx_driver_, rx_monitor_, rx_board_, 1);
          return tx_board_.waiting() == 0 && rx_board_.waiting() == 0;
        },
        budget);
  }

  Dut<Model> dut_{run()};
  SegDriver tx_driver_{run(), "core tx", tx_pins(dut_.model()), SegDirection::kTx};
  SegMonitor tx_monitor_{run(), "mac tx", mac_tx_pins(dut_.model()), SegDirection::kTx};
  SegDriver rx_driver_{run(), "mac rx", mac_rx_pins(dut_.model()), SegDirection::kRx};
  SegMonitor rx_monitor_{run(), "core rx", rx_pins(dut_.model()), SegDirection::kRx};
  Throttle ready_{run(), "mac ready", &dut_->mac_tx_ready_i, ReadyPattern::random(3, 4)};
  Noise noise_{run(), &dut_->noise_i};
  FrameScoreboard tx_board_{run(), "tx frames"};
  FrameScoreboard rx_board_{run(), "rx frames"};
  Rng data_ = rng("data");

 private:
  void take(SegDriver& driver, SegMonitor& monitor, FrameScoreboard& board, uint64_t clocks) {
    while (!monitor.frames().empty()) {
      const SeenFrame seen = monitor.take();
      board.got(seen.bytes, seen.err);
      const SegPlace sent = driver.sent().front();
      driver.sent().pop_front();
      expect_eq(sent.eop_clock + clocks, seen.place.eop_clock, "clock of eop");
      expect_eq(sent.sop_segment, seen.place.sop_segment, "segment of sop");
      expect_eq(sent.eop_segment, seen.place.eop_segment, "segment of eop");
    }
  }
};

TEST_F(MacDcmac, CarriesEveryLengthFromEverySegmentBothWays) {
  for (const Packing packing : {Packing::kBackToBack, Packing::kRandomHoles}) {
    rx_driver_.set_spacing({.packing = packing});
    for (size_t bytes = kMinFrameBytes; bytes <= 400; ++bytes) {
      send_both(bytes);
      if (bytes % 3 == 0) send_both(80);
    }
    until_all_came(20000);
  }
}

TEST_F(MacDcmac, CarriesTheLongestFrames) {
  rx_driver_.set_spacing({.packing = Packing::kRandomHoles});
  for (unsigned i = 0; i < 20; ++i) send_both(kMaxFrameBytes - i);
  until_all_came(20000);
}

class MacDcmacReset : public DutTest {
 protected:
  Dut<Model> dut_{run()};
};

TEST_F(MacDcmacReset, WhatTheMacSendsInResetIsNotThere) {
  dut_->tx_valid_i = 0;
  mac_rx_pins(dut_.model()).write({.data = {}, .ena = 0xff});
  dut_.reset(4);
  expect_eq(0u, unsigned{dut_->rx_ena_o}, "segments on the bus behind a reset");
  dut_->mac_rx_ena_i = 0;
  dut_.cycle();
}

}  // namespace
}  // namespace rnic::tb
