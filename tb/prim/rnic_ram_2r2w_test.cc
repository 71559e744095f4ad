// SPDX-License-Identifier: Apache-2.0
#include <Vtb_rnic_ram_2r2w.h>

#include <array>
#include <vector>

#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

// The memory as a plain array with the stated rules: reads see earlier clocks, port 1 wins.
class Expected {
 public:
  explicit Expected(size_t words) : words_(words) {}

  void write(uint32_t addr, uint32_t data) { words_[addr % words_.size()] = {data, true}; }
  void read(size_t port, uint32_t addr) {
    late_[port] = early_[port];
    early_[port] = words_[addr % words_.size()];
  }
  struct Word {
    uint32_t data = 0;
    bool is_known = false;  // written since reset
  };
  const Word& output(size_t port) const { return late_[port]; }

 private:
  std::vector<Word> words_;
  std::array<Word, 2> early_, late_;  // of 1 and 2 clocks before
};

class Ram2r2w : public DutTest {
 protected:
  void SetUp() override { dut_.reset(); }

  struct Write {
    bool en;
    uint32_t addr;
  };
  void step(Write w0, Write w1, uint32_t r0, uint32_t r1) {
    const uint32_t data[2] = {static_cast<uint32_t>(rng_.next()),
                              static_cast<uint32_t>(rng_.next())};
    dut_->wr_en_i = static_cast<uint8_t>(unsigned{w0.en} | unsigned{w1.en} << 1);
    dut_->wr_addr_i = w0.addr | w1.addr << 10;
    dut_->wr_data_i = data[0] | uint64_t{data[1]} << 32;
    dut_->rd_addr_i = r0 | r1 << 10;
    dut_.cycle();
    for (Expected* memory : {&big_, &eight_, &four_}) {
      memory->read(0, r0);
      memory->read(1, r1);
      if (w0.en) memory->write(w0.addr, data[0]);
      if (w1.en) memory->write(w1.addr, data[1]);
    }
    check(big_, dut_->rd_data_1024_o, "1024 words");
    check(eight_, dut_->rd_data_8_o, "8 words");
    check(four_, dut_->rd_data_4_o, "4 words");
  }

  void check(const Expected& memory, uint64_t pins, const char* what) {
    for (size_t port = 0; port < 2; ++port) {
      const Expected::Word& want = memory.output(port);
      if (want.is_known) expect_eq(want.data, static_cast<uint32_t>(pins >> (32 * port)), what);
    }
  }

  Dut<Vtb_rnic_ram_2r2w> dut_{run()};
  Rng rng_ = rng("ports");
  Expected big_{1024}, eight_{8}, four_{4};
};

TEST_F(Ram2r2w, KeepsEveryWordWhicheverPortWroteIt) {
  for (uint32_t i = 0; i < 512; ++i) step({true, i}, {true, i + 512}, 0, 0);
  for (uint32_t i = 0; i < 512; ++i) step({false, 0}, {false, 0}, i, i + 512);
  for (uint32_t i = 0; i < 512; ++i) step({true, 1023 - i}, {true, 511 - i}, i, i + 512);
  for (uint32_t i = 0; i < 1024; ++i) step({false, 0}, {false, 0}, i, 1023 - i);
}

TEST_F(Ram2r2w, AgreesWithAnArrayUnderFullLoad) {
  for (int i = 0; i < 20000; ++i) {
    step({rng_.chance(90), rng_.below(1024)}, {rng_.chance(90), rng_.below(1024)}, rng_.below(1024),
         rng_.below(1024));
  }
}

TEST_F(Ram2r2w, AgreesWithAnArrayWhereAllPortsFightOverThreeWords) {
  for (const uint32_t base : {0u, 31u, 1021u}) {
    for (int i = 0; i < 3000; ++i) {
      step({rng_.chance(60), base + rng_.below(3)}, {rng_.chance(60), base + rng_.below(3)},
           base + rng_.below(3), base + rng_.below(3));
    }
  }
}

TEST_F(Ram2r2w, PortOneWinsTheSameWord) {
  for (uint32_t word = 0; word < 1024; word += 11) {
    step({true, word}, {true, word}, 0, 0);
    step({false, 0}, {false, 0}, word, word);
  }
  step({false, 0}, {false, 0}, 0, 0);
}

}  // namespace
}  // namespace rnic::tb
