// SPDX-License-Identifier: Apache-2.0
// rnic_crc_pkg: its matrices against a table-driven CRC, as Verilator builds them by default and
// with its folding of XOR trees switched off.
//
// All that is compared is linear, so zero and every one-hot input would be proof enough; random
// vectors and whole packets show that the linearity holds in the simulator too.
#include <Vtb_rnic_crc_pkg.h>
#include <Vtb_rnic_crc_pkg_unfolded.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/crc/crc32.h"
#include "models/crc/icrc.h"
#include "models/wire/ethernet.h"
#include "models/wire/test_frames.h"
#include "tb/harness/dut_test.h"
#include "tb/harness/pins.h"

namespace rnic::tb {
namespace {

constexpr size_t kBeatBytes = 128;
using Beat = std::array<uint8_t, kBeatBytes>;

// The judge: CRC-32 by table, one byte a step, from any register.
constexpr std::array<uint32_t, 256> make_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
    table[byte] = crc;
  }
  return table;
}

uint32_t crc_over(uint32_t crc, std::span<const uint8_t> bytes) {
  static constexpr std::array<uint32_t, 256> kTable = make_table();
  for (const uint8_t byte : bytes) crc = crc >> 8 ^ kTable[(crc ^ byte) & 0xff];
  return crc;
}

uint32_t crc_over_zeros(uint32_t crc, size_t bytes) {
  return crc_over(crc, std::vector<uint8_t>(bytes));
}

TEST(SoftwareCrc, GivesThePublishedCheckValue) {
  constexpr std::string_view kText = "123456789";
  const std::vector<uint8_t> text(kText.begin(), kText.end());
  EXPECT_EQ(~crc_over(0xffffffff, text), 0xCBF43926);
  model::Crc32 model;
  model.update(text);
  EXPECT_EQ(model.value(), 0xCBF43926);
}

struct Answers {
  uint32_t beat, beat_by_words, tree;
  uint32_t advance;
  std::array<uint32_t, 16> forward, back, inverse;  // over 1, 2, ... 16 bytes
  uint32_t to_words, from_words, word_forward, word_back, product;
  uint32_t preset, residue;
};

// The shim, however it was built.
class CrcUnit {
 public:
  virtual ~CrcUnit() = default;
  virtual Answers ask(uint32_t crc, const Beat& beat, int bits) = 0;
};

template <class V>
class VerilatedCrc final : public CrcUnit {
 public:
  explicit VerilatedCrc(SimRun& run) : dut_(run) {}

  Answers ask(uint32_t crc, const Beat& beat, int bits) override {
    dut_->crc_i = crc;
    write_pin<1024>(dut_->data_i, beat);
    dut_->bits_i = static_cast<uint32_t>(bits);
    dut_.cycle();
    Answers got{.beat = dut_->beat_o,
                .beat_by_words = dut_->beat_by_words_o,
                .tree = dut_->tree_o,
                .advance = dut_->advance_o,
                .forward = {},
                .back = {},
                .inverse = {},
                .to_words = dut_->to_words_o,
                .from_words = dut_->from_words_o,
                .word_forward = dut_->word_forward_o,
                .word_back = dut_->word_back_o,
                .product = dut_->product_o,
                .preset = dut_->preset_o,
                .residue = dut_->residue_o};
    for (size_t n = 0; n < 16; ++n) {
      got.forward[n] = dut_->forward_o[n];
      got.back[n] = dut_->back_o[n];
      got.inverse[n] = dut_->inverse_o[n];
    }
    return got;
  }

 private:
  Dut<V> dut_;
};

enum class Build { kDefault, kWithoutXorFolding };
void PrintTo(Build build, std::ostream* out) {
  *out << (build == Build::kDefault ? "default" : "-fno-const-bit-op-tree");
}

class CrcPkg : public DutTest, public ::testing::WithParamInterface<Build> {
 protected:
  CrcPkg() {
    if (GetParam() == Build::kDefault) {
      unit_ = std::make_unique<VerilatedCrc<Vtb_rnic_crc_pkg>>(run());
    } else {
      unit_ = std::make_unique<VerilatedCrc<Vtb_rnic_crc_pkg_unfolded>>(run());
    }
  }

  Answers ask(uint32_t crc, const Beat& beat = {}, int bits = 0) {
    return unit_->ask(crc, beat, bits);
  }
  void compare_beat(uint32_t crc, const Beat& beat, std::string_view what) {
    const Answers got = ask(crc, beat);
    const uint32_t want = crc_over(crc, beat);
    expect_hex(want, got.beat, fmt::format("register behind a beat, {}", what));
    expect_hex(want, got.beat_by_words, fmt::format("the same by the word basis, {}", what));
    const uint32_t last = crc_over(0, std::span(beat).last<16>());
    expect_hex((last & 3) | (last >> 30) << 2, got.tree, fmt::format("a tree of XORs, {}", what));
  }
  void expect_hex(uint32_t want, uint32_t got, std::string_view what) {
    expect_eq(fmt::format("{:#010x}", want), fmt::format("{:#010x}", got), what);
  }

  // The ICRC of an IP packet whose variant fields are ones, by whole beats: the packet stands at
  // the end of the last one, and the preset is taken back over the zeros in front of it.
  uint32_t icrc_by_beats(std::span<const uint8_t> masked) {
    const size_t beats = (masked.size() + kBeatBytes - 1) / kBeatBytes;
    const size_t front = beats * kBeatBytes - masked.size();
    std::vector<uint8_t> bytes(front);
    bytes.insert(bytes.end(), masked.begin(), masked.end());
    uint32_t crc = ask(ask(0).preset, {}, -8 * static_cast<int>(front)).advance;
    for (size_t n = 0; n < beats; ++n) {
      Beat beat;
      std::copy_n(bytes.begin() + static_cast<ptrdiff_t>(n * kBeatBytes), kBeatBytes, beat.begin());
      crc = ask(crc, beat).beat;
    }
    return ~crc;
  }

 private:
  std::unique_ptr<CrcUnit> unit_;
};

INSTANTIATE_TEST_SUITE_P(Builds, CrcPkg,
                         ::testing::Values(Build::kDefault, Build::kWithoutXorFolding),
                         [](const auto& param_info) {
                           return param_info.param == Build::kDefault ? "Default"
                                                                      : "WithoutXorFolding";
                         });

TEST_P(CrcPkg, StartsFromEightBytesOfOnes) {
  const std::vector<uint8_t> ones(8, 0xff);
  expect_hex(0xDEBB20E3, ask(0).preset, "IcrcPreset");
  expect_hex(crc_over(0xffffffff, ones), ask(0).preset, "IcrcPreset");
}

TEST_P(CrcPkg, EndsInTheResidueBehindItsOwnCrc) {
  Rng random = rng("packets");
  for (int i = 0; i < 100; ++i) {
    std::vector<uint8_t> bytes(1 + random.below(300));
    random.fill(bytes);
    uint32_t crc = crc_over(0xffffffff, bytes);
    const uint32_t sent = ~crc;
    for (int n = 0; n < 4; ++n) {
      const auto byte = static_cast<uint8_t>(sent >> (8 * n));
      crc = crc_over(crc, {&byte, 1});
    }
    expect_hex(crc, ask(0).residue, "Residue");
  }
}

TEST_P(CrcPkg, TurnsEverySingleBitIntoItsRegister) {
  compare_beat(0, {}, "all zero");
  for (unsigned bit = 0; bit < 8 * kBeatBytes; ++bit) {
    Beat beat{};
    beat[bit / 8] = static_cast<uint8_t>(1u << (bit % 8));
    compare_beat(0, beat, fmt::format("data bit {} of segment {}", bit % 128, bit / 128));
  }
  for (unsigned bit = 0; bit < 32; ++bit) {
    compare_beat(1u << bit, {}, fmt::format("register bit {}", bit));
  }
}

TEST_P(CrcPkg, AgreesOnRandomBeats) {
  const int count = std::getenv("RNIC_SOAK") != nullptr ? 200'000 : 5'000;
  Rng random = rng("beats");
  for (int i = 0; i < count; ++i) {
    Beat beat;
    random.fill(beat);
    compare_beat(static_cast<uint32_t>(random.next()), beat, "random");
  }
}

// Their ICRCs are scapy's too: e8 58 18 5f and 94 d0 e6 e4 on the wire.
TEST_P(CrcPkg, GivesFrameAAndItsIpv6TwinTheirIcrc) {
  // From the IP header to the pad, the fields that the network may change set to ones.
  const auto masked = [](const std::vector<uint8_t>& frame, std::initializer_list<size_t> ones) {
    std::vector<uint8_t> packet(frame.begin() + model::kEthernetBytes, frame.end() - 4);
    for (const size_t n : ones) packet[n] = 0xff;
    return packet;
  };
  const auto frame_a = masked(model::testing::frame_a(), {1, 8, 10, 11, 26, 27, 32});
  expect_hex(0x5F1858E8, icrc_by_beats(frame_a), "frame A");
  auto frame_c = masked(model::testing::frame_c(), {1, 2, 3, 7, 46, 47, 52});
  frame_c[0] = 0x6f;
  expect_hex(0xE4E6D094, icrc_by_beats(frame_c), "its IPv6 twin");
}

TEST_P(CrcPkg, GivesPacketsOfEveryLengthTheirIcrc) {
  Rng random = rng("packets");
  for (size_t length = 40; length < 40 + 3 * kBeatBytes; ++length) {
    std::vector<uint8_t> masked(length);
    random.fill(masked);
    masked[0] = 0x45;
    for (const size_t n : {1u, 8u, 10u, 11u, 26u, 27u, 32u}) masked[n] = 0xff;
    expect_hex(model::icrc(masked), icrc_by_beats(masked), fmt::format("{} bytes", length));
  }
}

TEST_P(CrcPkg, AdvancesOverBytesAndTakesThemBack) {
  Rng random = rng("registers");
  const auto compare = [&](uint32_t crc) {
    const Answers got = ask(crc);
    for (size_t n = 0; n < 16; ++n) {
      const std::string what = fmt::format("{:#010x} over {} bytes", crc, n + 1);
      expect_hex(crc_over_zeros(crc, n + 1), got.forward[n], what);
      // Taken back and advanced again by the judge, it is what it was.
      expect_hex(crc, crc_over_zeros(got.back[n], n + 1), what + " back");
      expect_hex(got.back[n], got.inverse[n], what + " back by the inverse");
    }
  };
  for (unsigned bit = 0; bit < 32; ++bit) compare(1u << bit);
  for (int i = 0; i < 200; ++i) compare(static_cast<uint32_t>(random.next()));
}

TEST_P(CrcPkg, AdvancesByAnyNumberOfBitsEitherWay) {
  Rng random = rng("registers");
  for (int bytes = 0; bytes <= 160; ++bytes) {
    const auto crc = static_cast<uint32_t>(random.next());
    const uint32_t there = ask(crc, {}, 8 * bytes).advance;
    expect_hex(crc_over_zeros(crc, static_cast<size_t>(bytes)), there, "advanced");
    expect_hex(crc, ask(there, {}, -8 * bytes).advance, "and back");
    // In two steps, neither of them whole bytes.
    const int part = 3 + 5 * bytes / 2;
    const uint32_t half = ask(crc, {}, part).advance;
    expect_hex(there, ask(half, {}, 8 * bytes - part).advance, "advanced in two steps");
  }
}

// Bit j of the word basis stands for x^(31-j) squared five times, x^(32 (31-j)): the ordinary
// register 0x80000000 (x^0) over 4 (31-j) bytes of zeros.
TEST_P(CrcPkg, StepsOver32BitsAsOverOneInTheWordBasis) {
  for (unsigned bit = 0; bit < 32; ++bit) {
    expect_hex(crc_over_zeros(0x80000000, 4 * (31 - bit)), ask(1u << bit).from_words,
               fmt::format("word basis bit {}", bit));
  }
  Rng random = rng("registers");
  for (int i = 0; i < 1'000; ++i) {
    const auto crc = i < 32 ? 1u << i : static_cast<uint32_t>(random.next());
    const Answers got = ask(crc, {}, 1);
    expect_hex(crc, ask(got.to_words).from_words, "into the word basis and out");
    expect_hex(crc_over_zeros(crc, 4), got.word_forward, "one step forward");
    expect_hex(crc, crc_over_zeros(got.word_back, 4), "one step back");
    expect_hex(ask(got.advance).from_words, got.product, "two matrices as their product");
  }
}

}  // namespace
}  // namespace rnic::tb
