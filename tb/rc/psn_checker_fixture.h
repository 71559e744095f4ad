// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fixture of the tests by hand: a checker of 1,024 entries, and packets to change a field of.
//
// What the model says of a packet is written out in the test; that the RTL says the same,
// CheckerBench sees.
//
//   TEST_F(PsnChecker, TakesAPacketInOrder) {
//     rc(0x10);
//     expect_words("accept ack 0x10 msn 1", give(packet(kRcSendOnly, 0x10)));
//   }

#include <Vtb_rnic_psn_checker.h>

#include <string_view>

#include "tb/rc/checker_bench.h"

namespace rnic::tb {

using enum model::Opcode;
using model::QpState;
using model::QpType;
using model::RoceFrame;
using model::testing::kQpn;
using model::testing::packet;

class PsnChecker : public CheckerBench<Vtb_rnic_psn_checker, 1024> {
 protected:
  void rc(uint32_t rq_psn = 0x10, uint32_t pmtu = 256) {
    load({.qpn = kQpn, .pmtu = pmtu, .rq_psn = rq_psn});
  }
  static RoceFrame to(uint32_t qpn, RoceFrame frame) {
    frame.bth.dest_qp = qpn;
    return frame;
  }
  static RoceFrame without_ack(RoceFrame frame) {
    frame.bth.ack_request = false;
    return frame;
  }
  static RoceFrame with_ecn(RoceFrame frame, uint8_t ecn) {
    model::set_traffic_class(frame.ip, static_cast<uint8_t>(46 << 2 | ecn));
    return frame;
  }
  void expect_words(std::string_view want, std::string_view got) {
    expect_eq(want, got, "what the model says");
  }
};

}  // namespace rnic::tb
