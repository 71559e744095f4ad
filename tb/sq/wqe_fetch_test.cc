// SPDX-License-Identifier: Apache-2.0
// What becomes of single doorbells, rewinds, resets and changes of queue.

#include <fmt/format.h>

#include "tb/sq/wqe_fetch_fixture.h"

namespace rnic::tb {
namespace {

// --- order ---------------------------------------------------------------------------------------

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

// --- doorbells -----------------------------------------------------------------------------------

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

// --- rewinds -------------------------------------------------------------------------------------

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

TEST_F(WqeFetch, GivesARewoundWqeAtOnceThatEndsWithTheCount) {
  load_and_post(1, {}, 20);
  settle();
  for (uint16_t need = 1; need <= 4; ++need) {
    const uint64_t before = bench_.qp(1).blocks;
    bench_.rewind(1, static_cast<uint16_t>(20 - need), need, 0);
    settle();
    expect_eq(before + need, bench_.qp(1).blocks, "blocks, those of the WQE a second time");
  }
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

// --- resets --------------------------------------------------------------------------------------

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

TEST_F(WqeFetch, IgnoresARewindThatComesBehindItsQpsReset) {
  bench_.set_room(0, ReadyPattern::never());
  load_and_post(1, {}, 100);
  dut_.cycles(1500);
  bench_.kill(1);
  dut_.run_until([&] { return bench_.is_taken(); }, 100);
  for (const unsigned need : {1u, 4u}) bench_.rewind(1, 0, need, 65'536 * (need - 1));
  dut_.cycles(200);
  bench_.set_room(0, ReadyPattern::always());
  settle();
  expect_eq(uint64_t{1}, bench_.qp(1).tokens, "tokens");
  expect_eq(uint64_t{0}, bench_.qp(1).blocks, "blocks that count");
  load_and_post(1, {}, 40);
  settle();
  expect_eq(uint64_t{40}, bench_.qp(1).blocks, "blocks of its next life");
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

// A reset of one clock, in the middle of everything: nothing of before comes out behind it.
TEST_F(WqeFetch, ForgetsEverythingInAResetOfOneClock) {
  for (unsigned clocks = 1300; clocks < 1308; ++clocks) {
    for (unsigned qp = 1; qp < 6; ++qp) {
      load_and_post(qp, {.dscp = static_cast<uint8_t>(qp % 2)}, 200);
    }
    dut_.cycles(clocks);
    bench_.forget();
    dut_.reset(1);
    expect_eq(0, int{dut_->others_waiting_o}, "others who wait");
    expect_eq(uint64_t{0}, count(50), "blocks behind the reset");
    expect(dut_->idle_o != 0, "no read under way");
  }
  load_and_post(2, {}, 10);
  settle();
}

// --- queues --------------------------------------------------------------------------------------

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
  // Between list and run, and between run and block, it falls for some clocks.
  unsigned low = 0;
  unsigned high = 0;
  while (bench_.qp(2).blocks == 0 && low + high < 5000) {
    ((dut_->others_waiting_o & 1) != 0 ? high : low)++;
    dut_.cycle();
  }
  expect(low <= 20 && high > 500, fmt::format("{} clocks low, {} high", low, high));
  bench_.set_room(0, ReadyPattern::always());
  settle();
  expect((dut_->others_waiting_o & 1) == 0, "nothing waits");
}

}  // namespace
}  // namespace rnic::tb
