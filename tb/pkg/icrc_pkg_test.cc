// SPDX-License-Identifier: Apache-2.0
// rnic_icrc_pkg's latencies against what both forms of the engine really take.
#include <Vtb_rnic_icrc_check.h>
#include <Vtb_rnic_icrc_generate.h>
#include <Vtb_rnic_icrc_pkg.h>
#include <fmt/format.h>

#include "tb/harness/dut_test.h"
#include "tb/harness/seg_driver.h"
#include "tb/harness/seg_monitor.h"
#include "tb/icrc/random_frame.h"
#include "tb/icrc/verdict_monitor.h"

namespace rnic::tb {
namespace {

class IcrcPkg : public DutTest {
 protected:
  IcrcPkg() { dut_.reset(); }

  Dut<Vtb_rnic_icrc_pkg> dut_{run()};
};

TEST_F(IcrcPkg, PromisesNoMoreThan18ClocksToAVerdict) {
  expect(dut_->check_cycles_o <= 18, fmt::format("CheckCycles is {}", dut_->check_cycles_o));
}

TEST_F(IcrcPkg, GivesAVerdictCheckCyclesBehindTheEndOfItsFrame) {
  Dut<Vtb_rnic_icrc_check> engine{run(), "check"};
  SegDriver driver{run(),
                   "wire",
                   {.data = &engine->rx_data_i,
                    .ena = &engine->rx_ena_i,
                    .sop = &engine->rx_sop_i,
                    .eop = &engine->rx_eop_i,
                    .err = &engine->rx_err_i,
                    .mty = &engine->rx_mty_i},
                   SegDirection::kRx};
  VerdictMonitor<Vtb_rnic_icrc_check> verdicts{engine.model()};
  driver.set_spacing({.packing = Packing::kRandomHoles});
  engine.add(driver);
  engine.add(verdicts);
  engine.reset();
  RandomFrames frames(rng("frames"));
  for (int i = 0; i < 500; ++i) {
    driver.push({.bytes = frames.next()});
    engine.run_until([&] { return !verdicts.is_empty(); }, 1'000);
    expect_eq(uint64_t{dut_->check_cycles_o},
              verdicts.take().clock - driver.sent().front().eop_clock,
              "clocks from eop to verdict");
    driver.sent().pop_front();
  }
}

TEST_F(IcrcPkg, PassesABeatOnGenerateCyclesLater) {
  Dut<Vtb_rnic_icrc_generate> engine{run(), "generate"};
  SegDriver driver{run(),
                   "in",
                   {.data = &engine->in_data_i,
                    .ena = &engine->in_ena_i,
                    .sop = &engine->in_sop_i,
                    .eop = &engine->in_eop_i,
                    .err = &engine->in_err_i,
                    .mty = &engine->in_mty_i},
                   SegDirection::kRx};
  SegMonitor monitor{run(),
                     "out",
                     {.data = &engine->out_data_o,
                      .ena = &engine->out_ena_o,
                      .sop = &engine->out_sop_o,
                      .eop = &engine->out_eop_o,
                      .err = &engine->out_err_o,
                      .mty = &engine->out_mty_o},
                     SegDirection::kRx};
  engine.add(driver);
  engine.add(monitor);
  engine.reset();
  RandomFrames frames(rng("frames"));
  for (int i = 0; i < 500; ++i) {
    driver.push({.bytes = frames.next()});
    engine.run_until([&] { return !monitor.frames().empty(); }, 1'000);
    const SegPlace sent = driver.sent().front();
    const SegPlace seen = monitor.take().place;
    driver.sent().pop_front();
    expect_eq(uint64_t{dut_->generate_cycles_o}, seen.sop_clock - sent.sop_clock,
              "clocks from sop to sop");
    expect_eq(uint64_t{dut_->generate_cycles_o}, seen.eop_clock - sent.eop_clock,
              "clocks from eop to eop");
  }
}

}  // namespace
}  // namespace rnic::tb
