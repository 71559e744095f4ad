// SPDX-License-Identifier: Apache-2.0
// Sections 1, 2 and 5 to 7 of the verdicts: what was judged before, UC, UD, responses, congestion
// marks.
#include <array>
#include <set>
#include <string>

#include "tb/rc/psn_checker_fixture.h"
#include "tb/rx/damage.h"

namespace rnic::tb {
namespace {

// ---- sections 1 and 2
// -------------------------------------------------------------------------

// The page's table of reasons and verdicts; each record, too, is what the model says.
TEST_F(PsnChecker, PassesOverWhatIsNoRoceAndDropsWhatIsDamagedInEitherSlot) {
  const std::set<std::string> passed_over{"roce_v1",  "not_ip",  "ip_options",
                                          "fragment", "not_udp", "not_roce_port"};
  rc();
  Rng bytes = rng("damaged frames");
  std::set<std::string> seen;
  for (const unsigned slot : {0u, 1u}) {
    for (const Damage& damage : all_damages()) {
      for (const bool ipv6 : {false, true}) {
        RoceShape shape = with_opcode({.ipv6 = ipv6}, 0x04);
        shape.payload = 40;
        if (!damage.fits(shape)) continue;
        RoceDraft draft(shape, bytes);
        damage.apply(draft, bytes);
        const std::string reason(name_of(damage.reason));
        const char* verdict = passed_over.contains(reason) ? "not_roce " : "drop ";
        expect_words(verdict + reason, give_bytes(draft.take(), false, slot));
        seen.insert(reason);
      }
    }
    RoceDraft marked(with_opcode({}, 0x04), bytes);
    marked.seal();
    expect_words("drop mac_error", give_bytes(marked.take(), true, slot));
  }
  expect_eq(size_t{14}, seen.size(), "reasons that bytes give");
  expect_words("accept ack 0x10 msn 1", give(packet(kRcSendOnly, 0x10)));
}

// ---- section 5: UC and UD
// -------------------------------------------------------------------------

TEST_F(PsnChecker, UcLosesAMessageWithItsGapAtEveryDistance) {
  for (unsigned a = 0; a < 11; ++a) {
    for (unsigned b = 0; b < 11; ++b) {
      load({.type = QpType::kUc, .qpn = kQpn, .pmtu = 256, .rq_psn = 0xfffffe});
      expect_words("accept none", give(packet(kUcRdmaWriteFirst, 0xfffffe, 256, 700)));
      idle(a);
      expect_words("drop uc_gap | drop uc_gap",
                   give_two(packet(kUcRdmaWriteMiddle, 0, 256), packet(kUcRdmaWriteLast, 1, 188)));
      idle(b);
      expect_words("accept none | drop uc_gap",
                   give_two(packet(kUcSendFirst, 2, 256), packet(kUcSendMiddle, 2, 256)));
      idle(a);
      expect_words("accept none | accept none",
                   give_two(packet(kUcSendFirst, 3, 256), packet(kUcSendFirst, 4, 256)));
      expect_words("accept none | drop sequence",
                   give_two(packet(kUcSendLast, 5, 1), packet(kUcSendLast, 6, 1)));
      idle(b);
      expect_words("drop uc_gap | accept none",
                   give_two(packet(kUcSendLast, 7, 1), packet(kUcSendOnly, 8, 1)));
    }
  }
}

TEST_F(PsnChecker, UcDropsWhatRcRefusesAndRunsOn) {
  load({.type = QpType::kUc, .qpn = kQpn, .pmtu = 256, .rq_psn = 0});
  uint32_t psn = 0;
  const auto gets = [&](std::string_view want, RoceFrame frame) {
    frame.bth.psn = psn++;
    expect_words(want, give(frame));
  };
  gets("drop length_pmtu", packet(kUcSendFirst, 0, 255));
  gets("drop uc_gap", packet(kUcSendLast, 0, 4));
  gets("drop length_pmtu", packet(kUcSendOnly, 0, 257));
  gets("drop length_dma", packet(kUcRdmaWriteOnly, 0, 4, 5));
  gets("drop length_dma", packet(kUcRdmaWriteFirst, 0, 256, 256));
  gets("accept none", packet(kUcRdmaWriteFirst, 0, 256, 512));
  gets("drop length_dma", packet(kUcRdmaWriteMiddle, 0, 256));
  gets("drop uc_gap", packet(kUcRdmaWriteLast, 0, 256));
  gets("accept none", packet(kUcRdmaWriteFirst, 0, 256, 512));
  gets("drop sequence", packet(kUcSendLast, 0, 4));
  gets("accept none", packet(kUcRdmaWriteFirst, 0, 256, 512));
  gets("accept none", packet(kUcRdmaWriteLastWithImmediate, 0, 256));
  expect_eq(true, qp(kQpn).state == QpState::kReady, "it runs");
}

// Field fault: a datagram that was too long moved its queue pair into error.
TEST_F(PsnChecker, UdTakesAnyPsnAndSurvivesADatagramThatIsTooLong) {
  load({.type = QpType::kUd, .qpn = kQpn, .pmtu = 256, .rq_psn = 0x10});
  for (const uint32_t psn : {0x10u, 0x10u, 0u, 0xffffffu, 0x800010u}) {
    expect_words(
        "accept none | drop length_pmtu",
        give_two(packet(kUdSendOnly, psn, 256), packet(kUdSendOnlyWithImmediate, psn, 257)));
    expect_words("accept none", give(packet(kUdSendOnlyWithImmediate, psn, 0)));
  }
}

// ---- section 6: responses
// -------------------------------------------------------------------------

TEST_F(PsnChecker, TakesResponsesInsideTheirWindowOnly) {
  const auto ack = [](uint32_t psn, uint8_t syndrome = 0x1f) {
    RoceFrame frame = packet(kRcAcknowledge, psn);
    frame.aeth->syndrome = syndrome;
    return frame;
  };
  for (const uint32_t una : {0x100u, 0xfffffeu, 0x800000u}) {
    load({.qpn = kQpn, .pmtu = 256, .sq_una = una, .sq_psn = model::psn_add(una, 3)});
    for (const int64_t at :
         {int64_t{-0x800000}, int64_t{-1}, int64_t{0}, int64_t{2}, int64_t{3}, int64_t{0x7fffff}}) {
      expect_words(at < 0   ? "drop ack_stale"
                   : at < 3 ? "accept complete"
                            : "drop ack_beyond",
                   give(ack(model::psn_add(una, at))));
    }
    for (unsigned syndrome = 0; syndrome < 256; ++syndrome) {
      const char* want = "drop syndrome";
      if (syndrome < 0x20)
        want = "accept complete";
      else if (syndrome < 0x40 || syndrome == 0x60)
        want = "accept retry";
      else if (syndrome > 0x60 && syndrome < 0x64)
        want = "accept fail";
      expect_words(want, give(ack(una, static_cast<uint8_t>(syndrome))));
      RoceFrame data = packet(kRcAtomicAcknowledge, una);
      data.aeth->syndrome = static_cast<uint8_t>(syndrome);
      expect_words("accept data", give(data));
    }
  }
  load({.qpn = kQpn, .sq_una = 7, .sq_psn = 7});
  expect_words("drop ack_beyond", give(ack(7)));
  expect_words("drop ack_stale", give(ack(6)));
}

TEST_F(PsnChecker, HoldsReadResponsesToThePmtu) {
  load({.qpn = kQpn, .pmtu = 256, .rq_psn = 0x10, .sq_una = 0, .sq_psn = 9});
  for (const uint32_t length : {0u, 1u, 252u, 255u, 256u, 257u, 260u}) {
    const auto verdict = [](bool good) { return good ? "accept data" : "drop length_pmtu"; };
    expect_words(verdict(length == 256), give(packet(kRcRdmaReadResponseFirst, 1, length)));
    expect_words(verdict(length == 256), give(packet(kRcRdmaReadResponseMiddle, 2, length)));
    expect_words(verdict(length >= 1 && length <= 256),
                 give(packet(kRcRdmaReadResponseLast, 3, length)));
    expect_words(verdict(length <= 256), give(packet(kRcRdmaReadResponseOnly, 4, length)));
  }
  expect_words("accept ack 0x10 msn 1", give(packet(kRcSendOnly, 0x10)));
}

// ---- section 7: congestion marks
// ------------------------------------------------------------------

TEST_F(PsnChecker, CountsCeOfDataPacketsOfKnownQueuePairsInAnyState) {
  const std::array data{kRcSendFirst,
                        kRcSendOnlyWithInvalidate,
                        kRcRdmaWriteOnly,
                        kRcRdmaReadResponseFirst,
                        kRcRdmaReadResponseMiddle,
                        kUcSendOnly,
                        kUcRdmaWriteLast,
                        kUdSendOnly};
  const std::array others{kRcRdmaReadRequest, kRcAcknowledge, kRcAtomicAcknowledge, kRcFetchAdd,
                          kCnp};
  uint64_t want = 0;
  for (const QpState state : {QpState::kReady, QpState::kReset, QpState::kError}) {
    load({.qpn = kQpn, .state = state});
    for (const auto opcode : data) {
      for (uint8_t ecn = 0; ecn < 4; ++ecn) give(with_ecn(packet(opcode, 0x1000), ecn));
      ++want;
      give(with_ecn(to(kQpn | 0x400, packet(opcode, 0x1000)), 3));
    }
    for (const auto opcode : others) give(with_ecn(packet(opcode, 0x1000), 3));
  }
  expect_eq(want, receiver_.counters().ce, "CE marks counted");
}

}  // namespace
}  // namespace rnic::tb
