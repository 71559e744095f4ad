// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fixture of the tests of rnic_tx_frame: packets in, every byte of every frame compared.
//
//   push(make_.any());
//   drain();

#include <Vtb_rnic_tx_frame.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tb/harness/dut_test.h"
#include "tb/harness/frame_fields.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_monitor.h"
#include "tb/harness/throttle.h"
#include "tb/tx/frame_bench.h"
#include "tb/tx/frame_packets.h"

namespace rnic::tb {

class TxFrame : public DutTest {
 protected:
  TxFrame() {
    dut_.add(releases_);
    dut_.add(contexts_);
    dut_.add(rows_);
    dut_.add(monitor_);
    dut_.add(side_);
  }

  // How the far side takes rows; before the first packet.
  void start(ReadyPattern ready) {
    ready_.set_pattern(ready);
    dut_.add(ready_);
    dut_.reset();
  }
  void start_on_wire() {
    dut_.add(mac_);
    dut_.reset();
  }

  void push(TxPacket packet) {
    while (releases_.backlog() > kBacklog || !rows_.has_room(packet)) step();
    rows_.write(packet);
    if (!packet.discard) {
      ++pushed_;
      bytes_ += packet.frame.size();
      side_.expect({.bytes = static_cast<uint16_t>(packet.frame.size()),
                    .opcode = packet.opcode,
                    .qid = packet.qid});
      if (is_compared_) board_.expect({.bytes = packet.frame});
    }
    releases_.push(std::move(packet));
  }

  void step() {
    dut_.cycle();
    while (!monitor_.frames().empty()) {
      const SeenFrame seen = monitor_.take();
      if (is_compared_) {
        board_.got(seen.bytes, seen.err);
      } else {
        run().count_checks();
      }
      if (++seen_ == 1) first_eop_ = seen.place.eop_clock;
      last_eop_ = seen.place.eop_clock;
      const uint64_t taken = releases_.taken_clocks().front();
      releases_.taken_clocks().pop_front();
      latency_ = seen.place.sop_clock - taken;
      // Rows between the packet taken and its own first row.
      const uint64_t between = side_.rows_before(seen.place.sop_clock) - side_.rows_before(taken);
      most_between_ = std::max(most_between_, between);
      if (between > kRowsBetween) {
        run().fail(
            fmt::format("frame {}: {} rows between its release and its start", seen_ - 1, between));
      }
    }
  }

  // After a reset: what was on its way is gone.
  void forget() {
    while (!monitor_.frames().empty()) monitor_.take();
    releases_.forget();
    seen_ = pushed_;
  }

  // Everything pushed leaves; afterwards nothing is left anywhere.
  void drain(uint64_t budget = 1'000'000) {
    for (uint64_t i = 0; seen_ < pushed_ || releases_.backlog() > 0; ++i) {
      if (i > budget) {
        run().fail(fmt::format("{} of {} frames came, {} packets wait", seen_, pushed_,
                               releases_.backlog()));
        return;
      }
      step();
    }
    for (int i = 0; i < 8; ++i) step();
    expect_eq(uint64_t{0}, rows_.held(), "rows not given back");
    expect_eq(size_t{0}, side_.pulses_left(), "frames not counted");
    expect_eq(1, int{dut_->idle_o}, "idle_o");
  }

  // More rows of the bus than this never lie between a packet taken and its start.
  static constexpr uint64_t kRowsBetween = 48;
  static constexpr size_t kBacklog = 8;

  PacketMaker make_{rng("packets")};
  Dut<Vtb_rnic_tx_frame> dut_{run()};
  ReleaseDriver releases_{run(), dut_.model()};
  ContextTable contexts_{dut_.model(), make_.contexts()};
  PayloadRows rows_{run(), dut_.model()};
  Throttle ready_{run(), "mac ready", &dut_->tx_ready_i, ReadyPattern::always()};
  WireMac mac_{dut_.model()};
  SegMonitor monitor_{run(),
                      "tx",
                      {.data = &dut_->tx_data_o,
                       .ena = &dut_->tx_ena_o,
                       .sop = &dut_->tx_sop_o,
                       .eop = &dut_->tx_eop_o,
                       .err = &dut_->tx_err_o,
                       .mty = &dut_->tx_mty_o,
                       .valid = &dut_->tx_valid_o,
                       .ready = &dut_->tx_ready_i},
                      SegDirection::kTx};
  SideChecks side_{run(), dut_.model(), releases_};
  FrameScoreboard board_{run(), "frames", roce_field_at};

  bool is_compared_ = true;  // off for long runs that count clocks
  uint64_t pushed_ = 0;      // frames
  uint64_t seen_ = 0;
  uint64_t bytes_ = 0;  // of the frames pushed
  uint64_t first_eop_ = 0;
  uint64_t last_eop_ = 0;
  uint64_t latency_ = 0;  // of the newest frame: taken to first segment
  uint64_t most_between_ = 0;
};

}  // namespace rnic::tb
