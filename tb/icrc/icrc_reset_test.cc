// SPDX-License-Identifier: Apache-2.0
// Reset in the middle of everything, from one clock on, while the bus goes on: nothing from before
// it comes out, and what comes behind it is judged as if nothing had been.
#include <Vtb_rnic_icrc_check.h>
#include <Vtb_rnic_icrc_generate.h>
#include <fmt/format.h>

#include <vector>

#include "tb/harness/dut_test.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_monitor.h"
#include "tb/harness/seg_packer.h"
#include "tb/icrc/random_frame.h"
#include "tb/icrc/verdict_monitor.h"

namespace rnic::tb {
namespace {

// Puts frames on the pins. In a reset it goes on with them, which nobody may take, and then it has
// forgotten them. Free segments look like the rest of a header.
class Source final : public Agent {
 public:
  Source(SegPins pins, Rng rng) : Agent("source"), pins_(pins), rng_(rng) {}

  void append(std::vector<uint8_t> frame, unsigned gap_segments) {
    packer_.append({.bytes = std::move(frame), .gap_segments = gap_segments});
  }
  bool is_ahead() const { return packer_.is_ahead(); }

  void rest() override {
    write(packer_.pop());
    is_reset_ = true;
  }
  void drive(uint64_t) override {
    if (is_reset_) packer_ = SegPacker(SegDirection::kRx, Rng(rng_.next()));
    is_reset_ = false;
    write(packer_.pop());
  }

 private:
  void write(const SegBeat* beat) {
    SegBeat out;
    rng_.fill(out.data);
    if (beat != nullptr) out = *beat;
    if ((out.ena & 1) == 0) {
      for (size_t n = 0; n < 8; ++n) out.data[n] = n % 2 == 0 ? 0 : 60;  // an IP length, if any
    }
    pins_.write(out);
  }

  SegPins pins_;
  Rng rng_;
  SegPacker packer_{SegDirection::kRx, Rng(0)};
  bool is_reset_ = false;
};

class IcrcReset : public DutTest {
 protected:
  // A full pipe of all kinds of frames, then a reset of `clocks` clocks.
  template <class D>
  void fill_and_reset(D& dut, Source& source, unsigned clocks) {
    for (unsigned n = choice_.between(3, 60); n > 0; --n) {
      while (!source.is_ahead()) source.append(frames_.next(), choice_.below(3));
      dut.cycle();
    }
    dut.reset(clocks);
  }

  // What comes behind a reset.
  std::vector<uint8_t> frame_behind(bool has_icrc) {
    const bool ipv6 = choice_.chance(50);
    auto frame = frames_.roce({.ipv6 = ipv6, .ip_bytes = 4 * size_t{choice_.between(16, 60)}});
    if (!has_icrc) frame[13] = 0x06;  // ARP's type: not for the engine
    return frame;
  }

  // Frames with and without an ICRC in turn, either of them first.
  static bool has_icrc(unsigned round, unsigned n) { return ((round + n) & 1) == 1; }

  static constexpr unsigned kRounds = 2000;
  static constexpr unsigned kFramesBehind = 4;
  static constexpr unsigned kClocksBehind = 50;
  RandomFrames frames_{rng("frames")};
  Rng choice_ = rng("choice");
};

TEST_F(IcrcReset, NoVerdictRemembersWhatCameBefore) {
  Dut<Vtb_rnic_icrc_check> dut(run());
  Source source({.data = &dut->rx_data_i,
                 .ena = &dut->rx_ena_i,
                 .sop = &dut->rx_sop_i,
                 .eop = &dut->rx_eop_i,
                 .err = &dut->rx_err_i,
                 .mty = &dut->rx_mty_i},
                rng("source"));
  VerdictMonitor<Vtb_rnic_icrc_check> verdicts(dut.model());
  dut.add(source);
  dut.add(verdicts);
  dut.reset();
  for (unsigned round = 0; round < kRounds; ++round) {
    const unsigned clocks = 1 + round % 3;
    fill_and_reset(dut, source, clocks);
    while (!verdicts.is_empty()) verdicts.take();
    // The first one may start on any segment: 7 leaves the header to the next beat.
    const unsigned segment = choice_.below(8);
    for (unsigned n = 0; n < kFramesBehind; ++n) {
      source.append(frame_behind(has_icrc(round, n)), n == 0 ? segment : choice_.below(2));
    }
    dut.cycles(kClocksBehind);
    for (unsigned n = 0; n < kFramesBehind; ++n) {
      const auto where =
          fmt::format("round {}: frame {} behind a reset of {} clocks, the first on segment {}",
                      round, n, clocks, segment);
      expect(!verdicts.is_empty(), where + ": a verdict");
      if (verdicts.is_empty()) break;
      const SeenVerdict got = verdicts.take();
      expect_eq(has_icrc(round, n), got.checked, where + ": checked");
      expect_eq(has_icrc(round, n), got.ok, where + ": ok");
    }
    expect(verdicts.is_empty(), fmt::format("round {}: a verdict on a frame from before", round));
  }
}

TEST_F(IcrcReset, NoBeatRemembersWhatCameBefore) {
  Dut<Vtb_rnic_icrc_generate> dut(run());
  Source source({.data = &dut->in_data_i,
                 .ena = &dut->in_ena_i,
                 .sop = &dut->in_sop_i,
                 .eop = &dut->in_eop_i,
                 .err = &dut->in_err_i,
                 .mty = &dut->in_mty_i},
                rng("source"));
  SegMonitor monitor(run(), "out",
                     {.data = &dut->out_data_o,
                      .ena = &dut->out_ena_o,
                      .sop = &dut->out_sop_o,
                      .eop = &dut->out_eop_o,
                      .err = &dut->out_err_o,
                      .mty = &dut->out_mty_o},
                     SegDirection::kRx);
  FrameScoreboard board(run(), "frames behind a reset");
  dut.add(source);
  dut.add(monitor);
  dut.reset();
  for (unsigned round = 0; round < kRounds; ++round) {
    fill_and_reset(dut, source, 1 + round % 3);
    while (!monitor.frames().empty()) monitor.take();
    for (unsigned n = 0; n < kFramesBehind; ++n) {
      auto frame = frame_behind(has_icrc(round, n));
      board.expect({.bytes = frame});
      if (has_icrc(round, n)) frame.back() ^= 0xff;  // the engine puts it right again
      source.append(std::move(frame), n == 0 ? choice_.below(8) : choice_.below(2));
    }
    dut.cycles(kClocksBehind);
    while (!monitor.frames().empty()) board.got(monitor.take().bytes);
    expect_eq(size_t{0}, board.waiting(), "frames that never came");
  }
}

}  // namespace
}  // namespace rnic::tb
