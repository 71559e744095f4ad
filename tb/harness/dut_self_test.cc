// SPDX-License-Identifier: Apache-2.0
// The bench tests its own ground: pins, clocks, contexts, randomness, waves.
#include <Vtb_pins.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>

#include "tb/harness/dut_test.h"
#include "tb/harness/fst_file.h"
#include "tb/harness/pins.h"
#include "tb/harness/throttle.h"

namespace rnic::tb {
namespace {

using ::testing::HasSubstr;

class Pins : public DutTest {
 protected:
  Pins() { dut_->low_i = 0; }

  template <size_t N>
  static std::array<uint8_t, N> ramp() {
    std::array<uint8_t, N> bytes;
    std::iota(bytes.begin(), bytes.end(), uint8_t{0});
    return bytes;
  }
  template <class Port>
  void expect_ramp(const Port& port, size_t bytes) {
    for (size_t n = 0; n < bytes; ++n) expect_eq(n, size_t{port[n]}, "byte of a ramp");
  }

  Dut<Vtb_pins> dut_{run()};
};

TEST_F(Pins, ValuesWiderThanThePortDoNotLeak) {
  write_pin<10>(dut_->ten_i, 2047);
  write_pin<1>(dut_->one_i, 4);
  dut_.settle();
  expect_eq(0x3ffu, unsigned{dut_->neighbours_o}, "1 bit beside 10");
  write_pin<1>(dut_->one_i, 5);
  write_pin<10>(dut_->ten_i, 0);
  const std::array<uint8_t, 12> ones = [] {
    std::array<uint8_t, 12> bytes;
    bytes.fill(0xff);
    return bytes;
  }();
  write_pin<70>(dut_->seventy_i, ones);
  dut_.settle();
  // 10 zeros, 70 ones, 1 one.
  expect_eq(0xffff'fc00u, unsigned{dut_->seventy_and_ten_o[0]}, "bits 31:0");
  expect_eq(0xffff'ffffu, unsigned{dut_->seventy_and_ten_o[1]}, "bits 63:32");
  expect_eq(0x1'ffffu, unsigned{dut_->seventy_and_ten_o[2]}, "bits 80:64");
}

TEST_F(Pins, AByteRampComesOutInOrderAtEveryWidth) {
  uint64_t word = 0;
  for (unsigned n = 0; n < 8; ++n) word |= uint64_t{n} << (8 * n);
  write_pin<64>(dut_->sixty_four_i, word);
  write_pin<128>(dut_->one_twenty_eight_i, ramp<16>());
  write_pin<512>(dut_->five_twelve_i, ramp<64>());
  write_pin<1024>(dut_->ten_twenty_four_i, ramp<128>());
  dut_.settle();
  expect_ramp(dut_->byte_64_o, 8);
  expect_ramp(dut_->byte_128_o, 16);
  expect_ramp(dut_->byte_512_o, 64);
  expect_ramp(dut_->byte_1024_o, 128);
}

TEST_F(Pins, AStructWiderThan1024BitsKeepsEveryWord) {
  std::array<uint8_t, 128> data;
  rng("data").fill(data);
  write_pin<1024>(dut_->data_i, data);
  dut_.settle();
  std::array<uint8_t, 138> got;
  read_pin<1100>(dut_->bundle_o, got);
  constexpr std::array<uint8_t, 8> kBottom = {0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01};
  expect(std::equal(kBottom.begin(), kBottom.end(), got.begin()), "the constant at the bottom");
  expect(std::equal(data.begin(), data.end(), got.begin() + 8), "1,024 bits between");
  expect_eq(0xbcu, unsigned{got[136]}, "the constant at the top");
  expect_eq(0x0au, unsigned{got[137]}, "its upper half byte");
}

// Writes the clock's number, and notes what it saw.
class Stamp final : public Agent {
 public:
  Stamp(Vtb_pins& model) : Agent("stamp"), model_(model) {}
  void sample(uint64_t clock) override {
    driven_before_edge &= model_.d_i == clock;
    if (clock > first_) seen_after_one_clock &= model_.q_o == clock - 1;
  }
  void drive(uint64_t clock) override {
    if (first_ == 0) first_ = clock;
    model_.d_i = static_cast<uint32_t>(clock);
  }
  std::string holds() const override { return "a stamp"; }
  bool driven_before_edge = true;
  bool seen_after_one_clock = true;

 private:
  Vtb_pins& model_;
  uint64_t first_ = 0;
};

TEST_F(Pins, AgentsSampleBeforeTheEdgeAndDriveBehindIt) {
  Stamp stamp(dut_.model());
  dut_.add(stamp);
  dut_.reset();
  dut_.cycles(100);
  expect(stamp.driven_before_edge, "what was driven is seen in its own clock");
  expect(stamp.seen_after_one_clock, "and behind a flop one clock later");
}

TEST_F(Pins, ASpentBudgetSaysWhatIsStillHeld) {
  Stamp stamp(dut_.model());
  dut_.add(stamp);
  dut_.reset(8);
  try {
    dut_.run_until([] { return false; }, 25);
    expect(false, "it did not give up");
  } catch (const DutError& error) {
    const std::string want =
        "dut: not done after 25 clocks, at clock 33\n"
        "  stamp still holds a stamp";
    expect_eq(want, std::string(error.what()), "text");
  }
}

TEST_F(Pins, RegistersWithoutResetStartRandomAndFollowTheSeed) {
  const auto first_value = [](uint64_t seed) {
    SimRun run(RunOptions{.seed = seed}, "Pins.Random", [](const std::string&) {});
    Dut<Vtb_pins> dut(run);
    dut.cycles(3);
    return uint32_t{dut->random_o};
  };
  expect_eq(first_value(5), first_value(5), "the same seed");
  // Where coverage is counted all start at 0.
  expect(VM_COVERAGE ? first_value(5) == 0 : first_value(5) != first_value(6), "another seed");
}

TEST_F(Pins, AnAssertionCountsOnItsOwnModelOnly) {
  Dut<Vtb_pins> other(run(), "other");
  for (DutBase* dut : {static_cast<DutBase*>(&dut_), static_cast<DutBase*>(&other)}) {
    dut->expect_assertions(true);
    dut->reset();
  }
  ::testing::internal::CaptureStdout();
  other->low_i = 1;
  dut_->low_i = 0;
  dut_.cycle();
  other.cycle();
  dut_.cycle();
  ::testing::internal::GetCapturedStdout();
  expect(!dut_.took_assertion(), "the first has none");
  expect(other.took_assertion(), "the second has one");
  expect(!other.took_assertion(), "and forgets it when asked");
}

TEST_F(Pins, AnUnexpectedAssertionEndsTheRun) {
  dut_.reset();
  dut_->low_i = 1;
  ::testing::internal::CaptureStdout();
  EXPECT_THROW(dut_.cycle(), DutError);
  EXPECT_THAT(::testing::internal::GetCapturedStdout(), HasSubstr("low_i is high"));
  run().count_checks(2);
}

TEST(Rng, IsTheSameOnEveryMachineAndDisturbedByNobody) {
  // First outputs of xoshiro256** with a state filled by splitmix64 from 0.
  Rng reference(0);
  EXPECT_EQ(reference.next(), 0x99ec5f36cb75f2b4u);
  EXPECT_EQ(reference.next(), 0xbf6e1f784956452au);
  Rng a(1, "S.T", "driver"), same(1, "S.T", "driver");
  Rng other_agent(1, "S.T", "ready"), other_test(1, "S.U", "driver");
  Rng other_seed(2, "S.T", "driver");
  const uint64_t value = a.next();
  EXPECT_EQ(value, same.next());
  EXPECT_NE(value, other_agent.next());
  EXPECT_NE(value, other_test.next());
  EXPECT_NE(value, other_seed.next());
}

TEST(Rng, StaysInItsRangeAndReachesItsEnds) {
  Rng rng(3);
  unsigned low = 0, high = 0, chances = 0;
  for (int i = 0; i < 10000; ++i) {
    const uint32_t value = rng.between(60, 69);
    ASSERT_TRUE(value >= 60 && value <= 69);
    low += value == 60;
    high += value == 69;
    chances += rng.chance(25);
  }
  EXPECT_NEAR(low, 1000, 150);
  EXPECT_NEAR(high, 1000, 150);
  EXPECT_NEAR(chances, 2500, 250);
  EXPECT_EQ(rng.between(7, 7), 7u);
  EXPECT_EQ(rng.below(0), 0u);
}

TEST(ReadyPattern, DoesWhatItsNameSays) {
  Rng rng(1);
  const auto text = [&](ReadyPattern pattern) {
    std::string clocks;
    for (int i = 0; i < 8; ++i) clocks += pattern.next(rng) ? '1' : '0';
    return clocks;
  };
  EXPECT_EQ(text(ReadyPattern::always()), "11111111");
  EXPECT_EQ(text(ReadyPattern::never()), "00000000");
  EXPECT_EQ(text(ReadyPattern::one_in(3)), "10010010");
  EXPECT_EQ(text(ReadyPattern::one_in(1)), "11111111");
  EXPECT_EQ(text(ReadyPattern::bursts(3, 2)), "11100111");
  int high = 0;
  ReadyPattern random = ReadyPattern::random(1, 4);
  for (int i = 0; i < 4000; ++i) high += random.next(rng);
  EXPECT_NEAR(high, 1000, 150);
}

TEST(WaveWindow, OpensByClocksOrAroundAFrame) {
  WaveWindow all(WaveOptions{.file = "f"});
  EXPECT_TRUE(all.is_open(0));
  WaveWindow clocks(WaveOptions{.file = "f", .from = 10, .to = 20});
  EXPECT_FALSE(clocks.is_open(9));
  EXPECT_TRUE(clocks.is_open(10));
  EXPECT_TRUE(clocks.is_open(20));
  EXPECT_FALSE(clocks.is_open(21));

  WaveWindow frame(WaveOptions{.file = "f", .frame = 3});
  EXPECT_FALSE(frame.is_open(0));
  frame.frame_begins(2, 90);
  EXPECT_FALSE(frame.is_open(95));
  frame.frame_begins(3, 100);
  EXPECT_FALSE(frame.is_open(100 - WaveWindow::kBefore - 1));
  EXPECT_TRUE(frame.is_open(100 - WaveWindow::kBefore));
  EXPECT_TRUE(frame.is_open(5000));  // its end is not known yet
  frame.frame_ends(3, 110);
  frame.frame_ends(4, 150);
  EXPECT_TRUE(frame.is_open(110 + WaveWindow::kAfter));
  EXPECT_FALSE(frame.is_open(111 + WaveWindow::kAfter));
}

TEST(Waves, AreWrittenForTheWindowOnly) {
  const auto folder =
      std::filesystem::path(::testing::TempDir()) / fmt::format("rnic_wave_test.{}", getpid());
  std::filesystem::create_directories(folder);
  const auto bytes_with = [&](uint64_t from, uint64_t to) {
    RunOptions options;
    options.wave = {.file = (folder / "w.fst").string(), .from = from, .to = to};
    SimRun run(options, "Waves.T", [](const std::string&) {});
    {
      Dut<Vtb_pins> dut(run);
      Rng rng(1);
      for (int i = 0; i < 2000; ++i) {
        dut->d_i = static_cast<uint32_t>(rng.next());
        dut.cycle();
      }
    }
    uintmax_t size = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder)) size = file.file_size();
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return size;
  };
  const uintmax_t whole = bytes_with(0, UINT64_MAX);
  const uintmax_t part = bytes_with(100, 150);
  EXPECT_GT(whole, 10000u);
  EXPECT_GT(part, 0u);
  EXPECT_LT(part, whole / 3);
  std::filesystem::remove_all(folder);
}

TEST(Waves, AFileThatWasCutIsNotWhole) {
  RunOptions options;
  options.wave.file = ::testing::TempDir() + fmt::format("rnic_cut.{}.fst", getpid());
  SimRun run(options, "Waves.Cut", [](const std::string&) {});
  Dut<Vtb_pins> dut(run);
  dut.cycles(500);
  EXPECT_TRUE(dut.has_recorded());
  dut.finish_wave();
  const std::string file = dut.wave_file();
  EXPECT_TRUE(fst_is_whole(file));
  for (auto size = std::filesystem::file_size(file); size > 0;
       size -= std::min(size, size / 7 + 1)) {
    std::filesystem::resize_file(file, size - 1);
    EXPECT_FALSE(fst_is_whole(file)) << "cut to " << size - 1;
  }
  std::filesystem::remove(file);
  EXPECT_FALSE(fst_is_whole(file));
}

}  // namespace
}  // namespace rnic::tb
