// SPDX-License-Identifier: Apache-2.0
// rnic_mac_ftile, receive: what an F-Tile MAC gives comes out as frames on our segments, whatever
// the words that frames begin on and the pauses between and in them.

#include <Vtb_rnic_mac_ftile.h>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "tb/harness/dut_test.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_driver.h"
#include "tb/harness/seg_monitor.h"
#include "tb/harness/throttle.h"
#include "tb/mac/ftile_bus.h"

namespace rnic::tb {
namespace {

constexpr uint64_t kLatency = 16;  // clocks, of a frame that is not moved
constexpr unsigned kFcsBytes = 4;
constexpr unsigned kMaxDelay = 96;  // words that a frame may be moved

SegPins rx_pins(Vtb_rnic_mac_ftile& m) {
  return {.data = &m.rx_data_o,
          .ena = &m.rx_ena_o,
          .sop = &m.rx_sop_o,
          .eop = &m.rx_eop_o,
          .err = &m.rx_err_o,
          .mty = &m.rx_mty_o};
}

FtilePins rx_mac_pins(Vtb_rnic_mac_ftile& m) {
  return {.data = &m.rx_mac_data_i,
          .valid = &m.rx_mac_valid_i,
          .inframe = &m.rx_mac_inframe_i,
          .eop_empty = &m.rx_mac_eop_empty_i,
          .error = &m.rx_mac_fcs_error_i,
          .rx_error = &m.rx_mac_error_i};
}

// Words that a frame occupies on the bus of the MAC, and, with preamble and FCS and at least a byte
// between two frames, on the wire, where the start is always on an 8-byte block (683023, 4.2.2.1).
unsigned words_of(size_t bytes) { return static_cast<unsigned>((bytes + 7) / 8); }
unsigned wire_words_of(size_t bytes) {
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

TEST_F(FtileRx, EveryLengthFromEveryWord) {
  for (unsigned first = 0; first < kFtileWords; ++first) {
    push(60, 1 + first);
    // Each from the word of the one before.
    for (size_t bytes = kMinFrameBytes; bytes <= 300; ++bytes)
      push(bytes, 16 - words_of(std::max(bytes - 1, kMinFrameBytes)) % 16);
    drain(20000);
  }
}

TEST_F(FtileRx, EveryLengthBehindEveryLengthWithAndWithoutAGap) {
  // In words and in bytes of the last word: 8 to 24 words, 1 and 8 bytes.
  for (const unsigned gap : {0u, 1u, 2u, 7u, 15u, 16u}) {
    for (size_t words = 8; words <= 24; ++words)
      for (size_t next = 8; next <= 24; ++next) {
        push(8 * words - (words % 2 == 0 ? 0 : 7), gap);
        push(8 * next - (next == 8 ? 4 : next % 3), gap);
        push(64, 40);  // all of a row: takes back what the two have moved
      }
    drain(100000);
  }
}

TEST_F(FtileRx, LongFramesUpTo9600Bytes) {
  for (unsigned i = 0; i < 400; ++i) push(kMinFrameBytes + data_.below(9541), data_.below(4));
  for (size_t bytes = 9560; bytes <= 9600; ++bytes) push(bytes, 1);
  drain(200000);
}

TEST_F(FtileRx, FramesOver9600BytesAreCutThereAndMarked) {
  for (unsigned first = 0; first < kFtileWords; ++first) {
    for (const size_t bytes :
         {9599, 9600, 9601, 9607, 9608, 9609, 9616, 9617, 9728, 12000, 30001}) {
      push(bytes, 1 + first);
      push(70 + first, 0);
      push(64, 3);
    }
  }
  drain(100000);
}

TEST_F(FtileRx, RuntsArePaddedTo60BytesAndMarked) {
  for (unsigned gap = 1; gap <= 16; ++gap) {
    for (size_t bytes = 9; bytes < kMinFrameBytes; ++bytes) {
      push(bytes, 8 + gap % 3);
      push(60 + bytes, 8);  // eight words behind the end: room for the pad
      push(100, gap);
    }
    drain(20000);
  }
  expect_eq(uint64_t{0}, dropped_, "runts dropped");
}

TEST_F(FtileRx, RuntsWithoutRoomForTheirPadAreDroppedAndCounted) {
  for (unsigned gap = 0; gap <= 8; ++gap)
    for (size_t bytes = 9; bytes <= 64; ++bytes) {
      push(bytes, 11);
      push(61 + bytes, gap);
      push(bytes, gap);
      push(bytes, gap);
      push(bytes, gap);
      push(200, 20);
    }
  drain(50000);
  expect(dropped_ > 300, "some are dropped");
}

TEST_F(FtileRx, ARunOfTheShortestRuntsDisturbsNobody) {
  // Eight frames a beat, which no wire brings.
  for (unsigned i = 0; i < 400; ++i) {
    for (unsigned k = 0; k < i % 40; ++k) push(9 + k % 8, 0);
    push(60 + i, i % 2);
    push(64, 9);
  }
  drain(50000);
}

TEST_F(FtileRx, FcsAndMacErrorsMarkTheirFrameAndNoOther) {
  for (unsigned i = 0; i < 600; ++i) {
    FtileFrame frame = frame_of(60 + i % 140, i % 5 == 0 ? 0 : 2);
    frame.fcs_error = i % 3 == 0;
    frame.error = static_cast<uint8_t>(i % 7 < 4 ? i % 7 : 0);
    source_.push(std::move(frame));
  }
  drain(20000);
}

TEST_F(FtileRx, PausesOfTheMacInAndBetweenFrames) {
  for (const unsigned percent : {5u, 30u, 70u, 95u}) {
    source_.set_pauses(percent);
    for (unsigned i = 0; i < 600; ++i)
      push(data_.chance(10) ? 9 + data_.below(51) : kMinFrameBytes + data_.below(400),
           data_.chance(50) ? data_.below(3) : data_.below(40));
    drain(100000);
  }
}

TEST_F(FtileRx, AFrameThatEndsIsOutWithoutAnotherBeat) {
  // The MAC falls silent behind it: valid stays low.
  for (unsigned i = 0; i < 64; ++i) {
    push(60 + 3 * i, i % 16);
    dut_.run_until(
        [this] {
          compare();
          return source_.is_done();
        },
        100);
    source_.pause(40);
    dut_.run_until(
        [this] {
          compare();
          return board_.waiting() == 0;
        },
        30);
  }
}

TEST_F(FtileRx, LatencyIs16ClocksAndOneMoreFromTheLastWord) {
  for (unsigned first = 0; first < kFtileWords; ++first) {
    min_latency_ = UINT64_MAX;
    max_latency_ = 0;
    for (unsigned i = 0; i < 10; ++i) {
      // 64 bytes are 8 words: the gap keeps the word of the beat.
      push(64, i == 0 ? 40 + (first + 16 - static_cast<unsigned>(source_.words() + 40) % 16) : 40);
    }
    drain(1000);
    expect(min_latency_ >= kLatency && max_latency_ <= kLatency + 1,
           fmt::format("latency {} to {}", min_latency_, max_latency_));
  }
}

// A wire at full rate, 8 bytes of it a word, with the least that stands between frames: one byte.
class FtileRxWire : public FtileRx, public ::testing::WithParamInterface<size_t> {};

TEST_P(FtileRxWire, TheShortestGapsAreTakenForEver) {
  const size_t bytes = GetParam();
  const unsigned gap = wire_words_of(bytes) - words_of(bytes);
  const uint64_t frames = 100'000 * uint64_t{kFtileWords} / wire_words_of(bytes);
  const uint64_t first = dut_.clock();
  for (uint64_t i = 0; i < frames; ++i) {
    push(bytes, gap);
    while (source_.waiting() >= 64) {
      dut_.cycle();
      compare();
    }
  }
  drain(1000);
  expect(dut_.clock() - first <= 100'000 + 100, "a beat every clock");
  expect(max_latency_ <= kLatency + 1, fmt::format("latency {}", max_latency_));
}

INSTANTIATE_TEST_SUITE_P(Bytes, FtileRxWire, ::testing::Values(60, 64, 65, 73, 81, 129));

// A MAC that gathers frames and gives them without gaps, as many words as its wire brings on
// average.
class FtileRxBursts : public FtileRx, public ::testing::WithParamInterface<size_t> {
 protected:
  // 60 frames in a row, as idle words before the first or as pauses, in clocks, behind its first
  // beat the time that the last ones took on the wire and not here. The rest is owed to the next.
  void burst(bool pauses) {
    for (unsigned i = 0; i < 60; ++i) {
      const size_t bytes = GetParam() != 0 ? GetParam() : 8 * (8 + data_.below(20)) + 1;
      FtileFrame frame = frame_of(bytes, 0);
      if (i == 0 && pauses) frame.pauses = std::exchange(owed_, owed_ % kFtileWords) / kFtileWords;
      if (i == 0 && !pauses) frame.gap_words = std::exchange(owed_, 0);
      source_.push(std::move(frame));
      owed_ += wire_words_of(bytes) - words_of(bytes);
    }
  }
  void run_bursts(bool pauses) {
    const uint64_t first = dut_.clock();
    while (dut_.clock() - first < 100'000) {
      if (source_.waiting() < 60) burst(pauses);
      dut_.cycle();
      compare();
    }
    drain(10000);
    expect(max_latency_ > kLatency + 1, "frames were moved");
    expect(max_latency_ <= kLatency + 1 + kMaxDelay / kFtileWords,
           fmt::format("latency {}", max_latency_));
  }

  unsigned owed_ = 0;  // words
};

TEST_P(FtileRxBursts, GaplessBurstsAtTheRateOfTheWireAreTakenForEver) { run_bursts(false); }

TEST_P(FtileRxBursts, SoAreBurstsWithPausesOfTheMacWithinAFrame) { run_bursts(true); }

INSTANTIATE_TEST_SUITE_P(Bytes, FtileRxBursts, ::testing::Values(0, 65, 81, 113, 1025));

class FtileRxFull : public FtileRx, public ::testing::WithParamInterface<unsigned> {};

TEST_P(FtileRxFull, WhatNoWireBringsIsDroppedByWholeFrames) {
  // 9 words each without a gap: 16 words come a clock, and 17.8 would have to leave.
  std::deque<std::vector<uint8_t>> sent;
  uint64_t came = 0;
  uint64_t missed = 0;
  const auto look = [&] {
    dropped_ += dut_->stat_dropped_o;
    full_clocks_ += dut_->stat_full_o;
    while (!monitor_.frames().empty()) {
      const SeenFrame seen = monitor_.take();
      ++came;
      while (!sent.empty() && sent.front() != seen.bytes) {
        sent.pop_front();
        ++missed;
      }
      expect(!sent.empty() && !seen.err, "a frame that was sent, whole and in order");
      if (!sent.empty()) sent.pop_front();
    }
  };
  source_.on_expected([&](FtileExpected frame) { sent.push_back(std::move(frame.bytes)); });
  constexpr uint64_t kFrames = 20'000;
  for (uint64_t i = 0; i < kFrames; ++i) {
    push(65 + 16 * (i % GetParam()), 0);
    while (source_.waiting() >= 64) {
      dut_.cycle();
      look();
    }
  }
  for (unsigned i = 0; i < 200; ++i) {
    dut_.cycle();
    look();
  }
  missed += sent.size();
  expect_eq(kFrames, came + missed, "frames that came or did not");
  expect_eq(dropped_, missed, "frames counted as dropped");
  expect(full_clocks_ > 0 && came > kFrames / 2, "it was full, and took more than half");
  // It is itself again.
  source_.on_expected([this](FtileExpected frame) {
    board_.expect({.bytes = std::move(frame.bytes), .err = frame.err});
  });
  dropped_ = full_clocks_ = 0;
  for (unsigned i = 0; i < 100; ++i) push(60 + i, 1);
  drain(1000);
}

INSTANTIATE_TEST_SUITE_P(Lengths, FtileRxFull, ::testing::Values(1, 2, 7));

TEST_F(FtileRx, WhatBeganBeforeAResetIsNotTaken) {
  for (unsigned i = 0; i < 40; ++i) {
    FtileFrame cut = frame_of(2000 + 8 * i, 1);
    source_.on_expected({});
    source_.push(std::move(cut));
    dut_.cycles(8);
    dut_.reset(2);
    begun_.clear();
    source_.on_expected([this](FtileExpected frame) {
      board_.expect({.bytes = std::move(frame.bytes), .err = frame.err});
    });
    push(60 + i, i % 17);
    push(65, 0);
    drain(200);
  }
}

TEST_F(FtileRx, AnyMix) {
  for (unsigned round = 0; round < 20; ++round) {
    source_.set_pauses(round % 4 == 0 ? 0 : data_.below(40));
    for (unsigned i = 0; i < 1000; ++i) {
      const unsigned kind = data_.below(100);
      const size_t bytes = kind < 5    ? 9 + data_.below(51)
                           : kind < 90 ? kMinFrameBytes + data_.below(200)
                           : kind < 99 ? kMinFrameBytes + data_.below(1500)
                                       : kMinFrameBytes + data_.below(10000);
      FtileFrame frame = frame_of(bytes, 1 + (data_.chance(70) ? 0 : data_.below(30)));
      frame.fcs_error = data_.chance(5);
      source_.push(std::move(frame));
    }
    drain(200000);
  }
}

// Both directions at once, the ready of the MAC in any rhythm.
TEST_F(FtileRx, SendsWhileItReceives) {
  FrameScoreboard sent(run(), "frames at the MAC");
  SegDriver driver(run(), "tx bus",
                   {.data = &dut_->tx_data_i,
                    .ena = &dut_->tx_ena_i,
                    .sop = &dut_->tx_sop_i,
                    .eop = &dut_->tx_eop_i,
                    .err = &dut_->tx_err_i,
                    .mty = &dut_->tx_mty_i,
                    .valid = &dut_->tx_valid_i,
                    .ready = &dut_->tx_ready_o},
                   SegDirection::kTx);
  FtileSink sink(run(), "tx mac",
                 {.data = &dut_->tx_mac_data_o,
                  .valid = &dut_->tx_mac_valid_o,
                  .inframe = &dut_->tx_mac_inframe_o,
                  .eop_empty = &dut_->tx_mac_eop_empty_o,
                  .error = &dut_->tx_mac_error_o,
                  .ready = &dut_->tx_mac_ready_i},
                 3, [&](const std::vector<uint8_t>& bytes, bool err) { sent.got(bytes, err); });
  Throttle ready(run(), "tx mac ready", &dut_->tx_mac_ready_i, ReadyPattern::random(9, 10));
  dut_.add(driver);
  dut_.add(sink);
  dut_.add(ready);
  dut_.reset();
  for (unsigned i = 0; i < 1000; ++i) {
    push(60 + data_.below(400), 1);
    std::vector<uint8_t> frame(60 + data_.below(400));
    data_.fill(frame);
    sent.expect({.bytes = frame});
    driver.push({.bytes = std::move(frame)});
  }
  drain(20000);
  dut_.run_until([&] { return sent.waiting() == 0; }, 20000);
}

}  // namespace
}  // namespace rnic::tb
