// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fixture of the tests of rnic_wqe_fetch: the model, its bench, and waiting until all has come.
//
//   TEST_F(WqeFetch, …) { load_and_post(1, {}, 10); settle(); }

#include <Vtb_rnic_wqe_fetch.h>

#include "tb/harness/dut_test.h"
#include "tb/sq/wqe_fetch_bench.h"

namespace rnic::tb {

class WqeFetch : public DutTest {
 protected:
  void SetUp() override {
    dut_.add(bench_);
    dut_.add(bench_.memory());
    dut_.reset();
  }
  void settle(uint64_t budget = 20'000) {
    dut_.run_until([&] { return bench_.is_settled(); }, budget);
    dut_.cycles(50);  // what should not come has time to come
    expect(bench_.is_settled(), "nothing came late");
    expect_eq(bench_.want_ignored(), bench_.ignored(), "ignored doorbells");
    expect(dut_->idle_o != 0, "no read under way");
  }
  void load_and_post(unsigned qp, const FetchContext& context, unsigned blocks) {
    bench_.load(qp, context);
    expect_eq(blocks, bench_.post(qp, blocks), "blocks that fit");
    bench_.ring(qp);
  }
  // Blocks of all queues in `clocks` clocks from now.
  uint64_t count(uint64_t clocks) {
    const uint64_t before = all_blocks();
    dut_.cycles(clocks);
    return all_blocks() - before;
  }
  uint64_t all_blocks() const {
    uint64_t sum = 0;
    for (unsigned queue = 0; queue < kQueues; ++queue) sum += bench_.blocks(queue);
    return sum;
  }

  Dut<Vtb_rnic_wqe_fetch> dut_{run()};
  FetchBench bench_{run(), dut_.model()};
};

}  // namespace rnic::tb
