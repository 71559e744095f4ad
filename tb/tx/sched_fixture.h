// SPDX-License-Identifier: Apache-2.0
#pragma once

// A scheduler with its bench, and packets by the words a test uses. The packets of a QP come in the
// order of its WQEs: index_ is that of the next one.
//
//   TEST_F(Sched, SendsOne) {
//     command(SchedCommand::kLoad, 5);
//     bench_.send(0, packet(5, 3, 64));
//   }

#include "tb/harness/dut_test.h"
#include "tb/tx/sched_bench.h"

namespace rnic::tb {

class Sched : public DutTest {
 protected:
  void SetUp() override {
    dut_.add(bench_);
    dut_.reset();
  }

  // Software: commands are accepted and decided.
  void command(SchedCommand op, uint16_t qp) {
    bench_.command(op, qp);
    dut_.run_until([&] { return bench_.commands_done(); }, 100);
  }
  SchedPacket packet(uint16_t qp, uint8_t qid, uint16_t payload_bytes, bool last = true) {
    SchedPacket p{.wr_id = bench_.next_tag(), .qp = qp, .qid = qid};
    p.last = last;
    p.payload_bytes = payload_bytes;
    p.frags = payload_bytes == 0 ? 0 : 1;
    p.length = payload_bytes;
    p.index = index_;
    p.wqe_opcode = 3;
    if (last) index_ = static_cast<uint16_t>(index_ + p.blocks);
    return p;
  }
  // A WQE's end without a frame.
  SchedPacket ending(uint16_t qp, uint8_t qid, uint8_t status, bool flushing = false) {
    SchedPacket p = packet(qp, qid, 0);
    p.frame = false;
    p.status = status;
    p.flushing = flushing;
    if (status >= kWqeReadError && status <= kDoorbellOverrun) p.blocks = 0;
    return p;
  }
  SchedPacket token(uint16_t qp, uint8_t qid) {
    SchedPacket p = packet(qp, qid, 0);
    p.frame = false;
    p.token = true;
    return p;
  }
  void drain(uint64_t budget = 5000) {
    dut_.run_until([&] { return bench_.is_quiet(); }, budget);
    dut_.cycles(20);
  }

  Dut<Vtb_rnic_tx_sched> dut_{run()};
  SchedBench bench_{run(), dut_.model()};
  SchedReference& reference_ = bench_.reference();
  uint16_t index_ = 0;
};

}  // namespace rnic::tb
