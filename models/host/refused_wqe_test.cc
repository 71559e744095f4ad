// SPDX-License-Identifier: Apache-2.0
//
// Rows 2 to 8 and 12 of the status table: a WQE that is refused or whose payload cannot be read,
// and the flush behind it.
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
using testing::kBuffer;
using testing::kBufferBytes;
using testing::kNowhere;
using testing::numbered;
using testing::Outcome;
using testing::record_of;
using testing::send_of;
using testing::wqe_of;
using testing::write_of;

// Four good WQEs stand around `wqe`: one before, two behind, one in a later doorbell. The error
// lets the first one finish, is reported, and flushes the others.
void expect_flushing(const QpContext& qp, Wqe wqe, CompletionStatus status) {
  SCOPED_TRACE(name_of(status));
  for (const bool signaled : {true, false}) {
    Bench bench(qp);
    wqe.flags = static_cast<std::uint8_t>((wqe.flags & ~1) | (signaled ? 1 : 0));
    wqe.wr_id = 2;
    const Wqe before = numbered(send_of(10), 1);
    const Wqe behind = numbered(send_of(11), 3);
    Wqe unsignaled = numbered(wqe_of(WqeOpcode::kSendImm, std::vector<WqePiece>(3)), 4);
    unsignaled.flags = 0;
    const Wqe later = numbered(send_of(12), 5);
    bench.ring.post(before);
    bench.ring.post(wqe);
    bench.ring.post(behind);
    bench.ring.post(unsignaled);
    const Outcome outcome = bench.ring_doorbell();
    ASSERT_EQ(outcome.frames.size(), 1U) << "only of the WQE before the error";
    EXPECT_EQ(outcome.frames[0].payload_bytes, 10U);
    const auto at = static_cast<std::uint16_t>(1 + encode(wqe, true).size() / 64);
    EXPECT_THAT(outcome.records,
                ElementsAre(record_of(before, qp.type == QpType::kRc ? kSent : kOk, 0),
                            record_of(wqe, status, 1), record_of(behind, kFlushed, at),
                            record_of(unsignaled, kFlushed, static_cast<std::uint16_t>(at + 1))));
    EXPECT_TRUE(bench.requester.in_error());
    EXPECT_EQ(bench.requester.sq_free(), bench.ring.count());

    bench.ring.post(later);
    const Outcome flushed = bench.ring_doorbell();
    EXPECT_THAT(flushed.records,
                ElementsAre(record_of(later, kFlushed, static_cast<std::uint16_t>(at + 3))));
    EXPECT_THAT(flushed.frames, IsEmpty());
  }
}

// Rows 2 to 7: the WQE is refused.

TEST(RefusedWqe, BadOpcodeStopsTheQueueAndFlushes) {
  Wqe wqe = send_of(5);
  for (const int opcode : {int{kWqeOpcodes}, 0x7F, 0xFF}) {
    wqe.opcode = static_cast<std::uint8_t>(opcode);
    expect_flushing(example_qp(QpType::kRc), wqe, kBadOpcode);
  }
}

TEST(RefusedWqe, OpcodeForTypeStopsTheQueueAndFlushes) {
  expect_flushing(example_qp(QpType::kUc), wqe_of(WqeOpcode::kSendInv, {}), kOpcodeForType);
  expect_flushing(example_qp(QpType::kUc), wqe_of(WqeOpcode::kRead, {}), kOpcodeForType);
  expect_flushing(example_qp(QpType::kUd), write_of(5), kOpcodeForType);
  expect_flushing(example_qp(QpType::kUd), wqe_of(WqeOpcode::kFetchAdd, {{0, 8, 0}}),
                  kOpcodeForType);
}

TEST(RefusedWqe, FlagUnsupportedStopsTheQueueAndFlushes) {
  Wqe wqe = send_of(5);
  wqe.flags = wqe_flag::kInline;
  expect_flushing(example_qp(QpType::kRc), wqe, kFlagUnsupported);
}

TEST(RefusedWqe, PiecesStopsTheQueueAndFlushes) {
  expect_flushing(example_qp(QpType::kRc), wqe_of(WqeOpcode::kSend, std::vector<WqePiece>(15)),
                  kPieces);
  expect_flushing(example_qp(QpType::kRc), wqe_of(WqeOpcode::kCompareSwap, {}), kPieces);
}

TEST(RefusedWqe, LengthStopsTheQueueAndFlushes) {
  expect_flushing(example_qp(QpType::kRc), send_of(0x80000001), kLength);
  expect_flushing(example_qp(QpType::kUd), send_of(1025), kLength);
  expect_flushing(example_qp(QpType::kRc), wqe_of(WqeOpcode::kFetchAdd, {{kBuffer, 4, 0}}),
                  kLength);
}

TEST(RefusedWqe, AtomicAlignStopsTheQueueAndFlushes) {
  Wqe wqe = wqe_of(WqeOpcode::kCompareSwap, {{kBuffer, 8, 0}});
  wqe.remote_address = 0x1004;
  expect_flushing(example_qp(QpType::kRc), wqe, kAtomicAlign);
}

// A block count that is wrong is believed all the same: it says where the next WQE starts.
TEST(RefusedWqe, TheNextWqeStartsWhereAWrongBlockCountSays) {
  Bench bench(example_qp(QpType::kRc));
  ByteVector raw = encode(numbered(send_of(5), 1), true);
  raw.resize(192);
  raw[3] = 0x82;  // three blocks
  set_owner(std::span(raw).subspan(64), true);
  bench.ring.post(raw);
  bench.ring.post(numbered(send_of(6), 2));
  const Outcome outcome = bench.ring_doorbell();
  EXPECT_THAT(outcome.records, ElementsAre(record_of(numbered(send_of(5), 1), kPieces, 0),
                                           record_of(numbered(send_of(6), 2), kFlushed, 3)));
}

// Row 8: payload that cannot be read.

TEST(RefusedWqe, ReadErrorStopsTheQueueAndFlushes) {
  expect_flushing(example_qp(QpType::kRc), wqe_of(WqeOpcode::kSend, {{kNowhere, 1, 0}}),
                  kReadError);
  expect_flushing(example_qp(QpType::kUd), wqe_of(WqeOpcode::kSendImm, {{kNowhere, 1, 0}}),
                  kReadError);
}

TEST(RefusedWqe, BeforeAReadErrorWholePacketsLeave) {
  for (std::uint32_t good = 0; good <= 3072; good += 256) {
    Bench bench(example_qp(QpType::kRc));
    // `good` bytes up to the buffer's end, a line boundary, and 1,000 behind it.
    const Outcome outcome =
        bench.post(wqe_of(WqeOpcode::kWrite, {{kBuffer + kBufferBytes - good, good + 1000, 0}}));
    EXPECT_EQ(outcome.frames.size(), good / 1024) << good;
    for (const SentFrame& frame : outcome.frames) EXPECT_EQ(frame.payload_bytes, 1024U);
    EXPECT_THAT(outcome.statuses(), ElementsAre(kReadError));
  }
}

TEST(RefusedWqe, ABytePastTheRegionButInItsLineIsZeroNotAnError) {
  Bench bench(example_qp(QpType::kRc));
  ASSERT_TRUE(bench.memory.add_region(0x5000, 100, BytesFill{ByteVector(100, 0xAA)}));
  const Outcome fine = bench.post(wqe_of(WqeOpcode::kSend, {{0x5000 + 98, 30, 0}}));
  ByteVector want(30, 0);
  want[0] = want[1] = 0xAA;
  EXPECT_EQ(fine.frame(0).payload, want);
  EXPECT_THAT(bench.post(wqe_of(WqeOpcode::kSend, {{0x5000 + 98, 31, 0}})).statuses(),
              ElementsAre(kReadError));
}

TEST(RefusedWqe, ReadErrorInALaterPieceIsThatPackets) {
  Bench bench(example_qp(QpType::kRc));
  const Outcome outcome = bench.post(
      wqe_of(WqeOpcode::kSend, {{kBuffer, 1024, 0}, {kBuffer, 1023, 0}, {kNowhere, 1, 0}}));
  EXPECT_EQ(outcome.frames.size(), 1U);
  EXPECT_THAT(outcome.statuses(), ElementsAre(kReadError));
}

TEST(RefusedWqe, ALineThatTheBusRefusesIsAReadError) {
  Bench bench(example_qp(QpType::kRc));
  bench.memory.fail_line(kBuffer + 2048);
  const Outcome outcome = bench.post(write_of(4096));
  EXPECT_EQ(outcome.frames.size(), 2U);
  EXPECT_THAT(outcome.statuses(), ElementsAre(kReadError));
}

TEST(RefusedWqe, WhatOnlyAPausedReaderWouldFindIsFlushedBehindAReadError) {
  Bench bench(example_qp(QpType::kRc));
  const Wqe bad = numbered(wqe_of(WqeOpcode::kSend, {{kNowhere, 1, 0}}), 1);
  Wqe inline_wqe = numbered(send_of(5), 2);
  inline_wqe.flags |= wqe_flag::kInline;
  const Wqe wrong_owner = numbered(send_of(6), 3);
  bench.ring.post(bad);
  bench.ring.post(inline_wqe);
  bench.ring.post(encode(wrong_owner, false), false);
  bench.ring.post(numbered(send_of(7), 4));
  EXPECT_THAT(bench.ring_doorbell().records,
              ElementsAre(record_of(bad, kReadError, 0), record_of(inline_wqe, kFlushed, 1),
                          record_of(wrong_owner, kFlushed, 2),
                          record_of(numbered(send_of(7), 4), kFlushed, 3)));
}

// Row 12: the flush.

TEST(RefusedWqe, FlushKeepsAnyOpcodeByteAndWrId) {
  Bench bench(example_qp(QpType::kRc));
  Wqe bad = send_of(1);
  bad.opcode = kWqeOpcodes;
  Wqe odd = numbered(send_of(0x80000001), 0xFFFFFFFFFFFFFFFF);
  odd.opcode = 0xFE;
  bench.ring.post(bad);
  bench.ring.post(odd);
  EXPECT_THAT(bench.ring_doorbell().records,
              ElementsAre(record_of(bad, kBadOpcode, 0), record_of(odd, kFlushed, 1)));
}

TEST(RefusedWqe, AnIncompleteWqeWaitsInTheFlushToo) {
  Bench bench(example_qp(QpType::kRc));
  Wqe bad = send_of(1);
  bad.opcode = kWqeOpcodes;
  bench.ring.post(bad);
  bench.ring.post(wqe_of(WqeOpcode::kSend, std::vector<WqePiece>(14)));
  EXPECT_THAT(bench.ring_doorbell(4).statuses(), ElementsAre(kBadOpcode));
  EXPECT_EQ(bench.requester.sq_free(), 1);
  EXPECT_THAT(bench.ring_doorbell(5).statuses(), ElementsAre(kFlushed));
  EXPECT_EQ(bench.requester.sq_free(), 5);
}

TEST(RefusedWqe, TheFlushGoesOnOverLapsAndTheIndexsEnd) {
  Bench bench(example_qp(QpType::kRc));
  Wqe bad = send_of(1);
  bad.opcode = kWqeOpcodes;
  bench.post(bad);
  for (std::uint32_t i = 1; i < 0x10010; ++i) {
    ASSERT_THAT(
        bench.post(numbered(send_of(2), i)).records,
        ElementsAre(record_of(numbered(send_of(2), i), kFlushed, static_cast<std::uint16_t>(i))));
  }
}

}  // namespace
}  // namespace rnic::model
