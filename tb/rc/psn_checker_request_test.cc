// SPDX-License-Identifier: Apache-2.0
// Section 4 of the verdicts: RC requests, each rule at its edges and at every distance.
#include <algorithm>
#include <array>
#include <vector>

#include "tb/rc/psn_checker_fixture.h"

namespace rnic::tb {
namespace {

// Field fault: a 24-bit window compared in 32 bits.
TEST_F(PsnChecker, ComparesPsnsOverTheWrapAndAtHalfTheCircle) {
  rc(0x000000);
  expect_words("duplicate psn_duplicate ack_again 0xffffff msn 0",
               give(packet(kRcSendOnly, 0xffffff)));
  expect_words("duplicate psn_duplicate ack_again 0xffffff msn 0",
               give(packet(kRcSendOnly, 0x800000)));
  expect_words("refuse psn_ahead nak_seq 0x0 msn 0", give(packet(kRcSendOnly, 0x7fffff)));
  expect_words("drop psn_ahead_again", give(packet(kRcSendOnly, 0x000001)));
  expect_words("accept ack 0x0 msn 1", give(packet(kRcSendOnly, 0)));
  // From the table, and behind packets of the same clock.
  drain();
  for (const uint32_t start : {0xfffffeu, 0x7fffffu, 0x800000u}) {
    rc(start);
    drain();
    expect_words(
        "accept none | accept ack " + fmt::format("{:#x}", (start + 1) & 0xffffff) + " msn 1",
        give_two(packet(kRcSendFirst, start, 256), packet(kRcSendLast, (start + 1) & 0xffffff, 1)));
  }
}

TEST_F(PsnChecker, NaksAGapOnceUntilItIsFilledAtEveryDistance) {
  for (unsigned a = 0; a < 11; ++a) {
    for (unsigned b = 0; b < 11; ++b) {
      rc(0x10);
      expect_words("refuse psn_ahead nak_seq 0x10 msn 0", give(packet(kRcSendOnly, 0x12)));
      idle(a);
      expect_words("duplicate psn_duplicate ack_again 0xf msn 0 | drop psn_ahead_again",
                   give_two(packet(kRcSendOnly, 0x0e), packet(kRcSendOnly, 0x13)));
      idle(b);
      expect_words("drop psn_ahead_again | accept ack 0x10 msn 1",
                   give_two(packet(kRcSendOnly, 0x11), packet(kRcSendOnly, 0x10)));
      idle(a);
      expect_words("refuse psn_ahead nak_seq 0x11 msn 1 | drop psn_ahead_again",
                   give_two(packet(kRcSendOnly, 0x12), packet(kRcSendOnly, 0x12)));
    }
  }
}

// Field faults: an ACK for a duplicate carried a READ's PSN; a duplicate without AckReq got none.
TEST_F(PsnChecker, AcknowledgesADuplicateWithThePsnOfTheNewestSendOrWrite) {
  for (unsigned gap = 0; gap < 12; ++gap) {
    rc(30, 1024);
    expect_words("accept ack 0x1e msn 1", give(packet(kRcRdmaWriteOnly, 30, 4)));
    idle(gap);
    expect_words("accept read 0x1f msn 2", give(packet(kRcRdmaReadRequest, 31, 0, 4096)));
    expect_words("duplicate psn_duplicate ack_again 0x1e msn 2",
                 give(packet(kRcRdmaWriteOnly, 30, 4)));
    idle(gap);
    expect_words("accept atomic 0x23 msn 3 | duplicate psn_duplicate ack_again 0x1e msn 3",
                 give_two(packet(kRcFetchAdd, 35), without_ack(packet(kRcRdmaWriteOnly, 30, 4))));
    expect_words(
        "duplicate psn_duplicate read_again 0x1f msn 3 | duplicate psn_duplicate atomic_again 0x23 "
        "msn 3",
        give_two(packet(kRcRdmaReadRequest, 31, 0, 4096), packet(kRcFetchAdd, 35)));
    idle(gap);
    expect_words("accept none | duplicate psn_duplicate ack_again 0x24 msn 3",
                 give_two(packet(kRcSendFirst, 36, 1024), without_ack(packet(kRcSendOnly, 20))));
  }
}

// Field fault: software and wire disagreed on how many PSNs a message takes.
TEST_F(PsnChecker, AReadTakesAPsnForEveryResponsePacket) {
  rc(0xfffffe, 1024);
  const auto read = [](uint32_t psn, uint32_t length) {
    return packet(kRcRdmaReadRequest, psn, 0, length);
  };
  expect_words("accept ack 0xfffffe msn 1", give(packet(kRcRdmaWriteOnly, 0xfffffe, 0)));
  expect_words("accept read 0xffffff msn 2 | accept read 0x0 msn 3",
               give_two(read(0xffffff, 0), read(0, 1024)));
  expect_words("accept read 0x1 msn 4 | accept read 0x3 msn 5",
               give_two(read(1, 1025), read(3, 1)));
  expect_words("accept read 0x4 msn 6", give(read(4, 1 << 20)));
  expect_words("accept ack 0x404 msn 7", give(packet(kRcSendOnlyWithInvalidate, 0x404, 0)));
  for (const uint32_t pmtu : {256u, 512u, 1024u, 2048u, 4096u}) {
    for (const uint32_t length : {0u, 1u, pmtu - 1, pmtu, pmtu + 1, 0x7fffffffu, 0x80000000u}) {
      rc(5, pmtu);
      give(read(5, length));
      const uint32_t next = qp(kQpn).expected_psn;
      expect_eq(5 + std::max(1u, length / pmtu + (length % pmtu != 0 ? 1 : 0)), next,
                "its next PSN");
      give_two(packet(kRcSendOnly, next), packet(kRcSendOnly, next));
    }
    rc(5, pmtu);
    expect_words("refuse length_dma nak_inv 0x5 msn 0", give(read(5, 0x80000001)));
  }
}

TEST_F(PsnChecker, AfterNakInvEverythingIsInErrorFromTheSameClockOn) {
  // Field fault: a packet was executed again after the QP had gone into error.
  for (unsigned gap = 0; gap < 12; ++gap) {
    load({.qpn = kQpn, .pmtu = 256, .rq_psn = 0x10, .sq_una = 0, .sq_psn = 4});
    expect_words("refuse sequence nak_inv 0x10 msn 0 | drop qp_error",
                 give_two(packet(kRcSendMiddle, 0x10, 256), packet(kRcSendOnly, 0x10)));
    idle(gap);
    expect_words("drop qp_error | drop qp_error",
                 give_two(packet(kCnp, 0), packet(kRcAcknowledge, 1)));
    RoceFrame other = packet(kRcSendOnly, 0x10);
    other.bth.pkey = 0x8001;
    expect_words("drop qp_error | drop qp_error", give_two(packet(kUcSendOnly, 0x10), other));
    expect_words("drop qp_unknown", give(to(kQpn | 0x800, packet(kRcSendOnly, 0x10))));
  }
}

TEST_F(PsnChecker, RefusesEveryPlaceThatDoesNotFitTheMessage) {
  const std::array starts{
      kRcSendFirst,       kRcSendOnly,    kRcRdmaWriteFirst,        kRcRdmaWriteOnly,
      kRcRdmaReadRequest, kRcCompareSwap, kRcSendOnlyWithInvalidate};
  const std::array sends{kRcSendMiddle, kRcSendLast, kRcSendLastWithImmediate,
                         kRcSendLastWithInvalidate};
  const std::array writes{kRcRdmaWriteMiddle, kRcRdmaWriteLast, kRcRdmaWriteLastWithImmediate};
  const auto refused = [&](model::Opcode opcode, int before, unsigned gap) {
    rc(0x10);
    uint32_t psn = 0x10;
    if (before == 1) give(packet(kRcSendFirst, psn++, 256));
    if (before == 2) give(packet(kRcRdmaWriteFirst, psn++, 256, 600));
    idle(gap);
    expect_words(fmt::format("refuse sequence nak_inv {:#x} msn 0", psn),
                 give(packet(opcode, psn, 256)));
  };
  for (const unsigned gap : {0u, 5u, 11u}) {
    for (const auto opcode : sends) {
      refused(opcode, 0, gap);
      refused(opcode, 2, gap);
    }
    for (const auto opcode : writes) {
      refused(opcode, 0, gap);
      refused(opcode, 1, gap);
    }
    for (const auto opcode : starts) {
      refused(opcode, 1, gap);
      refused(opcode, 2, gap);
    }
  }
}

// Field fault: the DMA length was not limited and not compared with what came.
TEST_F(PsnChecker, HoldsAWriteToItsDmaLength) {
  const auto refused = [&](std::vector<RoceFrame> frames) {
    rc(0x10, 1024);
    for (size_t i = 0; i + 1 < frames.size(); ++i) expect_words("accept none", give(frames[i]));
    expect_words(fmt::format("refuse length_dma nak_inv {:#x} msn 0", 0x10 + frames.size() - 1),
                 give(frames.back()));
  };
  refused({packet(kRcRdmaWriteOnly, 0x10, 8, 5)});
  refused({packet(kRcRdmaWriteOnly, 0x10, 5, 8)});
  refused({packet(kRcRdmaWriteOnly, 0x10, 0, 0x80000001)});
  refused({packet(kRcRdmaWriteFirst, 0x10, 1024, 2048), packet(kRcRdmaWriteMiddle, 0x11, 1024)});
  refused({packet(kRcRdmaWriteFirst, 0x10, 1024, 2500), packet(kRcRdmaWriteLast, 0x11, 1024)});
  refused({packet(kRcRdmaWriteFirst, 0x10, 1024, 2500), packet(kRcRdmaWriteLast, 0x11, 452)});
  for (const uint32_t length : {0u, 1u, 1023u, 1024u, 0x80000001u, 0xffffffffu}) {
    refused({packet(kRcRdmaWriteFirst, 0x10, 1024, length)});
  }
  rc(0x10, 1024);
  expect_words("accept none", give(packet(kRcRdmaWriteFirst, 0x10, 1024, 0x80000000)));
  rc(0x10, 1024);
  expect_words(
      "accept none | accept ack 0x11 msn 1",
      give_two(packet(kRcRdmaWriteFirst, 0x10, 1024, 1025), packet(kRcRdmaWriteLast, 0x11, 1)));
}

// The end of a WRITE comes from its First in flight, or from the table, or from the First of an
// earlier WRITE if anything is wrong: every distance between First, Middle and Last.
TEST_F(PsnChecker, KnowsTheEndOfAWriteAtEveryDistance) {
  for (unsigned a = 0; a < 11; ++a) {
    for (unsigned b = 0; b < 11; ++b) {
      for (const uint32_t last : {99u, 100u, 101u}) {
        rc(0x10);
        expect_words("accept none", give(packet(kRcRdmaWriteFirst, 0x10, 256, 612)));
        idle(a);
        expect_words("accept none", give(packet(kRcRdmaWriteMiddle, 0x11, 256)));
        idle(b);
        expect_words(last == 100 ? "accept ack 0x12 msn 1" : "refuse length_dma nak_inv 0x12 msn 0",
                     give(packet(kRcRdmaWriteLast, 0x12, last)));
      }
      rc(0x10);
      expect_words(
          "accept none | accept ack 0x11 msn 1",
          give_two(packet(kRcRdmaWriteFirst, 0x10, 256, 300), packet(kRcRdmaWriteLast, 0x11, 44)));
      idle(a);
      expect_words("accept none", give(packet(kRcRdmaWriteFirst, 0x12, 256, 768)));
      idle(b);
      expect_words(
          "accept none | refuse length_dma nak_inv 0x14 msn 1",
          give_two(packet(kRcRdmaWriteMiddle, 0x13, 256), packet(kRcRdmaWriteMiddle, 0x14, 256)));
    }
  }
}

TEST_F(PsnChecker, HoldsLengthsToThePmtuAtItsEdges) {
  for (const uint32_t pmtu : {256u, 512u, 1024u, 2048u, 4096u}) {
    const auto expect_length = [&](bool good, const RoceFrame& frame) {
      rc(0x10, pmtu);
      if (!model::find_opcode(frame.bth.opcode)->starts_message()) {
        give(frame.bth.opcode < 6 ? packet(kRcSendFirst, 0x0f + 1, pmtu)
                                  : packet(kRcRdmaWriteFirst, 0x10, pmtu, 2 * pmtu));
      }
      const uint32_t psn = qp(kQpn).expected_psn;
      RoceFrame now = frame;
      now.bth.psn = psn;
      const std::string got = give(now);
      expect(good ? got.starts_with("accept") : got.starts_with("refuse length_pmtu"), got);
    };
    for (const auto first : {kRcSendFirst, kRcSendMiddle}) {
      for (const uint32_t length : {0u, 1u, pmtu - 4, pmtu - 1, pmtu, pmtu + 1, pmtu + 4}) {
        expect_length(length == pmtu, packet(first, 0, length));
      }
    }
    for (const uint32_t length : {0u, 1u, pmtu - 1, pmtu, pmtu + 1, 2 * pmtu}) {
      expect_length(length >= 1 && length <= pmtu, packet(kRcSendLast, 0, length));
      expect_length(length <= pmtu, packet(kRcSendOnly, 0, length));
      expect_length(length <= pmtu, packet(kRcRdmaWriteOnly, 0, length));
      expect_length(length == 0, packet(kRcRdmaReadRequest, 0, length));
      expect_length(length == 0, packet(kRcFetchAdd, 0, length));
    }
    expect_length(true, packet(kRcRdmaWriteLast, 0, pmtu));
    expect_length(false, packet(kRcRdmaWriteLast, 0, pmtu + 1));
  }
}

TEST_F(PsnChecker, TakesAtomicsOnMultiplesOfEightOnly) {
  for (unsigned low = 0; low < 16; ++low) {
    rc(0x10);
    RoceFrame frame = packet(low & 1 ? kRcCompareSwap : kRcFetchAdd, 0x10);
    frame.atomic_eth->virtual_address = 0xfffffffffffffff0 + low;
    expect_words(
        low % 8 == 0 ? "accept atomic 0x10 msn 1" : "refuse atomic_align nak_inv 0x10 msn 0",
        give(frame));
  }
}

// Field fault: counted per packet, or not for plain WRITEs.
TEST_F(PsnChecker, CountsMessagesOnce) {
  for (unsigned gap = 0; gap < 12; ++gap) {
    rc(0x10);
    expect_words("accept none | accept none", give_two(packet(kRcRdmaWriteFirst, 0x10, 256, 700),
                                                       packet(kRcRdmaWriteMiddle, 0x11, 256)));
    expect_words("accept ack 0x12 msn 1 | accept ack 0x13 msn 2",
                 give_two(packet(kRcRdmaWriteLast, 0x12, 188), packet(kRcRdmaWriteOnly, 0x13, 4)));
    idle(gap);
    expect_words("accept none | accept read 0x15 msn 4",
                 give_two(without_ack(packet(kRcSendOnly, 0x14, 4)),
                          packet(kRcRdmaReadRequest, 0x15, 0, 700)));
    expect_words("accept atomic 0x18 msn 5 | accept ack 0x19 msn 6",
                 give_two(packet(kRcFetchAdd, 0x18), packet(kRcRdmaWriteOnly, 0x19, 0)));
    idle(gap);
    expect_words(
        "duplicate psn_duplicate ack_again 0x19 msn 6 | duplicate psn_duplicate read_again 0x15 "
        "msn 6",
        give_two(packet(kRcRdmaWriteOnly, 0x13, 4), packet(kRcRdmaReadRequest, 0x15, 0, 700)));
    expect_words("refuse sequence nak_inv 0x1a msn 6", give(packet(kRcSendLast, 0x1a, 4)));
  }
}

}  // namespace
}  // namespace rnic::tb
