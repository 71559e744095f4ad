// SPDX-License-Identifier: Apache-2.0
// The table of queue pairs: every way from state to state, refusals, kills under way, and contexts
// that change as a whole.
#include <Vtb_rnic_qp_table.h>

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "tb/harness/dut_test.h"
#include "tb/qp/qp_context.h"
#include "tb/qp/qp_owners.h"

namespace rnic::tb {
namespace {

constexpr uint32_t kNumQps = 1024;
constexpr uint32_t kQpn = 0x011;
constexpr uint32_t kIndex = kQpn % kNumQps;

struct Look {
  uint8_t state;
  bool busy;
  uint32_t holder;
  bool operator==(const Look&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Look& look) {
  return out << "state " << int{look.state} << (look.busy ? " busy" : "") << " holder "
             << look.holder;
}

class QpTable : public DutTest {
 protected:
  QpTable() {
    dut_.add(owners_);
    idle_pins();
    dut_.reset();
    dut_.run_until([&] { return dut_->ready_o != 0; }, 2 * kNumQps);
  }

  void idle_pins() {
    dut_->commit_valid_i = dut_->token_valid_i = dut_->error_valid_i = 0;
    dut_->look_qp_i = dut_->addr_qp_i = dut_->rsp_qp_i = 0;
    dut_->token_qp_i = dut_->error_qp_i = 0;
  }

  // Offers a commit until it is taken; the pins carry something else afterwards.
  void commit(uint8_t state, const QpContext& ctx) {
    put_commit(dut_.model(), ctx);
    dut_->commit_state_i = state;
    dut_->commit_valid_i = 1;
    dut_.settle();
    dut_.run_until([&] { return dut_->commit_ready_o != 0; }, 2 * kNumQps);
    dut_.cycle();
    dut_->commit_valid_i = 0;
    put_commit(dut_.model(), random_context(rng_, rng_.below(1 << 24)));
    dut_->commit_state_i = rng_.below(4) & 3;
    dut_.settle();
    expect_eq(1, int{dut_->commit_pending_o}, "pending behind a commit");
  }
  uint8_t finish() {
    dut_.run_until([&] { return dut_->commit_pending_o == 0; }, 1000);
    return dut_->commit_result_o;
  }
  // A commit with what must come of it.
  void expect_commit(uint8_t state, const QpContext& ctx, uint8_t result,
                     std::optional<QpOp> op = {}) {
    commit(state, ctx);
    expect_eq(int{result}, int{finish()}, "result");
    const auto got = owners_.take();
    expect_eq(op.has_value(), got.has_value(), "a command is given");
    if (op && got) expect_eq(command(*op, ctx), *got, "command");
  }
  static QpCommand command(QpOp op, const QpContext& ctx) {
    return {.op = op, .qp = static_cast<uint16_t>(ctx.sq.qpn % kNumQps), .sq = ctx.sq};
  }

  void token(uint32_t qp) {
    dut_->token_valid_i = 1;
    dut_->token_qp_i = static_cast<uint16_t>(qp);
    dut_.cycle();
    dut_->token_valid_i = 0;
  }
  void error(uint32_t qp) {
    dut_->error_valid_i = 1;
    dut_->error_qp_i = static_cast<uint16_t>(qp);
    dut_.cycle();
    dut_->error_valid_i = 0;
  }

  Look look(uint32_t qp) {
    dut_->look_qp_i = static_cast<uint16_t>(qp);
    dut_.cycles(6);  // what was written goes through in 3, the answer in 2
    return {dut_->look_state_o, dut_->look_busy_o != 0, dut_->look_qpn_o};
  }
  // Contexts come 2 clocks behind the index.
  void expect_context(const QpContext& want) {
    const auto qp = static_cast<uint16_t>(want.sq.qpn % kNumQps);
    dut_->addr_qp_i = qp;
    dut_->rsp_qp_i = qp;
    dut_.cycle();
    dut_->addr_qp_i = qp ^ 1;
    dut_->rsp_qp_i = qp ^ 1;
    dut_.cycle();
    expect(want.addr == read_addr(dut_.model()), "addresses");
    expect_eq(want.qkey, dut_->rsp_qkey_o, "qkey");
    expect_eq(want.sq_una, dut_->rsp_sq_una_o, "sq_una");
    expect_eq(want.rq_psn, dut_->rsp_rq_psn_o, "rq_psn");
  }

  // Takes QP kQpn to `state`, from reset.
  QpContext bring_to(uint8_t state) {
    QpContext ctx = random_context(rng_, kQpn);
    if (state == kQpReset) return ctx;
    expect_commit(kQpReady, ctx, kCommitGood, kQpLoad);
    if (state == kQpError) expect_commit(kQpError, ctx, kCommitGood, kQpFail);
    return ctx;
  }

  Dut<Vtb_rnic_qp_table> dut_{run()};
  QpOwners<Vtb_rnic_qp_table> owners_{run(), dut_.model()};
  Rng rng_ = rng("commits");
};

TEST_F(QpTable, StartsWithEveryQueuePairInReset) {
  for (uint32_t qp = 0; qp < kNumQps; ++qp) {
    expect_eq(Look{kQpReset, false, 0}, look(qp), "behind the reset");
  }
}

TEST_F(QpTable, IsReadyOneSweepBehindAReset) {
  dut_.reset();
  const uint64_t start = dut_.clock();
  dut_.run_until([&] { return dut_->ready_o != 0; }, 2 * kNumQps);
  expect_eq(uint64_t{kNumQps}, dut_.clock() - start, "clocks of the sweep");
}

TEST_F(QpTable, TakesNoCommitBeforeItIsReady) {
  dut_.reset();
  commit(kQpReady, random_context(rng_, kQpn));
  expect(dut_->ready_o != 0, "the commit was taken when the table was ready");
  expect_eq(int{kCommitGood}, int{finish()}, "result");
  expect(owners_.take().has_value(), "a command");
}

TEST_F(QpTable, LoadsAContextAsAWhole) {
  const QpContext ctx = random_context(rng_, 0xabcdef);
  expect_commit(kQpReady, ctx, kCommitGood, kQpLoad);
  expect_context(ctx);
  expect_eq(Look{kQpReady, false, 0xabcdef}, look(0xabcdef % kNumQps), "state");
  expect_eq(Look{kQpReset, false, 0}, look((0xabcdef % kNumQps) ^ 1), "its neighbour");
}

TEST_F(QpTable, HoldsAContextForEveryIndex) {
  std::vector<QpContext> all;
  for (uint32_t qp = 0; qp < kNumQps; ++qp) {
    all.push_back(random_context(rng_, rng_.below(1 << 14) << 10 | qp));
    expect_commit(kQpReady, all.back(), kCommitGood, kQpLoad);
  }
  for (const QpContext& ctx : all) {
    expect_context(ctx);
    expect_eq(Look{kQpReady, false, ctx.sq.qpn}, look(ctx.sq.qpn % kNumQps), "state");
  }
}

TEST_F(QpTable, UpdatesAddressesAndTrafficAndNothingElse) {
  const QpContext loaded = bring_to(kQpReady);
  QpContext update = random_context(rng_, kQpn);
  // Out of range, and of no matter in an update.
  update.sq.type = 2;
  update.sq.ring_log2 = 3;
  commit(kQpReady, update);
  expect_eq(int{kCommitGood}, int{finish()}, "result");
  const auto got = owners_.take();
  ASSERT_TRUE(got.has_value());
  expect_eq(int{kQpUpdate}, int{got->op}, "operation");
  SqContext want = loaded.sq;
  want.pmtu = update.sq.pmtu;
  want.dscp = update.sq.dscp;
  want.ecn = update.sq.ecn;
  want.sq_psn = got->sq.sq_psn;  // means nothing in an update
  expect_eq(want, got->sq, "what the send queue is told");
  QpContext now = loaded;
  now.addr = update.addr;
  expect_context(now);
}

// Each row of the table in the module's head.
TEST_F(QpTable, DoesNothingFromResetToReset) {
  const QpContext ctx = bring_to(kQpReset);
  expect_commit(kQpReset, ctx, kCommitGood);
  expect_eq(Look{kQpReset, false, 0}, look(kIndex), "state");
}
TEST_F(QpTable, RefusesErrorFromReset) {
  expect_commit(kQpError, bring_to(kQpReset), kCommitTransition);
  expect_eq(Look{kQpReset, false, 0}, look(kIndex), "state");
}
TEST_F(QpTable, KillsAReadyQueuePairWhichIsBusyUntilItsToken) {
  expect_commit(kQpReset, bring_to(kQpReady), kCommitGood, kQpKill);
  expect_eq(Look{kQpReset, true, kQpn}, look(kIndex), "killed");
  token(kIndex ^ 1);
  expect_eq(Look{kQpReset, true, kQpn}, look(kIndex), "another one's token");
  token(kIndex);
  expect_eq(Look{kQpReset, false, kQpn}, look(kIndex), "its own token");
}
TEST_F(QpTable, KillsAQueuePairInError) {
  expect_commit(kQpReset, bring_to(kQpError), kCommitGood, kQpKill);
  expect_eq(Look{kQpReset, true, kQpn}, look(kIndex), "killed");
}
TEST_F(QpTable, FailsAReadyQueuePair) {
  bring_to(kQpError);
  expect_eq(Look{kQpError, false, kQpn}, look(kIndex), "failed");
}
TEST_F(QpTable, RefusesReadyFromError) {
  const QpContext ctx = bring_to(kQpError);
  expect_commit(kQpReady, random_context(rng_, kQpn), kCommitTransition);
  expect_eq(Look{kQpError, false, kQpn}, look(kIndex), "state");
  expect_context(ctx);
}
TEST_F(QpTable, DoesNothingFromErrorToError) {
  expect_commit(kQpError, bring_to(kQpError), kCommitGood);
  expect_eq(Look{kQpError, false, kQpn}, look(kIndex), "state");
}
TEST_F(QpTable, RefusesAStateThatIsNone) {
  for (const uint8_t state : {kQpReset, kQpReady}) {
    expect_commit(3, bring_to(state), kCommitTransition);
    expect_eq(int{state}, int{look(kIndex).state}, "state");
  }
}

TEST_F(QpTable, RefusesWhatIsOutOfRangeAndChangesNothing) {
  const QpContext good = random_context(rng_, kQpn);
  for (int type = 0; type < 4; ++type) {
    for (int pmtu = 0; pmtu < 8; ++pmtu) {
      for (int log2 = 0; log2 < 16; ++log2) {
        QpContext ctx = good;
        ctx.sq.type = static_cast<uint8_t>(type);
        ctx.sq.pmtu = static_cast<uint8_t>(pmtu);
        ctx.sq.ring_log2 = static_cast<uint8_t>(log2);
        const uint8_t want = type == 2              ? kCommitType
                             : pmtu < 1 || pmtu > 5 ? kCommitPmtu
                             : log2 < 4             ? kCommitRing
                                                    : kCommitGood;
        if (want != kCommitGood) {
          expect_commit(kQpReady, ctx, want);
          continue;
        }
        expect_commit(kQpReady, ctx, want, kQpLoad);
        expect_commit(kQpReset, ctx, kCommitGood, kQpKill);
        token(kIndex);
        dut_.cycles(4);
      }
    }
  }
  expect_commit(kQpReady, good, kCommitGood, kQpLoad);
  for (const uint8_t pmtu : std::initializer_list<uint8_t>{0, 6, 7}) {
    QpContext ctx = random_context(rng_, kQpn);
    ctx.sq.pmtu = pmtu;
    expect_commit(kQpReady, ctx, kCommitPmtu);
  }
  expect_context(good);
}

TEST_F(QpTable, LetsNoOtherQpnTouchAHeldIndex) {
  const uint32_t other = kQpn + 5 * kNumQps;
  const QpContext held = bring_to(kQpReady);
  for (const uint8_t state : {kQpReady, kQpError, kQpReset}) {
    expect_commit(state, random_context(rng_, other), kCommitHolder);
  }
  expect_context(held);
  expect_commit(kQpError, held, kCommitGood, kQpFail);
  for (const uint8_t state : {kQpReady, kQpError, kQpReset}) {
    expect_commit(state, random_context(rng_, other), kCommitHolder);
  }
  expect_commit(kQpReset, held, kCommitGood, kQpKill);
  token(kIndex);
  const QpContext next = random_context(rng_, other);
  expect_commit(kQpReady, next, kCommitGood, kQpLoad);
  expect_eq(Look{kQpReady, false, other}, look(kIndex), "the next holder");
}

TEST_F(QpTable, HoldsALoadUntilTheKilledOneIsGone) {
  expect_commit(kQpReset, bring_to(kQpReady), kCommitGood, kQpKill);
  const QpContext next = random_context(rng_, kQpn);
  commit(kQpReady, next);
  dut_.cycles(500);
  expect_eq(1, int{dut_->commit_pending_o}, "pending while busy");
  expect_eq(0, int{dut_->commit_ready_o}, "the next commit waits");
  expect(!owners_.take().has_value(), "no command before the token");
  expect_eq(Look{kQpReset, true, kQpn}, look(kIndex), "state meanwhile");
  token(kIndex);
  expect_eq(int{kCommitGood}, int{finish()}, "result");
  expect_eq(command(kQpLoad, next), owners_.take().value(), "command");
  expect_context(next);
}

TEST_F(QpTable, RefusesABadLoadWithoutWaitingForTheKilledOne) {
  QpContext ctx = bring_to(kQpReady);
  expect_commit(kQpReset, ctx, kCommitGood, kQpKill);
  ctx.sq.pmtu = 0;
  expect_commit(kQpReady, ctx, kCommitPmtu);
  expect_commit(kQpReset, ctx, kCommitGood);  // a second kill is not given
  expect(look(kIndex).busy, "busy still");
}

TEST_F(QpTable, IsDoneWhenTheSlowestOwnerHasTakenTheCommand) {
  for (size_t slow = 0; slow < 3; ++slow) {
    for (size_t i = 0; i < 3; ++i) {
      owners_.set_pattern(i, i == slow ? ReadyPattern::never() : ReadyPattern::always());
    }
    dut_.cycle();
    const auto qpn = static_cast<uint32_t>(slow);
    commit(kQpReady, random_context(rng_, qpn));
    dut_.cycles(100);
    expect_eq(1, int{dut_->commit_pending_o}, "pending until all have taken it");
    expect_eq(int{kQpReset}, int{look(qpn).state}, "not ready before");
    for (size_t i = 0; i < 3; ++i) {
      expect_eq(size_t{i == slow ? 0u : 1u}, owners_.taken_by(i), "taken once");
    }
    owners_.set_pattern(slow, ReadyPattern::always());
    expect_eq(int{kCommitGood}, int{finish()}, "result");
    expect(owners_.take().has_value(), "all have taken it");
    expect_eq(int{kQpReady}, int{look(qpn).state}, "ready now");
  }
}

TEST_F(QpTable, MovesAReadyQueuePairToErrorByAPulse) {
  const QpContext ctx = bring_to(kQpReady);
  error(kIndex ^ 1);
  expect_eq(int{kQpReady}, int{look(kIndex).state}, "another one's error");
  error(kIndex);
  error(kIndex);
  expect_eq(Look{kQpError, false, kQpn}, look(kIndex), "its own error");
  expect_commit(kQpReady, ctx, kCommitTransition);
  expect_commit(kQpReset, ctx, kCommitGood, kQpKill);
  error(kIndex);  // of a record that was on its way
  token(kIndex);
  expect_eq(Look{kQpReset, false, kQpn}, look(kIndex), "reset");
  expect_commit(kQpReady, ctx, kCommitGood, kQpLoad);
  expect_eq(Look{kQpReady, false, kQpn}, look(kIndex), "a new life without the error");
}

TEST_F(QpTable, TakesErrorsAndTokensInEveryClockAndTogether) {
  constexpr uint32_t kMany = 64;
  std::vector<QpContext> all;
  for (uint32_t qp = 0; qp < 2 * kMany; ++qp) {
    all.push_back(random_context(rng_, qp));
    expect_commit(kQpReady, all.back(), kCommitGood, kQpLoad);
  }
  for (uint32_t qp = 0; qp < kMany; ++qp) expect_commit(kQpReset, all[qp], kCommitGood, kQpKill);
  for (uint32_t i = 0; i < kMany; ++i) {
    dut_->token_valid_i = dut_->error_valid_i = 1;
    dut_->token_qp_i = static_cast<uint16_t>(i);
    dut_->error_qp_i = static_cast<uint16_t>(kMany + i);
    dut_.cycle();
  }
  idle_pins();
  for (uint32_t i = 0; i < kMany; ++i) {
    expect_eq(Look{kQpReset, false, i}, look(i), "killed and gone");
    expect_eq(Look{kQpError, false, kMany + i}, look(kMany + i), "in error");
  }
}

// Commits, errors and tokens of a few queue pairs at random, against the rules as a table.
TEST_F(QpTable, KeepsItsRulesWhateverComesInWhateverOrder) {
  struct Life {
    uint8_t state = kQpReset;
    uint32_t holder = 0;
    bool busy = false;
    QpContext ctx{};
  };
  std::map<uint32_t, Life> lives;
  for (size_t i = 0; i < 3; ++i) owners_.set_pattern(i, ReadyPattern::random(1, 4));
  for (int i = 0; i < 6000; ++i) {
    const uint32_t qp = rng_.below(4);
    Life& life = lives[qp];
    const uint32_t qpn = rng_.chance(10) ? qp + kNumQps : (life.holder != 0 ? life.holder : qp);
    const auto to = static_cast<uint8_t>(rng_.below(20) == 0 ? 3 : rng_.below(3));
    QpContext ctx = random_context(rng_, qpn);
    if (rng_.chance(10)) ctx.sq.pmtu = 7;
    const bool foreign = life.state != kQpReset && life.holder != qpn;
    uint8_t result = kCommitGood;
    std::optional<QpOp> op;
    if (to == 3 || (to == kQpError && life.state == kQpReset)) {
      result = kCommitTransition;
    } else if (foreign) {
      result = kCommitHolder;
    } else if (to == kQpReady && life.state == kQpError) {
      result = kCommitTransition;
    } else if (to == kQpReady && ctx.sq.pmtu == 7) {
      result = kCommitPmtu;
    } else if (to == kQpReady) {
      op = life.state == kQpReset ? kQpLoad : kQpUpdate;
    } else if (to == kQpReset && life.state != kQpReset) {
      op = kQpKill;
    } else if (to == kQpError && life.state == kQpReady) {
      op = kQpFail;
    }
    commit(to, ctx);
    if (op == kQpLoad && life.busy) {
      dut_.cycles(rng_.between(10, 60));
      expect_eq(1, int{dut_->commit_pending_o}, "held");
      token(qp);
      life.busy = false;
    }
    expect_eq(int{result}, int{finish()}, "result");
    const auto got = owners_.take();
    expect_eq(op.has_value(), got.has_value(), "a command is given");
    if (op && got) expect_eq(int{*op}, int{got->op}, "operation");
    if (op == kQpLoad) life = {kQpReady, qpn, false, ctx};
    if (op == kQpUpdate) life.ctx.addr = ctx.addr;
    if (op == kQpKill) life.state = kQpReset, life.busy = true;
    if (op == kQpFail) life.state = kQpError;
    if (life.state == kQpReady && rng_.chance(20)) {
      error(qp);
      life.state = kQpError;
    }
    if (life.busy && rng_.chance(30)) {
      token(qp);
      life.busy = false;
    }
    const uint32_t other = rng_.below(4);
    expect_eq(Look{lives[other].state, lives[other].busy, lives[other].holder}, look(other),
              "state");
    if (lives[other].holder != 0) expect_context(lives[other].ctx);
  }
}

}  // namespace
}  // namespace rnic::tb
