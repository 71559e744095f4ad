// SPDX-License-Identifier: Apache-2.0
#include "models/rc/response_window.h"

#include <gtest/gtest.h>

#include "models/rx/rx_bench.h"

namespace rnic::model {
namespace {

using enum Opcode;
using testing::packet;
using testing::RxBench;

RxBench bench_with_window(std::uint32_t una, std::uint32_t next) {
  return RxBench({.qpn = testing::kQpn, .pmtu = 256, .sq_una = una, .sq_psn = next});
}

RoceFrame acknowledge(std::uint32_t psn, std::uint8_t syndrome) {
  RoceFrame frame = packet(kRcAcknowledge, psn);
  frame.aeth->syndrome = syndrome;
  return frame;
}

TEST(ResponseWindow, ReachesFromTheOldestUnacknowledgedToTheNextToSend) {
  for (const std::uint32_t una : {0x100U, 0xFFFFFEU, 0x7FFFFEU, 0U}) {
    RxBench bench = bench_with_window(una, psn_add(una, 4));
    for (const Opcode opcode : {kRcAcknowledge, kRcAtomicAcknowledge, kRcRdmaReadResponseOnly}) {
      const std::string taken = opcode == kRcAcknowledge ? "accept complete" : "accept data";
      EXPECT_EQ(bench.give(packet(opcode, psn_add(una, -1))), "drop ack_stale");
      EXPECT_EQ(bench.give(packet(opcode, una)), taken);
      EXPECT_EQ(bench.give(packet(opcode, psn_add(una, 3))), taken);
      EXPECT_EQ(bench.give(packet(opcode, psn_add(una, 4))), "drop ack_beyond");
      EXPECT_EQ(bench.give(packet(opcode, psn_add(una, 0x7FFFFF))), "drop ack_beyond");
      EXPECT_EQ(bench.give(packet(opcode, psn_add(una, 0x800000))), "drop ack_stale");
    }
    EXPECT_EQ(bench.give(packet(kRcAcknowledge, una)), "accept complete") << "it does not move";
  }
}

TEST(ResponseWindow, TakesNothingWhenItIsEmpty) {
  RxBench bench = bench_with_window(0x100, 0x100);
  EXPECT_EQ(bench.give(packet(kRcAcknowledge, 0xFF)), "drop ack_stale");
  EXPECT_EQ(bench.give(packet(kRcAcknowledge, 0x100)), "drop ack_beyond");
}

TEST(ResponseWindow, SyndromesDecideWhatAnAcknowledgeMeans) {
  RxBench bench = bench_with_window(0x100, 0x101);
  for (unsigned syndrome = 0; syndrome < 256; ++syndrome) {
    std::string want = "drop syndrome";
    if (syndrome < 0x20) want = "accept complete";
    if (syndrome >= 0x20 && syndrome < 0x40) want = "accept retry";
    if (syndrome == 0x60) want = "accept retry";
    if (syndrome >= 0x61 && syndrome <= 0x63) want = "accept fail";
    EXPECT_EQ(bench.give(acknowledge(0x100, static_cast<std::uint8_t>(syndrome))), want)
        << syndrome;
  }
}

TEST(ResponseWindow, ThePsnComesBeforeTheSyndromeAndTheLength) {
  RxBench bench = bench_with_window(0x100, 0x101);
  EXPECT_EQ(bench.give(acknowledge(0xFF, 0xFF)), "drop ack_stale");
  EXPECT_EQ(bench.give(acknowledge(0x101, 0xFF)), "drop ack_beyond");
  EXPECT_EQ(bench.give(packet(kRcRdmaReadResponseFirst, 0x101, 5)), "drop ack_beyond");
}

TEST(ResponseWindow, OnlyAcknowledgesAreAskedForTheirSyndrome) {
  RxBench bench = bench_with_window(0x100, 0x101);
  for (const Opcode opcode : {kRcRdmaReadResponseOnly, kRcAtomicAcknowledge}) {
    RoceFrame frame = packet(opcode, 0x100);
    frame.aeth->syndrome = 0xFF;
    EXPECT_EQ(bench.give(frame), "accept data");
  }
}

TEST(ResponseWindow, ReadResponsesAreAsLongAsTheirPlaceAsks) {
  RxBench bench = bench_with_window(0x100, 0x101);
  const auto verdict = [&](Opcode opcode, std::size_t bytes) {
    return bench.give(packet(opcode, 0x100, bytes));
  };
  for (const Opcode opcode : {kRcRdmaReadResponseFirst, kRcRdmaReadResponseMiddle}) {
    EXPECT_EQ(verdict(opcode, 256), "accept data");
    for (const std::size_t bytes : {0U, 252U, 255U, 257U, 260U}) {
      EXPECT_EQ(verdict(opcode, bytes), "drop length_pmtu") << bytes;
    }
  }
  EXPECT_EQ(verdict(kRcRdmaReadResponseLast, 0), "drop length_pmtu");
  EXPECT_EQ(verdict(kRcRdmaReadResponseLast, 1), "accept data");
  EXPECT_EQ(verdict(kRcRdmaReadResponseLast, 256), "accept data");
  EXPECT_EQ(verdict(kRcRdmaReadResponseLast, 257), "drop length_pmtu");
  EXPECT_EQ(verdict(kRcRdmaReadResponseOnly, 0), "accept data");
  EXPECT_EQ(verdict(kRcRdmaReadResponseOnly, 256), "accept data");
  EXPECT_EQ(verdict(kRcRdmaReadResponseOnly, 257), "drop length_pmtu");
}

TEST(ResponseWindow, ResponsesLeaveTheResponderAlone) {
  RxBench bench = bench_with_window(0x100, 0x104);
  bench.give(packet(kRcSendFirst, 0, 256));
  const RxQp before = bench.qp();
  bench.give(acknowledge(0x100, 0x63));
  bench.give(packet(kRcRdmaReadResponseOnly, 0x101, 257));
  EXPECT_EQ(bench.qp().expected_psn, before.expected_psn);
  EXPECT_EQ(bench.qp().state, QpState::kReady);
  EXPECT_EQ(bench.give(packet(kRcSendLast, 1, 4)), "accept ack 0x1 msn 1");
}

}  // namespace
}  // namespace rnic::model
