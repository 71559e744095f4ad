// SPDX-License-Identifier: Apache-2.0
// The receive payload buffer: accepted frames leave with every byte, in order and in place, the
// others leave no trace, whatever stands beside them and however long they wait.
#include <fmt/format.h>

#include <cstdint>
#include <deque>
#include <string>
#include <tuple>
#include <vector>

#include "tb/harness/seg_driver.h"
#include "tb/harness/seg_packer.h"
#include "tb/icrc/packing_case.h"
#include "tb/rx_buffer/payload_buffer_bench.h"

namespace rnic::tb {
namespace {

class RxPayloadBuffer : public PayloadBufferBench {
 protected:
  RxPayloadBuffer() {
    driver_.set_wave(dut_.wave());
    dut_.add(driver_);
    add_agents();
    dut_.reset();
  }

  void push(size_t bytes, bool accept, unsigned gap_segments = 0) {
    SegFrame frame{.bytes = std::vector<uint8_t>(bytes), .gap_segments = gap_segments};
    content_.fill(frame.bytes);
    frame.err = content_.chance(5);  // no business of the buffer
    decide_next(accept);
    driver_.push(std::move(frame));
    while (driver_.backlog() > 8) step();
  }
  void step() {
    dut_.cycle();
    compare();
  }
  // Everything pushed has left, and nothing more comes.
  void drain() {
    dut_.run_until(
        [&] {
          compare();
          return driver_.is_done() && decider_.is_done();
        },
        100'000);
    for (uint64_t i = 0; i < 2 * kLongestBeats; ++i) step();
  }

  SegDriver driver_{run(), "wire", wire_pins(), SegDirection::kRx};
  Rng content_ = rng("content");
  Rng choice_ = rng("choice");
};

TEST_F(RxPayloadBuffer, GivesALoneFrameOutFourClocksBehindItsDecision) {
  for (unsigned start = 0; start < 8; ++start) {
    driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = start});
    for (const size_t bytes : {60, 64, 65, 1000}) {
      push(bytes, true);
      drain();
    }
  }
  expect_eq(uint64_t{32}, output_.count(), "frames at the output");
  expect_eq(kRecordCycles + kOutCycles, longest_delay_, "clocks of the longest delay");
}

TEST_F(RxPayloadBuffer, ShowsNothingOfAFrameThatIsNotAccepted) {
  for (int i = 0; i < 1000; ++i) push(60 + choice_.below(500), false);
  drain();
  expect_eq(uint64_t{1000}, input_.count(), "frames at the input");
  expect_eq(uint64_t{0}, output_.count(), "frames at the output");
}

// Three frames share beats in every way that 60 to 200 bytes allow; each of the eight choices.
TEST_F(RxPayloadBuffer, CutsSharedBeatsBetweenAcceptedAndDropped) {
  for (unsigned bytes = 60; bytes <= 200; ++bytes) {
    for (unsigned mask = 0; mask < 8; ++mask) {
      for (unsigned n = 0; n < 3; ++n) push(bytes, ((mask >> n) & 1) != 0);
      push(60 + choice_.below(70), choice_.chance(50), choice_.below(3));
    }
  }
  drain();
}

// The longest wait there is: a frame of 9,600 bytes on the last segment of a beat, on a full bus.
TEST_F(RxPayloadBuffer, HoldsTheLongestFramesBackToBackOnEverySegment) {
  for (unsigned start = 0; start < 8; ++start) {
    for (int i = 0; i < 6; ++i) push(9600, true, i == 0 ? start : 0);
    for (int i = 0; i < 200; ++i) push(60, true);
    push(60 + 16 * start, false);
  }
  drain();
  expect_eq(kLongestBeats + kRecordCycles + kOutCycles, longest_wait_,
            "clocks of the longest wait");
}

// Idle beats in the longest frames, many more of them than there are rows: only beats count.
TEST_F(RxPayloadBuffer, PausesInsideFramesCostNoRoom) {
  driver_.set_spacing({.packing = Packing::kRandomHoles,
                       .hole_percent = 10,
                       .idle_percent = 90,
                       .max_idle_beats = 20});
  for (int i = 0; i < 20; ++i) {
    push(9600, choice_.chance(70));
    push(60, choice_.chance(50));
  }
  driver_.set_spacing({.packing = Packing::kBackToBack});
  for (int i = 0; i < 20; ++i) push(9600, true);
  drain();
  expect(longest_wait_ > 4 * kLongestBeats, "a frame waits for its own pauses");
}

// Every packing, and shares of accepted frames from few to all.
using Mix = std::tuple<PackingCase, unsigned>;
class RxPayloadBufferMix : public RxPayloadBuffer, public ::testing::WithParamInterface<Mix> {};

std::string mix_name(const ::testing::TestParamInfo<Mix>& info) {
  return fmt::format("{}Accept{}", std::get<0>(info.param).name, std::get<1>(info.param));
}

TEST_P(RxPayloadBufferMix, GivesAcceptedFramesOutByteForByte) {
  const auto& [packing, percent] = GetParam();
  driver_.set_spacing(packing.spacing);
  for (uint64_t n = packing.count(); n > 0; --n) {
    const bool is_long = choice_.chance(5);
    push(60 + choice_.below(is_long ? 9541 : 200), choice_.chance(percent));
  }
  drain();
}

INSTANTIATE_TEST_SUITE_P(Packings, RxPayloadBufferMix,
                         ::testing::Combine(::testing::ValuesIn(kPackingCases),
                                            ::testing::Values(1u, 50u, 90u, 100u)),
                         mix_name);

// Plays beats, and forgets them in a reset.
class BeatSource final : public Agent {
 public:
  explicit BeatSource(SegPins pins) : Agent("source"), pins_(pins) {}

  void append(const SegBeat& beat) { beats_.push_back(beat); }

  void rest() override {
    beats_.clear();
    pins_.write_empty();
  }
  void drive(uint64_t) override {
    pins_.write_empty();
    if (beats_.empty()) return;
    pins_.write(beats_.front());
    beats_.pop_front();
  }

 private:
  SegPins pins_;
  std::deque<SegBeat> beats_;
};

class RxPayloadBufferReset : public PayloadBufferBench {
 protected:
  RxPayloadBufferReset() {
    dut_.add(source_);
    add_agents();
    dut_.reset();
  }

  // Beats of `frames` random frames, back to back, accepted or not.
  uint64_t append(unsigned frames) {
    SegPacker packer(SegDirection::kRx, Rng(choice_.next()));
    uint64_t beats = 0;
    for (unsigned left = frames; left > 0 || !packer.is_empty();) {
      for (; left > 0 && !packer.is_ahead(); --left) {
        SegFrame frame{.bytes = std::vector<uint8_t>(60 + choice_.below(700))};
        choice_.fill(frame.bytes);
        packer.append(frame);
        decide_next(choice_.chance(50));
      }
      if (const SegBeat* beat = packer.pop()) source_.append(*beat), ++beats;
    }
    return beats;
  }

  BeatSource source_{wire_pins()};
  Rng choice_ = rng("choice");
};

// Frames in every state: in part on the bus, whole and undecided, decided and not yet out.
TEST_F(RxPayloadBufferReset, ForgetsWhatItHolds) {
  for (int round = 0; round < 500; ++round) {
    const uint64_t beats = append(choice_.between(1, 60));
    dut_.cycles(choice_.between(1, static_cast<uint32_t>(beats) + kRecordCycles + kOutCycles));
    compare();
    dut_.reset(1 + round % 3);
    while (!output_.frames().empty()) output_.take();
    const uint64_t before = output_.count();
    append(20);
    dut_.run_until(
        [&] {
          compare();
          return input_.count() != 0 && decider_.is_done() && output_.count() > before;
        },
        1000);
    dut_.cycles(100);
    compare();
    expect(decider_.is_done(), "all accepted frames left");
  }
}

// A MAC that goes on through a reset: no bus rule allows it, and nothing of it must leave.
class RxPayloadBufferPins : public DutTest {
 protected:
  void put(uint8_t ena, uint8_t sop, uint8_t eop, bool decided = false) {
    dut_->rx_ena_i = ena;
    dut_->rx_sop_i = sop;
    dut_->rx_eop_i = eop;
    dut_->decided_valid_i = dut_->decided_accept_i = decided;
    dut_.cycle();
    left_ += dut_->out_ena_o != 0;
  }

  Dut<Vtb_rnic_rx_payload_buffer> dut_{run()};
  uint64_t left_ = 0;  // beats
};

TEST_F(RxPayloadBufferPins, ShowNothingOfAFrameThatWasOpenAtAReset) {
  dut_->rx_err_i = 0;
  dut_->rx_mty_i = 0;
  put(0, 0, 0);
  dut_.reset();
  put(0x0f, 0x01, 0x08);  // accepted, so that the buffer has something to remember
  for (uint64_t i = 1; i < kRecordCycles; ++i) put(0, 0, 0);
  put(0, 0, 0, true);
  for (uint64_t i = 0; i <= kOutCycles; ++i) put(0, 0, 0);
  expect_eq(uint64_t{1}, left_, "beats that left before the reset");
  dut_.reset();
  dut_.expect_assertions(true);
  put(0xff, 0, 0);
  put(0x0f, 0, 0x08);
  for (uint64_t i = 0; i < 2 * kRecordCycles; ++i) put(0, 0, 0);
  expect_eq(uint64_t{1}, left_, "beats that left in all");
  expect(dut_.took_assertion(), "the bus checker has noticed");
}

}  // namespace
}  // namespace rnic::tb
