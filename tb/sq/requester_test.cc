// SPDX-License-Identifier: Apache-2.0
// The requester in good times: every kind of WQE, any turns and patterns, and its rates.
#include <fmt/format.h>

#include "tb/sq/requester_bench.h"

namespace rnic::tb {
namespace {

RequesterWqe send(uint32_t bytes) { return {.pieces = {{0x1000, bytes}}, .wr_id = bytes}; }

TEST_F(Requester, SegmentsEveryOperationOfEveryType) {
  for (const QpType type : {QpType::kRc, QpType::kUc, QpType::kUd}) {
    const RequesterQp qp = load({.qp = static_cast<uint16_t>(1 + unsigned(type)),
                                 .type = type,
                                 .pmtu = 2,
                                 .ecn = 1,
                                 .sq_psn = 0xfffff0});
    for (uint8_t opcode = 0; opcode < op::kCount; ++opcode) {
      for (const uint32_t bytes : {0u, 1u, 511u, 512u, 513u, 1024u, 1700u}) {
        RequesterWqe wqe{.opcode = opcode,
                         .flags = 3,
                         .pieces = {{0xabcdef, bytes}},
                         .imm = 0x11223344,
                         .rkey = 0x5566'7788,
                         .wr_id = 100u * opcode + bytes,
                         .remote_addr = 0x0123'4567'89ab'cde8,
                         .compare = 0x1112'1314'1516'1718,
                         .swap = 0x2122'2324'2526'2728};
        if (wqe.is_atomic()) wqe.pieces[0].bytes = 8;
        if (wqe.status(qp) == 0) post(qp, wqe);
      }
    }
  }
  finish();
}

TEST_F(Requester, SegmentsAnythingUnderAnyTurnsAndPatterns) {
  const ReadyPattern patterns[] = {ReadyPattern::always(), ReadyPattern::random(1, 2),
                                   ReadyPattern::random(1, 8), ReadyPattern::bursts(30, 70)};
  choices_ = {.ackreq_every = 5, .congestion = true};
  dut_->ackreq_every_i = 5;
  dut_->congestion_i = 1;
  runs_vary_ = true;
  std::vector<RequesterQp> qps;
  static constexpr QpType kTypes[] = {QpType::kRc, QpType::kUc, QpType::kUd};
  for (uint16_t i = 0; i < 40; ++i) {
    qps.push_back(load({.qp = static_cast<uint16_t>(25 * i),
                        .qpn = 0x1000u + i,
                        .remote_qpn = 0x2000u + i,
                        .type = kTypes[rng_.below(3)],
                        .pmtu = rng_.between(1, 5),
                        .dscp = static_cast<uint8_t>(rng_.chance(50) ? 46 : rng_.below(64)),
                        .ecn = 1,
                        .sq_psn = static_cast<uint32_t>(rng_()) & 0xffffff,
                        .ring_log2 = 5}));
  }
  for (int round = 0; round < 12; ++round) {
    item_ready_ = patterns[rng_.below(3)];
    blocks_offered_ = patterns[rng_.below(3)];
    rewind_ready_ = patterns[rng_.below(4)];
    room_flips_ = round % 3 == 0 ? 0 : 20;
    for (int i = 0; i < 400; ++i) {
      const RequesterQp& qp = qps[rng_.below(40)];
      post(qp, random_wqe(rng_, qp, rng_.chance(4) ? 200'000 : 4u << qp.pmtu << rng_.below(9)));
    }
    room_.fill(true);
    finish(400'000);
    for (const RequesterQp& qp : qps) expect_eq(oracle(qp).fetched(), fetched(qp), "sq_fetched");
  }
  expect(turn_cuts_ > 10, fmt::format("{} turns were cut", turn_cuts_));
  expect(rewinds_ > turn_cuts_ + 100, "WQEs were cut by the ends of runs");
}

TEST_F(Requester, CutsTurnsOfLongMessagesFairly) {
  const RequesterQp a = load({.qp = 1, .pmtu = 5}), b = load({.qp = 2, .pmtu = 5});
  for (int i = 0; i < 3; ++i) {
    post(a, send(1'000'000));
    post(b, send(1'000'000));
  }
  for (int i = 0; i < 1200; ++i) {
    cycle();
    const auto ahead = static_cast<int64_t>(oracle(a).frames() - oracle(b).frames());
    expect(-64 <= ahead && ahead <= 64, fmt::format("one QP is {} packets ahead", ahead));
  }
  finish();
  expect(turn_cuts_ >= 60, fmt::format("{} turns were cut", turn_cuts_));
}

TEST_F(Requester, KeepsAMessagesPmtuThroughItsTurns) {
  const RequesterQp a = load({.qp = 1, .pmtu = 3}), b = load({.qp = 2, .pmtu = 3});
  for (const unsigned pmtu : {1u, 5u, 3u}) {
    const uint64_t cuts = turn_cuts_;
    for (const RequesterQp& qp : {a, b}) {
      RequesterWqe gathered = send(0);  // of several blocks: runs cut it, too
      gathered.pieces.assign(14, {0x1000, 30'000});
      post(qp, gathered);
    }
    while (turn_cuts_ == cuts) cycle();
    set_block_pmtu(a, pmtu);
    finish();
    oracle(a).set_pmtu(pmtu);
    post(a, send(10'000));
    finish();
  }
  expect(turn_cuts_ >= 15, fmt::format("{} turns were cut", turn_cuts_));
}

TEST_F(Requester, AsksForAcknowledgementWithinALongMessage) {
  for (const unsigned every : {0u, 1u, 2u, 66u}) {
    choices_.ackreq_every = every;
    dut_->ackreq_every_i = static_cast<uint16_t>(every);
    const RequesterQp qp = load({.qp = static_cast<uint16_t>(every), .pmtu = 1});
    const RequesterQp other = load({.qp = static_cast<uint16_t>(every + 500), .pmtu = 1});
    for (const RequesterQp& each : {qp, other}) {
      post(each, send(256 * 400));
      post(each, send(256 * 131));
    }
    finish();
  }
}

TEST_F(Requester, TakesOneWqeEveryClockFromOneQp) {
  const RequesterQp qp = load({.qp = 7, .ring_log2 = 12});
  for (uint32_t i = 0; i < 2000; ++i) post(qp, send(i % 1024));
  finish();
  expect_eq(uint64_t{2000}, last_item_clock_ - first_item_clock_ + 1, "clocks for 2000 packets");
}

TEST_F(Requester, TakesOneWqeEveryClockFrom64QpsOfOneQueue) {
  std::vector<RequesterQp> qps;
  for (uint16_t i = 0; i < 64; ++i) qps.push_back(load({.qp = i}));
  for (const RequesterQp& qp : qps) {
    for (uint32_t n = 0; n < 40; ++n) post(qp, send(n));
  }
  finish();
  expect_eq(uint64_t{2560}, last_item_clock_ - first_item_clock_ + 1, "clocks for 2560 packets");
}

TEST_F(Requester, TakesOneWqeEveryClockFromAllQueues) {
  std::vector<RequesterQp> qps;
  for (uint16_t i = 0; i < 64; ++i) {
    qps.push_back(load({.qp = i, .dscp = static_cast<uint8_t>(8 * (i % 8))}));
  }
  for (const RequesterQp& qp : qps) {
    for (uint32_t n = 0; n < 40; ++n) post(qp, send(n));
  }
  finish();
  const uint64_t clocks = last_item_clock_ - first_item_clock_ + 1;
  expect(clocks <= 2560 * 101 / 100, fmt::format("2560 packets took {} clocks", clocks));
}

TEST_F(Requester, MakesOnePacketEveryClockOfALongMessage) {
  const RequesterQp qp = load({.qp = 7, .pmtu = 1});
  post(qp, send(256 * 5000));
  finish();
  expect_eq(uint64_t{5000}, last_item_clock_ - first_item_clock_ + 1, "clocks for 5000 packets");
}

TEST_F(Requester, LeavesOutAQueueWithoutRoomAndSlowsNoOther) {
  std::vector<RequesterQp> qps;
  for (uint16_t i = 0; i < 8; ++i) {
    room_[i] = i == 5;
    qps.push_back(load({.qp = i, .dscp = static_cast<uint8_t>(8 * i), .ring_log2 = 12}));
  }
  for (const RequesterQp& qp : qps) {
    for (uint32_t n = 0; n < 1000; ++n) post(qp, send(n));
  }
  for (int i = 0; i < 1500; ++i) cycle();
  for (unsigned q = 0; q < 8; ++q) {
    expect_eq(uint64_t{q == 5 ? 1000u : 0u}, items_of_[q], "items of queue " + std::to_string(q));
  }
  // Blocks of the other queues shared the way in for as long as they had room: 55 each.
  const uint64_t clocks = last_item_clock_ - first_item_clock_ + 1;
  expect(clocks <= 1000 + 7 * 55, fmt::format("1000 packets took {} clocks", clocks));
  room_.fill(true);
  finish();
}

TEST_F(Requester, BringsABlockToItsItemIn27Clocks) {
  const RequesterQp qp = load({.qp = 7});
  for (int i = 0; i < 50; ++i) cycle();
  post(qp, send(100));
  finish();
  expect_eq(uint64_t{27}, first_item_clock_ - first_block_clock_.value_or(0), "clocks");
}

TEST_F(Requester, BeginsNoWqeWhileDisabled) {
  const RequesterQp qp = load({.qp = 7, .pmtu = 1});
  post(qp, send(256 * 100));
  post(qp, send(256 * 100));
  while (items_ < 10) cycle();
  expect_eq(0u, unsigned{dut_->idle_o}, "idle_o inside of a WQE");
  dut_->enable_i = 0;
  for (int i = 0; i < 400; ++i) cycle();
  expect_eq(uint64_t{100}, items_, "packets of the WQE that was begun");
  expect_eq(1u, unsigned{dut_->idle_o}, "idle_o behind it");
  dut_->enable_i = 1;
  finish();
  expect_eq(uint64_t{200}, items_, "packets of both");
}

TEST_F(Requester, LetsAResetThroughWhileDisabledAndSendsTheOthersWqesAfterwards) {
  for (const bool failed : {false, true}) {
    const RequesterQp victim = load({.qp = 7, .pmtu = 1});
    const RequesterQp other = load({.qp = 8, .pmtu = 2});
    const RequesterQp apart = load({.qp = 9, .dscp = 8});
    for (int i = 0; i < 10; ++i) {
      for (const RequesterQp& qp : {victim, other, apart}) {
        for (int n = 0; n < 3; ++n) post(qp, send(700));
        RequesterWqe gathered = send(10);
        gathered.pieces.assign(14, {0x2000, 300});
        post(qp, gathered);
      }
    }
    for (int i = 0; i < 60; ++i) cycle();
    dut_->enable_i = 0;
    for (int i = 0; i < 300; ++i) cycle();
    expect_eq(1u, unsigned{dut_->idle_o}, "idle_o while disabled");
    if (failed) fail(other);
    const uint64_t frames = oracle(other).frames() + oracle(apart).frames();
    const size_t records = records_.size();
    kill(victim);
    for (int i = 0; i < 600; ++i) cycle();
    expect(oracle(victim).is_done(), "the token came while disabled");
    expect_eq(frames, oracle(other).frames() + oracle(apart).frames(), "frames of the others");
    expect_eq(records, records_.size(), "records while disabled");
    expect_eq(1u, unsigned{dut_->idle_o}, "idle_o behind the token");
    dut_->enable_i = 1;
    finish();
    for (const RequesterQp& qp : {other, apart}) kill(qp);
    finish();
  }
}

// In the middle of everything: nothing of before comes out behind it.
TEST_F(Requester, ForgetsEverythingInAResetOfOneClock) {
  runs_vary_ = true;
  for (int clocks = 200; clocks < 240; ++clocks) {
    for (uint16_t number = 1; number < 6; ++number) {
      const RequesterQp qp =
          load({.qp = number, .pmtu = 1, .dscp = static_cast<uint8_t>(8 * (number % 3))});
      for (int i = 0; i < 10; ++i) post(qp, send(i % 3 == 0 ? 5000 : 200));
    }
    for (int i = 0; i < clocks; ++i) cycle();
    reset_and_forget();
    const uint64_t items = items_, rewinds = rewinds_;
    for (int i = 0; i < 4; ++i) cycle();
    expect_eq(1u, unsigned{dut_->idle_o}, "idle_o 4 clocks behind the reset");
    for (int i = 0; i < 50; ++i) cycle();
    expect_eq(items, items_, "items of before");
    expect_eq(rewinds, rewinds_, "rewinds of before");
    expect_eq(1u, unsigned{dut_->idle_o}, "idle_o behind the reset");
  }
  post(load({.qp = 2}), send(20'000));
  finish();
}

}  // namespace
}  // namespace rnic::tb
