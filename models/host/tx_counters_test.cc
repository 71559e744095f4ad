// SPDX-License-Identifier: Apache-2.0
#include "models/host/tx_counters.h"

#include <gtest/gtest.h>

#include "models/host/host_bench.h"

namespace rnic::model {
namespace {

using testing::Bench;
using testing::example_qp;

TEST(TxCounters, FramesAndPaddedBytesInAllPerOpcodeAndPerPriority) {
  Bench bench(example_qp(QpType::kRc));
  TxCounters counters;
  bench.ring.post(testing::send_of(0));      // 58 bytes, padded to 60
  bench.ring.post(testing::write_of(2500));  // 14 + 20 + 8 + 12 + payload + 4, RETH 16
  bench.ring.post(testing::write_of(64));
  bench.requester.doorbell(bench.ring.count());
  while (const auto output = bench.requester.next()) counters.count(*output);

  const std::uint64_t first = 58 + 16 + 1024;
  const std::uint64_t middle = 58 + 1024;
  const std::uint64_t last = 58 + 452;
  const std::uint64_t only = 58 + 16 + 64;
  EXPECT_EQ(counters.by_opcode[0x04], (TxCounters::Tally{1, 60}));
  EXPECT_EQ(counters.by_opcode[0x06], (TxCounters::Tally{1, first}));
  EXPECT_EQ(counters.by_opcode[0x07], (TxCounters::Tally{1, middle}));
  EXPECT_EQ(counters.by_opcode[0x08], (TxCounters::Tally{1, last}));
  EXPECT_EQ(counters.by_opcode[0x0A], (TxCounters::Tally{1, only}));
  const TxCounters::Tally all{5, 60 + first + middle + last + only};
  EXPECT_EQ(counters.all, all);
  EXPECT_EQ(counters.by_priority[3], all) << "DSCP 46";
  EXPECT_EQ(counters.by_priority[0], TxCounters::Tally{});
  EXPECT_EQ(counters.by_status[1], 3U);
}

TEST(TxCounters, EachStatusHasItsOwn) {
  TxCounters counters;
  for (std::uint8_t status = 0; status < 13; ++status) {
    for (int i = 0; i <= status; ++i) {
      counters.count(CompletionRecord{.status = static_cast<CompletionStatus>(status)});
    }
  }
  for (std::size_t status = 0; status < 13; ++status) {
    EXPECT_EQ(counters.by_status[status], status + 1);
  }
  EXPECT_EQ(counters.all, TxCounters::Tally{});
}

TEST(TxCounters, ASuccessWithoutRecordIsInNoStatusCounter) {
  Bench bench(example_qp(QpType::kRc));
  Wqe wqe = testing::send_of(5);
  wqe.flags = 0;
  bench.ring.post(wqe);
  bench.requester.doorbell(1);
  TxCounters counters;
  while (const auto output = bench.requester.next()) counters.count(*output);
  EXPECT_EQ(counters.all.frames, 1U);
  EXPECT_EQ(counters.by_status, (std::array<std::uint64_t, 13>{}));
}

TEST(TxCounters, WrapAt64Bits) {
  TxCounters counters;
  counters.all.bytes = ~std::uint64_t{0};
  counters.count(SentFrame{.bytes = ByteVector(60)});
  EXPECT_EQ(counters.all.bytes, 59U);
}

}  // namespace
}  // namespace rnic::model
