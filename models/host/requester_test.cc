// SPDX-License-Identifier: Apache-2.0
//
// The sender when all goes well: order, records, PSNs, rings, addresses.
#include "models/host/requester.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/host/host_bench.h"

namespace rnic::model {
namespace {

using testing::Bench;
using testing::buffer_byte;
using ::testing::ElementsAre;
using testing::example_qp;
using testing::kBuffer;
using testing::Outcome;
using testing::send_of;
using testing::wqe_of;
using testing::write_of;

constexpr CompletionStatus kOk = CompletionStatus::kOk;
constexpr CompletionStatus kSent = CompletionStatus::kSent;

Wqe with_id(Wqe wqe, std::uint64_t wr_id) {
  wqe.wr_id = wr_id;
  return wqe;
}
Wqe unsignaled(Wqe wqe) {
  wqe.flags &= static_cast<std::uint8_t>(~wqe_flag::kSignaled);
  return wqe;
}
ByteVector buffer_bytes(std::uint64_t from, std::size_t count) {
  ByteVector bytes;
  for (std::uint64_t i = from; i < from + count; ++i) bytes.push_back(buffer_byte(i));
  return bytes;
}
TEST(Requester, AWriteOfThreePacketsAndItsRecord) {
  Bench bench(example_qp(QpType::kRc));
  const Outcome outcome = bench.post(write_of(2500));
  ASSERT_EQ(outcome.frames.size(), 3U);
  constexpr std::uint8_t kOpcodes[] = {0x06, 0x07, 0x08};
  constexpr std::uint32_t kBytes[] = {1024, 1024, 452};
  for (std::size_t n = 0; n < 3; ++n) {
    const SentFrame& sent = outcome.frames[n];
    EXPECT_EQ(sent.opcode, kOpcodes[n]);
    EXPECT_EQ(sent.psn, 0x100 + n);
    EXPECT_EQ(sent.payload_bytes, kBytes[n]);
    EXPECT_EQ(sent.qpn, 0x11U) << "the sender's own";
    EXPECT_EQ(sent.priority, 3);
    EXPECT_EQ(sent.wqe_index, 0);
    const RoceFrame frame = outcome.frame(n);
    EXPECT_EQ(frame.bth.opcode, sent.opcode);
    EXPECT_EQ(frame.bth.psn, sent.psn);
    EXPECT_EQ(frame.bth.dest_qp, 0x12U);
    EXPECT_EQ(frame.payload, buffer_bytes(1024 * n, kBytes[n]));
  }
  EXPECT_THAT(outcome.records, ElementsAre(CompletionRecord{.wr_id = 0xABCD,
                                                            .qpn = 0x11,
                                                            .opcode = 3,
                                                            .status = kSent,
                                                            .signaled = true,
                                                            .index = 0,
                                                            .length = 2500}));
  EXPECT_EQ(bench.requester.next_psn(), 0x103U);
  EXPECT_FALSE(bench.requester.in_error());
}

TEST(Requester, SuccessIsSentOnRcAndOkOnUcAndUd) {
  EXPECT_THAT(Bench(example_qp(QpType::kRc)).post(send_of(9)).statuses(), ElementsAre(kSent));
  EXPECT_THAT(Bench(example_qp(QpType::kUc)).post(send_of(9)).statuses(), ElementsAre(kOk));
  EXPECT_THAT(Bench(example_qp(QpType::kUd)).post(send_of(9)).statuses(), ElementsAre(kOk));
}

TEST(Requester, SuccessOfAnUnsignaledWqeHasNoRecord) {
  Bench bench(example_qp(QpType::kRc));
  bench.ring.post(with_id(unsignaled(send_of(9)), 1));
  bench.ring.post(with_id(send_of(9), 2));
  bench.ring.post(with_id(unsignaled(send_of(9)), 3));
  const Outcome outcome = bench.ring_doorbell();
  EXPECT_EQ(outcome.frames.size(), 3U);
  ASSERT_EQ(outcome.records.size(), 1U);
  EXPECT_EQ(outcome.records[0].wr_id, 2U);
  EXPECT_EQ(outcome.records[0].index, 1);
  EXPECT_EQ(bench.requester.sq_free(), 3);
}

TEST(Requester, EveryOpcodeReportsItsNumberAndTheMessagesLength) {
  Bench bench(example_qp(QpType::kRc));
  for (std::uint8_t number = 0; number < 8; ++number) {
    bench.ring.post(
        wqe_of(static_cast<WqeOpcode>(number), {{kBuffer, is_atomic(number) ? 8U : 100U, 0}}));
  }
  const Outcome outcome = bench.ring_doorbell();
  ASSERT_EQ(outcome.records.size(), 8U);
  for (std::uint8_t number = 0; number < 8; ++number) {
    EXPECT_EQ(outcome.records[number].opcode, number);
    EXPECT_EQ(outcome.records[number].length, is_atomic(number) ? 8U : 100U);
    EXPECT_EQ(outcome.records[number].index, number);
  }
}

// The sequence of a field fault around empty messages and READs: openucx/ucx PR 11969,
// linux-rdma/rdma-core PR 247, Linux commit 2da36d44a9d5.
TEST(Requester, PsnsOfEmptyMessagesReadsAndInvalidatesOverTheWrap) {
  QpContext qp = example_qp(QpType::kRc);
  qp.sq_psn = 0xFFFFFE;
  Bench bench(qp);
  bench.ring.post(write_of(0));
  bench.ring.post(write_of(4096));
  bench.ring.post(write_of(0));
  bench.ring.post(wqe_of(WqeOpcode::kRead, {{kBuffer, 1 << 20, 0}}));
  bench.ring.post(wqe_of(WqeOpcode::kRead, {}));
  bench.ring.post(wqe_of(WqeOpcode::kSendInv, {}));
  bench.ring.post(send_of(1025));
  const Outcome outcome = bench.ring_doorbell();
  EXPECT_THAT(outcome.psns(),
              ElementsAre(0xFFFFFE, 0xFFFFFF, 0x000000, 0x000001, 0x000002, 0x000003, 0x000004,
                          0x000404, 0x000405, 0x000406, 0x000407));
  EXPECT_EQ(outcome.records.size(), 7U);
  EXPECT_EQ(bench.requester.next_psn(), 0x408U);
}

TEST(Requester, UdCountsItsPsnsToo) {
  Bench bench(example_qp(QpType::kUd));
  for (int i = 0; i < 3; ++i) bench.ring.post(send_of(7));
  EXPECT_THAT(bench.ring_doorbell().psns(), ElementsAre(0x100, 0x101, 0x102));
}

// Slots of a second lap hold what other opcodes left (linux-rdma 49df6dda5a6b).
TEST(Requester, NothingOfTheWqeBeforeInTheSameSlotShows) {
  const auto flagged = [](Wqe wqe) {
    wqe.flags = wqe_flag::kSignaled | wqe_flag::kSolicited | wqe_flag::kFence;
    wqe.immediate = 0xFFFFFFFF;
    wqe.compare = wqe.swap_or_add = 0x5555555555555555;
    return wqe;
  };
  const std::vector<Wqe> second{send_of(5), write_of(0), send_of(1024),
                                wqe_of(WqeOpcode::kRead, {{kBuffer, 4, 0}})};
  Bench used(example_qp(QpType::kRc));
  for (int i = 0; i < 4; ++i) {
    used.ring.post(flagged(wqe_of(WqeOpcode::kWriteImm, {{kBuffer, 3, 0}})));
    used.ring.post(flagged(wqe_of(WqeOpcode::kCompareSwap, {{kBuffer, 8, 0}})));
    used.ring.post(flagged(wqe_of(WqeOpcode::kRead, {{kBuffer, 4, 0}})));
    used.ring.post(flagged(wqe_of(WqeOpcode::kSendInv, {{kBuffer, 3, 0}})));
  }
  used.ring_doorbell();
  QpContext fresh_qp = example_qp(QpType::kRc);
  fresh_qp.sq_psn = used.requester.next_psn();
  Bench fresh(fresh_qp);
  for (const Wqe& wqe : second) {
    used.ring.post(wqe);
    fresh.ring.post(wqe);
  }
  const Outcome on_used = used.ring_doorbell();
  const Outcome on_fresh = fresh.ring_doorbell();
  ASSERT_EQ(on_used.frames.size(), 4U);
  for (std::size_t n = 0; n < 4; ++n) {
    EXPECT_EQ(on_used.frames[n].bytes, on_fresh.frames[n].bytes) << n;
  }
}

TEST(Requester, AWqeWrapsAroundTheRingsEnd) {
  Bench bench(example_qp(QpType::kRc));
  for (int i = 0; i < 14; ++i) bench.post(send_of(1));
  std::vector<WqePiece> pieces;
  for (std::uint32_t n = 0; n < 14; ++n) pieces.push_back({kBuffer + 10 * n, n + 1, 0});
  const Outcome outcome = bench.post(wqe_of(WqeOpcode::kSend, pieces));
  ASSERT_EQ(outcome.frames.size(), 1U);
  EXPECT_EQ(outcome.frames[0].payload_bytes, 105U);
  EXPECT_EQ(outcome.records.at(0).index, 14);
  EXPECT_EQ(bench.requester.sq_free(), 18);
}

TEST(Requester, IndicesRunOverTheirSixteenBitsInEveryRingSize) {
  for (unsigned log2 = 4; log2 <= 15; ++log2) {
    QpContext qp = example_qp(QpType::kRc);
    qp.ring_log2_blocks = log2;
    Bench bench(qp);
    const std::size_t slots = std::size_t{1} << log2;
    const Wqe two_blocks = wqe_of(WqeOpcode::kSend, std::vector<WqePiece>(3, {kBuffer, 0, 0}));
    std::uint32_t posted = 0;
    for (std::uint32_t blocks = 0; blocks < 0x10000 + 2 * slots;) {
      const std::uint32_t fill = static_cast<std::uint32_t>(slots / 2);
      for (std::uint32_t i = 0; i < fill; ++i) bench.ring.post(two_blocks);
      const Outcome outcome = bench.ring_doorbell();
      ASSERT_EQ(outcome.records.size(), fill);
      for (const CompletionRecord& record : outcome.records) {
        ASSERT_EQ(record.status, kSent) << blocks;
        ASSERT_EQ(record.index, static_cast<std::uint16_t>(2 * posted++));
      }
      blocks += 2 * fill;
    }
  }
}

TEST(Requester, TwoRequestersOnOneMemoryKnowNothingOfEachOther) {
  HostMemory memory;
  memory.add_region(kBuffer, 0x1000, CounterFill{.seed = 0x11});
  memory.add_region(0x10000, 1024, BytesFill{});
  memory.add_region(0x20000, 1024, BytesFill{});
  QpContext a = example_qp(QpType::kRc);
  a.ring_base = 0x10000;
  QpContext b = example_qp(QpType::kRc);
  b.ring_base = 0x20000;
  b.qpn = 0x21;
  SendRing ring_a(memory, a.ring_base, 4);
  SendRing ring_b(memory, b.ring_base, 4);
  Requester requester_a(a, {}, memory);
  Requester requester_b(b, {}, memory);
  ring_a.post(wqe_of(WqeOpcode::kSend, {{testing::kNowhere, 1, 0}}));
  ring_b.post(send_of(3));
  requester_a.doorbell(1);
  requester_b.doorbell(1);
  EXPECT_THAT(testing::drain(requester_a).statuses(), ElementsAre(CompletionStatus::kReadError));
  EXPECT_THAT(testing::drain(requester_b).statuses(), ElementsAre(kSent));
  EXPECT_FALSE(requester_b.in_error());
}

TEST(Requester, NewAddressesHoldFromTheNextPacketOn) {
  Bench bench(example_qp(QpType::kRc));
  bench.ring.post(write_of(2500));
  bench.requester.doorbell(1);
  bench.requester.next();
  QpContext changed = example_qp(QpType::kRc);
  changed.next_hop_mac = {2, 0, 0, 0, 0, 9};
  changed.dscp = 0;
  changed.vlan = 7;
  changed.pmtu = 256;
  changed.qpn = 0x99;
  changed.sq_psn = 0;
  bench.requester.update_addresses(changed);
  const Outcome outcome = testing::drain(bench.requester);
  ASSERT_EQ(outcome.frames.size(), 2U);
  EXPECT_EQ(outcome.frame(0).ethernet.destination, changed.next_hop_mac);
  EXPECT_EQ(outcome.frame(0).ethernet.tag, make_vlan_tag(0, 7));
  EXPECT_EQ(outcome.frames[0].priority, 0);
  EXPECT_EQ(outcome.frames[0].payload_bytes, 1024U) << "not yet the PMTU";
  EXPECT_EQ(outcome.frames[0].qpn, 0x11U);
  EXPECT_THAT(outcome.psns(), ElementsAre(0x101, 0x102));
}

TEST(Requester, ANewPmtuHoldsFromTheNextMessageOn) {
  Bench bench(example_qp(QpType::kRc));
  bench.ring.post(write_of(2500));
  bench.ring.post(write_of(600));
  bench.requester.doorbell(2);
  bench.requester.next();
  QpContext changed = example_qp(QpType::kRc);
  changed.pmtu = 256;
  bench.requester.update_addresses(changed);
  const Outcome outcome = testing::drain(bench.requester);
  std::vector<std::uint32_t> sizes;
  for (const SentFrame& frame : outcome.frames) sizes.push_back(frame.payload_bytes);
  EXPECT_THAT(sizes, ElementsAre(1024, 452, 256, 256, 88));
}

}  // namespace
}  // namespace rnic::model
