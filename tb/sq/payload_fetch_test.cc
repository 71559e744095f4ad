// SPDX-License-Identifier: Apache-2.0
#include <Vtb_rnic_payload_fetch.h>

#include <algorithm>
#include <optional>

#include "tb/harness/axi_memory.h"
#include "tb/harness/dut_test.h"
#include "tb/sq/payload_bench.h"

namespace rnic::tb {
namespace {

constexpr unsigned kQueues = PayloadBench::kQueues;
constexpr uint32_t kLine = 128;

// What a run looks like; the defaults are the kindest.
struct Conditions {
  const char* name;
  uint32_t latency = 20;
  uint32_t jitter = 0;
  bool interleave = false;
  ReadyPattern ar_ready = ReadyPattern::always();
  ReadyPattern r_valid = ReadyPattern::always();
  ReadyPattern offer = ReadyPattern::always();
  unsigned room_delay = 0;
  ReadyPattern reading = ReadyPattern::always();
  uint32_t error_rate = 0;
};

class PayloadFetch : public DutTest {
 protected:
  void SetUp() override {
    dut_.add(memory_);
    dut_.add(bench_);
    dut_.reset();
    dut_.cycles(66);  // until all QPs are alive
  }

  void set(const Conditions& c) {
    memory_.set_latency(c.latency, c.jitter);
    memory_.set_interleave(c.interleave);
    memory_.set_ar_ready(c.ar_ready);
    memory_.set_r_valid(c.r_valid);
    bench_.set_offer(c.offer, c.room_delay);
    bench_.set_reading(c.reading);
    bench_.set_error_rate(c.error_rate);
  }

  uint32_t some_pmtu() { return 256u << rng_.below(5); }

  // A message of one to `most` pieces of any length, now and then of one byte or a few.
  PayloadMessage some_message(unsigned queue, unsigned qp, uint32_t most = 14) {
    PayloadMessage message{.queue = queue, .qp = qp, .pmtu = some_pmtu(), .pieces = {}};
    const uint32_t pieces = rng_.chance(40) ? 1 : rng_.between(1, most);
    const uint32_t longest = rng_.chance(30) ? 3 : rng_.chance(50) ? 300 : 9000;
    for (uint32_t i = 0; i < pieces; ++i) {
      const uint32_t bytes = rng_.chance(20) ? 1 : rng_.between(1, longest);
      const uint32_t offset = rng_.chance(30) ? 0 : rng_.below(4096);
      message.pieces.push_back(bench_.piece(queue, offset, bytes));
    }
    return message;
  }

  // Whole, or in two or three turns with other messages of the queue between them.
  void offer_some(unsigned queue, unsigned qp) {
    const PayloadMessage message = some_message(queue, qp);
    const size_t packets = cut(message).size();
    if (packets < 2 || !rng_.chance(25)) {
      bench_.offer(message);
      return;
    }
    const size_t n = rng_.between(1, static_cast<uint32_t>(packets) - 1);
    bench_.offer(message, 0, n);
    bench_.offer(some_message(queue, qp ^ 1));
    bench_.offer(message, n);
  }

  void offer_one_piece(unsigned queue, uint32_t pmtu, uint32_t offset, uint32_t bytes) {
    bench_.offer({.queue = queue,
                  .qp = queue,
                  .pmtu = pmtu,
                  .pieces = {bench_.piece(queue, offset, bytes)}});
  }

  void drain(uint64_t budget) {
    dut_.run_until([&] { return bench_.is_drained(); }, budget);
    dut_.run_until([&] { return dut_->idle_o != 0; }, 100);
    expect_eq(uint64_t{0}, memory_.outstanding(), "reads outstanding when idle");
  }

  Dut<Vtb_rnic_payload_fetch> dut_{run()};
  PayloadBench bench_{run(), dut_.model()};
  AxiReadMemory memory_{run(), "memory", bench_.read_pins(), bench_.reader()};
  Rng rng_ = rng("messages");
};

TEST_F(PayloadFetch, BringsOneAlignedPacket) {
  offer_one_piece(0, 1024, 0, 1024);
  drain(200);
  expect_eq(uint64_t{8}, bench_.rows_written(0), "rows");
  expect_eq(uint64_t{8}, memory_.beats(), "beats");
}

TEST_F(PayloadFetch, ReadsALineThatTwoPacketsShareOnce) {
  offer_one_piece(2, 256, 100, 2048);
  drain(300);
  expect_eq(uint64_t{17}, memory_.beats(), "beats");
  expect_eq(uint64_t{16}, bench_.rows_written(2), "rows");
}

TEST_F(PayloadFetch, EndsAMessageInALineAlreadyReadWithoutARead) {
  for (uint32_t tail = 1; tail < kLine; ++tail) {
    const uint64_t before = memory_.beats();
    offer_one_piece(5, 256, kLine - 1 - tail, 256 + tail);
    drain(300);
    expect_eq(uint64_t{3}, memory_.beats() - before, "beats");
  }
}

TEST_F(PayloadFetch, NeverCrossesFourKibibytes) {
  for (const uint32_t offset : {0u, 1u, 127u, 128u, 2048u, 3967u, 3968u, 4095u}) {
    for (const uint32_t bytes : {1u, 2u, 128u, 129u, 4095u, 4096u, 65536u}) {
      offer_one_piece(rng_.below(kQueues), 4096, offset, bytes);
    }
  }
  drain(20'000);
}

TEST_F(PayloadFetch, PacksEveryPairOfAlignmentAndLength) {
  for (uint32_t offset = 0; offset < kLine; ++offset) {
    for (const uint32_t bytes : {1u, 64u, 127u, 128u, 129u, 255u, 256u, 257u, 300u, 384u}) {
      const unsigned queue = rng_.below(kQueues);
      bench_.offer({.queue = queue,
                    .qp = 0,
                    .pmtu = 256,
                    .pieces = {bench_.piece(queue, offset, bytes),
                               bench_.piece(queue, rng_.below(4096), rng_.between(1, 300))}});
    }
  }
  drain(100'000);
}

TEST_F(PayloadFetch, CountsARowFiveClocksBehindItsLastBeat) {
  set({.name = "", .latency = 0});
  for (const uint32_t bytes : {1u, 128u, 130u, 4096u}) {
    offer_one_piece(3, 4096, 0, bytes);
    const uint64_t beats = memory_.beats() + (bytes + kLine - 1) / kLine;
    // The agent counts a beat in the clock behind the one that takes it.
    dut_.run_until([&] { return memory_.beats() == beats; }, 300);
    const uint64_t taken = dut_.clock() - 1;
    drain(300);
    expect_eq(taken + 5, bench_.last_write_clock(), "clock in which the count moved");
  }
}

// --- random --------------------------------------------------------------------------------------
class UnderConditions : public PayloadFetch, public ::testing::WithParamInterface<Conditions> {};

TEST_P(UnderConditions, EveryMessageArrivesByteForByte) {
  set(GetParam());
  for (int i = 0; i < 400; ++i) offer_some(rng_.below(kQueues), rng_.below(1024));
  drain(400'000);
}

TEST_P(UnderConditions, DeadQpsAreAccountedAndNothingElseSuffers) {
  set(GetParam());
  bench_.set_revival(true);
  for (int round = 0; round < 60; ++round) {
    for (int i = 0; i < 6; ++i) offer_some(rng_.below(kQueues), rng_.below(16));
    dut_.cycles(rng_.below(200));
    for (unsigned n = rng_.below(4); n > 0; --n) bench_.kill(rng_.below(16));
    dut_.cycles(rng_.below(50));
  }
  drain(400'000);
  expect(bench_.dead_packets() != 0, "packets were dead");
}

TEST_P(UnderConditions, PausesHoldAndLoseNothing) {
  set(GetParam());
  for (int i = 0; i < 200; ++i) offer_some(rng_.below(kQueues), rng_.below(1024));
  for (int i = 0; i < 200; ++i) {
    bench_.pause(rng_.below(kQueues), rng_.chance(50));
    dut_.cycles(rng_.below(100));
  }
  for (unsigned q = 0; q < kQueues; ++q) bench_.pause(q, false);
  drain(400'000);
}

INSTANTIATE_TEST_SUITE_P(
    , UnderConditions,
    ::testing::Values(
        Conditions{.name = "Kind"}, Conditions{.name = "NoLatency", .latency = 0},
        Conditions{.name = "LateRoom", .latency = 100, .room_delay = 15},
        Conditions{.name = "MixedBeats", .latency = 60, .jitter = 100, .interleave = true},
        Conditions{.name = "SlowAddresses", .ar_ready = ReadyPattern::one_in(7)},
        Conditions{.name = "SlowData", .latency = 0, .r_valid = ReadyPattern::random(1, 3)},
        Conditions{.name = "SlowReader",
                   .latency = 10,
                   .interleave = true,
                   .reading = ReadyPattern::bursts(100, 900)},
        Conditions{.name = "SlowFragments", .latency = 3, .offer = ReadyPattern::random(1, 4)},
        Conditions{
            .name = "Errors", .latency = 60, .jitter = 20, .interleave = true, .error_rate = 5},
        Conditions{.name = "AllAtOnce",
                   .latency = 500,
                   .jitter = 300,
                   .interleave = true,
                   .ar_ready = ReadyPattern::random(1, 2),
                   .r_valid = ReadyPattern::random(9, 10),
                   .offer = ReadyPattern::random(3, 4),
                   .room_delay = 8,
                   .reading = ReadyPattern::random(2, 3),
                   .error_rate = 20}),
    [](const auto& test) { return std::string(test.param.name); });

// --- limits --------------------------------------------------------------------------------------
TEST_F(PayloadFetch, KeepsFiveHundredAndTwelveReadsOutstandingAndNoMore) {
  memory_.set_latency(3000);
  for (unsigned i = 0; i < 900; ++i) offer_one_piece(i % 2, 256, 0, 64);
  dut_.cycles(2500);
  expect_eq(uint64_t{512}, memory_.max_outstanding(), "reads outstanding");
  drain(10'000);
}

TEST_F(PayloadFetch, ReadsNoPacketWithoutRoomForAllOfIt) {
  bench_.hold_rows(4, true);
  for (unsigned i = 0; i < 50; ++i) offer_one_piece(4, 4096, 64, 4096);
  dut_.cycles(3000);
  const uint64_t rows = bench_.rows_written(4);
  expect(rows <= 1023, "no more rows than the queue has");
  expect(rows >= 900, "and most of them");
  expect_eq(uint64_t{0}, rows % 32, "rows of a packet that was not begun");
  bench_.hold_rows(4, false);
  drain(10'000);
}

TEST_F(PayloadFetch, APausedQueueReadsNothingAndStaysWhole) {
  for (unsigned i = 0; i < 200; ++i) offer_one_piece(6, 1024, i, 1024);
  dut_.cycles(40);
  bench_.pause(6, true);
  dut_.cycles(100);
  const uint64_t reads = memory_.reads();
  expect(reads < 80, "only reads of the first clocks");
  dut_.cycles(2000);
  expect_eq(reads, memory_.reads(), "reads while paused");
  bench_.pause(6, false);
  drain(10'000);
}

// Wherever it waits: in front of its gate, and for memory.
TEST_F(PayloadFetch, IsNotIdleWhileItHoldsAFragmentOrARead) {
  expect_eq(1u, unsigned{dut_->idle_o}, "idle_o before the first fragment");
  memory_.set_latency(100);
  bench_.pause(3, true);
  dut_.cycles(2);
  offer_one_piece(3, 256, 5, 700);
  dut_.run_until([&] { return bench_.fragments_waiting(3) == 0; }, 100);
  for (int i = 0; i < 100; ++i) {
    dut_.cycle();
    expect_eq(0u, unsigned{dut_->idle_o}, "idle_o with fragments in a paused queue");
  }
  bench_.pause(3, false);
  while (!bench_.is_drained()) {
    dut_.cycle();
    if (!bench_.is_drained()) expect_eq(0u, unsigned{dut_->idle_o}, "idle_o with reads under way");
  }
  drain(100);
}

TEST_F(PayloadFetch, DeadPacketsPassAPausedQueueAndAQueueWithoutMemory) {
  bench_.pause(1, true);
  memory_.set_latency(1000);
  bench_.kill(9);
  dut_.cycles(4);
  for (unsigned i = 0; i < 100; ++i)
    bench_.offer({.queue = 1, .qp = 9, .pmtu = 512, .pieces = {bench_.piece(1, 3, 4000)}});
  drain(4000);
  expect_eq(uint64_t{0}, memory_.reads(), "reads");
  expect_eq(uint64_t{800}, bench_.dead_packets(), "dead packets");
}

// --- rates ---------------------------------------------------------------------------------------
struct Load {
  const char* name;
  unsigned queues;
  uint32_t pmtu;
  uint32_t offset;
  uint32_t bytes;
  uint32_t latency;
  double beats_a_clock = 1;
};

class Rate : public PayloadFetch, public ::testing::WithParamInterface<Load> {};

TEST_P(Rate, TakesABeatEveryClock) {
  const Load& load = GetParam();
  memory_.set_latency(load.latency);
  const auto fill = [&] {
    for (unsigned q = 0; q < load.queues; ++q)
      while (bench_.fragments_waiting(q) < 64)
        offer_one_piece(q, load.pmtu, load.offset, load.bytes);
  };
  const auto run_clocks = [&](uint64_t clocks) {
    for (uint64_t i = 0; i < clocks; ++i) {
      fill();
      dut_.cycle();
    }
  };
  run_clocks(load.latency + 500);
  const uint64_t before = memory_.beats();
  constexpr uint64_t kClocks = 4000;
  run_clocks(kClocks);
  const auto share = static_cast<double>(memory_.beats() - before) / double{kClocks};
  expect(share >= load.beats_a_clock - 0.0005,
         "beats a clock: " + std::to_string(share) + " of " + std::to_string(load.beats_a_clock));
  drain(100'000);
}

INSTANTIATE_TEST_SUITE_P(, Rate,
                         ::testing::Values(Load{"Aligned4096", 1, 4096, 0, 4096, 500},
                                           Load{"AllQueues4096", 8, 4096, 0, 4096, 500},
                                           Load{"Message64KiBBy1", 1, 4096, 1, 65536, 500},
                                           Load{"Message64KiBBy127", 1, 4096, 127, 65536, 500},
                                           Load{"Message64KiBPmtu256", 1, 256, 77, 65536, 500},
                                           Load{"OneBeat", 1, 256, 0, 64, 500},
                                           Load{"OneBeatAllQueues", 8, 256, 3, 64, 500},
                                           Load{"OneBeatNoLatency", 1, 256, 0, 128, 0},
                                           Load{"TwoBeats", 1, 1024, 127, 64, 500},
                                           Load{"TwoRows", 1, 1024, 0, 190, 500}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_F(PayloadFetch, AFullQueueAndAPausedOneTakeNothingFromAnother) {
  memory_.set_latency(500);
  bench_.hold_rows(0, true);
  bench_.pause(1, true);
  const auto run_clocks = [&](uint64_t clocks) {
    for (uint64_t i = 0; i < clocks; ++i) {
      for (unsigned q = 0; q < 3; ++q)
        while (bench_.fragments_waiting(q) < 64) offer_one_piece(q, 1024, 0, 1024);
      dut_.cycle();
    }
  };
  run_clocks(3000);
  const uint64_t before = memory_.beats();
  run_clocks(4000);
  expect_eq(uint64_t{4000}, memory_.beats() - before, "beats of queue 2 in 4000 clocks");
  bench_.hold_rows(0, false);
  bench_.pause(1, false);
  drain(100'000);
}

}  // namespace
}  // namespace rnic::tb
