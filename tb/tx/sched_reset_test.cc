// SPDX-License-Identifier: Apache-2.0
// Reset in the middle of everything, of one clock: nothing from before it comes out, and what comes
// behind it goes as if nothing had been.
#include <fmt/format.h>

#include <optional>

#include "tb/harness/dut_test.h"
#include "tb/tx/sched_bench.h"

namespace rnic::tb {
namespace {

// The bench starts anew with each reset, and so waits for nothing that was on its way.
class FreshBench final : public Agent {
 public:
  FreshBench(SimRun& run, Vtb_rnic_tx_sched& model)
      : Agent("fresh bench"), run_(run), model_(model) {}

  SchedBench& operator*() noexcept { return *bench_; }
  SchedBench* operator->() noexcept { return &*bench_; }

  void rest() override { bench_.emplace(run_, model_).rest(); }
  void sample(uint64_t clock) override { bench_->sample(clock); }
  void drive(uint64_t clock) override { bench_->drive(clock); }
  std::string holds() const override { return bench_->holds(); }

 private:
  SimRun& run_;
  Vtb_rnic_tx_sched& model_;
  std::optional<SchedBench> bench_;
};

class SchedReset : public DutTest {
 protected:
  static constexpr uint16_t kQps = 12;

  SchedReset() {
    dut_.add(bench_);
    dut_.reset();
  }

  SchedPacket packet(uint16_t qp, uint16_t index, uint32_t payload_bytes) {
    SchedPacket p{.wr_id = bench_->next_tag(), .qp = qp, .qid = static_cast<uint8_t>(qp % 8)};
    p.payload_bytes = static_cast<uint16_t>(payload_bytes);
    p.frags = payload_bytes == 0 ? 0 : random_.between(1, 3);
    p.index = index;
    p.length = payload_bytes;
    return p;
  }
  void load_all() {
    for (uint16_t qp = 0; qp < kQps; ++qp) bench_->command(SchedCommand::kLoad, qp);
  }
  // Loads the queue pairs and sends some packets of each.
  void start(uint16_t packets, uint32_t longest) {
    load_all();
    dut_.run_until([&] { return bench_->commands_done(); }, 200);
    for (uint16_t qp = 0; qp < kQps; ++qp) {
      for (uint16_t n = 0; n < packets; ++n) {
        const uint32_t bytes = random_.chance(30) ? 0 : 1 + random_.below(longest);
        bench_->send(qp % kSchedSources, packet(qp, n, bytes));
      }
    }
  }

  Dut<Vtb_rnic_tx_sched> dut_{run()};
  FreshBench bench_{run(), dut_.model()};
  Rng random_ = rng("traffic");
};

TEST_F(SchedReset, ForgetsEverythingInAResetOfOneClock) {
  for (unsigned round = 0; round < 300; ++round) {
    bench_->rates.error_percent = 10;
    bench_->rates.rows_a_clock = 2;
    bench_->rates.failures = ReadyPattern::random(1, 3);
    bench_->rates.completions = ReadyPattern::random(1, 2);
    if (round % 3 == 0) {
      load_all();
      dut_.cycles(random_.below(40));
    } else {
      start(6, 2000);
      for (uint16_t qp = 0; qp < kQps; qp += 3) bench_->command(SchedCommand::kKill, qp);
      dut_.cycles(random_.below(400));
    }
    dut_.reset(1);
    // Whatever came now would be more than the new bench waits for.
    for (int i = 0; i < 40; ++i) {
      dut_.cycle();
      expect(!dut_->rel_valid_o && !dut_->cpl_valid_o && !dut_->frag_valid_o,
             fmt::format("round {}: something of before", round));
    }
    expect_eq(1u, unsigned{dut_->idle_o}, "idle_o behind the reset");
    start(2, 500);
    dut_.run_until([&] { return bench_->is_quiet(); }, 20'000);
    expect_eq(uint64_t{2 * kQps}, bench_->reference().frames(), "frames behind the reset");
    expect_eq(uint64_t{2 * kQps}, bench_->reference().records(), "records behind the reset");
  }
}

}  // namespace
}  // namespace rnic::tb
