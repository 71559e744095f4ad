// SPDX-License-Identifier: Apache-2.0
//
// `bench icrc`: counts are those of a full bus, and a wrong verdict, byte or beat is found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>

#include "tb/app/bench_run.h"

namespace rnic::app {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

struct Seen {
  ExitStatus status = kUnusableInput;
  std::string out;
  std::string err;
};

Seen run(const BenchIcrcOptions& options, const LoadMaker& make_load = make_bench_load) {
  std::ostringstream out;
  std::ostringstream err;
  ProgressBar bar(false);
  const ExitStatus status = bench_icrc(options, make_load, {.out = out, .err = err, .bar = bar});
  return {.status = status, .out = out.str(), .err = err.str()};
}

BenchIcrcOptions small(std::vector<std::uint32_t> sizes) {
  return {.frames = 3000, .sizes = std::move(sizes), .json = "-"};
}

TEST(BenchLoad, EverySegmentIsUsedAndOneInEightFramesIsWrong) {
  for (const std::uint32_t size : {60U, 1514U, 9600U, kMixedSizes}) {
    const BenchLoad load = make_bench_load(BenchForm::kCheck, size, 1);
    for (const tb::SegBeat& beat : load.beats) ASSERT_EQ(beat.ena, 0xFF);
    ASSERT_EQ(load.icrc_ok.size(), load.frame_bytes.size());
    if (size != 60) continue;
    const auto ok = std::accumulate(load.icrc_ok.begin(), load.icrc_ok.end(), 0U);
    const auto frames = static_cast<unsigned>(load.icrc_ok.size());
    EXPECT_NEAR(ok, frames * 7 / 8, frames / 20);
  }
}

TEST(BenchIcrc, CountsTwoShortFramesAClock) {
  const Seen seen = run(small({60, 128, kMixedSizes}));
  EXPECT_EQ(seen.status, kAgree) << seen.err;
  const json rows = json::parse(seen.out).at("rows");
  ASSERT_EQ(rows.size(), 6U);
  for (const std::size_t i : {0U, 3U}) {
    EXPECT_EQ(rows[i].at("frames"), 3000);
    EXPECT_EQ(rows[i].at("clocks"), 1500);
    EXPECT_EQ(rows[i].at("frames_a_clock"), 2.0);
    EXPECT_EQ(rows[i].at("bus_use"), 60.0 / 64);
    EXPECT_EQ(rows[i].at("wrong"), 0);
    EXPECT_GT(rows[i].at("clocks_a_second"), 0);
  }
  EXPECT_EQ(rows[0].at("form"), "check");
  EXPECT_EQ(rows[3].at("form"), "generate");
  EXPECT_EQ(rows[1].at("clocks"), 3000);
  EXPECT_EQ(rows[2].at("size"), "mix");
  EXPECT_LE(rows[0].at("latency_clocks"), 18) << "the promise";
}

TEST(BenchIcrc, AWrongVerdictIsStatusOne) {
  const Seen seen = run(small({64}), [](BenchForm form, std::uint32_t size, std::uint64_t seed) {
    BenchLoad load = make_bench_load(form, size, seed);
    if (form == BenchForm::kCheck) load.icrc_ok.at(4) ^= 1;
    return load;
  });
  EXPECT_EQ(seen.status, kMismatch);
  EXPECT_THAT(seen.err, HasSubstr("rnic400: check, 64 bytes: 1 wrong, the first: clock "));
  EXPECT_THAT(seen.err, HasSubstr("frame 5 of 64 bytes: ICRC: RTL "));
}

TEST(BenchIcrc, AWrongByteIsStatusOne) {
  const Seen seen = run(small({128}), [](BenchForm form, std::uint32_t size, std::uint64_t seed) {
    BenchLoad load = make_bench_load(form, size, seed);
    if (form == BenchForm::kGenerate) load.wanted.at(2).beat.data.at(77) ^= 0x10;
    return load;
  });
  EXPECT_EQ(seen.status, kMismatch);
  EXPECT_THAT(seen.err, HasSubstr("rnic400: generate, 128 bytes: "));
  EXPECT_THAT(seen.err, HasSubstr("beat 3, byte 77: RTL 0x"));
}

TEST(BenchIcrc, ALostVerdictIsStatusOne) {
  const Seen seen = run(small({128}), [](BenchForm form, std::uint32_t size, std::uint64_t seed) {
    BenchLoad load = make_bench_load(form, size, seed);
    // Two frames become one: what stood for their ends cannot come.
    if (form == BenchForm::kCheck) {
      load.beats.at(9).eop = 0, load.beats.at(9).mty = 0, load.beats.at(10).sop = 0;
    }
    return load;
  });
  EXPECT_EQ(seen.status, kMismatch);
}

TEST(BenchIcrc, TableNamesItsColumns) {
  BenchIcrcOptions options = small({256});
  options.json.reset();
  const Seen seen = run(options);
  EXPECT_THAT(seen.out, HasSubstr("frames/clock"));
  EXPECT_THAT(seen.out, HasSubstr("simulated clocks a second of processor time, one core\n"));
}

}  // namespace
}  // namespace rnic::app
