// SPDX-License-Identifier: Apache-2.0
// Tests that must fail: each shows what the bench says about one kind of failure. They are run by
// ctest (harness.fails.*), which wants the failure and the sentence.
#include "tb/harness/seg_loop.h"

namespace rnic::tb {
namespace {

class Failing : public SegLoop {};

TEST_F(Failing, ChecksNothing) {}

TEST_F(Failing, SeesADamagedFrame) {
  for (int i = 0; i < 3; ++i) send_rx({.bytes = random_frame(70)});
  std::vector<uint8_t> sent = random_frame(70);
  rx_driver_.push({.bytes = sent});
  sent[33] ^= 0x40;
  rx_board_.expect({.bytes = sent, .note = "byte 33 damaged"});
  run(100);
}

TEST_F(Failing, WaitsForAFrameThatNobodySends) {
  rx_board_.expect({.bytes = random_frame(64)});
  run().count_checks();
}

TEST_F(Failing, SpendsItsBudget) {
  send_tx({.bytes = random_frame(600)});
  tx_throttle_.set_pattern(ReadyPattern::never());
  run(50);
}

TEST_F(Failing, BreaksABusRule) {
  rx_driver_.push({.bytes = random_frame(59)});
  run().count_checks();
  dut_.cycles(5);
}

}  // namespace
}  // namespace rnic::tb
