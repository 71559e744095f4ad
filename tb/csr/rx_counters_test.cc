// SPDX-License-Identifier: Apache-2.0
// The receive counters: every record lands in all of its counters, two a clock of whatever kind,
// for ever.
#include <Vtb_rnic_rx_counters.h>
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>

#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

struct CountedRecord {
  uint8_t verdict = 0;  // 0..4
  uint8_t reason = 0;   // 0: none
  bool ce = false;
  bool roce = true;
  bool mismatch = false;
  bool lossy = false;
  uint8_t prio = 0;
  uint8_t opcode = 0;
  uint16_t bytes = 60;
};
using Records = std::array<std::optional<CountedRecord>, 2>;

class RxCounterCounts {
 public:
  static constexpr uint32_t kIndices = 512;
  static constexpr uint32_t kFrames = 0, kBytes = 1, kCe = 2, kMismatch = 3, kLossy = 4,
                            kVerdicts = 8, kPriorities = 16, kReasons = 64, kOpcodes = 256;

  void count(const Records& records) {
    for (const auto& record : records) {
      if (!record) continue;
      counts_[kFrames] += 1;
      counts_[kBytes] += record->bytes;
      counts_[kVerdicts + record->verdict] += 1;
      if (record->reason != 0) counts_[kReasons + record->reason] += 1;
      counts_[kCe] += record->ce;
      if (!record->roce) continue;
      counts_[kMismatch] += record->mismatch;
      counts_[kLossy] += record->lossy;
      counts_[kPriorities + record->prio] += 1;
      counts_[kOpcodes + record->opcode] += 1;
    }
  }
  uint64_t at(uint32_t index) const { return counts_[index]; }

 private:
  std::array<uint64_t, kIndices> counts_{};
};

class RxCounters : public DutTest {
 protected:
  RxCounters() { clear(); }

  void clear() {
    put({});
    dut_->valid_i = 0;
    dut_->index_i = 0;
    dut_.reset();
    dut_.run_until([&] { return dut_->ready_o != 0; }, 1000);
    counts_ = {};
  }

  // One clock with these records; what is not there carries noise.
  void step(const Records& records) {
    put(records);
    counts_.count(records);
    dut_.cycle();
  }

  uint64_t read(uint32_t index) {
    dut_->valid_i = 0;
    dut_->index_i = static_cast<uint16_t>(index);
    dut_.cycles(5);
    return dut_->count_o;
  }
  // All indices, those without a counter too; and what must hold between them.
  void expect_all() {
    for (int i = 0; i < 5; ++i) step({});
    for (uint32_t index = 0; index < RxCounterCounts::kIndices; ++index) {
      expect_eq(counts_.at(index), read(index), fmt::format("counter {}", index));
    }
    uint64_t verdicts = 0;
    for (uint32_t n = 0; n < 5; ++n) verdicts += read(RxCounterCounts::kVerdicts + n);
    expect_eq(read(RxCounterCounts::kFrames), verdicts, "the sum over the verdicts");
  }

  CountedRecord random_record(Rng& rng) {
    const bool often = rng.chance(70);  // few kinds, so that counters meet themselves
    return {.verdict = static_cast<uint8_t>(rng.below(often ? 2 : 5)),
            .reason = static_cast<uint8_t>(rng.below(often ? 3 : 36)),
            .ce = rng.chance(30),
            .roce = rng.chance(80),
            .mismatch = rng.chance(30),
            .lossy = rng.chance(30),
            .prio = static_cast<uint8_t>(rng.below(often ? 2 : 8)),
            .opcode = static_cast<uint8_t>(rng.below(often ? 3 : 256)),
            .bytes = static_cast<uint16_t>(rng.between(60, 9600))};
  }
  Records random_records(Rng& rng) {
    Records records;
    if (rng.chance(85)) records[0] = random_record(rng);
    if (records[0] && rng.chance(70)) records[1] = random_record(rng);
    return records;
  }

  Dut<Vtb_rnic_rx_counters> dut_{run()};
  RxCounterCounts counts_;
  Rng noise_ = rng("noise");

 private:
  void put(const Records& records) {
    std::array<CountedRecord, 2> slots;
    for (size_t s = 0; s < 2; ++s) {
      slots[s] = records[s].value_or(random_record(noise_));
      if (!records[s]) slots[s].bytes = static_cast<uint16_t>(noise_.below(1 << 14));
    }
    const auto& [a, b] = slots;
    const auto bits = [](uint32_t low, uint32_t high, unsigned width) {
      return low | high << width;
    };
    dut_->valid_i = static_cast<uint8_t>(bits(records[0].has_value(), records[1].has_value(), 1));
    dut_->verdict_i = static_cast<uint8_t>(bits(a.verdict, b.verdict, 3));
    dut_->reason_i = static_cast<uint16_t>(bits(a.reason, b.reason, 6));
    dut_->ce_i = static_cast<uint8_t>(bits(a.ce, b.ce, 1));
    dut_->roce_i = static_cast<uint8_t>(bits(a.roce, b.roce, 1));
    dut_->mismatch_i = static_cast<uint8_t>(bits(a.mismatch, b.mismatch, 1));
    dut_->lossy_i = static_cast<uint8_t>(bits(a.lossy, b.lossy, 1));
    dut_->prio_i = static_cast<uint8_t>(bits(a.prio, b.prio, 3));
    dut_->opcode_i = static_cast<uint16_t>(bits(a.opcode, b.opcode, 8));
    dut_->bytes_i = bits(a.bytes, b.bytes, 14);
  }
};

TEST_F(RxCounters, AreAllZeroBehindAReset) {
  expect_all();
  for (int i = 0; i < 300; ++i) step(random_records(noise_));
  clear();
  expect_all();
}

TEST_F(RxCounters, CountNothingBeforeTheyAreReady) {
  dut_.reset();
  while (dut_->ready_o == 0) {
    step({CountedRecord{.reason = 3}, CountedRecord{}});
    run().count_checks();
  }
  counts_ = {};
  expect_all();
}

TEST_F(RxCounters, CountEachVerdictReasonOpcodeAndPriorityApart) {
  for (unsigned n = 0; n < 256; ++n) {
    const auto record = [&](unsigned shift) {
      return CountedRecord{.verdict = static_cast<uint8_t>((n + shift) % 5),
                           .reason = static_cast<uint8_t>((n / 2 + shift) % 36),
                           .ce = n % 3 == 0,
                           .mismatch = n % 5 == 0,
                           .lossy = n % 7 == shift,
                           .prio = static_cast<uint8_t>((n / 3 + shift) % 8),
                           .opcode = static_cast<uint8_t>(n),
                           .bytes = static_cast<uint16_t>(60 + n)};
    };
    step({record(0), n % 4 == 0 ? std::nullopt : std::optional(record(1))});
  }
  expect_all();
}

TEST_F(RxCounters, CountOpcodePriorityAndMarksOfRoceFramesOnly) {
  for (int i = 0; i < 100; ++i) {
    step({CountedRecord{.verdict = 4,
                        .reason = 4,
                        .roce = false,
                        .mismatch = true,
                        .lossy = true,
                        .prio = 5,
                        .opcode = 4},
          CountedRecord{.mismatch = true, .lossy = true, .prio = 5, .opcode = 4}});
  }
  expect_all();
  expect_eq(uint64_t{200}, read(RxCounterCounts::kFrames), "frames");
  expect_eq(uint64_t{100}, read(RxCounterCounts::kOpcodes + 4), "frames of the opcode");
  expect_eq(uint64_t{100}, read(RxCounterCounts::kLossy), "lossy RoCE frames");
}

TEST_F(RxCounters, CountTwoRecordsAClockOfOneKind) {
  const CountedRecord record{.verdict = 3,
                             .reason = 35,
                             .ce = true,
                             .mismatch = true,
                             .lossy = true,
                             .prio = 7,
                             .opcode = 0xff,
                             .bytes = 9600};
  for (int i = 0; i < 20'000; ++i) step({record, record});
  expect_all();
  expect_eq(uint64_t{40'000} * 9600, read(RxCounterCounts::kBytes), "bytes");
  expect_eq(uint64_t{40'000}, read(RxCounterCounts::kReasons + 35), "frames of the reason");
}

// Distances of 1 to 6 clocks between records of one kind: every stage of the pipeline.
TEST_F(RxCounters, LoseNothingOfOneKindAtAnyDistance) {
  for (unsigned distance = 1; distance <= 6; ++distance) {
    for (int i = 0; i < 200; ++i) {
      step({CountedRecord{.reason = 16, .opcode = 10}, CountedRecord{.reason = 16, .opcode = 10}});
      for (unsigned gap = 1; gap < distance; ++gap) {
        if (i % 2 == 0) {
          step({});
        } else {
          step({CountedRecord{.reason = static_cast<uint8_t>(gap), .prio = 1}});
        }
      }
    }
  }
  expect_all();
}

TEST_F(RxCounters, AgreeWithASumOfRandomRecords) {
  Rng random = rng("records");
  for (int i = 0; i < 100'000; ++i) step(random_records(random));
  expect_all();
}

}  // namespace
}  // namespace rnic::tb
