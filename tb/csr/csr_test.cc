// SPDX-License-Identifier: Apache-2.0
// The registers: every address, every bit, and what stands behind each window.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

#include "tb/csr/csr_bench.h"

namespace rnic::tb {
namespace {

using namespace csr;

bool is_in_counters(uint32_t address) { return address >= 0x4000 && address < 0x6000; }

// Writes that do something besides being kept.
bool acts(uint32_t address) {
  return address == kQpCommit || address == kDoorbellCount || address == kQosProfile;
}

// --- every register
// -------------------------------------------------------------------------------
TEST_F(Csr, TellsWhoItIs) {
  expect_eq(0x524e4943u, read(kNicIdentity), "identity");  // "RNIC"
  expect_eq(0x00000100u, read(kNicVersion), "version");
  expect_eq(kNumQps, read(kNicCapacity), "capacity");
}

TEST_F(Csr, StartsWithTheValuesOfItsDescription) {
  for (const Register& reg : kRegisters) {
    if (reg.has_reset) expect_eq(reg.reset, read(reg.address), reg.name);
  }
  expect_eq(66u, read(kNicAckreq), "acknowledge requests");
  expect_eq(0u, read(kNicControl), "control");
}

TEST_F(Csr, KeepsWhatIsWrittenInEveryWritableBitAndNoOther) {
  for (const Register& reg : kRegisters) {
    if (acts(reg.address) || reg.writable == 0) continue;
    for (const uint32_t value : {0xffffffffu, 0u, 0xa5a5a5a5u, 0x5a5a5a5au}) {
      write(reg.address, value);
      expect_eq(value & reg.writable, read(reg.address) & reg.writable, reg.name);
      expect_eq(0u, read(reg.address) & ~reg.readable, reg.name);
    }
  }
}

TEST_F(Csr, KeepsEveryRegisterApartFromAllOthers) {
  Rng random = rng("values");
  std::map<uint32_t, uint32_t> values;
  for (const Register& reg : kRegisters) {
    if (acts(reg.address) || reg.writable == 0) continue;
    values[reg.address] = static_cast<uint32_t>(random.next());
    write(reg.address, values[reg.address]);
  }
  for (const Register& reg : kRegisters) {
    if (!values.contains(reg.address)) continue;
    expect_eq(values[reg.address] & reg.writable, read(reg.address), reg.name);
  }
}

TEST_F(Csr, RefusesEveryAddressWhereNothingIs) {
  std::set<uint32_t> known;
  for (const Register& reg : kRegisters) known.insert(reg.address);
  for (uint32_t address = 0; address < 0x10000; address += 4) {
    // All of the small windows, and some of what is beyond.
    if (address >= 0x500 && address % 0x3fc != 0) continue;
    if (known.contains(address) || is_in_counters(address)) continue;
    expect_eq(AxilAnswer::kSlverr, read_response(address), fmt::format("read {:#x}", address));
    expect_eq(AxilAnswer::kSlverr, write_response(address, 1), fmt::format("write {:#x}", address));
  }
}

TEST_F(Csr, RefusesWritesOfWhatIsOnlyRead) {
  for (const Register& reg : kRegisters) {
    if (reg.writable != 0) continue;
    const uint32_t before = read(reg.address);
    expect_eq(AxilAnswer::kSlverr, write_response(reg.address, ~before), reg.name);
    expect_eq(before, read(reg.address), reg.name);
  }
  expect_eq(AxilAnswer::kSlverr, write_response(kTxCountersFramesLow, 1), "a counter");
}

TEST_F(Csr, RefusesWritesOfAPartOfAWord) {
  for (uint8_t strobes = 0; strobes < 15; ++strobes) {
    for (const Register& reg : kRegisters) {
      if (reg.writable == 0) continue;
      expect_eq(AxilAnswer::kSlverr, write_response(reg.address, 1, strobes), reg.name);
    }
  }
  for (const Register& reg : kRegisters) {
    if (reg.has_reset) expect_eq(reg.reset, read(reg.address), reg.name);
  }
  expect_eq(0, int{dut_->db_valid_o}, "no doorbell");
  expect(!owners_.take().has_value(), "no command");
}

TEST_F(Csr, AnswersNothingBeforeTheTablesAreCleared) {
  dut_.reset();
  const uint64_t start = dut_.clock();
  expect_eq(0x524e4943u, read(kNicIdentity), "identity");
  const uint64_t clocks = dut_.clock() - start;
  expect(clocks > 256 && clocks < 256 + 20, fmt::format("{} clocks", clocks));
}

TEST_F(Csr, ShowsWhetherTheTransmitPathIsIdle) {
  for (const uint8_t idle : {uint8_t{1}, uint8_t{0}}) {
    dut_->idle_i = idle;
    expect_eq(uint32_t{idle}, kNicStatusIdle.get(read(kNicStatus)), "idle");
  }
}

TEST_F(Csr, DrivesTheConfiguration) {
  expect_eq(0, int{dut_->cfg_enable_o}, "enable behind a reset");
  expect_eq(66, int{dut_->cfg_ackreq_every_o}, "ackreq behind a reset");
  for (const uint32_t value : {0u, 1u, 2u, 3u}) {
    write(kNicControl, value);
    expect_eq(value & 1, uint32_t{dut_->cfg_enable_o}, "enable");
    expect_eq(value >> 1, uint32_t{dut_->cfg_congestion_o}, "congestion control");
  }
  write(kNicAckreq, 0xbeef);
  expect_eq(0xbeefu, uint32_t{dut_->cfg_ackreq_every_o}, "ackreq");
}

// --- AXI4-Lite
// ------------------------------------------------------------------------------------
TEST_F(Csr, AnswersInOrderUnderAnyPatience) {
  const ReadyPattern patterns[] = {ReadyPattern::always(), ReadyPattern::one_in(7),
                                   ReadyPattern::random(1, 3), ReadyPattern::bursts(9, 20)};
  Rng random = rng("accesses");
  uint64_t answers = 0;
  std::map<uint16_t, uint32_t> last;
  for (int round = 0; round < 60; ++round) {
    const auto any = [&] { return patterns[random.below(4)]; };
    master_.set_patience({.aw = any(), .w = any(), .b = any(), .ar = any(), .r = any()});
    for (int i = 0; i < 50; ++i) {
      const auto address = static_cast<uint16_t>(
          random.chance(50) ? qp_context_src_ip(random.below(4)) : kDoorbellQpn);
      if (random.chance(50)) {
        const auto value = static_cast<uint32_t>(random.next() & 0xffffff);
        last[address] = value;
        master_.write(address, value);
      } else {
        master_.read(address, [&, address, want = last[address]](const AxilAnswer& got) {
          ++answers;
          expect_eq(AxilAnswer::kOkay, got.response, "response");
          expect_eq(want, got.data, fmt::format("{:#06x}", address));
        });
      }
    }
    dut_.run_until([&] { return master_.is_idle(); }, 20'000);
  }
  expect(answers > 1000, "reads answered");
}

TEST_F(Csr, LetsReadsAndWritesTakeTurns) {
  // A second model without the master: both directions are offered in every clock.
  Dut<Vtb_rnic_csr> dut(run(), "turns");
  dut->db_ready_i = 1;
  dut->cmd_fetch_ready_i = dut->cmd_requester_ready_i = dut->cmd_release_ready_i = 1;
  dut->token_valid_i = dut->error_valid_i = 0;
  put_events(dut.model(), {}, noise_);
  dut->s_axil_awvalid_i = dut->s_axil_wvalid_i = dut->s_axil_arvalid_i = 0;
  dut.reset();
  dut->s_axil_awaddr_i = static_cast<uint16_t>(kDoorbellQpn);
  dut->s_axil_araddr_i = static_cast<uint16_t>(kNicIdentity);
  dut->s_axil_wstrb_i = 0xf;
  dut->s_axil_awvalid_i = dut->s_axil_wvalid_i = dut->s_axil_arvalid_i = 1;
  dut->s_axil_bready_i = dut->s_axil_rready_i = 1;
  int reads = 0, writes = 0;
  for (int i = 0; i < 1000; ++i) {
    dut.settle();
    reads += dut->s_axil_rvalid_o;
    writes += dut->s_axil_bvalid_o;
    expect(reads - writes <= 1 && writes - reads <= 1, "turns");
    dut.cycle();
  }
  expect(reads > 50 && writes > 50, "both move");
}

// --- priorities
// -----------------------------------------------------------------------------------
TEST_F(Csr, StartsWithTheBasepodMap) {
  expect_map([](unsigned dscp) { return dscp == 46 ? 3u : 0u; }, 0x08);
}

TEST_F(Csr, LoadsEitherProfileOverAnything) {
  for (uint32_t n = 0; n < 8; ++n) write(qos_map(n), 0x76543210);
  write(kQosLossless, 0xa5);
  expect_map([](unsigned dscp) { return dscp % 8; }, 0xa5);
  write(kQosProfile, 1);
  expect_map([](unsigned dscp) { return dscp / 8; }, 0x00);
  expect_eq(0u, read(kQosProfile), "profile reads 0");
  write(kQosProfile, 0);
  expect_map([](unsigned dscp) { return dscp == 46 ? 3u : 0u; }, 0x08);
}

TEST_F(Csr, WritesEveryEntryOfTheMapAlone) {
  write(kQosProfile, 1);
  for (unsigned changed = 0; changed < 64; ++changed) {
    const uint32_t row = read(qos_map(changed / 8));
    const unsigned shift = 4 * (changed % 8);
    write(qos_map(changed / 8), row ^ (0x5u << shift));
    expect_map([&](unsigned dscp) { return (dscp / 8) ^ (dscp == changed ? 5 : 0); }, 0x00);
    write(qos_map(changed / 8), row);
  }
}

// --- doorbells
// ------------------------------------------------------------------------------------
TEST_F(Csr, RingsOnceAWriteWithQpnAndCount) {
  Rng random = rng("doorbells");
  for (int i = 0; i < 100; ++i) {
    const auto qpn = static_cast<uint32_t>(random.next() & 0xffffff);
    const auto count = static_cast<uint32_t>(random.next() & 0xffff);
    dut_->db_ready_i = 0;
    master_.write(kDoorbellQpn, qpn);
    bool is_answered = false;
    master_.write(kDoorbellCount, count, [&](const AxilAnswer&) { is_answered = true; });
    dut_.run_until([&] { return dut_->db_valid_o != 0; }, 1000);
    const unsigned held = random.below(50);
    for (unsigned clock = 0; clock < held; ++clock) {
      expect_eq(1, int{dut_->db_valid_o}, "offered until taken");
      expect_eq(qpn, dut_->db_qpn_o, "qpn");
      expect_eq(count, uint32_t{dut_->db_count_o}, "count");
      expect(!is_answered, "not answered before it is taken");
      dut_.cycle();
    }
    dut_->db_ready_i = 1;
    dut_.cycle();
    dut_->db_ready_i = 0;
    for (int clock = 0; clock < 10; ++clock) {
      expect_eq(0, int{dut_->db_valid_o}, "once");
      dut_.cycle();
    }
    expect(is_answered, "answered when taken");
  }
}

TEST_F(Csr, RingsAgainForTheSameQpnWithACountAlone) {
  write(kDoorbellQpn, 0x11);
  for (const uint32_t count : {1u, 2u, 0xffffu}) {
    dut_->db_ready_i = 0;
    master_.write(kDoorbellCount, count);
    dut_.run_until([&] { return dut_->db_valid_o != 0; }, 1000);
    expect_eq(0x11u, dut_->db_qpn_o, "qpn");
    expect_eq(count, uint32_t{dut_->db_count_o}, "count");
    dut_->db_ready_i = 1;
    dut_.run_until([&] { return master_.is_idle(); }, 1000);
  }
  expect_eq(0u, read(kDoorbellCount), "count reads 0");
}

// --- queue pairs
// ----------------------------------------------------------------------------------
TEST_F(Csr, LoadsEveryFieldOfAContext) {
  Rng random = rng("contexts");
  for (uint32_t qp = 0; qp < kNumQps; ++qp) {
    const QpContext ctx = random_context(random, random.below(1 << 18) << 6 | qp);
    load(ctx);
    const auto cmd = owners_.take();
    ASSERT_TRUE(cmd.has_value());
    expect_eq(QpCommand{.op = kQpLoad, .qp = static_cast<uint16_t>(qp), .sq = ctx.sq}, *cmd,
              "command");
    dut_->addr_qp_i = dut_->rsp_qp_i = static_cast<uint16_t>(qp);
    dut_.cycles(2);
    expect(ctx.addr == read_addr(dut_.model()), "addresses");
    expect_eq(ctx.qkey, dut_->rsp_qkey_o, "qkey");
    expect_eq(ctx.sq_una, dut_->rsp_sq_una_o, "sq_una");
    expect_eq(ctx.rq_psn, dut_->rsp_rq_psn_o, "rq_psn");
    expect_eq(ctx.sq.qpn, read(kQpHolder), "holder");
    expect_eq(kQpStateState.put(kQpReady), read(kQpState), "state");
  }
}

TEST_F(Csr, CommitsTheWordsAsTheyStandWhateverIsWrittenNext) {
  Rng random = rng("contexts");
  for (size_t i = 0; i < 3; ++i) owners_.set_pattern(i, ReadyPattern::one_in(100));
  const QpContext first = random_context(random, 0x100), second = random_context(random, 0x101);
  write_context(first);
  master_.write(kQpCommit, kQpReady);
  write_context(second);
  master_.write(kQpCommit, kQpReady);
  write_context(random_context(random, 0x102));
  dut_.run_until([&] { return master_.is_idle(); }, 5000);
  expect_eq(uint32_t{kCommitGood}, finish_commit(), "result");
  for (const QpContext& ctx : {first, second}) {
    const auto cmd = owners_.take();
    ASSERT_TRUE(cmd.has_value());
    expect_eq(ctx.sq, cmd->sq, "command");
  }
  expect(!owners_.take().has_value(), "no third one");
}

TEST_F(Csr, ShowsACommitThatIsHeldAndTheBusyBit) {
  Rng random = rng("contexts");
  const QpContext ctx = random_context(random, 0x55);
  load(ctx);
  write(kQpCommit, kQpReset);
  expect_eq(uint32_t{kCommitGood}, finish_commit(), "result");
  expect_eq(kQpStateBusy.put(1), read(kQpState), "busy in reset");
  write(kQpCommit, kQpReady);
  for (int i = 0; i < 20; ++i) {
    const uint32_t word = read(kQpCommit);
    expect_eq(1u, kQpCommitPending.get(word), "pending");
    expect_eq(uint32_t{kQpReady}, kQpCommitState.get(word), "asked for");
  }
  // The rest of the registers goes on meanwhile.
  write(kQpSelect, 0x56);
  expect_eq(0u, read(kQpState), "another queue pair's state");
  write(kQpSelect, 0x55);
  dut_->token_qp_i = 0x55 % kNumQps;
  dut_->token_valid_i = 1;
  dut_.cycle();
  dut_->token_valid_i = 0;
  expect_eq(uint32_t{kCommitGood}, finish_commit(), "result");
  expect_eq(kQpStateState.put(kQpReady), read(kQpState), "ready");
}

TEST_F(Csr, AnswersACommitBehindAHeldOneWhenThatIsDone) {
  Rng random = rng("contexts");
  const QpContext first = random_context(random, 0x55), second = random_context(random, 0x56);
  load(first);
  write(kQpCommit, kQpReset);
  expect_eq(uint32_t{kCommitGood}, finish_commit(), "result");
  write(kQpCommit, kQpReady);
  write_context(second);
  master_.write(kQpCommit, kQpReady);
  dut_.cycles(2000);
  expect(!master_.is_idle(), "the second commit has no answer yet");
  expect_eq(size_t{2}, owners_.taken_by(0), "commands so far: load, reset");
  dut_->token_qp_i = 0x55 % kNumQps;
  dut_->token_valid_i = 1;
  dut_.cycle();
  dut_->token_valid_i = 0;
  dut_.run_until([&] { return master_.is_idle(); }, 5000);
  expect_eq(uint32_t{kCommitGood}, finish_commit(), "result");
  expect_eq(kQpStateState.put(kQpReady), read(kQpState), "ready");
  std::optional<QpCommand> last;
  while (const auto cmd = owners_.take()) last = cmd;
  ASSERT_TRUE(last.has_value());
  expect_eq(QpCommand{.op = kQpLoad, .qp = 0x56 % kNumQps, .sq = second.sq}, *last, "command");
}

TEST_F(Csr, SaysWhyACommitWasRefused) {
  Rng random = rng("contexts");
  const QpContext good = random_context(random, 0x21);
  const auto result_of = [&](QpContext ctx, uint32_t state) {
    write_context(ctx);
    write(kQpCommit, state);
    return finish_commit();
  };
  QpContext bad = good;
  bad.sq.type = 2;
  expect_eq(uint32_t{kCommitType}, result_of(bad, kQpReady), "type");
  bad = good;
  bad.sq.pmtu = 6;
  expect_eq(uint32_t{kCommitPmtu}, result_of(bad, kQpReady), "PMTU");
  bad = good;
  bad.sq.ring_log2 = 3;
  expect_eq(uint32_t{kCommitRing}, result_of(bad, kQpReady), "ring size");
  expect_eq(uint32_t{kCommitTransition}, result_of(good, kQpError), "error from reset");
  expect_eq(uint32_t{kCommitTransition}, result_of(good, 3), "no state");
  expect_eq(uint32_t{kCommitGood}, result_of(good, kQpReady), "good");
  bad.sq.qpn = good.sq.qpn + kNumQps;
  expect_eq(uint32_t{kCommitHolder}, result_of(bad, kQpReset), "another's index");
  expect_eq(uint32_t{kCommitGood}, result_of(good, kQpError), "to error");
  expect_eq(uint32_t{kCommitTransition}, result_of(good, kQpReady), "ready from error");
}

TEST_F(Csr, ShowsAnErrorAndTheSendQueueIndicesOfTheSelectedOne) {
  Rng random = rng("contexts");
  load(random_context(random, 0x07));
  load(random_context(random, 0x08));
  dut_->error_qp_i = 7;
  dut_->error_valid_i = 1;
  dut_.cycle();
  dut_->error_valid_i = 0;
  // The two owners of indices: what was asked for comes back 2 clocks later, told apart by owner.
  IndexOwners owners(dut_.model());
  dut_.add(owners);
  for (const uint32_t qpn : {7u, 8u, 8u + 5 * kNumQps}) {
    write(kQpSelect, qpn);
    const uint32_t qp = qpn % kNumQps;
    expect_eq(uint32_t{qp == 7 ? kQpError : kQpReady}, kQpStateState.get(read(kQpState)), "state");
    expect_eq(0x1000 + qp, kQpIndicesFetched.get(read(kQpIndices)), "fetched");
    expect_eq(0x2000 + qp, kQpIndicesFree.get(read(kQpIndices)), "free");
  }
}

// --- counters
// -------------------------------------------------------------------------------------
TEST_F(Csr, ReadsEveryCounterAtItsAddress) {
  Rng random = rng("events");
  read(kNicIdentity);  // the tables are cleared
  for (int i = 0; i < 20'000; ++i) {
    const CountedEvents events = random_events(random);
    put_events(dut_.model(), events, noise_);
    counts_.count(events);
    dut_.cycle();
  }
  put_events(dut_.model(), {}, noise_);
  for (uint32_t index = 0; index < CounterCounts::kIndices; ++index) {
    expect_eq(counts_.at(index), read_counter(index), CounterCounts::name(index));
  }
  // The header's names stand where the test's own numbering is.
  expect_eq(counts_.at(CounterCounts::kIgnored), uint64_t{read(kTxCountersDoorbellsIgnoredLow)},
            "doorbells ignored");
  expect_eq(counts_.at(CounterCounts::kBytes), uint64_t{read(kTxCountersBytesLow)}, "bytes");
  for (uint32_t n = 0; n < 8; ++n) {
    expect_eq(counts_.at(CounterCounts::kPrioFrames + n),
              uint64_t{read(tx_counters_prio_frames_low(n))}, "frames of a priority");
    expect_eq(counts_.at(CounterCounts::kPrioBytes + n),
              uint64_t{read(tx_counters_prio_bytes_low(n))}, "bytes of a priority");
  }
  for (uint32_t n = 0; n < 16; ++n) {
    expect_eq(counts_.at(CounterCounts::kStatuses + n), uint64_t{read(tx_counters_statuses_low(n))},
              "records of a status");
  }
  for (uint32_t n = 0; n < 256; ++n) {
    expect_eq(counts_.at(CounterCounts::kOpcodeFrames + n),
              uint64_t{read(tx_counters_opcode_frames_low(n))}, "frames of an opcode");
    expect_eq(counts_.at(CounterCounts::kOpcodeBytes + n),
              uint64_t{read(tx_counters_opcode_bytes_low(n))}, "bytes of an opcode");
  }
}

TEST_F(Csr, ReadsAHighHalfAsZeroBeforeAnyLowHalf) {
  expect_eq(0u, read(kTxCountersFramesHigh), "high half behind a reset");
}

TEST_F(Csr, LatchesTheHighHalfWithTheLowOne) {
  // Counts up to just below 2^32 bytes, then over it between the reads of the halves.
  read(kNicIdentity);
  constexpr uint64_t kLimit = uint64_t{1} << 32;
  uint64_t bytes = 0;
  const auto count = [&](uint16_t more) {
    put_events(dut_.model(), {.frame = {{.bytes = more, .opcode = 1, .qid = 2}}}, noise_);
    dut_.cycle();
    put_events(dut_.model(), {}, noise_);
    bytes += more;
  };
  while (bytes + 16'383 < kLimit) count(16'383);
  count(static_cast<uint16_t>(kLimit - bytes - 1));
  const uint32_t addresses[] = {kTxCountersBytesLow, tx_counters_prio_bytes_low(2),
                                tx_counters_opcode_bytes_low(1)};
  for (const uint32_t address : addresses) expect_eq(0xffffffffu, read(address), "low half");
  count(1);
  expect_eq(0u, read(kTxCountersBytesHigh), "high half of the moment of the last low read");
  for (const uint32_t address : addresses) {
    expect_eq(0u, read(address), "low half");
    expect_eq(1u, read(address + 4), "high half");
  }
  // Whichever counter's low half was read last.
  expect_eq(1u, read(kTxCountersFramesHigh), "high half stays");
  read(kTxCountersDoorbellsIgnoredLow);
  expect_eq(0u, read(kTxCountersBytesHigh), "latched by another counter's low half");
}

}  // namespace
}  // namespace rnic::tb
