// SPDX-License-Identifier: Apache-2.0
// Everything at once, at random; rates; and what one queue's trouble costs another.

#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "tb/sq/wqe_fetch_fixture.h"

namespace rnic::tb {
namespace {

// --- everything at once --------------------------------------------------------------------------

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
            .type = static_cast<uint8_t>(random_.chance(50)   ? 0
                                         : random_.chance(50) ? 1
                                                              : 3),
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
      if (random_.chance(20))
        bench_.ring_raw(1024 * q.context.qpn_high + qp, 1);
      else if (!q.is_killed)
        bench_.load(qp, random_context(qp));
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
        const auto back =
            random_.below(std::min<uint32_t>(6, static_cast<uint16_t>(q.next - q.free)) + 1);
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

INSTANTIATE_TEST_SUITE_P(All, WqeFetchStorm,
                         ::testing::Values(Storm{"OneQp", 1, 1, 20, 30, 1, 1},
                                           Storm{"TwoQpsOneQueue", 2, 1, 0, 0, 1, 1},
                                           Storm{"FewQps", 5, 2, 0, 10, 1, 2},
                                           Storm{"ManyQps", 200, 8, 0, 500, 1, 1},
                                           Storm{"ManyQpsOneQueue", 100, 1, 100, 300, 2, 1},
                                           Storm{"SlowReader", 64, 8, 30, 30, 1, 12},
                                           Storm{"SlowMemory", 64, 8, 500, 0, 6, 1}),
                         [](const auto& storm) { return storm.param.name; });

// --- rates ---------------------------------------------------------------------------------------

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

// --- isolation -----------------------------------------------------------------------------------

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

// The same where the reader is slow and the queue's part of the store is always full.
TEST_P(WqeFetchIsolation, AQpInErrorGetsItsShareOfAFullQueue) {
  dut_.run_until([&] { return bench_.is_taken(); }, 5000);
  for (unsigned queue = 0; queue < kQueues; ++queue) bench_.set_room(queue, ReadyPattern::never());
  bench_.set_room(3, ReadyPattern::random(1, 4));
  bench_.fail(3);
  dut_.cycles(15'000);
  const uint64_t failed = bench_.qp(3).blocks;
  const uint64_t well = bench_.qp(11).blocks + bench_.qp(19).blocks;
  dut_.cycles(60'000);
  const uint64_t flushed = bench_.qp(3).blocks - failed;
  const uint64_t others = bench_.qp(11).blocks + bench_.qp(19).blocks - well;
  expect(flushed >= 8 && flushed * 100 <= others,
         fmt::format("{} blocks flushed, {} of the others", flushed, others));
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
