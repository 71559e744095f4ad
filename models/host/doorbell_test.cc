// SPDX-License-Identifier: Apache-2.0
//
// What a doorbell makes the sender do, as long as it claims no more than the ring holds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/host/host_bench.h"
#include "models/host/requester.h"

namespace rnic::model {
namespace {

using testing::Bench;
using ::testing::ElementsAre;
using testing::example_qp;
using testing::kBuffer;
using testing::Outcome;
using testing::send_of;
using testing::wqe_of;
using testing::write_of;

constexpr CompletionStatus kSent = CompletionStatus::kSent;

TEST(Doorbell, NothingHappensWithoutOne) {
  Bench bench(example_qp(QpType::kRc));
  bench.ring.post(send_of(5));
  EXPECT_FALSE(bench.requester.next());
  EXPECT_EQ(bench.ring_doorbell().frames.size(), 1U);
}

TEST(Doorbell, BlocksBehindTheCountAreReadWhenTheyAreCovered) {
  Bench bench(example_qp(QpType::kRc));
  bench.ring.post(send_of(5));
  bench.ring_doorbell();
  const ByteVector junk(64, 0xFF);
  bench.memory.write(testing::kRing + 64, junk);  // what a read-ahead would have seen
  bench.ring.post(send_of(6));
  const Outcome outcome = bench.ring_doorbell();
  EXPECT_THAT(outcome.statuses(), ElementsAre(kSent));
  EXPECT_EQ(outcome.frames.at(0).payload_bytes, 6U);
}

TEST(Doorbell, AWqeThatReachesPastTheCountWaits) {
  for (std::uint16_t first = 1; first < 4; ++first) {
    Bench bench(example_qp(QpType::kRc));
    bench.ring.post(wqe_of(WqeOpcode::kSend, std::vector<WqePiece>(14, {kBuffer, 1, 0})));
    bench.ring.post(send_of(5));
    for (std::uint16_t count = first; count < 4; ++count) {
      const Outcome waiting = bench.ring_doorbell(count);
      EXPECT_TRUE(waiting.frames.empty() && waiting.records.empty()) << count;
    }
    EXPECT_EQ(bench.ring_doorbell(4).frames.size(), 1U);
    EXPECT_EQ(bench.ring_doorbell(5).frames.size(), 1U);
    EXPECT_EQ(bench.requester.sq_free(), 5);
  }
}

TEST(Doorbell, TheSameCountAgainOrAnEarlierOneChangesNothing) {
  Bench bench(example_qp(QpType::kRc));
  for (int i = 0; i < 5; ++i) bench.ring.post(send_of(5));
  bench.requester.doorbell(5);
  bench.requester.doorbell(5);
  bench.requester.doorbell(2);
  bench.requester.doorbell(0);
  EXPECT_EQ(bench.requester.producer_count(), 5);
  const Outcome outcome = testing::drain(bench.requester);
  EXPECT_EQ(outcome.frames.size(), 5U);
  EXPECT_THAT(bench.ring_doorbell(5).records, ElementsAre());
}

TEST(Doorbell, AFullRingIsNoOverrun) {
  for (unsigned log2 = 4; log2 <= 15; ++log2) {
    QpContext qp = example_qp(QpType::kRc);
    qp.ring_log2_blocks = log2;
    Bench bench(qp);
    const std::size_t slots = std::size_t{1} << log2;
    Wqe quiet = send_of(0);
    quiet.flags = 0;
    for (std::size_t i = 0; i < slots; ++i) bench.ring.post(quiet);
    const Outcome outcome = bench.ring_doorbell();
    EXPECT_EQ(outcome.frames.size(), slots);
    EXPECT_TRUE(outcome.records.empty());
  }
}

TEST(Doorbell, BlocksAreTheDriversAgainWithTheLastFrame) {
  Bench bench(example_qp(QpType::kRc));
  bench.ring.post(write_of(2500));
  bench.requester.doorbell(1);
  for (int frame = 0; frame < 2; ++frame) {
    bench.requester.next();
    EXPECT_EQ(bench.requester.sq_free(), 0);
  }
  bench.requester.next();
  EXPECT_EQ(bench.requester.sq_free(), 1);
}

}  // namespace
}  // namespace rnic::model
