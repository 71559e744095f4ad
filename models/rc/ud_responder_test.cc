// SPDX-License-Identifier: Apache-2.0
#include "models/rc/ud_responder.h"

#include <gtest/gtest.h>

#include "models/rx/rx_bench.h"

namespace rnic::model {
namespace {

using testing::packet;
using testing::RxBench;

TEST(UdResponder, TakesAnyPsnUpToPmtuBytes) {
  RxBench bench({.type = QpType::kUd, .qpn = testing::kQpn, .pmtu = 256, .rq_psn = 0x10});
  for (const Opcode opcode : {Opcode::kUdSendOnly, Opcode::kUdSendOnlyWithImmediate}) {
    for (const std::uint32_t psn : {0x10U, 0x10U, 0xFFFFFFU, 0U, 0x800010U}) {
      EXPECT_EQ(bench.give(packet(opcode, psn, 0)), "accept none");
      EXPECT_EQ(bench.give(packet(opcode, psn, 256)), "accept none");
      EXPECT_EQ(bench.give(packet(opcode, psn, 257)), "drop length_pmtu");
    }
  }
  EXPECT_EQ(bench.qp().state, QpState::kReady);
}

}  // namespace
}  // namespace rnic::model
