// SPDX-License-Identifier: Apache-2.0
// The transmit counters: every event lands in its own counters, at one a clock of whatever kind.
#include <Vtb_rnic_tx_counters.h>

#include <cstdint>
#include <vector>

#include "tb/csr/counter_counts.h"
#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

class TxCounters : public DutTest {
 protected:
  TxCounters() { clear(); }

  void clear() {
    dut_->stat_valid_i = dut_->stat_status_valid_i = dut_->stat_db_ignored_i = 0;
    dut_->index_i = 0;
    dut_.reset();
    dut_.run_until([&] { return dut_->ready_o != 0; }, 1000);
    counts_ = {};
  }

  // One clock with these events; what says nothing carries noise.
  void step(const CountedEvents& events) {
    put_events(dut_.model(), events, noise_);
    counts_.count(events);
    dut_.cycle();
  }

  uint64_t read(uint32_t index) {
    dut_->index_i = static_cast<uint16_t>(index);
    dut_.cycles(4);
    return dut_->count_o;
  }
  // All 1,024 indices, those without a counter too.
  void expect_all() {
    for (int i = 0; i < 4; ++i) step({});  // what was counted last arrives
    for (uint32_t index = 0; index < CounterCounts::kIndices; ++index) {
      expect_eq(counts_.at(index), read(index), CounterCounts::name(index));
    }
  }

  Dut<Vtb_rnic_tx_counters> dut_{run()};
  CounterCounts counts_;
  std::vector<CounterCounts> before_;
  Rng noise_ = rng("noise");
};

TEST_F(TxCounters, AreAllZeroBehindAReset) {
  expect_all();
  for (int i = 0; i < 300; ++i) {
    step({.frame = {{.bytes = 60, .opcode = noise_.byte(), .qid = 3}},
          .status = 1,
          .ignored = true});
  }
  clear();
  expect_all();
}

TEST_F(TxCounters, AreReadyAfterOneSweep) {
  dut_.reset();
  const uint64_t start = dut_.clock();
  dut_.run_until([&] { return dut_->ready_o != 0; }, 1000);
  expect_eq(uint64_t{256}, dut_.clock() - start, "clocks of the sweep");
}

TEST_F(TxCounters, CountEachOpcodePriorityAndStatusApart) {
  for (unsigned opcode = 0; opcode < 256; ++opcode) {
    step({.frame = {{.bytes = static_cast<uint16_t>(60 + opcode),
                     .opcode = static_cast<uint8_t>(opcode),
                     .qid = static_cast<uint8_t>((opcode / 3) % 8)}},
          .status = static_cast<uint8_t>(opcode % 13),
          .ignored = opcode % 5 == 0});
  }
  expect_all();
}

// Distances of 1 to 6 clocks between events of one counter: every stage of the pipeline.
TEST_F(TxCounters, LoseNothingOfOneCounterAtAnyDistance) {
  for (unsigned distance = 1; distance <= 6; ++distance) {
    for (int i = 0; i < 200; ++i) {
      step({.frame = {{.bytes = 9600, .opcode = 0x0a, .qid = 3}}, .status = 0, .ignored = true});
      for (unsigned gap = 1; gap < distance; ++gap) {
        if (i % 2 == 0) {
          step({});
        } else {
          step({.frame = {{.bytes = 61, .opcode = static_cast<uint8_t>(gap), .qid = 1}}});
        }
      }
    }
  }
  expect_all();
}

TEST_F(TxCounters, CountOneEventAClockOfOneCounter) {
  for (int i = 0; i < 20'000; ++i) {
    step({.frame = {{.bytes = 16'383, .opcode = 0xff, .qid = 7}}, .status = 12, .ignored = true});
  }
  expect_all();
  expect_eq(uint64_t{20'000}, read(0), "frames");
  expect_eq(uint64_t{20'000} * 16'383, read(1), "bytes");
}

TEST_F(TxCounters, AgreeWithASumOfRandomEvents) {
  Rng random = rng("events");
  for (int i = 0; i < 100'000; ++i) step(random_events(random));
  expect_all();
}

TEST_F(TxCounters, AreReadWhileTheyCount) {
  Rng random = rng("events");
  // A counter that is read lies between its values of a few clocks before and now.
  for (int i = 0; i < 3000; ++i) {
    const uint32_t index = random.below(CounterCounts::kIndices);
    dut_->index_i = static_cast<uint16_t>(index);
    const uint64_t low = before_.empty() ? 0 : before_.front().at(index);
    for (int clock = 0; clock < 4; ++clock) step(random_events(random));
    const uint64_t got = dut_->count_o;
    expect(got >= low && got <= counts_.at(index), CounterCounts::name(index));
    before_.push_back(counts_);
    if (before_.size() > 3) before_.erase(before_.begin());
  }
}

}  // namespace
}  // namespace rnic::tb
