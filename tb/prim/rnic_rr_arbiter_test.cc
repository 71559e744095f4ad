// SPDX-License-Identifier: Apache-2.0
// rnic_rr_arbiter against the rule: the first requester behind the one granted last.

#include "Vtb_rnic_rr_arbiter.h"
#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

constexpr unsigned kWidth = 8;

class RrArbiter : public DutTest {
 protected:
  void SetUp() override { dut_.reset(); }

  // One clock with these requests; compares the grant with the rule's.
  void clock(unsigned requests, bool enable = true) {
    unsigned want = 0;
    for (unsigned i = 0; i < kWidth && want == 0; ++i)
      want = requests & 1u << ((first_ + i) % kWidth);
    dut_->req_i = static_cast<uint8_t>(requests);
    dut_->en_i = enable;
    dut_.settle();
    expect_eq(want, unsigned{dut_->grant_o}, "grant");
    dut_.cycle();
    if (!enable || want == 0) return;
    while (!(want & 1u << first_)) first_ = (first_ + 1) % kWidth;
    first_ = (first_ + 1) % kWidth;
  }

  Dut<Vtb_rnic_rr_arbiter> dut_{run()};
  unsigned first_ = 0;  // looked at first
};

TEST_F(RrArbiter, GrantsEveryPatternFromEveryPosition) {
  for (unsigned position = 0; position < kWidth; ++position) {
    for (unsigned requests = 0; requests < 256; ++requests) {
      clock(1u << position);
      clock(requests);
    }
  }
}

TEST_F(RrArbiter, ServesAllWhoStayInTurn) {
  for (unsigned i = 0; i < 100; ++i) clock(0xff);
  for (unsigned i = 0; i < 100; ++i) clock(0x91);
}

TEST_F(RrArbiter, AGrantThatIsNotServedChangesNothing) {
  Rng random = rng("requests");
  for (unsigned i = 0; i < 2000; ++i)
    clock(static_cast<unsigned>(random.below(256)), random.below(2) != 0);
}

}  // namespace
}  // namespace rnic::tb
