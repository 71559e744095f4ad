// SPDX-License-Identifier: Apache-2.0
// rnic_bus_pkg: the sizes and the bit order that docs/interfaces.md states, in numbers.
#include <Vtb_rnic_bus_pkg.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "tb/harness/dut_test.h"
#include "tb/harness/pins.h"

namespace rnic::tb {
namespace {

class BusPkg : public DutTest {
 protected:
  using Flat = std::array<uint8_t, 136>;  // 1,088 bits

  void expect_bytes(const Flat& want, const Flat& got) {
    for (size_t n = 0; n < want.size(); ++n) {
      expect_eq(unsigned{want[n]}, unsigned{got[n]},
                fmt::format("bits {}:{} of the beat", 8 * n + 7, 8 * n));
    }
  }
  template <class Pin>
  static Flat flat(const Pin& pin) {
    Flat bytes;
    read_pin<1088>(pin, bytes);
    return bytes;
  }

  Dut<Vtb_rnic_bus_pkg> dut_{run()};
};

TEST_F(BusPkg, HasTheStatedSizes) {
  dut_.reset();
  expect_eq(8u, unsigned{dut_->num_segs_o}, "segments a beat");
  expect_eq(16u, unsigned{dut_->seg_bytes_o}, "bytes a segment");
  expect_eq(128u, unsigned{dut_->seg_bits_o}, "bits a segment");
  expect_eq(128u, unsigned{dut_->beat_bytes_o}, "bytes a beat");
  expect_eq(1024u, unsigned{dut_->beat_bits_o}, "bits a beat");
  expect_eq(60u, unsigned{dut_->min_frame_bytes_o}, "bytes of the shortest frame");
  expect_eq(9600u, unsigned{dut_->max_frame_bytes_o}, "bytes of the longest frame");
  expect_eq(2u, unsigned{dut_->num_slots_o}, "slots");
  expect_eq(1088u, unsigned{dut_->width_o}, "bits of seg_beat_t");
}

TEST_F(BusPkg, PutsByteNInBits8nAndSegmentIInBytes16i) {
  Rng random = rng("beat");
  for (int i = 0; i < 200; ++i) {
    std::array<uint8_t, 128> data;
    random.fill(data);
    if (i == 0) std::iota(data.begin(), data.end(), uint8_t{0});
    const auto mty = static_cast<uint32_t>(random.next());
    dut_->ena_i = random.byte();
    dut_->sop_i = random.byte();
    dut_->eop_i = random.byte();
    dut_->err_i = random.byte();
    dut_->mty_i = mty;
    write_pin<1024>(dut_->data_i, data);
    dut_->seg_i = 0;
    if (i == 0) dut_.reset();
    dut_.cycle();

    // Packed with ena on top.
    Flat want;
    std::copy(data.begin(), data.end(), want.begin());
    for (unsigned n = 0; n < 4; ++n) want[128 + n] = static_cast<uint8_t>(mty >> (8 * n));
    want[132] = dut_->err_i;
    want[133] = dut_->eop_i;
    want[134] = dut_->sop_i;
    want[135] = dut_->ena_i;
    expect_bytes(want, flat(dut_->flat_o));

    for (unsigned seg = 0; seg < 8; ++seg) {
      dut_->seg_i = static_cast<uint8_t>(seg);
      dut_.settle();
      expect_eq((mty >> (4 * seg)) & 15u, unsigned{dut_->seg_mty_o}, fmt::format("mty[{}]", seg));
      std::array<uint8_t, 16> bytes;
      read_pin<128>(dut_->seg_data_o, bytes);
      expect(std::equal(bytes.begin(), bytes.end(), data.begin() + 16 * seg),
             fmt::format("data[{}] holds bytes {} to {}", seg, 16 * seg, 16 * seg + 15));
    }
  }
}

// Field fault: constants wider than 1,024 bits were laid out beyond their array (verilator issue
// 2473), so a beat's top and bottom words are looked at both.
TEST_F(BusPkg, KeepsEveryWordOfAConstantBeat) {
  dut_.reset();
  Flat want;
  std::iota(want.begin(), want.begin() + 128, uint8_t{0});
  constexpr std::array<uint8_t, 8> kTop = {0x10, 0x32, 0x54, 0x76, 0x44, 0x33, 0x22, 0x11};
  std::copy(kTop.begin(), kTop.end(), want.begin() + 128);
  expect_bytes(want, flat(dut_->constant_o));
}

}  // namespace
}  // namespace rnic::tb
