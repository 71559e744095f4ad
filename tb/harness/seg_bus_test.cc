// SPDX-License-Identifier: Apache-2.0
// Driver and monitor against each other and against rnic_seg_chk, in every packing.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <initializer_list>
#include <ostream>
#include <set>
#include <string>

#include "tb/harness/seg_loop.h"

namespace rnic::tb {

static std::string name_of(Packing packing) {
  switch (packing) {
    case Packing::kBackToBack:
      return "BackToBack";
    case Packing::kFixedStart:
      return "FixedStart";
    case Packing::kEveryStart:
      return "EveryStart";
    case Packing::kRandomHoles:
      return "RandomHoles";
    case Packing::kRecorded:
      return "Recorded";
  }
  return {};
}

// In the type's own namespace, where GoogleTest finds it.
static void PrintTo(Packing packing, std::ostream* out) { *out << name_of(packing); }

namespace {

constexpr size_t kShortest = 60;
constexpr size_t kLongestTail = 200;

class RxPacking : public SegLoop, public ::testing::WithParamInterface<Packing> {
 protected:
  // Every tail length 60..200, with frames around it that shift the start segment.
  void send_every_tail() {
    uint64_t time_ns = 0;
    for (size_t bytes = kShortest; bytes <= kLongestTail; ++bytes) {
      for (const size_t next : {bytes, size_t{60}, size_t{64} + bytes % 80, size_t{700}}) {
        send_rx({.bytes = random_frame(next), .err = bytes_.chance(20), .time_ns = time_ns});
        time_ns += bytes_.below(40);
      }
    }
  }
};

TEST_P(RxPacking, CarriesEveryTailLengthUnchanged) {
  rx_driver_.set_spacing({.packing = GetParam()});
  send_every_tail();
  run(20000);
}

INSTANTIATE_TEST_SUITE_P(Bus, RxPacking,
                         ::testing::Values(Packing::kBackToBack, Packing::kFixedStart,
                                           Packing::kEveryStart, Packing::kRandomHoles,
                                           Packing::kRecorded),
                         [](const auto& test) { return name_of(test.param); });

TEST_F(SegLoop, BackToBackLeavesNoSegmentIdle) {
  uint64_t segments = 0;
  for (int i = 0; i < 200; ++i) {
    const size_t bytes = bytes_.between(60, 400);
    segments += (bytes + kSegBytes - 1) / kSegBytes;
    send_rx({.bytes = random_frame(bytes)});
  }
  run(2000);
  const uint64_t clocks = rx_places_.back().eop_clock - rx_places_.front().sop_clock + 1;
  expect_eq((segments + kNumSegs - 1) / kNumSegs, clocks, "clocks for all segments");
}

TEST_F(SegLoop, FixedStartPutsEveryFrameOnItsSegment) {
  for (unsigned start = 0; start < kNumSegs; ++start) {
    rx_driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = start});
    rx_places_.clear();
    for (size_t bytes = 60; bytes < 130; ++bytes) send_rx({.bytes = random_frame(bytes)});
    run(1000);
    for (const SegPlace& place : rx_places_) {
      expect_eq(start, unsigned{place.sop_segment}, "start segment");
    }
  }
}

TEST_F(SegLoop, EveryStartTakesAllSegmentsInTurn) {
  rx_driver_.set_spacing({.packing = Packing::kEveryStart});
  for (int i = 0; i < 64; ++i) send_rx({.bytes = random_frame(60 + static_cast<size_t>(i) * 3)});
  run(1000);
  for (size_t i = 0; i < rx_places_.size(); ++i) {
    expect_eq(i % kNumSegs, size_t{rx_places_[i].sop_segment}, "start segment");
  }
}

TEST_F(SegLoop, RandomHolesReachIdleBeatsInsideFramesAndEveryPlace) {
  rx_driver_.set_spacing({.packing = Packing::kRandomHoles});
  for (int i = 0; i < 3000; ++i) send_rx({.bytes = random_frame(bytes_.between(60, 300))});
  run(20000);
  bool has_pause = false;
  std::set<std::pair<int, int>> starts, ends;
  for (const SegPlace& place : rx_places_) {
    // At most 19 segments: more than three clocks only with an idle beat inside.
    has_pause |= place.eop_clock - place.sop_clock > 3;
    starts.emplace(place.sop_segment, place.sop_slot);
    ends.emplace(place.eop_segment, place.eop_slot);
  }
  expect(has_pause, "an idle beat inside a frame");
  // A second sop needs four segments before it, a second eop five: 4..7 and 4..7.
  expect_eq(size_t{12}, starts.size(), "start segments by slot");
  expect_eq(size_t{12}, ends.size(), "end segments by slot");
}

TEST_F(SegLoop, RecordedSpacingKeepsTimeButNeverBeatsTheBus) {
  rx_driver_.set_spacing({.packing = Packing::kRecorded});
  // 2,560 ns are 1,000 clocks; the third frame comes too early for the bus, the fourth is on time.
  for (const uint64_t time_ns : {5000u, 7560u, 7561u, 10120u}) {
    send_rx({.bytes = random_frame(1280), .time_ns = time_ns});
  }
  run(3000);
  const uint64_t start = rx_places_[0].sop_clock;
  expect_eq(start + 1000, rx_places_[1].sop_clock, "second frame");
  expect_eq(start + 1010, rx_places_[2].sop_clock, "third frame, back to back");
  expect_eq(start + 2000, rx_places_[3].sop_clock, "fourth frame");
}

TEST_F(SegLoop, RecordedPausesCanBeCut) {
  rx_driver_.set_spacing({.packing = Packing::kRecorded, .max_gap_clocks = 50});
  for (const uint64_t time_ns : {0ull, 3600'000'000'000ull, 3600'000'000'128ull}) {
    send_rx({.bytes = random_frame(128), .time_ns = time_ns});
  }
  run(500);
  expect_eq(rx_places_[0].sop_clock + 51, rx_places_[1].sop_clock, "after an hour");
  expect_eq(rx_places_[1].sop_clock + 50, rx_places_[2].sop_clock, "128 ns later");
}

TEST_F(SegLoop, AFramePushedOnAnIdleBusIsDrivenInTheNextClock) {
  dut_.cycles(100);
  const uint64_t clock = dut_.clock();
  send_rx({.bytes = random_frame(60)});
  run(10);
  expect_eq(clock + 1, rx_places_[0].sop_clock, "clock of sop");
}

TEST_F(SegLoop, AGapInFrontOfAFrameIsKept) {
  send_rx({.bytes = random_frame(64)});
  send_rx({.bytes = random_frame(64), .gap_segments = 21});
  run(20);
  expect_eq(rx_places_[0].sop_clock + 3, rx_places_[1].sop_clock, "clock");
  expect_eq(1u, unsigned{rx_places_[1].sop_segment}, "segment 4 + 21 = 25");
}

TEST_F(SegLoop, LongestFramesPass) {
  for (const size_t bytes : {kMaxFrameBytes, kMinFrameBytes, kMaxFrameBytes - 15}) {
    send_rx({.bytes = random_frame(bytes)});
    send_tx({.bytes = random_frame(bytes)});
  }
  run(400);
}

TEST_F(SegLoop, WhatADirectionCannotDoIsRefused) {
  for (const Packing packing : {Packing::kEveryStart, Packing::kFixedStart}) {
    EXPECT_THROW(tx_driver_.set_spacing({.packing = packing, .start_segment = 3}),
                 std::invalid_argument);
  }
  EXPECT_THROW(rx_driver_.set_spacing({.start_segment = 8}), std::invalid_argument);
  this->run().count_checks(3);
}

struct TxCase {
  Packing packing;
  std::string ready_name;
  ReadyPattern ready;
};
// What GoogleTest and ctest show of a case.
void PrintTo(const TxCase& c, std::ostream* out) { *out << name_of(c.packing) << c.ready_name; }

class TxPacking : public SegLoop, public ::testing::WithParamInterface<TxCase> {};

TEST_P(TxPacking, CarriesEveryTailLengthUnchanged) {
  tx_driver_.set_spacing({.packing = GetParam().packing});
  tx_throttle_.set_pattern(GetParam().ready);
  uint64_t time_ns = 0;
  for (size_t bytes = kShortest; bytes <= kLongestTail; ++bytes) {
    for (const size_t next : {bytes, size_t{60}, size_t{64} + bytes % 80, size_t{700}}) {
      send_tx({.bytes = random_frame(next), .err = bytes_.chance(20), .time_ns = time_ns});
      time_ns += bytes_.below(40);
    }
  }
  run(60000);
}

INSTANTIATE_TEST_SUITE_P(
    Bus, TxPacking,
    ::testing::Values(TxCase{Packing::kBackToBack, "AlwaysReady", ReadyPattern::always()},
                      TxCase{Packing::kBackToBack, "ReadyOneIn5", ReadyPattern::one_in(5)},
                      TxCase{Packing::kBackToBack, "ReadyInBursts", ReadyPattern::bursts(7, 3)},
                      TxCase{Packing::kFixedStart, "ReadyHalf", ReadyPattern::random(1, 2)},
                      TxCase{Packing::kRandomHoles, "AlwaysReady", ReadyPattern::always()},
                      TxCase{Packing::kRandomHoles, "ReadyTwoThirds", ReadyPattern::random(2, 3)},
                      TxCase{Packing::kRecorded, "ReadyMostly", ReadyPattern::random(4, 5)}),
    [](const auto& test) { return ::testing::PrintToString(test.param); });

// Every word that a fixed run hands over on TX, as text.
std::string log_of_a_run(const WaveOptions& wave) {
  SimRun run({.seed = 3, .wave = wave}, "SegBus.Log", [](const std::string&) {});
  Dut<Vtb_seg_loop> dut(run);
  SegDriver rx(run, "rx", rx_in_pins(dut.model()), SegDirection::kRx);
  SegDriver tx(run, "tx", tx_in_pins(dut.model()), SegDirection::kTx);
  SegMonitor seen(run, "seen", tx_out_pins(dut.model()), SegDirection::kTx);
  Throttle ready(run, "ready", &dut->tx_out_ready_i, ReadyPattern::random(1, 2));
  for (Agent* agent : std::initializer_list<Agent*>{&rx, &tx, &seen, &ready}) dut.add(*agent);
  dut.reset();
  tx.set_spacing({.packing = Packing::kRandomHoles});
  Rng bytes = run.rng("bytes");
  for (int i = 0; i < 100; ++i) {
    std::vector<uint8_t> frame(bytes.between(60, 400));
    bytes.fill(frame);
    tx.push({.bytes = frame});
  }
  dut.run_until([&] { return seen.count() == 100; }, 5000);
  std::string log;
  for (const SeenFrame& frame : seen.frames()) {
    log += fmt::format("{} {} {:02x}\n", frame.place.sop_clock, frame.place.eop_clock,
                       fmt::join(frame.bytes, ""));
  }
  return log;
}

TEST(SegBus, RecordingWavesChangesNothing) {
  const auto folder =
      std::filesystem::path(::testing::TempDir()) / fmt::format("rnic_log.{}", getpid());
  std::filesystem::create_directories(folder);
  const std::string log = log_of_a_run({});
  EXPECT_GT(log.size(), 20000u);
  EXPECT_EQ(log, log_of_a_run({.file = (folder / "w.fst").string()}));
  EXPECT_EQ(log, log_of_a_run({}));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace rnic::tb
