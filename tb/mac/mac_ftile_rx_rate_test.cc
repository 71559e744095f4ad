// SPDX-License-Identifier: Apache-2.0
// rnic_mac_ftile, receive, at the rate of the wire: for ever with the shortest gaps and in gapless
// bursts, and what becomes of frames that no wire brings.

#include <fmt/format.h>

#include <deque>
#include <utility>
#include <vector>

#include "tb/mac/ftile_rx.h"

namespace rnic::tb {
namespace {

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

}  // namespace
}  // namespace rnic::tb
