// SPDX-License-Identifier: Apache-2.0
// The PSN checker's clocks and its configuration port.
#include "tb/rc/psn_checker_fixture.h"

namespace rnic::tb {
namespace {

TEST_F(PsnChecker, GivesARecordTenClocksLaterInItsSlot) {
  rc();
  load({.qpn = 0x12, .rq_psn = 5});
  for (unsigned gap = 0; gap < 12; ++gap) {
    const uint32_t psn = model::psn_add(qp(kQpn).expected_psn, 0);
    give(packet(kRcSendOnly, psn, 4));
    idle(gap);
    give_two(to(0x12, packet(kRcSendOnly, qp(0x12).expected_psn, 4)),
             packet(kRcSendOnly, qp(kQpn).expected_psn, 4));
    idle(gap);
  }
  expect_eq(uint32_t{24}, qp(kQpn).msn, "messages");
}

TEST_F(PsnChecker, IsReadyOneSweepBehindAReset) {
  rc();
  dut_.reset();
  const uint64_t start = dut_.clock();
  dut_.run_until([&] { return dut_->ready_o != 0; }, 2 * kNumQps);
  expect_eq(uint64_t{kNumQps}, dut_.clock() - start, "clocks of the sweep");
}

TEST_F(PsnChecker, KnowsNoQueuePairBehindAReset) {
  rc();
  load({.qpn = 0x3ff});
  give(packet(kRcSendOnly, 0x10));
  for (const unsigned clocks : {1u, 8u}) {
    reset(clocks);
    // Packets all through the sweep, to entries that it has reached and to others.
    while (dut_->ready_o == 0) {
      give_two(packet(kRcSendOnly, 0x10), to(0x3ff, packet(kRcSendOnly, 0)));
    }
    expect_words("drop qp_unknown", give(packet(kRcSendOnly, 0x11)));
    drain();
  }
}

TEST_F(PsnChecker, ForgetsFramesOnTheirWayInAReset) {
  for (const unsigned clocks : {1u, 2u}) {
    rc();
    // Two in every stage.
    for (uint32_t i = 0; i < 2 * kLatency + 8; i += 2) {
      give_two(packet(kRcSendOnly, 0x10 + i), packet(kRcSendOnly, 0x11 + i));
    }
    reset(clocks);
    await_sweep();
    rc(0x40);
    expect_words("accept ack 0x40 msn 1", give(packet(kRcSendOnly, 0x40)));
    reset();
    await_sweep();
  }
}

TEST_F(PsnChecker, TakesAWriteInTheFirstClockWithAFreeSlot1AndNoEarlier) {
  rc();
  offer({.qp = {.qpn = 0x12, .rq_psn = 7}});
  for (uint32_t i = 0; i < 20; i += 2) {
    give_two(packet(kRcSendOnly, 0x10 + i), packet(kRcSendOnly, 0x11 + i));
    expect(is_pending(), "the write waits");
  }
  // Slot 0 of the clock in which it is taken still meets the old table.
  expect_words("drop qp_unknown", give(to(0x12, packet(kRcSendOnly, 7))));
  expect(!is_pending(), "the write is taken");
  expect_words("accept ack 0x7 msn 1", give(to(0x12, packet(kRcSendOnly, 7))));
}

TEST_F(PsnChecker, TakesNoWriteBeforeItIsReady) {
  reset();
  offer({.qp = {.qpn = kQpn, .rq_psn = 7}});
  while (dut_->ready_o == 0) {
    give(packet(kRcSendOnly, 7));
    expect(dut_->ready_o != 0 || is_pending(), "the write waits");
  }
  while (is_pending()) step();
  expect_words("accept ack 0x7 msn 1", give(packet(kRcSendOnly, 7)));
}

// A load in the shadow of packets that have not reached the table, and packets in its own.
TEST_F(PsnChecker, ALoadStartsAnewAtEveryDistanceFromThePacketsAroundIt) {
  rc();
  for (unsigned before = 0; before < 12; ++before) {
    for (unsigned behind = 0; behind < 12; ++behind) {
      rc(0x10);
      give_two(packet(kRcRdmaWriteFirst, 0x10, 256, 700), packet(kRcSendOnly, 0x20, 4));
      expect_words("refuse sequence nak_inv 0x11 msn 0", give(packet(kRcSendLast, 0x11, 4)));
      idle(before);
      offer({.qp = {.qpn = kQpn, .pmtu = 256, .rq_psn = 0x800}});
      expect_words("drop qp_error", give(packet(kRcSendOnly, 0x800, 4)));
      idle(behind);
      expect_words(
          "refuse psn_ahead nak_seq 0x800 msn 0 | duplicate psn_duplicate ack_again 0x7ff msn 0",
          give_two(packet(kRcSendOnly, 0x801, 4), packet(kRcSendOnly, 0x7ff, 4)));
      expect_words("accept ack 0x800 msn 1", give(packet(kRcSendOnly, 0x800, 4)));
    }
  }
}

// What is configured changes, what moves does not. (The model has no such write: by hand.)
TEST_F(PsnChecker, AWriteWithoutLoadKeepsWhatMoves) {
  rc();
  give(packet(kRcSendFirst, 0x10, 256));
  configure({.qp = {.qpn = kQpn, .state = QpState::kError, .pmtu = 256}, .load = false});
  expect_words("drop qp_error", give(packet(kRcSendLast, 0x11, 4)));
  configure({.qp = {.qpn = kQpn, .state = QpState::kReset, .pmtu = 256}, .load = false});
  expect_words("drop qp_unknown", give(packet(kRcSendLast, 0x11, 4)));
  drain();
  // Ready again, with another P_Key: the message goes on.
  offer({.qp = {.qpn = kQpn, .pmtu = 256, .pkey = 0x8001}, .load = false});
  dut_.settle();
  dut_.cycle();
  dut_->cfg_valid_i = 0;
  const JudgedPins pins = judged_pins(dut_.model(), 0);
  Rng noise = rng("by hand");
  for (const uint16_t pkey : {uint16_t{0xffff}, uint16_t{0x8001}}) {
    RoceFrame frame = packet(kRcSendLast, 0x11, 4);
    frame.bth.pkey = pkey;
    drive(pins, judged(model::encode(completed(frame)), false, noise), noise);
    dut_.cycle();
    drive_nothing(pins, noise);
    dut_.cycles(kLatency - 1);
    const Outcome got = read(record_pins(dut_.model(), 0));
    expect_eq(std::string(pkey == 0xffff ? "drop pkey region - action null"
                                         : "accept accepted region expected action ack 0x11 msn 1"),
              in_words(got), "the record");
  }
  forget();
}

TEST_F(PsnChecker, OtherQpnsOfAnEntryAreUnknownAndDisturbNothing) {
  rc();
  for (uint32_t bit = 10; bit < 24; ++bit) {
    expect_words("drop qp_unknown", give(to(kQpn ^ (1u << bit), packet(kRcSendOnly, 0x10))));
  }
  // One in the shadow of the other, in one clock.
  expect_words("accept ack 0x10 msn 1 | drop qp_unknown",
               give_two(packet(kRcSendOnly, 0x10), to(kQpn | 0x400, packet(kRcSendOnly, 0x11))));
  expect_words("drop qp_unknown | accept ack 0x11 msn 2",
               give_two(to(kQpn | 0x400, packet(kRcSendOnly, 0x11)), packet(kRcSendOnly, 0x11)));
}

}  // namespace
}  // namespace rnic::tb
