// SPDX-License-Identifier: Apache-2.0
#pragma once

// The receive payload buffer with all that stands around it but the source of frames: what the
// input showed is decided kRecordCycles later, and what was accepted is compared at the output.
//
//   class Test : public PayloadBufferBench { SegDriver driver_{run(), "wire", wire_pins(), …}; };
//   decide_next(true);                       // of the next frame that ends at the input
//   dut_.cycle(); compare();

#include <Vtb_rnic_rx_payload_buffer.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tb/harness/dut_test.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_monitor.h"

namespace rnic::tb {

inline constexpr uint64_t kRecordCycles = 26;  // from a frame's last segment to its decision
inline constexpr uint64_t kOutCycles = 4;      // from the decision to the frame's first beat out
// A frame's beats behind its first one, at most: 9,600 bytes on the last segment of a beat.
inline constexpr uint64_t kLongestBeats = 75;

// Decides each frame that ends at the input, in its turn.
class Decider final : public Agent {
 public:
  Decider(Vtb_rnic_rx_payload_buffer& model, SegMonitor& input)
      : Agent("decisions"), model_(model), input_(input) {}

  void next(bool accept) { accepts_.push_back(accept); }
  // Frames that were accepted, as they came in.
  std::deque<SeenFrame>& accepted() noexcept { return accepted_; }
  bool is_done() const noexcept { return due_.empty() && accepted_.empty(); }

  void rest() override {
    model_.decided_valid_i = model_.decided_accept_i = 0;
    due_.clear();
    accepts_.clear();
    accepted_.clear();
    while (!input_.frames().empty()) input_.take();
  }
  void sample(uint64_t) override {
    while (!input_.frames().empty()) {
      SeenFrame frame = input_.take();
      due_.push_back({frame.place.eop_clock + kRecordCycles, accepts_.front()});
      if (accepts_.front()) accepted_.push_back(std::move(frame));
      accepts_.pop_front();
    }
  }
  void drive(uint64_t clock) override {
    unsigned valid = 0;
    unsigned accept = noise_.byte() & 3;  // means nothing where no frame is decided
    for (unsigned slot = 0; !due_.empty() && due_.front().first == clock; ++slot) {
      valid |= 1u << slot;
      accept = (accept & ~(1u << slot)) | (due_.front().second ? 1u << slot : 0u);
      due_.pop_front();
    }
    model_.decided_valid_i = static_cast<uint8_t>(valid);
    model_.decided_accept_i = static_cast<uint8_t>(accept);
  }
  std::string holds() const override {
    if (is_done()) return {};
    return fmt::format("{} frames to decide, {} accepted ones", due_.size(), accepted_.size());
  }

 private:
  Vtb_rnic_rx_payload_buffer& model_;
  SegMonitor& input_;
  std::deque<bool> accepts_;
  std::deque<std::pair<uint64_t, bool>> due_;  // clock, accept
  std::deque<SeenFrame> accepted_;
  Rng noise_{7};
};

class PayloadBufferBench : public DutTest {
 protected:
  void add_agents() {
    dut_.add(input_);
    dut_.add(decider_);
    dut_.add(output_);
  }

  void decide_next(bool accept) { decider_.next(accept); }

  // What left since the last call.
  void compare() {
    while (!output_.frames().empty()) compare(output_.take());
  }

  SegPins wire_pins() {
    return {.data = &dut_->rx_data_i,
            .ena = &dut_->rx_ena_i,
            .sop = &dut_->rx_sop_i,
            .eop = &dut_->rx_eop_i,
            .err = &dut_->rx_err_i,
            .mty = &dut_->rx_mty_i};
  }

  Dut<Vtb_rnic_rx_payload_buffer> dut_{run()};
  SegMonitor input_{run(), "input", wire_pins(), SegDirection::kRx};
  Decider decider_{dut_.model(), input_};
  SegMonitor output_{run(),
                     "payload",
                     {.data = &dut_->out_data_o,
                      .ena = &dut_->out_ena_o,
                      .sop = &dut_->out_sop_o,
                      .eop = &dut_->out_eop_o,
                      .err = &dut_->out_err_o,
                      .mty = &dut_->out_mty_o},
                     SegDirection::kRx};
  FrameScoreboard board_{run(), "payload frames"};
  uint64_t longest_wait_ = 0;   // clocks of a first segment
  uint64_t longest_delay_ = 0;  // clocks from the end of a frame at the input to its start at the
                                // output

 private:
  void compare(const SeenFrame& out) {
    if (decider_.accepted().empty()) {
      expect(false, "a frame left that was not accepted");
      return;
    }
    const SeenFrame in = std::move(decider_.accepted().front());
    decider_.accepted().pop_front();
    board_.expect({.bytes = in.bytes, .err = in.err});
    board_.got(out.bytes, out.err);
    expect_eq(in.place.sop_segment, out.place.sop_segment, "the segment on which it starts");
    expect_eq(in.place.eop_segment, out.place.eop_segment, "the segment on which it ends");
    const uint64_t delay = out.place.sop_clock - in.place.eop_clock;
    expect(out.place.sop_clock >= in.place.eop_clock + kRecordCycles + kOutCycles,
           "a frame leaves behind its decision");
    longest_delay_ = std::max(longest_delay_, delay);
    longest_wait_ = std::max(longest_wait_, out.place.sop_clock - in.place.sop_clock);
  }
};

}  // namespace rnic::tb
