// SPDX-License-Identifier: Apache-2.0
//
// Rows 9 to 11 of the status table: faults behind which WQEs cannot be told apart, so that nothing
// follows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/host/host_bench.h"
#include "models/host/requester.h"

namespace rnic::model {
namespace {

using enum CompletionStatus;
using testing::Bench;
using ::testing::ElementsAre;
using testing::example_qp;
using ::testing::IsEmpty;
using testing::kRing;
using testing::nameless;
using testing::numbered;
using testing::Outcome;
using testing::record_of;
using testing::send_of;
using testing::wqe_of;

// Nothing behind the fault that was reported, neither now nor after another doorbell.
void expect_silence(Bench& bench) {
  bench.ring.post(send_of(1));
  const Outcome outcome = bench.ring_doorbell();
  EXPECT_THAT(outcome.frames, IsEmpty());
  EXPECT_THAT(outcome.records, IsEmpty());
  EXPECT_TRUE(bench.requester.in_error());
}

// Row 9: WQE blocks that cannot be read.

TEST(StoppedQueue, WqeReadErrorIsNamelessAndNothingFollows) {
  for (std::uint16_t place = 0; place < 4; ++place) {
    Bench bench(example_qp(QpType::kRc));
    bench.ring.post(send_of(1));
    bench.ring.post(send_of(1));
    const auto index = bench.ring.count();
    bench.ring.post(wqe_of(WqeOpcode::kSend, std::vector<WqePiece>(14)));
    bench.ring.post(send_of(1));
    bench.memory.fail_line(kRing + (2U + place) * 64);
    const Outcome outcome = bench.ring_doorbell();
    EXPECT_EQ(outcome.frames.size(), 2U);
    EXPECT_THAT(outcome.statuses(), ElementsAre(kSent, kSent, kWqeReadError)) << place;
    EXPECT_EQ(outcome.records.back(), nameless(kWqeReadError, index));
    EXPECT_EQ(bench.requester.sq_free(), 2);
    expect_silence(bench);
  }
}

TEST(StoppedQueue, ARingWhereNoMemoryIsGivesWqeReadError) {
  QpContext qp = example_qp(QpType::kRc);
  HostMemory nothing;
  Requester requester(qp, {}, nothing);
  requester.doorbell(3);
  EXPECT_THAT(testing::drain(requester).records, ElementsAre(nameless(kWqeReadError, 0)));
}

// Ring lines are judged like all others: 64 bytes that a neighbour's region touches read 0.
TEST(StoppedQueue, ARingBesideARegionInTheSameLineReadsZeros) {
  QpContext qp = example_qp(QpType::kRc);
  HostMemory memory;
  memory.add_region(kRing + 64, 1, ZeroFill{});
  Requester requester(qp, {}, memory);
  requester.doorbell(1);
  EXPECT_THAT(testing::drain(requester).records, ElementsAre(nameless(kOwner, 0)));
}

TEST(StoppedQueue, WqeReadErrorGoesBeforeTheOwnerBit) {
  Bench bench(example_qp(QpType::kRc));
  const ByteVector blocks = encode(wqe_of(WqeOpcode::kSend, std::vector<WqePiece>(14)), false);
  bench.ring.post(blocks, false);
  bench.memory.fail_line(kRing + 2 * 64);
  EXPECT_THAT(bench.ring_doorbell().records, ElementsAre(nameless(kWqeReadError, 0)));
}

TEST(StoppedQueue, WqeReadErrorInTheFlushEndsIt) {
  Bench bench(example_qp(QpType::kRc));
  Wqe bad = send_of(1);
  bad.opcode = kWqeOpcodes;
  bench.ring.post(bad);
  bench.ring.post(send_of(2));
  bench.ring.post(send_of(3));
  bench.memory.fail_line(kRing + 128);
  const Outcome outcome = bench.ring_doorbell();
  EXPECT_THAT(outcome.statuses(), ElementsAre(kBadOpcode, kFlushed, kWqeReadError));
  EXPECT_EQ(outcome.records.back(), nameless(kWqeReadError, 2));
  expect_silence(bench);
}

TEST(StoppedQueue, ABlockThatFailsBeforeItIsCoveredIsNoError) {
  Bench bench(example_qp(QpType::kRc));
  bench.memory.fail_line(kRing + 128);
  bench.ring.post(send_of(1));
  bench.ring.post(send_of(1));
  EXPECT_THAT(bench.ring_doorbell().statuses(), ElementsAre(kSent, kSent));
}

// Row 10: owner bit.

TEST(StoppedQueue, OwnerIsNamelessAndNothingFollows) {
  Bench bench(example_qp(QpType::kRc));
  bench.ring.post(send_of(1));
  bench.ring.post(encode(send_of(2), false), false);
  bench.ring.post(send_of(3));
  const Outcome outcome = bench.ring_doorbell();
  EXPECT_EQ(outcome.frames.size(), 1U);
  EXPECT_THAT(outcome.statuses(), ElementsAre(kSent, kOwner));
  EXPECT_EQ(outcome.records.back(), nameless(kOwner, 1));
  EXPECT_EQ(bench.requester.sq_free(), 1);
  expect_silence(bench);
}

TEST(StoppedQueue, BlocksNeverWrittenAreOwner) {
  Bench bench(example_qp(QpType::kRc));
  bench.ring.post(send_of(1));
  const Outcome outcome = bench.ring_doorbell(2);
  EXPECT_THAT(outcome.statuses(), ElementsAre(kSent, kOwner));
}

TEST(StoppedQueue, AWqeOfTheLapBeforeIsOwner) {
  Bench bench(example_qp(QpType::kRc));
  for (int i = 0; i < 16; ++i) bench.post(send_of(1));
  EXPECT_EQ(bench.ring_doorbell(17).records, std::vector{nameless(kOwner, 16)});
}

TEST(StoppedQueue, OwnerGoesBeforeEveryFaultOfTheWqe) {
  Bench bench(example_qp(QpType::kRc));
  Wqe bad = send_of(1);
  bad.opcode = 200;
  bad.flags = wqe_flag::kInline;
  bench.ring.post(encode(bad, false), false);
  EXPECT_THAT(bench.ring_doorbell().records, ElementsAre(nameless(kOwner, 0)));
}

TEST(StoppedQueue, OwnerBitsAreNotLookedAtInTheFlush) {
  Bench bench(example_qp(QpType::kRc));
  Wqe bad = send_of(1);
  bad.opcode = kWqeOpcodes;
  bench.ring.post(bad);
  bench.ring.post(encode(send_of(2), false), false);
  bench.ring.post(send_of(3));
  EXPECT_THAT(bench.ring_doorbell().statuses(), ElementsAre(kBadOpcode, kFlushed, kFlushed));
  const Outcome unwritten = bench.ring_doorbell(4);
  EXPECT_THAT(unwritten.records,
              ElementsAre(record_of(Wqe{.opcode = 0, .flags = 0, .wr_id = 0}, kFlushed, 3)))
      << "zeros are a WQE of one block";
}

// Row 11: doorbells over the ring's end.

TEST(StoppedQueue, DoorbellOverrunStandsBehindTheLastWqeOfTheOldCount) {
  Bench bench(example_qp(QpType::kRc));
  bench.ring.post(send_of(1));
  bench.ring.post(send_of(2));
  bench.requester.doorbell(2);
  bench.requester.doorbell(17);
  const Outcome outcome = testing::drain(bench.requester);
  EXPECT_EQ(outcome.frames.size(), 2U);
  EXPECT_THAT(outcome.statuses(), ElementsAre(kSent, kSent, kDoorbellOverrun));
  EXPECT_EQ(outcome.records.back(), nameless(kDoorbellOverrun, 2));
  EXPECT_EQ(bench.requester.producer_count(), 2) << "not applied";
  expect_silence(bench);
}

TEST(StoppedQueue, DoorbellOverrunIsJudgedModulo2To16) {
  for (unsigned log2 = 4; log2 <= 15; ++log2) {
    QpContext qp = example_qp(QpType::kRc);
    qp.ring_log2_blocks = log2;
    const std::uint32_t slots = std::uint32_t{1} << log2;
    for (const std::uint32_t count : {slots + 1, 2 * slots - 1, 0xFFFFU}) {
      Bench bench(qp);
      EXPECT_THAT(bench.ring_doorbell(static_cast<std::uint16_t>(count)).records,
                  ElementsAre(nameless(kDoorbellOverrun, 0)))
          << count << " in a ring of " << slots;
    }
  }
}

TEST(StoppedQueue, ACountBehindWhatIsFreeIsAnOverrun) {
  Bench bench(example_qp(QpType::kRc));
  for (int i = 0; i < 5; ++i) bench.post(send_of(1));
  EXPECT_THAT(bench.ring_doorbell(4).records, ElementsAre(nameless(kDoorbellOverrun, 5)));
}

TEST(StoppedQueue, TheDevicesOwnSqFreeDecidesWhereItIsGiven) {
  Bench bench(example_qp(QpType::kRc));
  for (int i = 0; i < 16; ++i) bench.ring.post(send_of(1));
  bench.requester.doorbell(16);
  bench.ring.post(send_of(1));
  bench.requester.doorbell(17, 1);  // the device has freed one block, the model none
  bench.requester.doorbell(18, 1);
  const Outcome outcome = testing::drain(bench.requester);
  EXPECT_EQ(outcome.frames.size(), 17U);
  EXPECT_EQ(outcome.records.back(), nameless(kDoorbellOverrun, 17));
}

TEST(StoppedQueue, BehindAnOverrunNoDoorbellCounts) {
  Bench bench(example_qp(QpType::kRc));
  bench.ring.post(send_of(1));
  bench.ring.post(send_of(2));
  bench.requester.doorbell(1);
  bench.requester.doorbell(100);
  bench.requester.doorbell(2);
  bench.requester.doorbell(200);
  const Outcome outcome = testing::drain(bench.requester);
  EXPECT_THAT(outcome.statuses(), ElementsAre(kSent, kDoorbellOverrun));
  EXPECT_EQ(outcome.records.back().index, 1);
}

TEST(StoppedQueue, DoorbellOverrunInTheErrorStateStandsBehindTheFlush) {
  Bench bench(example_qp(QpType::kRc));
  Wqe bad = send_of(1);
  bad.opcode = kWqeOpcodes;
  bench.ring.post(bad);
  bench.ring.post(send_of(2));
  EXPECT_THAT(bench.ring_doorbell().statuses(), ElementsAre(kBadOpcode, kFlushed));
  bench.ring.post(send_of(3));
  bench.requester.doorbell(3);
  bench.requester.doorbell(1000);
  const Outcome outcome = testing::drain(bench.requester);
  EXPECT_THAT(outcome.statuses(), ElementsAre(kFlushed, kDoorbellOverrun));
  EXPECT_EQ(outcome.records.back(), nameless(kDoorbellOverrun, 3));
  expect_silence(bench);
}

TEST(StoppedQueue, AnIncompleteWqeBeforeAnOverrunHasNoRecord) {
  Bench bench(example_qp(QpType::kRc));
  bench.ring.post(wqe_of(WqeOpcode::kSend, std::vector<WqePiece>(14)));
  bench.requester.doorbell(2);
  bench.requester.doorbell(1000);
  EXPECT_THAT(testing::drain(bench.requester).records, ElementsAre(nameless(kDoorbellOverrun, 2)));
}

}  // namespace
}  // namespace rnic::model
