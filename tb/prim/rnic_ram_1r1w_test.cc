// SPDX-License-Identifier: Apache-2.0
#include <Vtb_rnic_ram_1r1w.h>

#include <array>

#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

constexpr uint32_t kWords = 37;

class Ram1r1w : public DutTest {
 protected:
  void SetUp() override {
    dut_.reset();
    for (uint32_t i = 0; i < kWords; ++i) step(true, i, rng_.next(), false, 0);
  }

  // One clock; keeps what the ports must show afterwards.
  void step(bool write, uint32_t wr_addr, uint64_t data, bool read, uint32_t rd_addr) {
    data &= 0xff'ffff'ffff;
    dut_->wr_en_i = write;
    dut_->wr_addr_i = static_cast<uint8_t>(wr_addr);
    dut_->wr_data_i = data;
    dut_->rd_en_i = read;
    dut_->rd_addr_i = static_cast<uint8_t>(rd_addr);
    dut_.cycle();
    if (was_read_) want_2_ = want_1_;
    was_read_ = read;
    if (read) want_1_ = words_[rd_addr];  // before the write: old contents
    if (write) words_[wr_addr] = data;
  }
  void check() {
    expect_eq(want_1_, uint64_t{dut_->rd_data_1_o}, "1 clock");
    expect_eq(want_2_, uint64_t{dut_->rd_data_2_o}, "2 clocks");
  }
  void read_twice() {
    for (int i = 0; i < 2; ++i) step(false, 0, 0, true, 0);
  }

  Dut<Vtb_rnic_ram_1r1w> dut_{run()};
  Rng rng_ = rng("words");
  std::array<uint64_t, kWords> words_{};
  uint64_t want_1_ = 0;
  uint64_t want_2_ = 0;
  bool was_read_ = false;
};

TEST_F(Ram1r1w, ReadsBackWhatWasWritten) {
  read_twice();
  for (int i = 0; i < 5000; ++i) {
    step(rng_.chance(60), rng_.below(kWords), rng_.next(), rng_.chance(70), rng_.below(kWords));
    check();
  }
}

TEST_F(Ram1r1w, AReadInTheClockOfAWriteGivesTheOldContents) {
  read_twice();
  for (int i = 0; i < 500; ++i) {
    const uint32_t word = rng_.below(kWords);
    step(true, word, rng_.next(), true, word);
    check();
    step(false, 0, 0, true, word);
    check();
  }
}

TEST_F(Ram1r1w, TheOutputStaysWithoutARead) {
  read_twice();
  for (int i = 0; i < 20; ++i) {
    step(true, 0, rng_.next(), false, 0);
    check();
  }
}

}  // namespace
}  // namespace rnic::tb
