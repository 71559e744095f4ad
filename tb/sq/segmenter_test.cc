// SPDX-License-Identifier: Apache-2.0
#include "tb/sq/segmenter_bench.h"

namespace rnic::tb {
namespace {

SegmentMessage one_piece(uint32_t bytes, unsigned pmtu) {
  return {.pieces = {{0x1234'5678'9abc'def1, bytes}}, .pmtu = pmtu};
}

TEST_F(Segmenter, CutsEverySizeAroundMultiplesOfEveryPmtu) {
  for (unsigned pmtu = 1; pmtu <= 5; ++pmtu) {
    const uint32_t packet = 128u << pmtu;
    for (uint32_t packets = 0; packets <= 4; ++packets) {
      for (int around = -3; around <= 3; ++around) {
        const int64_t bytes = int64_t{packet} * packets + around;
        if (bytes >= 0) post(one_piece(static_cast<uint32_t>(bytes), pmtu));
      }
    }
  }
  finish();
}

TEST_F(Segmenter, WalksThroughTheLongestMessagePacketByPacket) {
  post(one_piece(0x8000'0000, 5));
  expect_eq(uint64_t{524'288}, finish(600'000), "clocks for 2^31 bytes in packets of 4096");
}

TEST_F(Segmenter, ResumesTheLongestMessageAtItsLastPacket) {
  SegmentMessage message = one_piece(0x8000'0000, 5);
  message.resume_bytes = 0x8000'0000 - 4096;
  post(message);
  message.resume_bytes = 0x7fff'0000;
  post(message);
  expect_eq(uint64_t{18}, finish(), "clocks for 1 and 16 packets and a piece passed over");
}

TEST_F(Segmenter, ResumesWhereAPieceEnds) {
  for (const unsigned pmtu : {1u, 3u, 5u}) {
    const uint32_t bytes = 128u << pmtu;
    for (const uint32_t skipped : {bytes, 3 * bytes}) {
      post({.pieces = {{0x1000, skipped}, {0x7'0000'0000, 2 * bytes + 1}},
            .pmtu = pmtu,
            .resume_bytes = skipped});
    }
    post({.pieces = {{0x1000, bytes - 1}, {0x2000, 0}, {0x3000, 1}, {0x4000, 70}},
          .pmtu = pmtu,
          .resume_bytes = bytes});
  }
  finish();
}

TEST_F(Segmenter, TakesOneMessageOfOnePieceEveryClock) {
  for (uint32_t i = 0; i < 500; ++i) post(one_piece(1 + i, 3));
  expect_eq(uint64_t{500}, finish(), "clocks for 500 messages of a packet each");
}

TEST_F(Segmenter, TakesOneMessageWithoutPayloadEveryClock) {
  for (uint32_t i = 0; i < 500; ++i) post({.rows = i % 2});
  expect_eq(uint64_t{500}, finish(), "clocks for 500 orders");
}

TEST_F(Segmenter, TakesOnePieceEveryClock) {
  for (int i = 0; i < 50; ++i) {
    SegmentMessage message{.pmtu = 5};
    for (uint64_t n = 0; n < 14; ++n) message.pieces.push_back({n << 20, 64});
    post(message);
  }
  expect_eq(uint64_t{700}, finish(), "clocks for 50 messages of 14 pieces");
}

TEST_F(Segmenter, IsBusyUntilTheRowsThatNoPieceNeedsAreGone) {
  post({.rows = 4});
  while (!orders_.empty()) cycle();
  rows_offered_ = ReadyPattern::never();
  for (int clock = 0; clock < 20; ++clock) cycle();
  expect_eq(uint64_t{1}, steps_, "steps");
  expect_eq(1u, unsigned{dut_->busy_o}, "busy_o while rows are left");
  rows_offered_ = ReadyPattern::always();
  finish();
}

TEST_F(Segmenter, WalksThroughAnyGatherListUnderAnyPattern) {
  const ReadyPattern patterns[] = {ReadyPattern::always(), ReadyPattern::random(1, 2),
                                   ReadyPattern::one_in(5), ReadyPattern::bursts(7, 9)};
  Rng rng = this->rng("messages");
  for (const ReadyPattern& take : patterns) {
    take_ = take;
    offer_ = patterns[rng.below(4)];
    rows_offered_ = patterns[rng.below(4)];
    for (int i = 0; i < 300; ++i) {
      SegmentMessage message{.pmtu = rng.between(1, 5),
                             .qp = static_cast<uint16_t>(rng.below(1000))};
      const uint32_t pieces = rng.below(15);
      const uint32_t most = 1u << rng.between(1, 14);
      for (uint32_t n = 0; n < pieces; ++n) {
        message.pieces.push_back({rng.next(), rng.chance(25) ? 0 : rng.below(most)});
      }
      const uint64_t length = message.length();
      if (length > 1 && rng.chance(40)) {
        const uint64_t sent = rng.below(static_cast<uint32_t>(length));
        message.resume_bytes = static_cast<uint32_t>(sent - sent % message.pmtu_bytes());
      }
      if (pieces == 0) message.rows = rng.below(5);
      if (rng.chance(10)) message.cut_rows = rng.between(1, 3);
      post(message);
    }
    finish(2'000'000);
  }
}

TEST_F(Segmenter, EndsATurnAfter64KiBWhereAnotherQpWaits) {
  dut_->others_waiting_i = 1;
  cut_is_due_ = true;
  post(one_piece(200'000, 5));
  finish();
  expect_eq(size_t{1}, cuts_.size(), "turns cut");
  if (!cuts_.empty()) expect_eq(uint64_t{65'536}, cuts_[0].addr, "bytes sent at the cut");
}

TEST_F(Segmenter, EndsATurnBetweenMessagesToo) {
  dut_->others_waiting_i = 1;
  cut_is_due_ = true;
  for (int i = 0; i < 5; ++i) {
    SegmentMessage message = one_piece(20'000, 5);
    message.run_first = i == 0;
    post(message);
  }
  finish();
  expect_eq(size_t{2}, cuts_.size(), "messages cut: the fourth in its second packet, the fifth");
  if (cuts_.size() == 2) {
    expect_eq(uint64_t{8'192}, cuts_[0].addr, "bytes sent of the fourth message");
    expect_eq(uint64_t{0}, cuts_[1].addr, "bytes sent of the fifth");
  }
}

TEST_F(Segmenter, EndsATurnAfterAsManyBytesOfShortMessages) {
  dut_->others_waiting_i = 1;
  cut_is_due_ = true;
  for (int i = 0; i < 520; ++i) {
    SegmentMessage message = one_piece(127, 1);
    message.run_first = i == 0;
    post(message);
  }
  finish();
  expect_eq(size_t{3}, cuts_.size(), "messages cut: 516 are 65,532 bytes, one more ends the turn");
}

TEST_F(Segmenter, GoesOnWhereNobodyWaitsAndWhereARunBegins) {
  post(one_piece(300'000, 5));
  finish();
  dut_->others_waiting_i = 1;
  for (int i = 0; i < 5; ++i) post(one_piece(65'536, 5));
  finish();
  expect_eq(size_t{0}, cuts_.size(), "turns cut");
}

TEST_F(Segmenter, EndsATurnForAQpThatWaitsBehindInItsOwnQueue) {
  cut_is_due_ = true;
  dut_->other_qp_entered_i = 1;
  cycle();
  dut_->other_qp_entered_i = 0;
  post(one_piece(200'000, 5));
  SegmentMessage other = one_piece(200'000, 5);
  other.other_qp = true;
  post(other);
  finish();
  expect_eq(size_t{1}, cuts_.size(), "the other one's turn is not cut");
}

TEST_F(Segmenter, LeavesAnAbortedMessageInFrontOfAPacket) {
  judges_ = true;
  for (int round = 0; round < 40; ++round) {
    SegmentMessage message{.pmtu = 1};
    for (uint64_t n = 0; n < 14; ++n) message.pieces.push_back({n << 20, 1'000});
    post(message);
    post(one_piece(700, 1));
    const unsigned slot = walks_.front().first;
    for (int i = 0; i < 3 + round; ++i) cycle();
    const uint64_t before = steps_;
    abort(slot);
    finish();
    expect(steps_ - before <= 12, "the message goes on behind its abort");
  }
}

TEST_F(Segmenter, WaitsForTheFirstPacketBehindAnOrderThatWasWorthNothing) {
  decide(63, false);  // of some order before
  cycle();
  for (const bool good : {true, false}) {
    const uint64_t before = steps_;
    post(one_piece(10'000, 3));
    const unsigned slot = walks_.front().first;
    for (int i = 0; i < 50; ++i) cycle();
    expect_eq(before + 1, steps_, "steps before the first packet is judged");
    if (good)
      decide(slot, true);
    else
      abort(slot);
    finish();
    expect_eq(before + (good ? 10 : 1), steps_, "steps of the message");
    decide(63, false);
    cycle();
  }
}

TEST_F(Segmenter, BeginsNothingWhileDisabledAndFinishesWhatItHas) {
  post(one_piece(10'000, 3));
  for (int i = 0; i < 5; ++i) cycle();
  dut_->enable_i = 0;
  post(one_piece(10'000, 3));
  for (int i = 0; i < 50; ++i) cycle();
  expect_eq(uint64_t{10}, steps_, "steps of the first message");
  expect_eq(0u, unsigned{dut_->busy_o}, "busy_o");
  dut_->enable_i = 1;
  finish();
  expect_eq(uint64_t{20}, steps_, "steps of both");
}

TEST_F(Segmenter, PassesATokenWhileDisabled) {
  dut_->enable_i = 0;
  for (int i = 0; i < 3; ++i) cycle();
  post({.token = true, .rows = 0});
  for (int i = 0; i < 10; ++i) cycle();
  expect_eq(uint64_t{1}, steps_, "steps of the token");
}

TEST_F(Segmenter, HandsBackWhatStandsInFrontOfATokenWhileDisabled) {
  SegmentMessage gathered{.pmtu = 1};
  for (uint64_t n = 0; n < 14; ++n) gathered.pieces.push_back({n << 20, n % 3 == 0 ? 0u : 500u});
  SegmentMessage resumed = one_piece(100'000, 3);
  resumed.resume_bytes = 65'536;
  SegmentMessage cut = one_piece(700, 1);
  cut.cut_rows = 2;
  for (const ReadyPattern& take : {ReadyPattern::always(), ReadyPattern::random(1, 3)}) {
    take_ = take;
    const uint64_t before = steps_;
    dut_->enable_i = 0;
    for (int i = 0; i < 3; ++i) cycle();
    for (const auto& message : {gathered, resumed, SegmentMessage{.rows = 3}, cut}) post(message);
    post({.token = true, .rows = 0});
    for (int i = 0; i < 100; ++i) cycle();
    expect_eq(before, steps_, "steps while nothing is handed back");
    dut_->hand_back_i = 1;
    hands_back_ = true;
    for (int i = 0; i < 100; ++i) cycle();
    expect_eq(before + 6, steps_, "steps: the four orders, a cut, the token");
    dut_->hand_back_i = 0;
    hands_back_ = false;
    for (int i = 0; i < 3; ++i) cycle();
    post(gathered);
    for (int i = 0; i < 50; ++i) cycle();
    expect_eq(before + 6, steps_, "steps behind the token");
    dut_->enable_i = 1;
    finish();
  }
  expect_eq(uint64_t{8}, handed_back_, "orders handed back");
}

}  // namespace
}  // namespace rnic::tb
