// SPDX-License-Identifier: Apache-2.0
// The ICRC engine built with Verilator's folding of XOR trees and without it, side by side on the
// same bus. tb/icrc compares the folded build with the model; here both give the same answers in
// the same clocks, else the simulator is wrong and not the design.
#include <Vtb_rnic_icrc_check.h>
#include <Vtb_rnic_icrc_check_unfolded.h>
#include <Vtb_rnic_icrc_generate.h>
#include <Vtb_rnic_icrc_generate_unfolded.h>
#include <fmt/format.h>

#include <vector>

#include "tb/harness/dut_test.h"
#include "tb/harness/seg_driver.h"
#include "tb/harness/seg_monitor.h"
#include "tb/icrc/random_frame.h"
#include "tb/icrc/verdict_monitor.h"

namespace rnic::tb {
namespace {

// Drivers of one name draw the same holes.
template <class V>
struct CheckSide {
  explicit CheckSide(SimRun& run) : dut(run) {
    driver.set_spacing({.packing = Packing::kRandomHoles});
    dut.add(driver);
    dut.add(verdicts);
    dut.reset();
  }

  Dut<V> dut;
  SegDriver driver{dut.run(),
                   "wire",
                   {.data = &dut->rx_data_i,
                    .ena = &dut->rx_ena_i,
                    .sop = &dut->rx_sop_i,
                    .eop = &dut->rx_eop_i,
                    .err = &dut->rx_err_i,
                    .mty = &dut->rx_mty_i},
                   SegDirection::kRx};
  VerdictMonitor<V> verdicts{dut.model()};
};

template <class V>
struct GenerateSide {
  explicit GenerateSide(SimRun& run) : dut(run) {
    driver.set_spacing({.packing = Packing::kRandomHoles});
    dut.add(driver);
    dut.add(monitor);
    dut.reset();
  }

  Dut<V> dut;
  SegDriver driver{dut.run(),
                   "in",
                   {.data = &dut->in_data_i,
                    .ena = &dut->in_ena_i,
                    .sop = &dut->in_sop_i,
                    .eop = &dut->in_eop_i,
                    .err = &dut->in_err_i,
                    .mty = &dut->in_mty_i},
                   SegDirection::kRx};
  SegMonitor monitor{dut.run(),
                     "out",
                     {.data = &dut->out_data_o,
                      .ena = &dut->out_ena_o,
                      .sop = &dut->out_sop_o,
                      .eop = &dut->out_eop_o,
                      .err = &dut->out_err_o,
                      .mty = &dut->out_mty_o},
                     SegDirection::kRx};
};

class IcrcFolding : public DutTest {
 protected:
  // Random frames, and a frame with each of the 1,024 bits of one of its beats flipped in turn.
  void SetUp() override {
    RandomFrames random(rng("frames"));
    const std::vector<uint8_t> right = random.roce({.ip_bytes = 400});
    for (size_t bit = 0; bit < 1024; ++bit) {
      frames_.push_back(right);
      frames_.back()[128 + bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
    }
    for (int i = 0; i < 10'000; ++i) frames_.push_back(random.next());
  }

  // All frames through both sides, clock by clock; `compare` looks behind each clock.
  template <class Folded, class Unfolded, class Compare>
  void run_both(Folded& folded, Unfolded& unfolded, Compare compare) {
    for (const auto& frame : frames_) {
      folded.driver.push({.bytes = frame});
      unfolded.driver.push({.bytes = frame});
    }
    for (int behind = 0; behind < 100; behind += folded.driver.is_done()) {
      folded.dut.cycle();
      unfolded.dut.cycle();
      compare();
    }
  }

  std::vector<std::vector<uint8_t>> frames_;
};

TEST_F(IcrcFolding, ChangesNoVerdict) {
  CheckSide<Vtb_rnic_icrc_check> folded(run());
  CheckSide<Vtb_rnic_icrc_check_unfolded> unfolded(run());
  run_both(folded, unfolded, [&] {
    expect_eq(folded.verdicts.count(), unfolded.verdicts.count(), "verdicts so far");
    while (!folded.verdicts.is_empty() && !unfolded.verdicts.is_empty()) {
      const SeenVerdict want = folded.verdicts.take();
      const SeenVerdict got = unfolded.verdicts.take();
      expect(want.checked == got.checked && want.ok == got.ok && want.vlan == got.vlan &&
                 want.tclass == got.tclass && want.tci == got.tci && want.slot == got.slot,
             fmt::format("clock {}: the builds differ in a verdict", want.clock));
    }
  });
  expect_eq(uint64_t{frames_.size()}, folded.verdicts.count(), "verdicts");
}

TEST_F(IcrcFolding, ChangesNoIcrc) {
  GenerateSide<Vtb_rnic_icrc_generate> folded(run());
  GenerateSide<Vtb_rnic_icrc_generate_unfolded> unfolded(run());
  run_both(folded, unfolded, [&] {
    expect_eq(folded.monitor.count(), unfolded.monitor.count(), "frames so far");
    while (!folded.monitor.frames().empty() && !unfolded.monitor.frames().empty()) {
      const SeenFrame want = folded.monitor.take();
      const SeenFrame got = unfolded.monitor.take();
      expect(want.bytes == got.bytes,
             fmt::format("frame {}: the builds differ in its bytes", want.place.frame));
    }
  });
  expect_eq(uint64_t{frames_.size()}, folded.monitor.count(), "frames");
}

}  // namespace
}  // namespace rnic::tb
