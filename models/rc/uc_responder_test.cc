// SPDX-License-Identifier: Apache-2.0
#include "models/rc/uc_responder.h"

#include <gtest/gtest.h>

#include "models/rx/rx_bench.h"

namespace rnic::model {
namespace {

using enum Opcode;
using testing::kQpn;
using testing::packet;
using testing::RxBench;

class UcResponder : public ::testing::Test {
 protected:
  std::string give(const RoceFrame& frame) {
    const RxRecord record = bench.record(frame);
    EXPECT_FALSE(record.region);
    EXPECT_FALSE(record.answer_psn);
    EXPECT_EQ(bench.qp().state, QpState::kReady) << "nothing stops a UC QP";
    EXPECT_EQ(bench.qp().expected_psn, psn_add(frame.bth.psn, 1));
    return testing::in_words(record);
  }
  RxBench bench{{.type = QpType::kUc, .qpn = kQpn, .pmtu = 256, .rq_psn = 0x10}};
};

TEST_F(UcResponder, TakesEveryRequestInOrderAndAnswersNone) {
  std::uint32_t psn = 0x10;
  for (const Opcode opcode :
       {kUcSendOnly, kUcSendOnlyWithImmediate, kUcRdmaWriteOnly, kUcRdmaWriteOnlyWithImmediate}) {
    EXPECT_EQ(give(packet(opcode, psn++, 5)), "accept none");
  }
  for (const Opcode last : {kUcSendLast, kUcSendLastWithImmediate}) {
    EXPECT_EQ(give(packet(kUcSendFirst, psn++, 256)), "accept none");
    EXPECT_EQ(give(packet(kUcSendMiddle, psn++, 256)), "accept none");
    EXPECT_EQ(give(packet(last, psn++, 256)), "accept none");
  }
  for (const Opcode last : {kUcRdmaWriteLast, kUcRdmaWriteLastWithImmediate}) {
    EXPECT_EQ(give(packet(kUcRdmaWriteFirst, psn++, 256, 513)), "accept none");
    EXPECT_EQ(give(packet(kUcRdmaWriteMiddle, psn++, 256)), "accept none");
    EXPECT_EQ(give(packet(last, psn++, 1)), "accept none");
  }
}

TEST_F(UcResponder, AGapEndsTheMessageUntilTheNextFirstOrOnly) {
  EXPECT_EQ(give(packet(kUcRdmaWriteFirst, 0x10, 256, 1000)), "accept none");
  EXPECT_EQ(give(packet(kUcRdmaWriteMiddle, 0x12, 256)), "drop uc_gap");
  EXPECT_EQ(give(packet(kUcRdmaWriteLast, 0x13, 232)), "drop uc_gap") << "in order, but too late";
  EXPECT_EQ(give(packet(kUcRdmaWriteFirst, 0x14, 256, 300)), "accept none");
  EXPECT_EQ(give(packet(kUcRdmaWriteLast, 0x15, 44)), "accept none");
  EXPECT_EQ(give(packet(kUcSendMiddle, 0x17, 256)), "drop uc_gap");
  EXPECT_EQ(give(packet(kUcSendOnly, 0x18, 4)), "accept none");
}

TEST_F(UcResponder, AFirstOrOnlyBehindAGapIsTakenAtOnce) {
  EXPECT_EQ(give(packet(kUcSendOnly, 0x15, 4)), "accept none");
  EXPECT_EQ(give(packet(kUcSendFirst, 0x20, 256)), "accept none");
  EXPECT_EQ(give(packet(kUcSendLast, 0x21, 4)), "accept none");
}

TEST_F(UcResponder, AnEarlierPsnIsAGapAsWell) {
  EXPECT_EQ(give(packet(kUcSendFirst, 0x10, 256)), "accept none");
  EXPECT_EQ(give(packet(kUcSendFirst, 0x10, 256)), "accept none") << "the same packet twice";
  EXPECT_EQ(give(packet(kUcSendMiddle, 0x11, 256)), "accept none");
  EXPECT_EQ(give(packet(kUcSendMiddle, 0x11, 256)), "drop uc_gap");
  EXPECT_EQ(give(packet(kUcSendLast, 0x12, 1)), "drop uc_gap");
}

TEST_F(UcResponder, PsnsGoRoundTheCircle) {
  EXPECT_EQ(give(packet(kUcSendFirst, 0xFFFFFE, 256)), "accept none");
  EXPECT_EQ(give(packet(kUcSendMiddle, 0xFFFFFF, 256)), "accept none");
  EXPECT_EQ(give(packet(kUcSendLast, 0, 256)), "accept none");
}

TEST_F(UcResponder, WithoutAMessageAndWithoutAGapItIsTheSequence) {
  EXPECT_EQ(give(packet(kUcSendMiddle, 0x10, 256)), "drop sequence");
  EXPECT_EQ(give(packet(kUcSendMiddle, 0x11, 256)), "drop uc_gap") << "behind a drop";
  EXPECT_EQ(give(packet(kUcSendOnly, 0x12)), "accept none");
  EXPECT_EQ(give(packet(kUcRdmaWriteLast, 0x13, 4)), "drop sequence");
}

TEST_F(UcResponder, OfAnotherKindItIsTheSequence) {
  EXPECT_EQ(give(packet(kUcSendFirst, 0x10, 256)), "accept none");
  EXPECT_EQ(give(packet(kUcRdmaWriteLast, 0x11, 4)), "drop sequence");
  EXPECT_EQ(give(packet(kUcSendLast, 0x12, 4)), "drop uc_gap");
  EXPECT_EQ(give(packet(kUcRdmaWriteFirst, 0x13, 256, 300)), "accept none");
  EXPECT_EQ(give(packet(kUcSendMiddle, 0x14, 256)), "drop sequence");
}

TEST_F(UcResponder, AFirstOrOnlyInsideAMessageAbandonsIt) {
  EXPECT_EQ(give(packet(kUcSendFirst, 0x10, 256)), "accept none");
  EXPECT_EQ(give(packet(kUcSendOnly, 0x11, 4)), "accept none");
  EXPECT_EQ(give(packet(kUcSendLast, 0x12, 4)), "drop sequence") << "its message is no more";
  EXPECT_EQ(give(packet(kUcSendFirst, 0x13, 256)), "accept none");
  EXPECT_EQ(give(packet(kUcRdmaWriteFirst, 0x14, 256, 300)), "accept none");
  EXPECT_EQ(give(packet(kUcRdmaWriteLast, 0x15, 44)), "accept none");
}

TEST_F(UcResponder, WrongLengthsAreDropsAndEndTheMessage) {
  EXPECT_EQ(give(packet(kUcSendFirst, 0x10, 252)), "drop length_pmtu");
  EXPECT_EQ(give(packet(kUcSendLast, 0x11, 4)), "drop uc_gap");
  EXPECT_EQ(give(packet(kUcSendOnly, 0x12, 257)), "drop length_pmtu");
  EXPECT_EQ(give(packet(kUcSendFirst, 0x13, 256)), "accept none");
  EXPECT_EQ(give(packet(kUcSendLast, 0x14, 0)), "drop length_pmtu");
  EXPECT_EQ(give(packet(kUcRdmaWriteOnly, 0x15, 8, 7)), "drop length_dma");
  EXPECT_EQ(give(packet(kUcRdmaWriteFirst, 0x16, 256, 256)), "drop length_dma");
  EXPECT_EQ(give(packet(kUcRdmaWriteFirst, 0x17, 256, (1U << 31) + 1)), "drop length_dma");
  EXPECT_EQ(give(packet(kUcRdmaWriteFirst, 0x18, 256, 512)), "accept none");
  EXPECT_EQ(give(packet(kUcRdmaWriteMiddle, 0x19, 256)), "drop length_dma");
  EXPECT_EQ(give(packet(kUcRdmaWriteLast, 0x1A, 256)), "drop uc_gap");
  EXPECT_EQ(give(packet(kUcRdmaWriteFirst, 0x1B, 256, 512)), "accept none");
  EXPECT_EQ(give(packet(kUcRdmaWriteLast, 0x1C, 255)), "drop length_dma");
  EXPECT_EQ(give(packet(kUcSendOnly, 0x1D, 256)), "accept none");
}

TEST_F(UcResponder, AFirstThatIsDroppedInsideAMessageAbandonsItToo) {
  EXPECT_EQ(give(packet(kUcSendFirst, 0x10, 256)), "accept none");
  EXPECT_EQ(give(packet(kUcSendFirst, 0x11, 4)), "drop length_pmtu");
  EXPECT_EQ(give(packet(kUcSendLast, 0x12, 4)), "drop uc_gap");
}

}  // namespace
}  // namespace rnic::model
