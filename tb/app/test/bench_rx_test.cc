// SPDX-License-Identifier: Apache-2.0
//
// `bench rx`: counts are those of a full bus, and a wrong record, byte or counter is found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "models/rx/receiver.h"
#include "tb/app/bench/rx_run.h"
#include "tb/app/progress_bar.h"

namespace rnic::app {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

struct Seen {
  ExitStatus status = kUnusableInput;
  std::string out;
  std::string err;
};

Seen run(const BenchRxOptions& options, const RxLoadMaker& make_load = make_rx_load) {
  std::ostringstream out;
  std::ostringstream err;
  ProgressBar bar(false);
  const ExitStatus status = bench_rx(options, make_load, {.out = out, .err = err, .bar = bar});
  return {.status = status, .out = out.str(), .err = err.str()};
}

BenchRxOptions small(std::vector<std::uint32_t> sizes) {
  return {.frames = 1000,
          .sizes = std::move(sizes),
          .qps = {8},
          .spacings = {Spacing::kBackToBack},
          .json = "-"};
}

TEST(RxTraffic, HasFramesOfTheSizeAskedForAndAMixOfVerdicts) {
  for (const std::uint32_t size : {60U, 61U, 78U, 314U, 9600U}) {
    const RxLoad load = make_rx_load({.qps = 64, .frame_bytes = size}, 2000, 1);
    for (const RxTrafficFrame& frame : load.frames) ASSERT_EQ(frame.bytes.size(), size);
    EXPECT_GT(load.counters.of(model::Verdict::kAccept), 1000U) << size;
    EXPECT_GT(load.counters.of(model::Verdict::kDrop), 50U) << size;
    EXPECT_GT(load.counters.of(model::Verdict::kNotRoce), 20U) << size;
  }
}

TEST(RxTraffic, MeetsNearlyEveryReason) {
  const RxLoad load =
      make_rx_load({.qps = 200, .damaged = 20, .strange = 20, .fatal_permille = 3}, 40'000, 1);
  std::set<std::string_view> missing;
  for (std::size_t i = 0; i < model::kReasons; ++i) {
    const auto reason = static_cast<model::Reason>(i);
    if (load.counters.of(reason) == 0) missing.insert(model::name_of(reason));
  }
  EXPECT_THAT(missing, ::testing::UnorderedElementsAre("not_for_us")) << "no filter is on";
}

TEST(BenchRx, CountsTwoShortFramesAClock) {
  const Seen seen = run(small({60, 128, kMixedSizes}));
  EXPECT_EQ(seen.status, kAgree) << seen.err;
  const json rows = json::parse(seen.out).at("rows");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].at("frames"), 1000);
  EXPECT_EQ(rows[0].at("clocks"), 500);
  EXPECT_EQ(rows[0].at("frames_a_clock"), 2.0);
  EXPECT_EQ(rows[0].at("bus_use"), 60.0 / 64);
  EXPECT_EQ(rows[1].at("clocks"), 1000);
  EXPECT_EQ(rows[2].at("size"), "mix");
  for (const json& row : rows) {
    EXPECT_EQ(row.at("lost"), 0);
    EXPECT_EQ(row.at("wrong"), 0);
    EXPECT_EQ(row.at("spacing"), "back-to-back");
    EXPECT_GT(row.at("clocks_a_second"), 0);
  }
}

TEST(BenchRx, AWrongRecordIsStatusOne) {
  const Seen seen = run(small({64}), [](const auto& mix, std::uint64_t frames, std::uint64_t seed) {
    RxLoad load = make_rx_load(mix, frames, seed);
    load.wanted.at(7).ce_counted ^= true;
    return load;
  });
  EXPECT_EQ(seen.status, kMismatch);
  EXPECT_THAT(seen.err, HasSubstr("64 bytes, 8 QPs, back-to-back: 1 wrong, the first: frame 7: "));
}

TEST(BenchRx, AWrongCounterIsStatusOne) {
  const Seen seen = run(small({64}), [](const auto& mix, std::uint64_t frames, std::uint64_t seed) {
    RxLoad load = make_rx_load(mix, frames, seed);
    ++load.counters.by_opcode.at(4);
    return load;
  });
  EXPECT_EQ(seen.status, kMismatch);
  EXPECT_THAT(seen.err, HasSubstr("the counters are not the model's"));
}

TEST(BenchRx, TableAndPlotNameWhatTheyShow) {
  BenchRxOptions options = small({256});
  options.json.reset();
  options.plot = "-";
  const Seen seen = run(options);
  EXPECT_THAT(seen.out, HasSubstr("frames/clock"));
  EXPECT_THAT(seen.out, HasSubstr("simulated clocks a second of processor time, one core\n"));
  EXPECT_THAT(seen.out, HasSubstr("Receive path: share of the bus"));
}

}  // namespace
}  // namespace rnic::app
