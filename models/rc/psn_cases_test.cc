// SPDX-License-Identifier: Apache-2.0
//
// Faults that responders of RoCEv2 or InfiniBand really had with PSNs, duplicates and MSNs, each as
// the packets that show it and the verdicts that are right. linux-rdma: mailing list archive
// linux-mailinglist-archives/linux-rdma.vger.kernel.org.0, by commit.
#include <gtest/gtest.h>

#include "models/rx/rx_bench.h"

namespace rnic::model {
namespace {

using enum Opcode;
using testing::kQpn;
using testing::packet;
using testing::RxBench;

// linux-rdma e4be88af1e0e, SoftRoCE/rxe-dev issue 23: a 24-bit window compared in 32 bits.
TEST(PsnCases, PsnsAreComparedOnTheCircle) {
  const auto verdict = [](std::uint32_t psn) {
    return RxBench({.qpn = kQpn, .rq_psn = 0}).give(packet(kRcSendOnly, psn));
  };
  EXPECT_EQ(verdict(0xFFFFFF), "duplicate psn_duplicate ack_again 0xffffff msn 0");
  EXPECT_EQ(verdict(0x800000), "duplicate psn_duplicate ack_again 0xffffff msn 0");
  EXPECT_EQ(verdict(0x7FFFFF), "refuse psn_ahead nak_seq 0x0 msn 0");
  EXPECT_EQ(verdict(0x000001), "refuse psn_ahead nak_seq 0x0 msn 0");
}

TEST(PsnCases, ALossAtTheWrapIsAnsweredLikeOneElsewhere) {
  for (const std::uint32_t lost : {1U, 2U, 3U}) {
    for (const std::uint32_t start : {0xFFFFFEU, 0x1000U}) {
      RxBench bench({.qpn = kQpn, .rq_psn = start});
      for (std::uint32_t i = 0; i < 64; ++i) {
        if (i == lost) continue;
        const RxRecord record = bench.record(packet(kRcSendOnly, psn_add(start, i)));
        if (i < lost) {
          EXPECT_EQ(record.action, Action::kAck);
        } else if (i == lost + 1) {
          EXPECT_EQ(record.action, Action::kNakSeq);
          EXPECT_EQ(record.answer_psn, psn_add(start, lost));
        } else {
          EXPECT_EQ(record.reason, Reason::kPsnAheadAgain);
        }
      }
      for (std::uint32_t i = lost; i < 64; ++i) {
        EXPECT_EQ(bench.record(packet(kRcSendOnly, psn_add(start, i))).action, Action::kAck);
      }
      EXPECT_EQ(bench.qp().msn, 64U);
    }
  }
}

// Kernel, "IB/rxe: fix for duplicate request processing and ack psns"; linux-rdma aaff24a6ea9d.
TEST(PsnCases, ADuplicateWriteIsNeverAcknowledgedWithAReadsPsn) {
  RxBench bench({.qpn = kQpn, .pmtu = 4096, .rq_psn = 30});
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteOnly, 30, 8)), "accept ack 0x1e msn 1");
  EXPECT_EQ(bench.give(packet(kRcRdmaReadRequest, 31, 0, 4096)), "accept read 0x1f msn 2");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteOnly, 30, 8)),
            "duplicate psn_duplicate ack_again 0x1e msn 2");
  EXPECT_EQ(bench.qp().expected_psn, 32U);
}

TEST(PsnCases, DuplicatesWithoutAckReqAreAcknowledgedToo) {
  RxBench bench({.qpn = kQpn, .pmtu = 256, .rq_psn = 40});
  const RoceFrame write[] = {packet(kRcRdmaWriteFirst, 40, 256, 600),
                             packet(kRcRdmaWriteMiddle, 41, 256), packet(kRcRdmaWriteLast, 42, 88)};
  for (const RoceFrame& frame : write) EXPECT_EQ(bench.record(frame).verdict, Verdict::kAccept);
  EXPECT_EQ(bench.give(write[0]), "duplicate psn_duplicate ack_again 0x2a msn 1");
  EXPECT_EQ(bench.give(write[1]), "duplicate psn_duplicate ack_again 0x2a msn 1");
}

// openucx/ucx PR 11969, linux-rdma/rdma-core PR 247, kernel commit 2da36d44a9d5: PSNs of empty
// messages, of a READ, of SEND with invalidate.
TEST(PsnCases, EveryMessageTakesAtLeastOnePsnAndAReadOnePerResponse) {
  RxBench bench({.qpn = kQpn, .pmtu = 1024, .rq_psn = 0xFFFFFE});
  const RoceFrame frames[] = {packet(kRcRdmaWriteOnly, 0xFFFFFE),
                              packet(kRcRdmaWriteFirst, 0xFFFFFF, 1024, 4096),
                              packet(kRcRdmaWriteMiddle, 0x000000, 1024),
                              packet(kRcRdmaWriteMiddle, 0x000001, 1024),
                              packet(kRcRdmaWriteLast, 0x000002, 1024),
                              packet(kRcRdmaWriteOnly, 0x000003),
                              packet(kRcRdmaReadRequest, 0x000004, 0, 1U << 20),
                              packet(kRcRdmaReadRequest, 0x000404, 0, 0),
                              packet(kRcSendOnlyWithInvalidate, 0x000405),
                              packet(kRcSendFirst, 0x000406, 1024),
                              packet(kRcSendLast, 0x000407, 1)};
  for (const RoceFrame& frame : frames) {
    EXPECT_EQ(bench.record(frame).region, Region::kExpected) << frame.bth.psn;
  }
  EXPECT_EQ(bench.qp().expected_psn, 0x408U);
  EXPECT_EQ(bench.qp().msn, 7U);
}

// Kernel commit 9fcd67d1772c, linux-rdma 617f9ba19aa2: MSN per packet, or only with a receive.
TEST(PsnCases, MsnCountsMessagesOnce) {
  RxBench bench({.qpn = kQpn, .pmtu = 256, .rq_psn = 0});
  bench.give(packet(kRcRdmaWriteFirst, 0, 256, 600));
  bench.give(packet(kRcRdmaWriteMiddle, 1, 256));
  EXPECT_EQ(bench.qp().msn, 0U);
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteLast, 2, 88)), "accept ack 0x2 msn 1");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteOnly, 3, 4)), "accept ack 0x3 msn 2");
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 4, 4)), "accept ack 0x4 msn 3");
  EXPECT_EQ(bench.give(packet(kRcRdmaReadRequest, 5, 0, 600)), "accept read 0x5 msn 4");
  EXPECT_EQ(bench.give(packet(kRcFetchAdd, 8)), "accept atomic 0x8 msn 5");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteOnly, 9)), "accept ack 0x9 msn 6");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteOnly, 3, 4)),
            "duplicate psn_duplicate ack_again 0x9 msn 6");
  EXPECT_EQ(bench.give(packet(kRcRdmaReadRequest, 5, 0, 600)),
            "duplicate psn_duplicate read_again 0x5 msn 6");
  EXPECT_EQ(bench.give(packet(kRcSendMiddle, 10, 256)), "refuse sequence nak_inv 0xa msn 6");
}

// linux-rdma 5fdd281c9245 and 7bc02b8e77b7: the answer kept for an atomic is sent again.
TEST(PsnCases, AReplayedAtomicIsAnsweredAgainAndNotExecuted) {
  RxBench bench({.qpn = kQpn, .rq_psn = 0x200});
  EXPECT_EQ(bench.give(packet(kRcFetchAdd, 0x200)), "accept atomic 0x200 msn 1");
  EXPECT_EQ(bench.give(packet(kRcRdmaWriteOnly, 0x201, 8)), "accept ack 0x201 msn 2");
  EXPECT_EQ(bench.give(packet(kRcFetchAdd, 0x200)),
            "duplicate psn_duplicate atomic_again 0x200 msn 2");
  EXPECT_EQ(bench.qp().expected_psn, 0x202U);
}

}  // namespace
}  // namespace rnic::model
