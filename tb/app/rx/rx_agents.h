// SPDX-License-Identifier: Apache-2.0
//
// The agents at the pins of tb_rnic_rx.sv: the wire that brings frames, and what takes records.
//
//   RxWire wire(run, pins, bus_spacing(Spacing::kBackToBack), dut.wave());
//   RecordAgent records(dut.model(), wire, complaints);
//   dut.add(wire);
//   dut.add(records);                    // behind the wire, whose ends it takes
#pragma once

#include <Vtb_rnic_rx.h>
#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "tb/app/rx/record_matcher.h"
#include "tb/app/rx/rx_pins.h"
#include "tb/harness/dut.h"
#include "tb/harness/seg_driver.h"

namespace rnic::app {

// The wire: a driver that a reset replaces, since a MAC forgets what it was sending.
class RxWire final : public tb::Agent {
 public:
  RxWire(tb::SimRun& run, tb::SegPins pins, const tb::SegSpacing& spacing, tb::WaveWindow& wave)
      : Agent("wire"), run_(run), pins_(pins), spacing_(spacing), wave_(wave) {
    renew();
  }

  void renew() {
    driver_ = std::make_unique<tb::SegDriver>(run_, fmt::format("wire {}", ++made_), pins_,
                                              tb::SegDirection::kRx);
    driver_->set_spacing(spacing_);
    driver_->set_wave(wave_);
  }
  tb::SegDriver& driver() noexcept { return *driver_; }

  void rest() override { driver_->rest(); }
  void sample(std::uint64_t clock) override { driver_->sample(clock); }
  void drive(std::uint64_t clock) override { driver_->drive(clock); }
  std::string holds() const override { return driver_->holds(); }

 private:
  tb::SimRun& run_;
  tb::SegPins pins_;
  tb::SegSpacing spacing_;
  tb::WaveWindow& wave_;
  std::unique_ptr<tb::SegDriver> driver_;
  unsigned made_ = 0;
};

// Puts the numbers of the frames that start in the beat beside it, for waves.
class PacketNumbers final : public tb::Agent {
 public:
  PacketNumbers(Vtb_rnic_rx& model, RxWire& wire)
      : Agent("packet numbers"), model_(model), wire_(wire) {}

  // In the order of the driver's frames.
  void push(std::uint32_t number) { numbers_.push_back(number); }

  void rest() override {
    numbers_.clear();
    first_ = 0;
    model_.rx_packet_0_i = model_.rx_packet_1_i = 0;
  }
  // Behind the wire, which has put its beat on the pins.
  void drive(std::uint64_t) override {
    for (; first_ < wire_.driver().starting_frame(); ++first_) numbers_.pop_front();
    const unsigned starts = static_cast<unsigned>(std::popcount(model_.rx_sop_i));
    model_.rx_packet_0_i = starts > 0 ? numbers_[0] : 0;
    model_.rx_packet_1_i = starts > 1 ? numbers_[1] : 0;
  }

 private:
  Vtb_rnic_rx& model_;
  RxWire& wire_;
  std::deque<std::uint32_t> numbers_;  // of the frames whose sop was not taken
  std::uint64_t first_ = 0;            // the driver's number of the first of them
};

// Takes the records off the pins, and notes where the ICRC's word on a frame comes at another time.
class RecordAgent final : public tb::Agent {
 public:
  RecordAgent(Vtb_rnic_rx& model, RxWire& wire, std::vector<std::string>& complaints)
      : Agent("records"), model_(model), wire_(wire), complaints_(complaints) {}

  RecordMatcher& matcher() noexcept { return matcher_; }

  void rest() override {
    matcher_.clear();
    icrc_due_.clear();
  }
  void sample(std::uint64_t clock) override {
    auto& sent = wire_.driver().sent();
    for (; !sent.empty(); sent.pop_front()) {
      matcher_.ended(sent.front());
      icrc_due_.push_back(sent.front().eop_clock + kIcrcClocks);
    }
    check_icrc(clock);
    if (!model_.valid_o && !matcher_.is_due(clock)) return;
    const unsigned strays = matcher_.clock(clock, {record_at(model_, 0), record_at(model_, 1)});
    if (strays > 0) {
      complaints_.push_back(
          fmt::format("clock {}: {} record{} of no frame", clock, strays, strays == 1 ? "" : "s"));
    }
  }

 private:
  // From a frame's last segment to the ICRC's word on it.
  static constexpr std::uint64_t kIcrcClocks = 15;

  void check_icrc(std::uint64_t clock) {
    unsigned due = 0;
    for (; !icrc_due_.empty() && icrc_due_.front() <= clock; icrc_due_.pop_front()) ++due;
    const unsigned came = (model_.icrc_valid_o & 1u) + (model_.icrc_valid_o >> 1);
    if (came == due) return;
    complaints_.push_back(
        fmt::format("clock {}: the ICRC of {} frames was due, of {} it came", clock, due, came));
  }

  Vtb_rnic_rx& model_;
  RxWire& wire_;
  std::vector<std::string>& complaints_;
  RecordMatcher matcher_;
  std::deque<std::uint64_t> icrc_due_;
};

}  // namespace rnic::app
