// SPDX-License-Identifier: Apache-2.0
//
// The GTKWave views that lie beside the tests: each signal that one names is in the wave that it is
// for.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tb/app/test/program_fixture.h"
#include "tb/app/test/wave_file.h"

namespace rnic::app::test {
namespace {

struct View {
  std::string file;
  std::vector<std::string> arguments;
};

class WaveView : public Program, public ::testing::WithParamInterface<View> {};

TEST_P(WaveView, NamesOnlyWhatTheWaveHolds) {
  const std::string file = path("w.fst");
  std::vector<std::string> arguments = GetParam().arguments;
  arguments.insert(arguments.end(), {"-q", "--wave", file});
  ASSERT_EQ(run_program(arguments).status, 0);
  const WaveFile wave(file);
  std::istringstream view(read_file(RNIC_TB "/" + GetParam().file));
  std::size_t signals = 0;
  for (std::string line; std::getline(view, line);) {
    // "TOP.clk_i", or "+{another name} TOP.clk_i"
    if (line.starts_with('+')) line.erase(0, line.find("} ") + 2);
    if (!line.starts_with("TOP.")) continue;
    ++signals;
    EXPECT_TRUE(wave.has(line)) << line;
  }
  EXPECT_GT(signals, 20U);
}

INSTANTIATE_TEST_SUITE_P(
    Paths, WaveView,
    ::testing::Values(
        View{"icrc/icrc_engine.gtkw", {"icrc", kCaptures + "dup_ack.pcap", "--wave-frame", "2"}},
        View{"top/rnic_rx.gtkw", {"replay", kCaptures + "dup_ack.pcap", "--wave-packet", "2"}},
        View{"top/rnic_tx.gtkw",
             {"tx", "--config", RNIC_VECTORS "/examples/write_64k.toml", "--wave-packet", "1"}}),
    [](const auto& test) { return test.param.arguments[0]; });

}  // namespace
}  // namespace rnic::app::test
