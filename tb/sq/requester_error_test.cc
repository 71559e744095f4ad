// SPDX-License-Identifier: Apache-2.0
// The requester in bad times: every status, flushes, dead ends, failures and kills at any clock.
#include "tb/sq/requester_bench.h"

namespace rnic::tb {
namespace {

RequesterWqe send(uint32_t bytes) { return {.pieces = {{0x1000, bytes}}, .wr_id = bytes}; }

class RequesterStatus : public Requester {
 protected:
  // A good WQE, the bad one, two good ones; and a neighbour in the same queue. What must come of
  // the first QP: its statuses in order, and `frames` packets.
  void provoke(RequesterQp qp, const RequesterWqe& bad, const std::vector<unsigned>& statuses) {
    qp.qp = 1;
    qp = load(qp);
    const RequesterQp other = load({.qp = 2});
    post(other, send(3000));
    post(qp, send(10));
    post(qp, bad);
    post(qp, send(20));
    post(other, send(3000));
    post(qp, send(30));
    finish();
    EXPECT_EQ(statuses, records_);
    expect_eq(uint64_t{1}, oracle(qp).frames(), "packets of the QP");
    expect_eq(uint64_t{6}, oracle(other).frames(), "packets of its neighbour");
  }
};

TEST_F(RequesterStatus, BadOpcodeIs2AndTheRestIsFlushed) {
  RequesterWqe bad = send(10);
  bad.opcode = op::kCount;
  provoke({}, bad, {2, 12, 12});
}

TEST_F(RequesterStatus, OpcodeForTypeIs3) {
  for (const QpType type : {QpType::kUc, QpType::kUd}) {
    for (uint8_t opcode = 0; opcode < op::kCount; ++opcode) {
      RequesterWqe bad{.opcode = opcode, .pieces = {{0x1000, 8}}};
      const bool is_good = opcode < 2 || (type == QpType::kUc && (opcode == 3 || opcode == 4));
      if (is_good) continue;
      records_.clear();
      provoke({.type = type}, bad, {3, 12, 12});
    }
  }
}

TEST_F(RequesterStatus, InlineIs7) {
  RequesterWqe bad = send(10);
  bad.flags = 8;
  provoke({}, bad, {7, 12, 12});
}

TEST_F(RequesterStatus, FifteenPiecesAre4) {
  RequesterWqe bad = send(10);
  bad.pieces.assign(14, {0x1000, 10});
  bad.piece_count = 15;
  provoke({}, bad, {4, 12, 12});
}

TEST_F(RequesterStatus, BlocksThatThePiecesDoNotNeedAre4) {
  RequesterWqe bad = send(10);
  bad.blocks_said = 2;
  provoke({}, bad, {4, 12, 12});
  records_.clear();
  bad.blocks_said = 1;
  bad.pieces.assign(3, {0x1000, 10});
  provoke({}, bad, {4, 12, 12});
}

TEST_F(RequesterStatus, AnAtomicOfTwoPiecesIs4) {
  RequesterWqe bad{.opcode = op::kCmpSwap, .pieces = {{0x1000, 8}}};
  bad.piece_count = 2;
  provoke({}, bad, {4, 12, 12});
}

TEST_F(RequesterStatus, LengthOver2To31Is5) {
  RequesterWqe bad{.pieces = {{0x1000, 0x8000'0000}, {0x1000, 1}}};
  provoke({}, bad, {5, 12, 12});
  records_.clear();
  bad.pieces.assign(14, {0x1000, 0xffff'ffff});  // a sum of 36 bits
  provoke({}, bad, {5, 12, 12});
}

TEST_F(RequesterStatus, UdOverPmtuIs5) {
  provoke({.type = QpType::kUd, .pmtu = 1}, send(257), {5, 12, 12});
}

TEST_F(RequesterStatus, AnAtomicPieceThatIsNot8BytesIs5) {
  provoke({}, {.opcode = op::kFetchAdd, .pieces = {{0x1000, 9}}}, {5, 12, 12});
}

TEST_F(RequesterStatus, AnAtomicOffItsAlignmentIs6) {
  provoke({}, {.opcode = op::kFetchAdd, .pieces = {{0x1000, 8}}, .remote_addr = 0x1001},
          {6, 12, 12});
}

TEST_F(RequesterStatus, ABlockNotReadIs9AndNothingFollows) {
  RequesterWqe bad = send(10);
  bad.read_error = 0;
  provoke({}, bad, {9});
  records_.clear();
  bad.pieces.assign(14, {0x1000, 10});
  bad.read_error = 3;
  provoke({}, bad, {9});
}

TEST_F(RequesterStatus, TheWrongOwnerIs10AndNothingFollows) {
  RequesterWqe bad = send(10);
  bad.owner_wrong = true;
  provoke({}, bad, {10});
}

TEST_F(RequesterStatus, TheFirstThatAppliesIsSaid) {
  RequesterWqe bad{.opcode = 200, .flags = 8, .pieces = {{0x1000, 9}}, .remote_addr = 1};
  bad.piece_count = 99;
  bad.owner_wrong = true;
  bad.read_error = 0;
  provoke({.type = QpType::kUc}, bad, {9});
  const std::vector<std::pair<std::function<void()>, std::vector<unsigned>>> repairs = {
      {[&] { bad.read_error.reset(); }, {10}},
      {[&] { bad.owner_wrong = false; }, {2, 12, 12}},
      {[&] { bad.opcode = op::kCmpSwap; }, {3, 12, 12}}};
  for (const auto& [repair, statuses] : repairs) {
    repair();
    records_.clear();
    provoke({.type = QpType::kUc}, bad, statuses);
  }
  const std::vector<std::pair<std::function<void()>, unsigned>> more = {
      {[] {}, 7u},
      {[&] { bad.flags = 0; }, 4u},
      {[&] { bad.piece_count.reset(); }, 5u},
      {[&] { bad.pieces[0].bytes = 8; }, 6u}};
  for (const auto& [repair, status] : more) {
    repair();
    records_.clear();
    provoke({.type = QpType::kRc}, bad, {status, 12, 12});
  }
}

TEST_F(Requester, AnOverrunStopsBehindTheLastWqe) {
  const RequesterQp qp = load({.qp = 1});
  for (int i = 0; i < 20; ++i) post(qp, send(100));
  stop(qp);
  while (oracle(qp).state() == RequesterOracle::State::kNormal && items_ < 100) cycle();
  finish();
  EXPECT_EQ(std::vector<unsigned>{11}, records_);
  expect_eq(uint64_t{20}, oracle(qp).frames(), "packets before it");
}

TEST_F(Requester, AnOverrunInAFlushEndsIt) {
  const RequesterQp qp = load({.qp = 1});
  RequesterWqe bad = send(1);
  bad.opcode = op::kCount;
  post(qp, bad);
  post(qp, send(1));
  stop(qp);
  for (int i = 0; i < 300; ++i) cycle();
  finish();
  EXPECT_EQ((std::vector<unsigned>{2, 12, 11}), records_);
}

TEST_F(Requester, AFlushLooksAtNoOwnerBitAndEndsAtAReadError) {
  const RequesterQp qp = load({.qp = 1});
  RequesterWqe bad = send(1);
  bad.opcode = op::kCount;
  post(qp, bad);
  bad.owner_wrong = true;
  post(qp, bad);
  bad.read_error = 0;
  post(qp, bad);
  post(qp, send(1));
  finish();
  EXPECT_EQ((std::vector<unsigned>{2, 12, 9}), records_);
}

TEST_F(Requester, ADeadEndBehindAFailureBecomesAFlushedWqe) {
  const RequesterQp qp = load({.qp = 1});
  undo_chance_ = 100;
  RequesterWqe bad = send(1);
  bad.owner_wrong = true;
  post(qp, send(5000));
  post(qp, bad);
  for (int i = 0; i < 20; ++i) post(qp, send(7));
  finish();
  std::vector<unsigned> statuses(21, 12);
  statuses.insert(statuses.begin(), 10);
  EXPECT_EQ(statuses, records_);
}

TEST_F(Requester, AFailureAtAnyClockEndsTheWqeInWorkAndFlushesTheRest) {
  for (int clock = 0; clock < 250; ++clock) {
    const RequesterQp qp = load({.qp = 1, .pmtu = 1});
    const RequesterQp other = load({.qp = 2, .pmtu = 1});
    for (const uint32_t bytes : {300u, 0u, 25'600u, 1u, 600u}) {
      post(qp, send(bytes));
      post(other, send(bytes));
    }
    for (int i = 0; i < clock; ++i) cycle();
    fail(qp, clock % 5 == 0);
    finish();
  }
}

TEST_F(Requester, AFailureStopsAMessageOfTwoGigabytes) {
  const RequesterQp qp = load({.qp = 1, .pmtu = 1});
  post(qp, send(0x8000'0000));
  while (items_ < 50) cycle();
  fail(qp);
  const uint64_t before = items_;
  finish(2000);
  expect(items_ - before < 60, "the message goes on");
  EXPECT_EQ(std::vector<unsigned>{12}, records_);
}

TEST_F(Requester, AKillAtAnyClockLeavesNothingButTheToken) {
  for (int clock = 0; clock < 250; ++clock) {
    const RequesterQp qp = load({.qp = 1, .pmtu = 1, .sq_psn = 5});
    const RequesterQp other = load({.qp = 2, .pmtu = 1});
    for (const uint32_t bytes : {300u, 0u, 25'600u, 1u, 600u}) {
      post(qp, send(bytes));
      post(other, send(bytes));
    }
    for (int i = 0; i < clock; ++i) cycle();
    kill(qp);
    finish();
  }
}

// The release tells of a dead end behind a failure when the QP may be killed already.
TEST_F(Requester, AKillAtAnyClockEndsADeadEndThatIsUndone) {
  undo_chance_ = 100;
  for (int clock = 0; clock < 100; ++clock) {
    const RequesterQp qp = load({.qp = 1});
    RequesterWqe bad = send(1);
    bad.owner_wrong = true;
    post(qp, bad);
    post(qp, send(7));
    for (int i = 0; i < clock; ++i) cycle();
    kill(qp);
    finish();
  }
}

TEST_F(Requester, SurvivesAnyMixOfErrorsFailuresAndKills) {
  runs_vary_ = true;
  undo_chance_ = 30;
  const ReadyPattern patterns[] = {ReadyPattern::always(), ReadyPattern::random(1, 2),
                                   ReadyPattern::random(1, 8), ReadyPattern::bursts(30, 70)};
  static constexpr QpType kTypes[] = {QpType::kRc, QpType::kUc, QpType::kUd};
  for (int round = 0; round < 40; ++round) {
    item_ready_ = patterns[rng_.below(3)];
    blocks_offered_ = patterns[rng_.below(3)];
    rewind_ready_ = patterns[rng_.below(4)];
    room_flips_ = 20 * rng_.below(2);
    std::vector<RequesterQp> qps;
    for (uint16_t i = 0; i < 24; ++i) {
      qps.push_back(load({.qp = i,
                          .type = kTypes[rng_.below(3)],
                          .pmtu = rng_.between(1, 5),
                          .dscp = static_cast<uint8_t>(8 * rng_.below(3)),
                          .sq_psn = static_cast<uint32_t>(rng_()) & 0xffffff}));
    }
    for (int i = 0; i < 600; ++i) {
      const RequesterQp& qp = qps[rng_.below(24)];
      if (rng_.chance(3))
        post(qp, random_bad_wqe(rng_, qp));
      else
        post(qp, random_wqe(rng_, qp, rng_.chance(2) ? 150'000 : 3'000));
      const RequesterQp& victim = qps[rng_.below(24)];
      if (rng_.chance(1) && !killed_.contains(victim.qp)) fail(victim, rng_.chance(20));
      if (rng_.chance(1) && killed_.insert(victim.qp).second) kill(victim);
      for (uint32_t n = rng_.below(8); n > 0; --n) cycle();
    }
    for (const RequesterQp& qp : qps) {
      if (rng_.chance(10) && !killed_.contains(qp.qp)) stop(qp);
    }
    room_.fill(true);
    finish(400'000);
    // A new life for all: those alive are killed first.
    for (const RequesterQp& qp : qps) {
      if (!killed_.contains(qp.qp)) kill(qp);
    }
    finish(400'000);
    killed_.clear();
  }
  expect(records_.size() > 1000, "records were seen");
}

}  // namespace
}  // namespace rnic::tb
