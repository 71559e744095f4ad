// SPDX-License-Identifier: Apache-2.0
#include <Vtb_rnic_wqe_fetch.h>
#include <fmt/format.h>

#include <cstdlib>

#include "tb/harness/dut_test.h"
#include "tb/sq/wqe_fetch_bench.h"

namespace rnic::tb {
namespace {

class WqeFetch : public DutTest {
 protected:
  void SetUp() override {
    dut_.add(bench_);
    dut_.add(bench_.memory());
    dut_.reset();
  }
  void settle(uint64_t budget = 20'000) {
    dut_.run_until([&] { return bench_.is_settled(); }, budget);
    dut_.cycles(50);  // what should not come has time to come
    expect(bench_.is_settled(), "nothing came late");
    expect_eq(bench_.want_ignored(), bench_.ignored(), "ignored doorbells");
    expect(dut_->idle_o != 0, "no read under way");
  }
  void load_and_post(unsigned qp, const FetchContext& context, unsigned blocks) {
    bench_.load(qp, context);
    expect_eq(blocks, bench_.post(qp, blocks), "blocks that fit");
    bench_.ring(qp);
  }
  // Blocks of all queues in `clocks` clocks from now.
  uint64_t count(uint64_t clocks) {
    const uint64_t before = all_blocks();
    dut_.cycles(clocks);
    return all_blocks() - before;
  }
  uint64_t all_blocks() const {
    uint64_t sum = 0;
    for (unsigned queue = 0; queue < kQueues; ++queue) sum += bench_.blocks(queue);
    return sum;
  }

  Dut<Vtb_rnic_wqe_fetch> dut_{run()};
  FetchBench bench_{run(), dut_.model()};
};

// --- order -----------------------------------------------------------------------------------------

TEST_F(WqeFetch, GivesEveryBlockOfEveryRingSizeAndBaseThroughThreeLaps) {
  for (unsigned log2 = 4; log2 <= 7; ++log2) {
    for (const bool odd : {false, true}) {
      const unsigned qp = 2 * log2 + odd;
      bench_.load(qp, {.remote_qpn = 77,
                       .dscp = static_cast<uint8_t>(qp),
                       .ring_log2 = static_cast<uint8_t>(log2),
                       .odd_base = odd});
      for (unsigned sent = 0; sent < 3u << log2;) {
        sent += bench_.post(qp, 1 + sent % 11);
        bench_.ring(qp);
        settle();
        bench_.set_free(qp, bench_.qp(qp).next);
      }
      expect(bench_.qp(qp).blocks >= 3u << log2, "three laps");
    }
  }
}

TEST_F(WqeFetch, CarriesIndicesAcrossTheirWrapInTheLargestRing) {
  bench_.load(3, {.dscp = 3, .ring_log2 = 15});
  bench_.refill(3, 64);
  dut_.run_until([&] { return bench_.qp(3).blocks > 140'000; }, 200'000);
}

TEST_F(WqeFetch, ReadsABlockAgainThatCameToTheLineAfterItWasRead) {
  load_and_post(1, {}, 1);
  settle();
  for (unsigned i = 0; i < 20; ++i) {
    bench_.post(1, 1);
    bench_.ring(1);
    settle();
  }
  expect_eq(uint64_t{21}, bench_.qp(1).blocks, "blocks");
}

// Blocks behind the count are never used, even where their line was read.
TEST_F(WqeFetch, StopsAtTheProducerCountAlthoughMoreIsPosted) {
  bench_.load(1, {});
  bench_.post(1, 200);
  bench_.ring_raw(1, 5);
  settle();
  expect_eq(uint64_t{5}, bench_.qp(1).blocks, "blocks");
  bench_.ring_raw(1, 6);
  settle();
  bench_.ring_raw(1, 4);  // a count that goes back takes nothing back
  settle();
  expect_eq(uint64_t{6}, bench_.qp(1).blocks, "blocks");
  bench_.ring(1);
  settle();
  expect_eq(uint64_t{200}, bench_.qp(1).blocks, "blocks");
}

TEST_F(WqeFetch, MarksBothBlocksOfALineThatWasAnsweredWithAnError) {
  bench_.load(1, {});
  bench_.load(2, {.odd_base = true});
  for (const unsigned qp : {1u, 2u}) {
    bench_.break_line(qp, 5);
    bench_.break_line(qp, 12);
    bench_.post(qp, 40);
    bench_.ring(qp);
  }
  settle();
}

// --- doorbells ----------------------------------------------------------------------------------------

TEST_F(WqeFetch, IgnoresAndCountsDoorbellsOfUnknownAndResetQps) {
  bench_.ring_raw(9, 1);
  bench_.load(9, {.qpn_high = 3});
  bench_.ring_raw(9, 1);
  bench_.ring_raw(0xfff009, 1);
  settle();
  expect_eq(uint64_t{3}, bench_.ignored(), "ignored doorbells");
  bench_.post(9, 3);
  bench_.ring(9);
  settle();
  bench_.kill(9);
  settle();
  bench_.ring_raw(3 * 1024 + 9, 4);
  settle();
  expect_eq(uint64_t{4}, bench_.ignored(), "ignored doorbells");
}

TEST_F(WqeFetch, StopsBehindTheOldCountWhenADoorbellClaimsMoreThanTheRing) {
  for (const uint8_t log2 : {uint8_t{4}, uint8_t{15}}) {
    const unsigned qp = log2;
    load_and_post(qp, {.ring_log2 = log2}, 10);
    settle();
    const auto all = static_cast<uint16_t>((1u << log2) + 1);
    bench_.set_free(qp, 1);
    bench_.ring_raw(qp, all);  // exactly the ring, from sq_free on: fits
    dut_.run_until([&] { return bench_.is_taken(); }, 100);
    dut_.cycles(10);
    expect(!bench_.qp(qp).is_stopped, "exactly the ring is no overrun");
    bench_.kill(qp);  // for those blocks were never posted
    settle();

    load_and_post(qp, {.ring_log2 = log2}, 10);
    bench_.ring_raw(qp, all);
    settle();
    expect(bench_.qp(qp).stop_came, "the stop came");
    expect_eq(uint16_t{10}, bench_.qp(qp).next, "behind the blocks of the old count");
    bench_.ring_raw(qp, 12);
    settle();
    bench_.kill(qp);
    settle();
  }
}

TEST_F(WqeFetch, SendsTheStopAgainBehindARewind) {
  load_and_post(1, {.ring_log2 = 5}, 20);
  bench_.ring_raw(1, 60);
  settle();
  bench_.rewind(1, 7, 1, 0);
  settle();
  expect(bench_.qp(1).stop_came, "the stop came again");
  bench_.rewind(1, 19, 2, 0);  // needs a block that will never come
  settle();
  expect(bench_.qp(1).stop_came, "the stop came instead of the cut WQE");
  bench_.rewind(1, 20, 1, 0);
  settle();
  expect(bench_.qp(1).stop_came, "the stop came at the count itself");
}

// --- rewinds ------------------------------------------------------------------------------------------

TEST_F(WqeFetch, HoldsARewoundQpBackUntilItsWqeIsThere) {
  load_and_post(1, {}, 10);
  settle();
  bench_.rewind(1, 8, 4, 0);
  settle();
  expect_eq(uint16_t{8}, bench_.qp(1).next, "nothing came");
  bench_.post(1, 1);
  bench_.ring(1);
  settle();
  expect_eq(uint16_t{8}, bench_.qp(1).next, "nothing came");
  bench_.post(1, 1);
  bench_.ring(1);
  settle();
  expect_eq(uint16_t{12}, bench_.qp(1).next, "the WQE came");
}

TEST_F(WqeFetch, GivesWholeWqesOnceACutToldTheirSize) {
  for (unsigned size = 2; size <= 4; ++size) {
    bench_.load(1, {});
    bench_.load(2, {});
    unsigned cuts = 0;
    unsigned last_qp = 0;
    // As the requester does it: WQEs of `size` blocks; a run's end within one is a cut.
    bench_.on_block = [&](unsigned qp, uint16_t index) {
      last_qp = qp;
      const unsigned within = index % size;
      if (dut_->block_run_last_o && within != size - 1 && index < 100) {
        ++cuts;
        bench_.rewind(qp, static_cast<uint16_t>(index - within), size, 0);
      }
    };
    for (const unsigned qp : {1u, 2u}) {
      bench_.post(qp, 25 * size);
      bench_.ring(qp);
    }
    settle();
    // The first run of each, and what was read ahead before its rewind came back.
    expect(cuts <= 4, "each QP is cut but once or twice");
    expect(cuts >= (size == 3 ? 2u : 0u), "eight is no multiple of three");
    for (const unsigned qp : {1u, 2u}) {
      bench_.kill(qp);
    }
    settle();
    bench_.on_block = nullptr;
  }
}

// A WQE at the ring's end whose second half would always be another turn would never be read.
TEST_F(WqeFetch, ReadsOnBehindTheRingsEndBeforeAnotherQpHasItsTurn) {
  for (unsigned qp = 0; qp < 4; ++qp) {
    bench_.load(qp, {.ring_log2 = 4, .odd_base = qp % 2 != 0});
    bench_.post(qp, 15);
    bench_.ring(qp);
  }
  settle();
  unsigned previous = 0;
  bool was_last_of_ring = false;
  bench_.on_block = [&](unsigned qp, uint16_t index) {
    if (was_last_of_ring) expect_eq(previous, qp, "QP behind the ring's end");
    was_last_of_ring = index == 15;
    previous = qp;
  };
  for (unsigned qp = 0; qp < 4; ++qp) {
    bench_.set_free(qp, 12);
    bench_.post(qp, 12);
    bench_.ring(qp);
  }
  settle();
  for (unsigned qp = 0; qp < 4; ++qp) bench_.rewind(qp, static_cast<uint16_t>(12 + qp), 4, 0);
  settle();
  bench_.on_block = nullptr;
}

TEST_F(WqeFetch, ReadsOneWqeATurnForAWhileWhereLongMessagesTakeTurns) {
  bench_.load(1, {});
  bench_.load(2, {});
  for (const unsigned qp : {1u, 2u}) {
    bench_.post(qp, 100);
    bench_.ring(qp);
  }
  settle();
  uint64_t runs = 0;
  bench_.on_block = [&](unsigned, uint16_t) { runs += dut_->block_run_last_o; };
  for (const unsigned qp : {1u, 2u}) bench_.rewind(qp, 10, 1, 65536);
  settle();
  bench_.on_block = nullptr;
  // 15 runs of one block, then 75 blocks in eights; which start at an odd index.
  expect(runs >= 2 * (15 + 9) && runs <= 2 * (15 + 12), "short runs, then long ones again");
}

// --- resets ----------------------------------------------------------------------------------------------

TEST_F(WqeFetch, PutsTheTokenBehindEverythingThatWasReadAhead) {
  bench_.set_room(0, ReadyPattern::never());
  load_and_post(1, {}, 200);
  load_and_post(2, {}, 200);
  dut_.cycles(1500);
  bench_.kill(1);
  dut_.cycles(500);
  expect_eq(uint64_t{0}, bench_.qp(1).tokens, "tokens while the queue has no room");
  bench_.set_room(0, ReadyPattern::always());
  settle();
  expect_eq(uint64_t{1}, bench_.qp(1).tokens, "tokens");
  expect_eq(uint64_t{200}, bench_.qp(2).blocks, "blocks of the QP beside it");
  load_and_post(1, {.dscp = 4}, 30);
  settle();
  expect_eq(uint64_t{30}, bench_.qp(1).blocks, "blocks of its next life");
}

TEST_F(WqeFetch, AnswersAResetOfAQpThatNeverHadWork) {
  bench_.load(7, {.dscp = 5});
  bench_.kill(7);
  settle();
  expect_eq(uint64_t{1}, bench_.qp(7).tokens, "tokens");
  bench_.load(7, {.dscp = 5});
  bench_.fail(7);
  bench_.kill(7);
  settle();
  expect_eq(uint64_t{2}, bench_.qp(7).tokens, "tokens");
}

// --- queues ------------------------------------------------------------------------------------------------

TEST_F(WqeFetch, KeepsAQpsQueueWhileAnythingOfItIsInFlight) {
  load_and_post(1, {.dscp = 10}, 5);
  settle();
  bench_.set_map(10, 6);
  bench_.post(1, 1);
  bench_.ring(1);
  settle();
  expect_eq(uint64_t{6}, bench_.blocks(2), "blocks of the old queue");
  bench_.set_free(1, 6);
  bench_.post(1, 1);
  bench_.move_queue(1, 6);
  bench_.ring(1);
  settle();
  expect_eq(uint64_t{1}, bench_.blocks(6), "blocks of the new queue");
  // In error it stays.
  bench_.set_free(1, 7);
  bench_.fail(1);
  bench_.set_map(10, 7);
  dut_.cycles(3);
  bench_.post(1, 1);
  bench_.ring(1);
  settle();
  expect_eq(uint64_t{2}, bench_.blocks(6), "blocks of the queue it failed in");
}

TEST_F(WqeFetch, SaysThatAnotherQpWaitsButNotThatItsOwnDoes) {
  bench_.set_room(0, ReadyPattern::random(1, 8));
  load_and_post(1, {.ring_log2 = 12}, 4000);
  dut_.run_until([&] { return bench_.qp(1).blocks != 0; }, 5000);
  for (unsigned i = 0; i < 2000; ++i) {
    dut_.cycle();
    expect((dut_->others_waiting_o & 1) == 0, "alone, however much it has to do");
  }
  load_and_post(2, {}, 1);
  dut_.run_until([&] { return (dut_->others_waiting_o & 1) != 0; }, 20);
  for (unsigned i = 0; i < 2000 && bench_.qp(2).blocks == 0; ++i) {
    expect((dut_->others_waiting_o & 1) != 0 || i > 10, "another waits until its block comes");
    dut_.cycle();
  }
  bench_.set_room(0, ReadyPattern::always());
  settle();
  expect((dut_->others_waiting_o & 1) == 0, "nothing waits");
}

// --- everything at once ------------------------------------------------------------------------------------

struct Storm {
  const char* name;
  unsigned qps;
  unsigned queues;
  uint32_t latency;
  uint32_t jitter;
  uint32_t ar_of;  // ready in 1 of so many clocks
  uint32_t room_of;
};

class WqeFetchStorm : public WqeFetch, public ::testing::WithParamInterface<Storm> {
 protected:
  FetchContext random_context(unsigned qp) {
    return {.qpn_high = random_.below(16384),
            .remote_qpn = random_.below(1 << 24),
            .type = static_cast<uint8_t>(random_.chance(50) ? 0 : random_.chance(50) ? 1 : 3),
            .pmtu = static_cast<uint8_t>(random_.between(1, 5)),
            .dscp = static_cast<uint8_t>(qp % GetParam().queues + 8 * random_.below(8)),
            .ecn = static_cast<uint8_t>(random_.below(4)),
            .ring_log2 = static_cast<uint8_t>(random_.between(4, 7)),
            .odd_base = random_.chance(50)};
  }
  void event(unsigned index) {
    const unsigned qp = index * 37 % 1024;  // spread over the table
    const FetchBench::Qp& q = bench_.qp(qp);
    if (!q.is_loaded) {
      if (!bench_.is_taken()) return;
      if (random_.chance(20)) bench_.ring_raw(1024 * q.context.qpn_high + qp, 1);
      else if (!q.is_killed) bench_.load(qp, random_context(qp));
      return;
    }
    if (q.is_killed) return;
    if (q.stop_came && random_.chance(20)) return bench_.kill(qp);
    const uint32_t what = random_.below(1000);
    if (what < 500) {
      if (bench_.post(qp, random_.between(1, random_.chance(50) ? 4 : 40)) != 0) bench_.ring(qp);
    } else if (what < 800) {
      bench_.set_free(qp, static_cast<uint16_t>(
                              q.free + random_.below(static_cast<uint16_t>(q.next - q.free) + 1u)));
    } else if (what < 960) {
      if (!q.drops && !q.fresh) {
        const auto back = random_.below(
            std::min<uint32_t>(6, static_cast<uint16_t>(q.next - q.free)) + 1);
        bench_.rewind(qp, static_cast<uint16_t>(q.next - back), random_.between(1, 4),
                      random_.chance(30) ? static_cast<uint32_t>(random_.next()) : 0);
      }
    } else if (what < 970) {
      FetchContext context = q.context;
      context.ecn = static_cast<uint8_t>(random_.below(4));
      context.remote_qpn = random_.below(1 << 24);
      bench_.update(qp, context);
    } else if (what < 980) {
      bench_.fail(qp);
    } else if (what < 990) {
      // More than the ring holds, whatever becomes free meanwhile.
      bench_.ring_raw(1024 * q.context.qpn_high + qp,
                      static_cast<uint16_t>(q.posted + q.slots.size() + random_.between(1, 30)));
    } else {
      bench_.kill(qp);
    }
  }
  Rng random_ = rng("storm");
};

TEST_P(WqeFetchStorm, EveryQpGetsItsBlocksItsStopAndItsToken) {
  const Storm& storm = GetParam();
  bench_.memory().set_latency(storm.latency, storm.jitter);
  bench_.memory().set_ar_ready(ReadyPattern::random(1, storm.ar_of));
  bench_.memory().set_interleave(true);
  for (unsigned queue = 0; queue < kQueues; ++queue)
    bench_.set_room(queue, ReadyPattern::random(1, storm.room_of));
  const uint64_t clocks = std::getenv("RNIC_SOAK") != nullptr ? 2'000'000 : 60'000;
  for (uint64_t clock = 0; clock < clocks; ++clock) {
    if (random_.chance(30)) event(random_.below(storm.qps));
    if (random_.below(4000) == 0)
      bench_.set_room(random_.below(storm.queues), random_.chance(30)
                                                  ? ReadyPattern::never()
                                                  : ReadyPattern::random(1, storm.room_of));
    if (random_.below(4000) == 0)
      bench_.memory().hold(static_cast<uint8_t>(random_.below(storm.queues)), random_.chance(30));
    dut_.cycle();
  }
  for (unsigned queue = 0; queue < kQueues; ++queue) {
    bench_.set_room(queue, ReadyPattern::always());
    bench_.memory().hold(static_cast<uint8_t>(queue), false);
  }
  settle(500'000);
  // What still waits for blocks gets them.
  for (unsigned i = 0; i < storm.qps; ++i) {
    const unsigned qp = i * 37 % 1024;
    if (!bench_.qp(qp).is_loaded) continue;
    bench_.set_free(qp, bench_.qp(qp).next);
    if (bench_.post(qp, 4) != 0) bench_.ring(qp);
  }
  settle(500'000);
  uint64_t blocks = 0;
  uint64_t dropped = 0;
  uint64_t tokens = 0;
  for (unsigned i = 0; i < storm.qps; ++i) {
    const FetchBench::Qp& q = bench_.qp(i * 37 % 1024);
    blocks += q.blocks;
    dropped += q.dropped;
    tokens += q.tokens;
  }
  expect(blocks > clocks / 300 && tokens >= 5,
         fmt::format("{} blocks, {} dropped, {} resets: no storm", blocks, dropped, tokens));
}

INSTANTIATE_TEST_SUITE_P(
    All, WqeFetchStorm,
    ::testing::Values(Storm{"OneQp", 1, 1, 20, 30, 1, 1}, Storm{"TwoQpsOneQueue", 2, 1, 0, 0, 1, 1},
                      Storm{"FewQps", 5, 2, 0, 10, 1, 2}, Storm{"ManyQps", 200, 8, 0, 500, 1, 1},
                      Storm{"ManyQpsOneQueue", 100, 1, 100, 300, 2, 1},
                      Storm{"SlowReader", 64, 8, 30, 30, 1, 12},
                      Storm{"SlowMemory", 64, 8, 500, 0, 6, 1}),
    [](const auto& storm) { return storm.param.name; });

// --- rates -------------------------------------------------------------------------------------------------

class WqeFetchRate : public WqeFetch, public ::testing::WithParamInterface<uint32_t> {
 protected:
  void SetUp() override {
    WqeFetch::SetUp();
    bench_.memory().set_latency(GetParam());
  }
  void expect_full_rate(const char* what) {
    dut_.cycles(4000);
    const uint64_t blocks = count(20'000);
    expect(blocks >= 19'800, fmt_rate(what, blocks));
  }
  static std::string fmt_rate(const char* what, uint64_t blocks) {
    return fmt::format("{}: {} blocks in 20,000 clocks", what, blocks);
  }
};

TEST_P(WqeFetchRate, OneQpGivesABlockAClock) {
  bench_.load(1, {.ring_log2 = 12});
  bench_.refill(1, 32);
  expect_full_rate("one QP");
}

TEST_P(WqeFetchRate, SixtyFourQpsOfOneQueueGiveABlockAClock) {
  for (unsigned qp = 0; qp < 64; ++qp) {
    bench_.load(qp, {.ring_log2 = 12, .odd_base = qp % 2 != 0});
    bench_.refill(qp, 32);
  }
  expect_full_rate("64 QPs of one queue");
}

TEST_P(WqeFetchRate, SixtyFourQpsOfAllQueuesGiveABlockAClock) {
  for (unsigned qp = 0; qp < 64; ++qp) {
    bench_.load(qp, {.dscp = static_cast<uint8_t>(qp), .ring_log2 = 12});
    bench_.refill(qp, 32);
  }
  expect_full_rate("64 QPs of all queues");
}

INSTANTIATE_TEST_SUITE_P(Latency, WqeFetchRate, ::testing::Values(0u, 500u));

// --- isolation -----------------------------------------------------------------------------------------------

class WqeFetchIsolation : public WqeFetchRate {
 protected:
  void SetUp() override {
    WqeFetchRate::SetUp();
    for (unsigned qp = 0; qp < 24; ++qp) {  // three QPs a queue
      bench_.load(qp, {.dscp = static_cast<uint8_t>(qp), .ring_log2 = 12});
      bench_.refill(qp, 32);
    }
  }
  void expect_queue_3_undisturbed(const char* what) {
    dut_.cycles(8000);
    const uint64_t before = bench_.blocks(3);
    dut_.cycles(20'000);
    const uint64_t blocks = bench_.blocks(3) - before;
    expect(blocks >= 19'800, fmt_rate(what, blocks));
  }
};

TEST_P(WqeFetchIsolation, QueuesWithoutRoomHoldNoOther) {
  for (unsigned queue = 0; queue < kQueues; ++queue)
    if (queue != 3) bench_.set_room(queue, ReadyPattern::never());
  expect_queue_3_undisturbed("seven queues without room");
}

TEST_P(WqeFetchIsolation, QueuesWhoseReadsAreNotAnsweredHoldNoOther) {
  for (unsigned queue = 0; queue < kQueues; ++queue)
    if (queue != 3) bench_.memory().hold(static_cast<uint8_t>(queue), true);
  expect_queue_3_undisturbed("seven queues without answers");
}

TEST_P(WqeFetchIsolation, QueuesThatFlushCostOneInAHundredAtMost) {
  dut_.run_until([&] { return bench_.is_taken(); }, 5000);
  for (unsigned qp = 0; qp < 24; ++qp)
    if (qp % kQueues != 3) bench_.fail(qp);
  expect_queue_3_undisturbed("seven queues in error");
  std::array<uint64_t, 24> before{};
  for (unsigned qp = 0; qp < 24; ++qp) before[qp] = bench_.qp(qp).blocks;
  dut_.cycles(60'000);
  for (unsigned qp = 0; qp < 24; ++qp) expect(bench_.qp(qp).blocks > before[qp], "a flush goes on");
}

// A flush in one's own queue costs as little.
TEST_P(WqeFetchIsolation, AQpInErrorCostsTheOthersOfItsQueueLittle) {
  for (unsigned queue = 0; queue < kQueues; ++queue)
    if (queue != 3) bench_.set_room(queue, ReadyPattern::never());
  dut_.run_until([&] { return bench_.is_taken(); }, 5000);
  bench_.fail(3);
  bench_.fail(11);
  dut_.cycles(8000);
  const uint64_t before = bench_.qp(19).blocks;
  dut_.cycles(20'000);
  const uint64_t blocks = bench_.qp(19).blocks - before;
  expect(blocks >= 19'600, fmt_rate("the QP that is well", blocks));
}

// Resets again and again, each with a full store behind it.
TEST_P(WqeFetchIsolation, QueuesWhoseQpsAreResetHoldNoOther) {
  for (unsigned queue = 0; queue < kQueues; ++queue)
    if (queue != 3) bench_.set_room(queue, ReadyPattern::never());
  dut_.cycles(8000);
  const uint64_t before = bench_.blocks(3);
  for (unsigned i = 0; i < 20; ++i) {
    for (unsigned qp = 0; qp < 24; ++qp) {
      if (qp % kQueues == 3 || bench_.qp(qp).is_killed) continue;
      bench_.kill(qp);
    }
    dut_.cycles(1000);
  }
  const uint64_t blocks = bench_.blocks(3) - before;
  expect(blocks >= 19'800, fmt_rate("seven queues reset", blocks));
}

INSTANTIATE_TEST_SUITE_P(Latency, WqeFetchIsolation, ::testing::Values(0u, 500u));

}  // namespace
}  // namespace rnic::tb
