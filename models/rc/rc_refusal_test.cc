// SPDX-License-Identifier: Apache-2.0
//
// RC requests with the expected PSN that cannot be executed, beside the nearest ones that can.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/rx/rx_bench.h"

namespace rnic::model {
namespace {

using enum Opcode;
using testing::kQpn;
using testing::packet;
using testing::RxBench;

RoceFrame atomic_at(Opcode opcode, std::uint32_t psn, std::uint64_t address) {
  RoceFrame frame = packet(opcode, psn);
  frame.atomic_eth->virtual_address = address;
  return frame;
}

// What stands before a packet in its message, and what the packet is judged to be.
struct Step {
  const char* name;
  std::vector<RoceFrame> before;  // from PSN 0x10 on
  RoceFrame frame;
  const char* verdict;
};

class RcRefusal : public ::testing::TestWithParam<Step> {};

TEST_P(RcRefusal, IsAsThePageSays) {
  RxBench bench({.qpn = kQpn, .pmtu = 256, .rq_psn = 0x10});
  for (const RoceFrame& frame : GetParam().before) {
    ASSERT_EQ(bench.record(frame).verdict, Verdict::kAccept);
  }
  const RxRecord record = bench.record(GetParam().frame);
  EXPECT_EQ(testing::in_words(record), GetParam().verdict);
  EXPECT_EQ(record.region, Region::kExpected);
  if (record.verdict == Verdict::kAccept) return;
  EXPECT_EQ(bench.qp().state, QpState::kError);
  EXPECT_EQ(bench.give(GetParam().frame), "drop qp_error");
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x10)), "drop qp_error");
}

const std::vector<RoceFrame> kInSend = {packet(kRcSendFirst, 0x10, 256)};
const std::vector<RoceFrame> kInWrite = {packet(kRcRdmaWriteFirst, 0x10, 256, 600)};
const std::vector<RoceFrame> kNothing = {};

const Step kSequence[] = {
    {"MiddleOfNothing", kNothing, packet(kRcSendMiddle, 0x10, 256),
     "refuse sequence nak_inv 0x10 msn 0"},
    {"LastOfNothing", kNothing, packet(kRcRdmaWriteLast, 0x10, 1),
     "refuse sequence nak_inv 0x10 msn 0"},
    {"LastWithInvalidateOfNothing", kNothing, packet(kRcSendLastWithInvalidate, 0x10, 1),
     "refuse sequence nak_inv 0x10 msn 0"},
    {"WriteMiddleInSend", kInSend, packet(kRcRdmaWriteMiddle, 0x11, 256),
     "refuse sequence nak_inv 0x11 msn 0"},
    {"WriteLastInSend", kInSend, packet(kRcRdmaWriteLastWithImmediate, 0x11, 1),
     "refuse sequence nak_inv 0x11 msn 0"},
    {"SendMiddleInWrite", kInWrite, packet(kRcSendMiddle, 0x11, 256),
     "refuse sequence nak_inv 0x11 msn 0"},
    {"SendLastInWrite", kInWrite, packet(kRcSendLast, 0x11, 88),
     "refuse sequence nak_inv 0x11 msn 0"},
    {"FirstInSend", kInSend, packet(kRcSendFirst, 0x11, 256), "refuse sequence nak_inv 0x11 msn 0"},
    {"FirstInWrite", kInWrite, packet(kRcRdmaWriteFirst, 0x11, 256, 600),
     "refuse sequence nak_inv 0x11 msn 0"},
    {"OnlyInSend", kInSend, packet(kRcSendOnly, 0x11), "refuse sequence nak_inv 0x11 msn 0"},
    {"OnlyInWrite", kInWrite, packet(kRcRdmaWriteOnly, 0x11), "refuse sequence nak_inv 0x11 msn 0"},
    {"ReadInSend", kInSend, packet(kRcRdmaReadRequest, 0x11), "refuse sequence nak_inv 0x11 msn 0"},
    {"CompareSwapInWrite", kInWrite, packet(kRcCompareSwap, 0x11),
     "refuse sequence nak_inv 0x11 msn 0"},
    {"FetchAddInSend", kInSend, packet(kRcFetchAdd, 0x11), "refuse sequence nak_inv 0x11 msn 0"},
    {"BeforeLength", kInWrite, packet(kRcRdmaWriteOnly, 0x11, 999, ~0U),
     "refuse sequence nak_inv 0x11 msn 0"},
};

const Step kLengthPmtu[] = {
    {"FirstOfPmtu", kNothing, packet(kRcSendFirst, 0x10, 256), "accept none"},
    {"FirstUnderPmtu", kNothing, packet(kRcSendFirst, 0x10, 252),
     "refuse length_pmtu nak_inv 0x10 msn 0"},
    {"FirstWithPad", kNothing, packet(kRcSendFirst, 0x10, 255),
     "refuse length_pmtu nak_inv 0x10 msn 0"},
    {"FirstOverPmtu", kNothing, packet(kRcRdmaWriteFirst, 0x10, 260, 600),
     "refuse length_pmtu nak_inv 0x10 msn 0"},
    {"MiddleUnderPmtu", kInSend, packet(kRcSendMiddle, 0x11, 252),
     "refuse length_pmtu nak_inv 0x11 msn 0"},
    {"MiddleOverPmtu", kInWrite, packet(kRcRdmaWriteMiddle, 0x11, 260),
     "refuse length_pmtu nak_inv 0x11 msn 0"},
    {"MiddleOfNoBytes", kInSend, packet(kRcSendMiddle, 0x11, 0),
     "refuse length_pmtu nak_inv 0x11 msn 0"},
    {"LastOfNoBytes", kInSend, packet(kRcSendLast, 0x11, 0),
     "refuse length_pmtu nak_inv 0x11 msn 0"},
    {"LastOfOneByte", kInSend, packet(kRcSendLast, 0x11, 1), "accept ack 0x11 msn 1"},
    {"LastOfPmtu", kInSend, packet(kRcSendLast, 0x11, 256), "accept ack 0x11 msn 1"},
    {"LastOverPmtu", kInSend, packet(kRcSendLast, 0x11, 257),
     "refuse length_pmtu nak_inv 0x11 msn 0"},
    {"OnlyOfPmtu", kNothing, packet(kRcRdmaWriteOnly, 0x10, 256), "accept ack 0x10 msn 1"},
    {"OnlyOverPmtu", kNothing, packet(kRcRdmaWriteOnly, 0x10, 257),
     "refuse length_pmtu nak_inv 0x10 msn 0"},
    {"SendOnlyOverPmtu", kNothing, packet(kRcSendOnly, 0x10, 257),
     "refuse length_pmtu nak_inv 0x10 msn 0"},
    {"ReadWithPayload", kNothing, packet(kRcRdmaReadRequest, 0x10, 1),
     "refuse length_pmtu nak_inv 0x10 msn 0"},
    {"AtomicWithPayload", kNothing, packet(kRcFetchAdd, 0x10, 4),
     "refuse length_pmtu nak_inv 0x10 msn 0"},
    {"BeforeDmaLength", kNothing, packet(kRcRdmaWriteOnly, 0x10, 257, ~0U),
     "refuse length_pmtu nak_inv 0x10 msn 0"},
};

constexpr std::uint32_t kMost = 1U << 31;

const Step kLengthDma[] = {
    {"ReadOfTwoGib", kNothing, packet(kRcRdmaReadRequest, 0x10, 0, kMost),
     "accept read 0x10 msn 1"},
    {"ReadOfMore", kNothing, packet(kRcRdmaReadRequest, 0x10, 0, kMost + 1),
     "refuse length_dma nak_inv 0x10 msn 0"},
    {"WriteOfTwoGib", kNothing, packet(kRcRdmaWriteFirst, 0x10, 256, kMost), "accept none"},
    {"WriteOfMore", kNothing, packet(kRcRdmaWriteFirst, 0x10, 256, kMost + 1),
     "refuse length_dma nak_inv 0x10 msn 0"},
    {"OnlyOfMore", kNothing, packet(kRcRdmaWriteOnly, 0x10, 0, kMost + 1),
     "refuse length_dma nak_inv 0x10 msn 0"},
    {"FirstThatIsAll", kNothing, packet(kRcRdmaWriteFirst, 0x10, 256, 256),
     "refuse length_dma nak_inv 0x10 msn 0"},
    {"FirstOfNothing", kNothing, packet(kRcRdmaWriteFirst, 0x10, 256, 0),
     "refuse length_dma nak_inv 0x10 msn 0"},
    {"FirstThatLeavesOneByte", kNothing, packet(kRcRdmaWriteFirst, 0x10, 256, 257), "accept none"},
    {"OnlyWithMore", kNothing, packet(kRcRdmaWriteOnly, 0x10, 8, 5),
     "refuse length_dma nak_inv 0x10 msn 0"},
    {"OnlyWithLess", kNothing, packet(kRcRdmaWriteOnly, 0x10, 5, 8),
     "refuse length_dma nak_inv 0x10 msn 0"},
    {"OnlyPadded", kNothing, packet(kRcRdmaWriteOnly, 0x10, 5, 5), "accept ack 0x10 msn 1"},
    {"LastWithMore",
     {packet(kRcRdmaWriteFirst, 0x10, 256, 300)},
     packet(kRcRdmaWriteLast, 0x11, 45),
     "refuse length_dma nak_inv 0x11 msn 0"},
    {"LastWithLess",
     {packet(kRcRdmaWriteFirst, 0x10, 256, 300)},
     packet(kRcRdmaWriteLast, 0x11, 43),
     "refuse length_dma nak_inv 0x11 msn 0"},
    {"LastThatFits",
     {packet(kRcRdmaWriteFirst, 0x10, 256, 300)},
     packet(kRcRdmaWriteLast, 0x11, 44),
     "accept ack 0x11 msn 1"},
    {"LastAMiddleTooSoon", kInWrite, packet(kRcRdmaWriteLastWithImmediate, 0x11, 88),
     "refuse length_dma nak_inv 0x11 msn 0"},
    {"MiddleThatIsTheEnd",
     {packet(kRcRdmaWriteFirst, 0x10, 256, 512)},
     packet(kRcRdmaWriteMiddle, 0x11, 256),
     "refuse length_dma nak_inv 0x11 msn 0"},
    {"MiddleThatIsMore",
     {packet(kRcRdmaWriteFirst, 0x10, 256, 300)},
     packet(kRcRdmaWriteMiddle, 0x11, 256),
     "refuse length_dma nak_inv 0x11 msn 0"},
    {"MiddleThatLeavesOneByte",
     {packet(kRcRdmaWriteFirst, 0x10, 256, 513)},
     packet(kRcRdmaWriteMiddle, 0x11, 256),
     "accept none"},
    {"SecondMiddleThatIsTheEnd",
     {packet(kRcRdmaWriteFirst, 0x10, 256, 768), packet(kRcRdmaWriteMiddle, 0x11, 256)},
     packet(kRcRdmaWriteMiddle, 0x12, 256),
     "refuse length_dma nak_inv 0x12 msn 0"},
};

const Step kAtomicAlign[] = {
    {"Aligned", kNothing, atomic_at(kRcFetchAdd, 0x10, 0xFFFFFFFFFFFFFFF8),
     "accept atomic 0x10 msn 1"},
    {"ByOne", kNothing, atomic_at(kRcFetchAdd, 0x10, 0x1001),
     "refuse atomic_align nak_inv 0x10 msn 0"},
    {"ByFour", kNothing, atomic_at(kRcCompareSwap, 0x10, 0x1004),
     "refuse atomic_align nak_inv 0x10 msn 0"},
    {"ByMinusOne", kNothing, atomic_at(kRcCompareSwap, 0x10, 0x1007),
     "refuse atomic_align nak_inv 0x10 msn 0"},
};

const auto kStepName = [](const auto& param_info) { return std::string(param_info.param.name); };
INSTANTIATE_TEST_SUITE_P(Sequence, RcRefusal, ::testing::ValuesIn(kSequence), kStepName);
INSTANTIATE_TEST_SUITE_P(LengthPmtu, RcRefusal, ::testing::ValuesIn(kLengthPmtu), kStepName);
INSTANTIATE_TEST_SUITE_P(LengthDma, RcRefusal, ::testing::ValuesIn(kLengthDma), kStepName);
INSTANTIATE_TEST_SUITE_P(AtomicAlign, RcRefusal, ::testing::ValuesIn(kAtomicAlign), kStepName);

}  // namespace
}  // namespace rnic::model
