// SPDX-License-Identifier: Apache-2.0
#include "models/rc/rc_responder.h"

#include <gtest/gtest.h>

#include "models/rx/rx_bench.h"

namespace rnic::model {
namespace {

using enum Opcode;
using testing::kQpn;
using testing::packet;
using testing::RxBench;

constexpr std::uint32_t kPmtu = 256;

RxQpConfig config_at(std::uint32_t rq_psn) {
  return {.qpn = kQpn, .pmtu = kPmtu, .rq_psn = rq_psn};
}

RoceFrame without_ack_request(RoceFrame frame) {
  frame.bth.ack_request = false;
  return frame;
}

RoceFrame atomic_at(Opcode opcode, std::uint32_t psn, std::uint64_t address) {
  RoceFrame frame = packet(opcode, psn);
  frame.atomic_eth->virtual_address = address;
  return frame;
}

TEST(RcResponder, TakesEveryRequestInOrder) {
  RxBench bench(config_at(0x10));
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x10, 5)), "accept ack 0x10 msn 1");
  EXPECT_EQ(bench.give(packet(kRcSendOnlyWithImmediate, 0x11, 256)), "accept ack 0x11 msn 2");
  EXPECT_EQ(bench.give(packet(kRcSendOnlyWithInvalidate, 0x12, 0)), "accept ack 0x12 msn 3");
  EXPECT_EQ(bench.give(packet(kRcSendFirst, 0x13, 256)), "accept none");
  EXPECT_EQ(bench.give(packet(kRcSendMiddle, 0x14, 256)), "accept none");
  EXPECT_EQ(bench.give(packet(kRcSendLast, 0x15, 1)), "accept ack 0x15 msn 4");
  EXPECT_EQ(bench.give(packet(kRcSendFirst, 0x16, 256)), "accept none");
  EXPECT_EQ(bench.give(packet(kRcSendLastWithImmediate, 0x17, 256)), "accept ack 0x17 msn 5");
  EXPECT_EQ(bench.give(packet(kRcSendFirst, 0x18, 256)), "accept none");
  EXPECT_EQ(bench.give(packet(kRcSendLastWithInvalidate, 0x19, 3)), "accept ack 0x19 msn 6");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteOnly, 0x1A, 200)), "accept ack 0x1a msn 7");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteOnlyWithImmediate, 0x1B, 0)), "accept ack 0x1b msn 8");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteFirst, 0x1C, 256, 513)), "accept none");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteMiddle, 0x1D, 256)), "accept none");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteLast, 0x1E, 1)), "accept ack 0x1e msn 9");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteFirst, 0x1F, 256, 512)), "accept none");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteLastWithImmediate, 0x20, 256)), "accept ack 0x20 msn 10");
  EXPECT_EQ(bench.give(packet(kRcRdmaReadRequest, 0x21, 0, 600)), "accept read 0x21 msn 11");
  EXPECT_EQ(bench.give(packet(kRcCompareSwap, 0x24)), "accept atomic 0x24 msn 12");
  EXPECT_EQ(bench.give(packet(kRcFetchAdd, 0x25)), "accept atomic 0x25 msn 13");
  EXPECT_EQ(bench.qp().expected_psn, 0x26U);
  EXPECT_EQ(bench.qp().state, QpState::kReady);
}

TEST(RcResponder, AcknowledgesWhenAskedAndOnlyThen) {
  RxBench bench(config_at(0x10));
  EXPECT_EQ(bench.give(without_ack_request(packet(kRcSendOnly, 0x10, 5))), "accept none");
  EXPECT_EQ(bench.qp().msn, 1U) << "a message is one whether it is acknowledged or not";
  RoceFrame first = packet(kRcSendFirst, 0x11, kPmtu);
  first.bth.ack_request = true;
  EXPECT_EQ(bench.give(first), "accept ack 0x11 msn 1");
  EXPECT_EQ(bench.give(without_ack_request(packet(kRcSendLast, 0x12, 5))), "accept none");
  // READ and atomics are answered anyway.
  EXPECT_EQ(bench.give(without_ack_request(packet(kRcRdmaReadRequest, 0x13))),
            "accept read 0x13 msn 3");
  EXPECT_EQ(bench.give(without_ack_request(packet(kRcFetchAdd, 0x14))), "accept atomic 0x14 msn 4");
}

TEST(RcResponder, AReadTakesOnePsnForEachResponse) {
  const std::pair<std::uint32_t, std::uint32_t> kPsns[] = {
      {0, 1}, {1, 1}, {256, 1}, {257, 2}, {512, 2}, {513, 3}, {1U << 31, (1U << 31) / kPmtu}};
  for (const auto& [dma_length, psns] : kPsns) {
    RxBench bench(config_at(0xFFFFFF));
    EXPECT_EQ(bench.give(packet(kRcRdmaReadRequest, 0xFFFFFF, 0, dma_length)),
              "accept read 0xffffff msn 1");
    EXPECT_EQ(bench.qp().expected_psn, psn_add(0xFFFFFF, psns)) << dma_length;
  }
}

TEST(RcResponder, NaksAGapOnceUntilItIsFilled) {
  RxBench bench(config_at(0x10));
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x12)), "refuse psn_ahead nak_seq 0x10 msn 0");
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x13)), "drop psn_ahead_again");
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x11)), "drop psn_ahead_again");
  EXPECT_EQ(bench.give(packet(kRcRdmaReadRequest, 0x11)), "drop psn_ahead_again");
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x0F)), "duplicate psn_duplicate ack_again 0xf msn 0");
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x11)), "drop psn_ahead_again")
      << "a duplicate does not clear the mark";
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x10)), "accept ack 0x10 msn 1");
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x12)), "refuse psn_ahead nak_seq 0x11 msn 1");
}

TEST(RcResponder, AReadOrAnAtomicFillsAGapToo) {
  for (const Opcode opcode : {kRcRdmaReadRequest, kRcFetchAdd}) {
    RxBench bench(config_at(0x10));
    EXPECT_EQ(bench.give(packet(opcode, 0x11)), "refuse psn_ahead nak_seq 0x10 msn 0");
    bench.give(packet(opcode, 0x10));
    EXPECT_EQ(bench.give(packet(opcode, 0x12)), "refuse psn_ahead nak_seq 0x11 msn 1");
  }
}

TEST(RcResponder, WhatIsAheadIsNotJudgedFurther) {
  RxBench bench(config_at(0x10));
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteOnly, 0x11, 300, 7)),
            "refuse psn_ahead nak_seq 0x10 msn 0");
  EXPECT_EQ(bench.give(packet(kRcSendMiddle, 0x11, 1)), "drop psn_ahead_again");
  EXPECT_EQ(bench.qp().state, QpState::kReady);
}

TEST(RcResponder, ADuplicateChangesNothing) {
  RxBench bench(config_at(0x10));
  bench.give(packet(kRcSendOnly, 0x10));
  bench.give(packet(kRcRdmaWriteFirst, 0x11, 256, 600));
  bench.give(packet(kRcSendOnly, 0x20));
  const RxQp before = bench.qp();
  for (const RoceFrame& again :
       {packet(kRcSendOnly, 0x10), packet(kRcSendOnly, 0x11, 999), packet(kRcRdmaWriteFirst, 0x11),
        packet(kRcRdmaWriteOnly, 0x11, 8, 9), packet(kRcSendMiddle, 0x10)}) {
    EXPECT_EQ(bench.give(again), "duplicate psn_duplicate ack_again 0x11 msn 1");
  }
  EXPECT_EQ(bench.give(packet(kRcRdmaReadRequest, 0x10, 4, ~0U)),
            "duplicate psn_duplicate read_again 0x10 msn 1");
  EXPECT_EQ(bench.give(atomic_at(kRcCompareSwap, 0x0F, 3)),
            "duplicate psn_duplicate atomic_again 0xf msn 1");
  EXPECT_EQ(bench.give(packet(kRcFetchAdd, 0x11)),
            "duplicate psn_duplicate atomic_again 0x11 msn 1");
  EXPECT_TRUE(bench.qp() == before);
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteMiddle, 0x12, 256)), "accept none");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteLast, 0x13, 88)), "accept ack 0x13 msn 2");
}

TEST(RcResponder, AcknowledgesADuplicateAlsoWithoutAckReq) {
  RxBench bench(config_at(0x10));
  bench.give(packet(kRcSendOnly, 0x10));
  EXPECT_EQ(bench.give(without_ack_request(packet(kRcSendOnly, 0x10))),
            "duplicate psn_duplicate ack_again 0x10 msn 1");
}

TEST(RcResponder, BeforeTheFirstSendADuplicateGetsThePsnInFrontOfTheConfiguredOne) {
  RxBench bench(config_at(0));
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0xFFFFF0)),
            "duplicate psn_duplicate ack_again 0xffffff msn 0");
  bench.give(packet(kRcRdmaReadRequest, 0, 0, 2000));
  bench.give(packet(kRcFetchAdd, 8));
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0xFFFFF0)),
            "duplicate psn_duplicate ack_again 0xffffff msn 2");
}

TEST(RcResponder, KeepsApartWhatLiesHalfACircleAway) {
  const auto verdict = [](std::uint32_t expected, std::uint32_t psn) {
    RxBench bench(config_at(expected));
    const RxRecord record = bench.record(packet(kRcSendOnly, psn));
    return std::string(name_of(*record.region));
  };
  for (const std::uint32_t expected : {0U, 1U, 0x7FFFFFU, 0x800000U, 0xFFFFFFU}) {
    EXPECT_EQ(verdict(expected, expected), "expected");
    EXPECT_EQ(verdict(expected, psn_add(expected, 1)), "ahead");
    EXPECT_EQ(verdict(expected, psn_add(expected, 0x7FFFFF)), "ahead");
    EXPECT_EQ(verdict(expected, psn_add(expected, -0x800000)), "duplicate");
    EXPECT_EQ(verdict(expected, psn_add(expected, -1)), "duplicate");
  }
}

TEST(RcResponder, CountsMessagesPastTheWrapOfTheMsn) {
  RxQp qp(config_at(0x10));
  qp.msn = 0xFFFFFF;
  const RoceFrame frame = packet(kRcSendOnly, 0x10);
  EXPECT_EQ(judge_rc_request(qp, frame, *find_opcode(kRcSendOnly)).msn, 0U);
}

}  // namespace
}  // namespace rnic::model
