// SPDX-License-Identifier: Apache-2.0
// rnic_mac_ftile, receive: what an F-Tile MAC gives comes out as frames on our segments, whatever
// the words that frames begin on and the pauses between and in them.

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "tb/harness/seg_driver.h"
#include "tb/harness/throttle.h"
#include "tb/mac/ftile_rx.h"

namespace rnic::tb {
namespace {

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
