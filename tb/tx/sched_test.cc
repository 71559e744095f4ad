// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <iterator>

#include "tb/tx/sched_fixture.h"

namespace rnic::tb {
namespace {

TEST_F(Sched, ReleasesPacketsOfEverySizeInTheOrderOfTheirQueue) {
  command(SchedCommand::kLoad, 5);
  for (const unsigned bytes : {0u, 1u, 127u, 128u, 129u, 256u, 1000u, 4095u, 4096u}) {
    bench_.send(0, packet(5, 3, static_cast<uint16_t>(bytes)));
  }
  drain();
  expect_eq(uint64_t{9}, reference_.frames(), "frames");
  expect_eq(uint64_t{9}, reference_.records(), "records");
}

TEST_F(Sched, ReportsSentOnRcAndOkOnUcAndUdAndOnlyWhenSignaled) {
  command(SchedCommand::kLoad, 7);
  for (const uint8_t opcode : std::to_array<uint8_t>({0x04, 0x24, 0x64, 0x0c})) {
    for (const bool is_signaled : {true, false}) {
      SchedPacket p = packet(7, 1, 200);
      p.opcode = opcode;
      p.is_signaled = is_signaled;
      bench_.send(0, p);
    }
  }
  drain();
  expect_eq(uint64_t{2}, reference_.by_status()[kSent], "sent");
  expect_eq(uint64_t{2}, reference_.by_status()[kOk], "ok");
}

TEST_F(Sched, CountsAsOneWqeWhatIsOneWqe) {
  command(SchedCommand::kLoad, 7);
  for (int n = 0; n < 5; ++n) {
    for (int part = 0; part < 3; ++part) bench_.send(0, packet(7, 0, 1024, part == 2));
  }
  drain();
  expect_eq(uint64_t{15}, reference_.frames(), "frames");
  expect_eq(uint64_t{5}, reference_.records(), "records");
}

TEST_F(Sched, AReadErrorFailsItsWqeAndFlushesWhatFollows) {
  command(SchedCommand::kLoad, 9);
  command(SchedCommand::kLoad, 10);
  bench_.send(0, packet(9, 2, 500));
  bench_.send(0, packet(10, 2, 500));
  drain();
  bench_.rates.error_percent = 100;
  SchedPacket first = packet(9, 2, 4096, false);
  bench_.send(0, first);
  dut_.run_until([&] { return reference_.failures() == 1; }, 200);
  bench_.rates.error_percent = 0;
  // The rest of the WQE in which it failed gives no further record; the next WQEs are flushed.
  bench_.send(0, packet(9, 2, 4096, false));
  bench_.send(0, packet(10, 2, 500));
  bench_.send(0, packet(9, 2, 100, true));
  bench_.send(0, packet(9, 2, 100));
  bench_.send(0, ending(9, 2, kFlushed, true));
  bench_.send(0, packet(10, 2, 500));
  drain();
  expect_eq(uint64_t{1}, reference_.by_status()[kReadError], "read errors");
  expect_eq(uint64_t{2}, reference_.by_status()[kFlushed], "flushed");
  expect_eq(uint64_t{4}, reference_.by_status()[kSent], "sent");
  expect_eq(uint64_t{4}, reference_.discards(), "discards");
}

TEST_F(Sched, ADeadEndInAFlushIsUndoneAndTheFlushGoesOn) {
  command(SchedCommand::kLoad, 9);
  bench_.rates.error_percent = 100;
  bench_.send(0, packet(9, 2, 100));
  bench_.send(0, ending(9, 2, kOwner));          // found before the failure was known
  bench_.send(0, ending(9, 2, kFlushed, true));  // and what the rewind makes of it
  bench_.send(0, ending(9, 2, kDoorbellOverrun, true));
  drain();
  expect_eq(uint64_t{2}, reference_.failures(), "failures");
  expect_eq(uint64_t{0}, reference_.by_status()[kOwner], "owner");
  expect_eq(uint64_t{1}, reference_.by_status()[kFlushed], "flushed");
  expect_eq(uint64_t{1}, reference_.by_status()[kDoorbellOverrun], "overrun");
}

TEST_F(Sched, EveryErrorStatusGivesItsRecordBehindEarlierWqes) {
  for (uint8_t status = kBadOpcode; status <= kFlushed; ++status) {
    if (status == kReadError) continue;
    const auto qp = static_cast<uint16_t>(100 + status);
    command(SchedCommand::kLoad, qp);
    bench_.send(0, packet(qp, 4, 2048));
    bench_.send(0, ending(qp, 4, status));
  }
  drain();
  expect_eq(uint64_t{10}, reference_.by_status()[kSent], "sent");
  for (uint8_t status = kBadOpcode; status <= kFlushed; ++status) {
    if (status == kReadError) continue;
    expect_eq(uint64_t{1}, reference_.by_status()[status], "records of a status");
  }
}

TEST_F(Sched, AResetDropsEverythingWithoutRecordsWhilePausedToo) {
  command(SchedCommand::kLoad, 20);
  bench_.pause(1u << 6);
  for (int n = 0; n < 20; ++n) bench_.send(0, packet(20, 6, 4096));
  bench_.send(0, ending(20, 6, kBadOpcode));
  dut_.cycles(1500);
  command(SchedCommand::kKill, 20);
  bench_.send(0, packet(20, 6, 4096));
  bench_.send(0, token(20, 6));
  drain();
  expect_eq(uint64_t{0}, reference_.frames(), "frames");
  expect_eq(uint64_t{0}, reference_.records(), "records");
  expect_eq(uint64_t{21}, reference_.discards(), "discards");
  expect_eq(uint64_t{1}, reference_.tokens(), "tokens");
  command(SchedCommand::kLoad, 20);
  bench_.pause(0);
  bench_.send(0, packet(20, 6, 64));
  drain();
  expect_eq(uint64_t{1}, reference_.frames(), "frames");
}

TEST_F(Sched, ATokenWaitsUntilTheLastFrameHasLeft) {
  command(SchedCommand::kLoad, 20);
  for (int n = 0; n < 3; ++n) bench_.send(0, packet(20, 6, 64));
  dut_.run_until([&] { return bench_.taken()[6] == 3; }, 200);
  bench_.rates.builder = ReadyPattern::never();
  command(SchedCommand::kKill, 20);
  bench_.send(0, token(20, 6));
  dut_.cycles(300);
  expect_eq(uint64_t{0}, reference_.tokens(), "tokens");
  bench_.rates.builder = ReadyPattern::always();
  drain();
  expect_eq(uint64_t{1}, reference_.tokens(), "tokens");
  expect_eq(uint64_t{3}, reference_.records(), "records of what had been released before");
}

TEST_F(Sched, SoftwareMayFailAQpInsideAWqe) {
  command(SchedCommand::kLoad, 20);
  bench_.send(0, packet(20, 6, 4096, false));
  dut_.run_until([&] { return bench_.taken()[6] == 1; }, 200);
  command(SchedCommand::kFail, 20);
  bench_.send(0, packet(20, 6, 4096, true));
  bench_.send(0, packet(20, 6, 4096, true));
  drain();
  expect_eq(uint64_t{2}, reference_.by_status()[kFlushed], "flushed");
}

TEST_F(Sched, ControlPacketsGoFirstAndNeverOfADeadQp) {
  command(SchedCommand::kLoad, 20);
  command(SchedCommand::kLoad, 21);
  bench_.rates.builder = ReadyPattern::never();
  for (int n = 0; n < 40; ++n) bench_.send(0, packet(20, 6, 64));
  dut_.cycles(200);
  for (int n = 0; n < 10; ++n) bench_.send_control(21, 6);
  dut_.cycles(100);
  bench_.rates.builder = ReadyPattern::always();
  dut_.run_until([&] { return bench_.taken()[6] == 30; }, 200);
  // At most the packets that were on their way before are in front.
  expect(reference_.frames() >= 30, "frames");
  command(SchedCommand::kKill, 21);
  for (int n = 0; n < 10; ++n) bench_.send_control(21, 6);
  bench_.send(0, token(21, 6));
  drain();
  expect_eq(uint64_t{50}, reference_.frames(), "frames");
}

TEST_F(Sched, ControlPacketsWaitForRoomAndNoneIsLost) {
  command(SchedCommand::kLoad, 21);
  bench_.rates.builder = ReadyPattern::never();
  for (int n = 0; n < 60; ++n) bench_.send_control(21, 6);
  dut_.cycles(300);
  const size_t waiting = bench_.controls();
  expect(waiting > 0 && waiting <= 44, fmt::format("{} of 60 wait at the port", waiting));
  bench_.rates.builder = ReadyPattern::always();
  drain();
  expect_eq(uint64_t{60}, reference_.frames(), "frames");
}

TEST_F(Sched, AReaderThatDoesNotReadDelaysFramesAndLosesNoRecord) {
  command(SchedCommand::kLoad, 20);
  bench_.rates.completions = ReadyPattern::never();
  for (int n = 0; n < 400; ++n) bench_.send(0, packet(20, static_cast<uint8_t>(n % 8), 64));
  dut_.cycles(2000);
  const uint64_t frames = reference_.frames();
  expect(frames >= 110 && frames <= 128, fmt::format("{} frames without a reader", frames));
  // A QP without completions is held too, but a reset passes: it makes no record.
  bench_.rates.completions = ReadyPattern::always();
  drain();
  expect_eq(uint64_t{400}, reference_.records(), "records");
}

// ------------------------------------------------------------ everything at once

struct Mix {
  const char* name;
  ReadyPattern offer, memory, builder, completions, failures;
  unsigned memory_latency, room_delay, error_percent, ending_percent, pause_percent, kill_permille;
};

class SchedMix : public Sched, public ::testing::WithParamInterface<Mix> {
 protected:
  enum class Life { kNone, kLoading, kLive, kKilling };
  struct Qp {
    uint16_t index = 0;
    Life life = Life::kNone;
    uint8_t qid = 0;
    unsigned source = 0;
    uint16_t free_index = 0;
    unsigned parts_left = 0;
    bool is_flushing = false;
  };

  void load(Qp& qp) {
    qp.qid = static_cast<uint8_t>(random_.below(8));
    qp.source = random_.below(kSchedSources);
    qp.free_index = 0;
    qp.parts_left = 0;
    qp.is_flushing = false;
    qp.life = Life::kLoading;
    bench_.command(SchedCommand::kLoad, qp.index);
  }

  uint16_t some_bytes() {
    constexpr uint16_t kSizes[] = {1, 127, 128, 129, 256, 300, 1024, 2048, 4096};
    switch (random_.below(4)) {
      case 0:
        return 0;
      case 1:
        return kSizes[random_.below(std::size(kSizes))];
      case 2:
        return static_cast<uint16_t>(1 + random_.below(300));
      default:
        return static_cast<uint16_t>(1 + random_.below(4096));
    }
  }

  void make_packet(Qp& qp) {
    index_ = qp.free_index;
    SchedPacket p;
    if (qp.parts_left == 0 && random_.chance(qp.is_flushing ? 80 : ending_percent_)) {
      constexpr uint8_t kStatuses[] = {2, 3, 4, 5, 6, 7, 9, 10, 11};
      uint8_t status = kStatuses[random_.below(std::size(kStatuses))];
      const bool is_flush = qp.is_flushing && random_.chance(90);
      if (is_flush) status = random_.chance(90) ? kFlushed : random_.chance(50) ? 9 : 11;
      p = ending(qp.index, qp.qid, status, is_flush);
      qp.is_flushing = random_.chance(90);
    } else {
      if (qp.parts_left == 0) qp.parts_left = random_.chance(70) ? 1 : random_.between(2, 6);
      p = packet(qp.index, qp.qid, some_bytes(), --qp.parts_left == 0);
      p.blocks = static_cast<uint8_t>(random_.between(1, 4));
      p.opcode = static_cast<uint8_t>(random_.below(4) << 5 | random_.below(32));
      if (p.payload_bytes != 0) p.frags = random_.between(1, 4);
    }
    p.is_signaled = random_.chance(70);
    p.length = static_cast<uint32_t>(random_.next());
    if (p.last) qp.free_index = static_cast<uint16_t>(p.index + p.blocks);
    bench_.send(qp.source, p);
  }

  void step(const Mix& mix) {
    for (const uint16_t index : bench_.take_tokens()) {
      for (Qp& qp : qps_) {
        if (qp.index == index) load(qp);
      }
    }
    if (bench_.commands_done()) {
      for (Qp& qp : qps_) {
        if (qp.life == Life::kLoading) qp.life = Life::kLive;
        if (qp.life == Life::kNone) load(qp);
      }
      Qp& qp = qps_[random_.below(kQps)];
      // Software resets a QP that has failed before long.
      const bool is_dead = qp.life == Life::kLive && !reference_.is_alive(qp.index);
      if (qp.life == Life::kLive && random_.below(1000) < mix.kill_permille + 10 * is_dead) {
        if (random_.chance(30)) {
          bench_.command(random_.chance(50) ? SchedCommand::kFail : SchedCommand::kUpdate,
                         qp.index);
        } else {
          bench_.command(SchedCommand::kKill, qp.index);
          for (unsigned n = random_.below(4); n > 0; --n) make_packet(qp);
          bench_.send(qp.source, token(qp.index, qp.qid));
          qp.life = Life::kKilling;
        }
      }
    }
    Qp& qp = qps_[random_.below(kQps)];
    if (qp.life == Life::kLive && bench_.backlog(qp.source, qp.qid) < 20) {
      for (unsigned n = random_.between(1, 4); n > 0; --n) make_packet(qp);
      if (random_.chance(5) && bench_.controls() < 10) bench_.send_control(qp.index, qp.qid);
    }
    if (random_.below(200) == 0) {
      uint8_t pause = 0;
      for (unsigned q = 0; q < 8; ++q) {
        pause = static_cast<uint8_t>(pause | unsigned{random_.chance(mix.pause_percent)} << q);
      }
      bench_.pause(pause);
    }
  }

  static constexpr uint32_t kQps = 24;
  unsigned ending_percent_ = GetParam().ending_percent;
  std::array<Qp, kQps> qps_;
  Rng random_ = rng("traffic");
};

TEST_P(SchedMix, KeepsToTheReferenceInAnyMix) {
  const Mix& mix = GetParam();
  bench_.rates = {.offer = mix.offer,
                  .memory = mix.memory,
                  .rows_a_clock = 2,
                  .builder = mix.builder,
                  .completions = mix.completions,
                  .failures = mix.failures,
                  .memory_latency = mix.memory_latency,
                  .room_delay = mix.room_delay,
                  .error_percent = mix.error_percent};
  for (uint32_t n = 0; n < kQps; ++n) {
    qps_[n].index = static_cast<uint16_t>(random_.below(40) * kQps + n);
  }
  const uint64_t clocks = std::getenv("RNIC_SOAK") != nullptr ? 2'000'000 : 60'000;
  for (uint64_t n = 0; n < clocks; ++n) {
    step(mix);
    dut_.cycle();
  }
  bench_.pause(0);
  bench_.rates.completions = ReadyPattern::always();
  bench_.rates.builder = ReadyPattern::always();
  drain(500'000);
  fmt::print("{} frames, {} discards, {} records, {} failures, {} tokens\n", reference_.frames(),
             reference_.discards(), reference_.records(), reference_.failures(),
             reference_.tokens());
  expect(reference_.frames() > 500, "frames");
  if (mix.kill_permille != 0) expect(reference_.tokens() > 5, "tokens");
  if (mix.error_percent != 0) expect(reference_.failures() > 5, "failures");
}

// --- how patient each side is
const auto kAlways = ReadyPattern::always();
const auto kHalf = ReadyPattern::random(1, 2);
const auto kMost = ReadyPattern::random(9, 10);
const auto k1In3 = ReadyPattern::random(1, 3);
const auto k1In6 = ReadyPattern::random(1, 6);
const auto k1In40 = ReadyPattern::random(1, 40);
const auto kBursts = ReadyPattern::bursts(50, 200);

INSTANTIATE_TEST_SUITE_P(
    All, SchedMix,
    ::testing::Values(
        Mix{"Plain", kAlways, kAlways, kAlways, kAlways, kAlways, 0, 0, 0, 0, 0, 0},
        Mix{"Failing", kAlways, kAlways, kAlways, kAlways, kHalf, 20, 10, 2, 1, 0, 10},
        Mix{"Killing", kAlways, kAlways, kAlways, kAlways, kAlways, 0, 10, 0, 0, 10, 100},
        Mix{"SlowMemory", kAlways, k1In6, kAlways, kAlways, kAlways, 500, 40, 2, 1, 10, 2},
        Mix{"SlowBuilder", kAlways, kAlways, k1In3, kAlways, kAlways, 50, 40, 2, 1, 20, 2},
        Mix{"BuilderInBursts", kMost, kAlways, kBursts, kHalf, kHalf, 50, 40, 2, 1, 20, 2},
        Mix{"SlowReader", kAlways, kAlways, kAlways, k1In40, kAlways, 10, 40, 2, 1, 20, 2},
        Mix{"SlowFailures", kAlways, kAlways, kAlways, kAlways, k1In40, 10, 40, 20, 2, 20, 100},
        Mix{"Paused", kAlways, kMost, kMost, kAlways, kAlways, 10, 40, 2, 1, 60, 10},
        Mix{"Trickle", k1In6, kHalf, kHalf, kHalf, kHalf, 10, 0, 2, 1, 30, 10}),
    [](const auto& mix) { return mix.param.name; });

}  // namespace
}  // namespace rnic::tb
