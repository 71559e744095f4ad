// SPDX-License-Identifier: Apache-2.0
// Rates, latencies, turns, pauses and isolation of the scheduler, counted in clocks.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "tb/tx/sched_fixture.h"

namespace rnic::tb {
namespace {

class SchedRate : public Sched {
 protected:
  static constexpr uint16_t kQp = 50;  // of queue q: kQp + q

  void SetUp() override {
    Sched::SetUp();
    for (uint16_t q = 0; q < kSchedQueues; ++q) command(SchedCommand::kLoad, qp_of(q));
    bench_.rates.rows_a_clock = 64;  // what counts here is the scheduler
  }
  static uint16_t qp_of(unsigned q) { return static_cast<uint16_t>(kQp + q); }

  // Keeps packets waiting in every source and queue of `queues`, one source a queue.
  void top_up(uint8_t queues, const std::function<SchedPacket(unsigned q)>& make) {
    for (unsigned q = 0; q < kSchedQueues; ++q) {
      if ((queues >> q & 1) == 0) continue;
      while (bench_.backlog(q % kSchedSources, q) < 4) bench_.send(q % kSchedSources, make(q));
    }
  }
  // Clocks a packet of queue `qid`, over `clocks` clocks behind `start` clocks to fill queues.
  double clocks_a_packet(unsigned qid, uint64_t start, uint64_t clocks,
                         const std::function<void()>& each_clock) {
    uint64_t begin = 0;
    for (uint64_t n = 0; n < start + clocks; ++n) {
      if (n == start) {
        begin = bench_.taken()[qid];
        idle_ = bench_.builder_idle_clocks();
      }
      each_clock();
      dut_.cycle();
    }
    idle_ = bench_.builder_idle_clocks() - idle_;
    return static_cast<double>(clocks) / static_cast<double>(bench_.taken()[qid] - begin);
  }

  uint64_t idle_ = 0;  // clocks in which the builder had nothing to do, of the newest measurement
};

TEST_F(SchedRate, OneQueueReleasesAPacketEveryClock) {
  for (const unsigned bytes : {0u, 1u, 128u}) {
    const double clocks = clocks_a_packet(3, 200, 2000, [&] {
      top_up(1u << 3, [&](unsigned q) {
        return packet(qp_of(q), static_cast<uint8_t>(q), static_cast<uint16_t>(bytes));
      });
    });
    expect(clocks < 1.001, fmt::format("{} clocks a packet of {} bytes", clocks, bytes));
  }
  drain();
}

TEST_F(SchedRate, TheBuilderNeverWaitsForPacketsOfAnySize) {
  for (const unsigned bytes : {129u, 257u, 385u, 513u, 1000u, 1153u, 2048u, 4096u}) {
    clocks_a_packet(3, 200, 2000, [&] {
      top_up(1u << 3, [&](unsigned q) {
        return packet(qp_of(q), static_cast<uint8_t>(q), static_cast<uint16_t>(bytes));
      });
    });
    expect(idle_ <= 2, fmt::format("{} idle clocks of the builder at {} bytes", idle_, bytes));
    drain(50'000);
  }
}

TEST_F(SchedRate, QueuesTakeTurnsPacketByPacket) {
  std::array<uint64_t, kSchedQueues> begin{};
  for (unsigned n = 0; n < 4000; ++n) {
    if (n == 1000) begin = bench_.taken();
    top_up(0xff, [&](unsigned q) { return packet(qp_of(q), static_cast<uint8_t>(q), 256); });
    dut_.cycle();
    if (n <= 1000) continue;
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;
    for (unsigned q = 0; q < kSchedQueues; ++q) {
      least = std::min(least, bench_.taken()[q] - begin[q]);
      most = std::max(most, bench_.taken()[q] - begin[q]);
    }
    expect(most - least <= 1, fmt::format("{} and {} packets at {}", least, most, n));
  }
  drain();
}

TEST_F(SchedRate, KeepsItsLatencies) {
  Rng random = rng("gaps");
  for (int n = 0; n < 200; ++n) {
    const unsigned q = random.below(8);
    const bool has_payload = random.chance(50);
    bench_.send(random.below(3) * (n >= 100),
                packet(qp_of(q), static_cast<uint8_t>(q), has_payload ? 100 : 0));
    drain();
    dut_.cycles(random.below(20));
    if (has_payload) {
      expect(bench_.since_written() <= 7,
             fmt::format("{} clocks since it was written", bench_.since_written()));
    } else {
      expect(bench_.since_item() <= 10,
             fmt::format("{} clocks since it was taken", bench_.since_item()));
    }
  }
}

TEST_F(SchedRate, APausedQueueStopsWithinSomeRowsAndNoOtherNotices) {
  Rng random = rng("pauses");
  for (const unsigned bytes : {0u, 64u, 256u, 600u, 4096u}) {
    for (int round = 0; round < 10; ++round) {
      const auto make = [&](unsigned q) {
        return packet(qp_of(q), static_cast<uint8_t>(q), static_cast<uint16_t>(bytes));
      };
      const auto pause = static_cast<uint8_t>(random.byte() | 1u << 2);
      bench_.pause(0);
      for (unsigned n = 100 + random.below(50); n > 0; --n) {
        top_up(0xff, make);
        dut_.cycle();
      }
      const uint64_t since = bench_.clock();
      bench_.pause(pause);
      const auto others = static_cast<uint8_t>(~pause);
      for (int n = 0; n < 200; ++n) {
        top_up(others, make);
        dut_.cycle();
      }
      // A packet in the builder, which the builder's own rows count, then what waits before it.
      const unsigned in_builder = std::max(1u, (bytes + 127) / 128);
      for (unsigned q = 0; q < kSchedQueues; ++q) {
        if ((pause >> q & 1) == 0) continue;
        expect(bench_.last_frame_taken(q) <= since + 14 + in_builder,
               fmt::format("a frame of {} bytes goes {} clocks behind its pause", bytes,
                           bench_.last_frame_taken(q) - since));
      }
      // The others share all of it.
      if (pause == 0xff) continue;
      const uint64_t idle = bench_.builder_idle_clocks();
      for (int n = 0; n < 100; ++n) {
        top_up(others, make);
        dut_.cycle();
      }
      expect(bench_.builder_idle_clocks() <= idle + 1, "the others have the whole builder");
    }
    bench_.pause(0);
    drain(500'000);
  }
}

// --- isolation: queue 5 works, the seven others are in trouble -----------------------------------
class SchedIsolation : public SchedRate, public ::testing::WithParamInterface<unsigned> {
 protected:
  static constexpr unsigned kOwn = 5;
  static constexpr uint8_t kOthers = 0xff & ~(1u << kOwn);

  SchedPacket own() { return packet(qp_of(kOwn), kOwn, static_cast<uint16_t>(GetParam())); }
  void expect_full_rate(const std::function<void()>& trouble) {
    const double clocks = clocks_a_packet(kOwn, 30'000, 40'000, [&] {
      while (bench_.backlog(2, kOwn) < 4) bench_.send(2, own());
      trouble();
    });
    const double want = std::max(1u, (GetParam() + 127) / 128);
    expect(clocks < 1.01 * want, fmt::format("{} clocks a packet of {} bytes, {} would be right",
                                             clocks, GetParam(), want));
  }
  // Sources 0 and 1 serve the others, so that source 2 is the working queue's own.
  void trouble(const std::function<SchedPacket(unsigned q)>& make) {
    for (unsigned q = 0; q < kSchedQueues; ++q) {
      if (q != kOwn && bench_.backlog(q & 1, q) < 4) bench_.send(q & 1, make(q));
    }
  }
};

TEST_P(SchedIsolation, SevenPausedQueuesTakeNothing) {
  bench_.pause(kOthers);
  expect_full_rate([&] {
    trouble([&](unsigned q) { return packet(qp_of(q), static_cast<uint8_t>(q), 4096); });
  });
  bench_.pause(0);
  drain(2'000'000);
}

TEST_P(SchedIsolation, SevenQueuesWithoutPayloadTakeNothing) {
  bench_.rates.stuck_memory = kOthers;
  expect_full_rate([&] {
    trouble([&](unsigned q) { return packet(qp_of(q), static_cast<uint8_t>(q), 4096); });
  });
  bench_.rates.stuck_memory = 0;
  drain(2'000'000);
}

// Once failed, the queues hold nothing but packets to drop and WQEs to flush.
TEST_P(SchedIsolation, SevenFailedQueuesTakeLessThanAHundredth) {
  for (unsigned q = 0; q < kSchedQueues; ++q) {
    if (q != kOwn) command(SchedCommand::kFail, qp_of(q));
  }
  expect_full_rate([&] {
    trouble([&](unsigned q) {
      return (q & 2) != 0 ? packet(qp_of(q), static_cast<uint8_t>(q), 4096)
                          : ending(qp_of(q), static_cast<uint8_t>(q), kFlushed, true);
    });
  });
  expect(reference_.records() > 100, "flushed all the same");
  expect(reference_.discards() > 100,
         fmt::format("{} flushed, {} dropped", reference_.records(), reference_.discards()));
  drain(2'000'000);
}

// Three turns in LowClocks clocks, also where only one kind waits: rows to free, then records.
TEST_P(SchedIsolation, OneKindAloneHasAllTurnsThatAreNotLive) {
  for (unsigned q = 0; q < kSchedQueues; ++q) {
    if (q != kOwn) command(SchedCommand::kFail, qp_of(q));
  }
  for (const bool has_rows : {true, false}) {
    const auto seen = [&] { return has_rows ? reference_.discards() : reference_.records(); };
    uint64_t begin = 0;
    constexpr uint64_t kStart = 10'000;
    constexpr uint64_t kRounds = 40;
    const auto make = [&](unsigned q) {
      return has_rows ? packet(qp_of(q), static_cast<uint8_t>(q), 256, false)
                      : ending(qp_of(q), static_cast<uint8_t>(q), kFlushed, true);
    };
    for (uint64_t n = 0; n < kStart + kRounds * 512; ++n) {
      if (n == kStart) begin = seen();
      while (bench_.backlog(2, kOwn) < 4) {
        SchedPacket p = own();
        p.is_signaled = false;
        bench_.send(2, p);
      }
      trouble(make);
      dut_.cycle();
    }
    const uint64_t turns = seen() - begin;
    expect(turns + 6 >= 3 * kRounds, fmt::format("{} turns of {} in {} x 512 clocks", turns,
                                                 has_rows ? "rows to free" : "records", kRounds));
    drain(2'000'000);
  }
}

TEST_P(SchedIsolation, SevenQueuesInResetTakeLessThanAHundredth) {
  std::array<bool, kSchedQueues> is_in_reset{};
  expect_full_rate([&] {
    for (const uint16_t qp : bench_.take_tokens()) {
      bench_.command(SchedCommand::kLoad, qp);
      is_in_reset[qp - kQp] = false;
    }
    // Software needs its time, and what comes in takes clocks of the merge from the eighth queue.
    if (!bench_.commands_done() || bench_.clock() % 2048 != 0) return;
    for (unsigned q = 0; q < kSchedQueues; ++q) {
      if (q == kOwn || is_in_reset[q] || !reference_.is_alive(qp_of(q))) continue;
      bench_.command(SchedCommand::kKill, qp_of(q));
      for (int n = 0; n < 4; ++n) {
        bench_.send(q & 1, packet(qp_of(q), static_cast<uint8_t>(q), 4096));
      }
      bench_.send(q & 1, token(qp_of(q), static_cast<uint8_t>(q)));
      is_in_reset[q] = true;
      return;
    }
  });
  expect(reference_.tokens() > 20, fmt::format("{} resets and {} packets dropped",
                                               reference_.tokens(), reference_.discards()));
  drain(2'000'000);
}

INSTANTIATE_TEST_SUITE_P(Bytes, SchedIsolation, ::testing::Values(64, 256, 1024, 4096),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace rnic::tb
