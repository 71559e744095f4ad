// SPDX-License-Identifier: Apache-2.0
// Reset in the middle of everything, from one clock on, while the bus goes on: nothing from before
// it comes out, and what comes behind it is judged as if nothing had been.
#include <Vtb_rnic_rx_verdict.h>
#include <fmt/format.h>

#include <vector>

#include "models/rx/frame_check.h"
#include "tb/harness/dut_test.h"
#include "tb/harness/seg_packer.h"
#include "tb/rx/judged_monitor.h"
#include "tb/rx/random_roce.h"
#include "tb/rx/rx_verdict_fixture.h"

namespace rnic::tb {
namespace {

// Puts frames on the pins. In a reset it goes on with them, which nobody may take, and then it has
// forgotten them.
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
    SegBeat idle;
    rng_.fill(idle.data);
    pins_.write(beat != nullptr ? *beat : idle);
  }

  SegPins pins_;
  Rng rng_;
  SegPacker packer_{SegDirection::kRx, Rng(0)};
  bool is_reset_ = false;
};

class RxReset : public DutTest {};

TEST_F(RxReset, NoFrameRemembersWhatCameBefore) {
  constexpr unsigned kRounds = 3000;
  constexpr unsigned kFramesBehind = 4;
  Dut<Vtb_rnic_rx_verdict> dut(run());
  dut->cfg_mac_filter_i = 0;
  Source source({.data = &dut->rx_data_i,
                 .ena = &dut->rx_ena_i,
                 .sop = &dut->rx_sop_i,
                 .eop = &dut->rx_eop_i,
                 .err = &dut->rx_err_i,
                 .mty = &dut->rx_mty_i},
                rng("source"));
  JudgedMonitor monitor(dut.model());
  RandomRoce frames(rng("frames"));
  Rng choice = rng("choice");
  dut.add(source);
  dut.add(monitor);
  dut.reset();
  for (unsigned round = 0; round < kRounds; ++round) {
    for (unsigned n = choice.between(3, 40); n > 0; --n) {
      while (!source.is_ahead()) source.append(frames.next().bytes, choice.below(3));
      dut.cycle();
    }
    const unsigned clocks = 1 + round % 3;
    dut.reset(clocks);
    monitor.parsed().clear();
    monitor.judged().clear();

    // The first one may start on any segment, alone in its beat or not.
    std::vector<std::vector<uint8_t>> behind;
    for (unsigned n = 0; n < kFramesBehind; ++n) {
      auto shape = frames.shape(0);
      shape.payload %= 150;
      behind.push_back(frames.right(shape));
      if (choice.chance(30)) behind.back()[13] ^= 1;  // another type
      source.append(behind.back(), n == 0 ? choice.below(8) : choice.below(2));
    }
    dut.cycles(50);
    for (const auto& frame : behind) {
      const auto where = fmt::format("round {}: behind a reset of {} clocks", round, clocks);
      expect(!monitor.parsed().empty() && !monitor.judged().empty(), where + ": a word");
      if (monitor.parsed().empty() || monitor.judged().empty()) break;
      const auto want = model::check_frame(frame, false);
      const unsigned reason = want.reason ? code_of(*want.reason) : 0u;
      expect_eq(reason, unsigned{monitor.judged().front().reason}, where + ": reason");
      expect_eq(frame.size(), size_t{monitor.judged().front().frame_bytes}, where + ": length");
      expect_eq(frame.size(), size_t{monitor.parsed().front().frame_bytes}, where + ": parsed");
      if (want.frame) {
        expect_eq(want.frame->bth.psn, monitor.judged().front().psn, where + ": psn");
      }
      monitor.parsed().pop_front();
      monitor.judged().pop_front();
    }
    expect(monitor.parsed().empty() && monitor.judged().empty(),
           fmt::format("round {}: a word on a frame from before", round));
  }
}

}  // namespace
}  // namespace rnic::tb
