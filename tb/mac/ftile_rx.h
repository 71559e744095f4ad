// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bench of rnic_mac_ftile's receive side: a MAC in front of it, frames expected on our segments
// behind it, with their latency.

#include <Vtb_rnic_mac_ftile.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "tb/harness/dut_test.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_monitor.h"
#include "tb/mac/ftile_bus.h"

namespace rnic::tb {

inline constexpr uint64_t kLatency = 16;  // clocks, of a frame that is not moved
inline constexpr unsigned kFcsBytes = 4;
inline constexpr unsigned kMaxDelay = 96;  // words that a frame may be moved

inline SegPins rx_pins(Vtb_rnic_mac_ftile& m) {
  return {.data = &m.rx_data_o,
          .ena = &m.rx_ena_o,
          .sop = &m.rx_sop_o,
          .eop = &m.rx_eop_o,
          .err = &m.rx_err_o,
          .mty = &m.rx_mty_o};
}

inline FtilePins rx_mac_pins(Vtb_rnic_mac_ftile& m) {
  return {.data = &m.rx_mac_data_i,
          .valid = &m.rx_mac_valid_i,
          .inframe = &m.rx_mac_inframe_i,
          .eop_empty = &m.rx_mac_eop_empty_i,
          .error = &m.rx_mac_fcs_error_i,
          .rx_error = &m.rx_mac_error_i};
}

// Words that a frame occupies on the bus of the MAC, and, with preamble and FCS and at least a byte
// between two frames, on the wire, where the start is always on an 8-byte block (683023, 4.2.2.1).
inline unsigned words_of(size_t bytes) { return static_cast<unsigned>((bytes + 7) / 8); }
inline unsigned wire_words_of(size_t bytes) {
  return static_cast<unsigned>(1 + (bytes + kFcsBytes) / 8 + 1);
}

class FtileRx : public DutTest {
 protected:
  void SetUp() override {
    source_.on_expected([this](FtileExpected frame) {
      board_.expect({.bytes = std::move(frame.bytes), .err = frame.err});
      begun_.push_back(frame.clock);
      ++expected_;
    });
    dut_->tx_valid_i = 0;
    dut_->tx_mac_ready_i = 0;
    dut_.add(source_);
    dut_.add(monitor_);
    dut_.reset();
  }

  FtileFrame frame_of(size_t bytes, unsigned gap_words) {
    FtileFrame frame{.bytes = std::vector<uint8_t>(bytes), .gap_words = gap_words};
    data_.fill(frame.bytes);
    return frame;
  }
  void push(size_t bytes, unsigned gap_words) { source_.push(frame_of(bytes, gap_words)); }

  void compare() {
    dropped_ += dut_->stat_dropped_o;
    full_clocks_ += dut_->stat_full_o;
    while (!monitor_.frames().empty()) {
      const SeenFrame seen = monitor_.take();
      board_.got(seen.bytes, seen.err);
      if (begun_.empty()) continue;
      max_latency_ = std::max(max_latency_, seen.place.sop_clock - begun_.front());
      min_latency_ = std::min(min_latency_, seen.place.sop_clock - begun_.front());
      begun_.pop_front();
    }
  }
  // Until everything that was pushed has come out.
  void drain(uint64_t budget) {
    dut_.run_until(
        [this] {
          compare();
          return source_.is_done() && board_.waiting() == 0;
        },
        budget);
    for (unsigned i = 0; i < 40; ++i) {
      dut_.cycle();
      compare();
    }
    expect_eq(source_.dropped(), dropped_, "runts dropped");
    expect_eq(uint64_t{0}, full_clocks_, "clocks over the limit");
  }

  Dut<Vtb_rnic_mac_ftile> dut_{run()};
  FtileSource source_{run(), "mac", rx_mac_pins(dut_.model())};
  SegMonitor monitor_{run(), "bus", rx_pins(dut_.model()), SegDirection::kRx};
  FrameScoreboard board_{run(), "frames on the bus"};
  Rng data_ = rng("data");
  std::deque<uint64_t> begun_;
  uint64_t expected_ = 0;
  uint64_t dropped_ = 0;
  uint64_t full_clocks_ = 0;
  uint64_t max_latency_ = 0;
  uint64_t min_latency_ = UINT64_MAX;
};

}  // namespace rnic::tb
