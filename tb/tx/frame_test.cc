// SPDX-License-Identifier: Apache-2.0
// rnic_tx_frame, byte for byte against the golden model: every header, every size, every pad, every
// way a MAC may be slow.
#include <gtest/gtest.h>

#include <string>

#include "models/wire/opcode.h"
#include "tb/tx/frame_fixture.h"

namespace rnic::tb {
namespace {

TEST_F(TxFrame, BuildsEveryHeaderWithEveryPad) {
  start(ReadyPattern::always());
  for (const bool vlan : {false, true}) {
    for (const bool ipv6 : {false, true}) {
      for (size_t ext_words = 0; ext_words <= 8; ++ext_words) {
        for (size_t bytes = 0; bytes <= 300; ++bytes) {
          push(make_.raw({vlan, ipv6, ext_words, bytes}));
        }
      }
    }
  }
  drain();
}

TEST_F(TxFrame, BuildsEveryOpcode) {
  start(ReadyPattern::always());
  for (const model::OpcodeInfo& info : model::all_opcodes()) {
    for (int i = 0; i < 16; ++i) {
      push(make_.of_opcode(info.opcode, info.may_carry_payload() ? rng(info.name).below(4097) : 0));
    }
  }
  drain();
}

TEST_F(TxFrame, BuildsEverySize) {
  start(ReadyPattern::always());
  for (const bool vlan : {false, true}) {
    for (const bool ipv6 : {false, true}) {
      for (size_t bytes = 0; bytes <= 4096; ++bytes) {
        push(make_.raw({vlan, ipv6, bytes % 9, bytes}));
      }
    }
  }
  drain();
}

TEST_F(TxFrame, PassesAnIdlePacketIn28Clocks) {
  start(ReadyPattern::always());
  for (const size_t bytes : {size_t{0}, size_t{1}, size_t{4096}}) {
    for (int i = 0; i < 200; ++i) step();
    push(make_.raw({.payload_bytes = bytes}));
    drain();
    expect_eq(uint64_t{28}, latency_, "clocks from release to first segment");
  }
}

TEST_F(TxFrame, DiscardsWithoutAFrame) {
  start(ReadyPattern::always());
  Rng discard = rng("discard");
  for (int i = 0; i < 20'000; ++i) {
    TxPacket packet = make_.any(discard.chance(10) ? 4096 : 400);
    push(discard.chance(40) ? PacketMaker::discarded(std::move(packet)) : std::move(packet));
  }
  drain();
}

TEST_F(TxFrame, DiscardsOneAClock) {
  start(ReadyPattern::always());
  constexpr uint64_t kPackets = 30;
  for (int i = 0; i < 20; ++i) step();
  for (uint64_t i = 0; i < kPackets; ++i) {
    TxPacket packet = make_.raw({.payload_bytes = 4096});
    packet.qid = 5;
    rows_.write(packet);
    releases_.push(PacketMaker::discarded(std::move(packet)));
  }
  for (uint64_t i = 0; i <= kPackets; ++i) step();
  expect_eq(kPackets, releases_.taken(), "packets taken");
  drain();
}

// What a pause of a priority can no longer stop: every frame's bound is checked in every test, here
// where most rows pile up.
TEST_F(TxFrame, TakesNoPacketMoreThan48RowsAhead) {
  start(ReadyPattern::bursts(150, 150));
  for (const size_t ext_words : {size_t{0}, size_t{8}}) {
    for (const size_t bytes : {0, 1, 64, 96, 128, 150, 200, 256, 384, 1000, 4096}) {
      for (int i = 0; i < 400; ++i)
        push(make_.raw({.ext_words = ext_words, .payload_bytes = bytes}));
    }
  }
  drain();
  expect(most_between_ > 40, fmt::format("only {} rows piled up", most_between_));
}

// ---------------------------------------------------------------- a MAC that stops
class TxFrameStops : public TxFrame, public ::testing::WithParamInterface<unsigned> {};

// Two streams of long frames; at every row of them the MAC stops for as long as the parameter says.
TEST_P(TxFrameStops, LeavesNoGapWhereverTheMacStops) {
  const unsigned stop = GetParam();
  start(ReadyPattern::always());
  for (unsigned row = 0; row < 80; ++row) {
    for (const size_t bytes : {size_t{4096}, size_t{4001}, size_t{1111}}) {
      push(make_.raw({.vlan = row % 2 != 0, .ext_words = row % 9, .payload_bytes = bytes}));
    }
    ready_.set_pattern(ReadyPattern::always());
    for (unsigned i = 0; i < row; ++i) step();
    ready_.set_pattern(ReadyPattern::never());
    for (unsigned i = 0; i < stop; ++i) step();
    ready_.set_pattern(ReadyPattern::always());
    for (unsigned i = 0; i < 90; ++i) step();
  }
  drain();
}

INSTANTIATE_TEST_SUITE_P(Clocks, TxFrameStops, ::testing::Range(1u, 65u));

// ---------------------------------------------------------------- a MAC that is slow
struct SlowMac {
  const char* name;
  ReadyPattern ready;
  uint32_t gap_percent;
  size_t max_payload;
};
void PrintTo(const SlowMac& mac, std::ostream* out) { *out << mac.name; }

class TxFrameSlow : public TxFrame, public ::testing::WithParamInterface<SlowMac> {};

TEST_P(TxFrameSlow, AgreesWithTheModel) {
  start(GetParam().ready);
  releases_.set_gap_percent(GetParam().gap_percent);
  Rng discard = rng("discard");
  for (int i = 0; i < 12'000; ++i) {
    TxPacket packet = make_.any(GetParam().max_payload);
    push(discard.chance(3) ? PacketMaker::discarded(std::move(packet)) : std::move(packet));
  }
  drain();
}

INSTANTIATE_TEST_SUITE_P(
    Macs, TxFrameSlow,
    ::testing::Values(SlowMac{"Always", ReadyPattern::always(), 0, 4096},
                      SlowMac{"AlwaysShort", ReadyPattern::always(), 0, 260},
                      SlowMac{"AlwaysWithGaps", ReadyPattern::always(), 60, 1024},
                      SlowMac{"Half", ReadyPattern::random(1, 2), 0, 1024},
                      SlowMac{"HalfShort", ReadyPattern::random(1, 2), 0, 200},
                      SlowMac{"HalfWithGaps", ReadyPattern::random(1, 2), 50, 600},
                      SlowMac{"MostlyReady", ReadyPattern::random(9, 10), 10, 1024},
                      SlowMac{"OneInFive", ReadyPattern::one_in(5), 0, 500},
                      SlowMac{"Bursts", ReadyPattern::bursts(40, 30), 0, 500},
                      SlowMac{"LongBursts", ReadyPattern::bursts(200, 150), 0, 300}),
    [](const auto& mac) { return std::string(mac.param.name); });

TEST_F(TxFrame, ForgetsEverythingInAReset) {
  start(ReadyPattern::random(1, 2));
  Rng when = rng("when");
  for (int i = 0; i < 200; ++i) {
    is_compared_ = false;
    for (int n = 0; n < 4; ++n) push(make_.any(2000));
    for (uint32_t n = when.below(100); n > 0; --n) step();
    dut_.reset(1);
    forget();
    expect_eq(0, int{dut_->tx_valid_o}, "tx_valid_o behind a reset");
    expect_eq(1, int{dut_->idle_o}, "idle_o behind a reset");
    is_compared_ = true;
    for (int n = 0; n < 3; ++n) push(make_.any(500));
    drain();
  }
}

}  // namespace
}  // namespace rnic::tb
