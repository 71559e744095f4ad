// SPDX-License-Identifier: Apache-2.0
//
// The GTKWave views that lie beside the tests: each signal that one names is in the wave that it is
// for, and the numbers of packets that the shims carry beside the paths are the table's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "tb/app/test/program_fixture.h"
#include "tb/wave/wave_file.h"

namespace rnic::app::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

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
  const tb::WaveFile wave(file);
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

// Clocks in which the signal, of either slot, has this number.
std::vector<std::uint64_t> clocks_of(const tb::WaveFile& wave, const std::string& signal,
                                     std::uint64_t number) {
  constexpr std::uint64_t kClockPs = 2560;
  std::vector<std::uint64_t> clocks;
  for (const char slot : {'0', '1'}) {
    std::string name = signal;
    std::ranges::replace(name, '#', slot);
    for (const tb::WaveChange& change : wave.changes(name)) {
      // What changes with the rising edge is seen in the next clock.
      const std::uint64_t clock = (change.time_ps + kClockPs - 1) / kClockPs;
      if (std::stoull(change.value, nullptr, 2) == number) clocks.push_back(clock);
    }
  }
  return clocks;
}

TEST_F(Program, WavesNumberReceivedFramesAsTheTableDoes) {
  // Frame 2 is damaged, 3 and 4 come too early, 6 is the first one sent again; 5 goes another way.
  const std::string file = path("w.fst");
  const std::string capture = kCaptures + "bad_icrc_payload.pcap";
  ASSERT_EQ(run_program({"replay", capture, "-q", "--wave", file, "--wave-packet", "2"}).status, 0);
  const tb::WaveFile wave(file);
  for (const std::uint64_t frame : {1, 2, 3, 4, 6}) {
    const auto record = clocks_of(wave, "TOP.record_packet_#_o[31:0]", frame);
    ASSERT_EQ(record.size(), 1U) << frame;
    EXPECT_THAT(clocks_of(wave, "TOP.parsed_packet_#_o[31:0]", frame), ElementsAre(record[0] - 13));
    EXPECT_THAT(clocks_of(wave, "TOP.icrc_packet_#_o[31:0]", frame), ElementsAre(record[0] - 11));
    EXPECT_THAT(clocks_of(wave, "TOP.judged_packet_#_o[31:0]", frame), ElementsAre(record[0] - 10));
  }
  EXPECT_THAT(clocks_of(wave, "TOP.record_packet_#_o[31:0]", 5), IsEmpty());
  EXPECT_THAT(clocks_of(wave, "TOP.payload_packet_#_o[31:0]", 1), SizeIs(1));
  EXPECT_THAT(clocks_of(wave, "TOP.payload_packet_#_o[31:0]", 2), IsEmpty());
  EXPECT_THAT(clocks_of(wave, "TOP.payload_packet_#_o[31:0]", 6), SizeIs(1));
}

TEST_F(Program, WavesNumberSentFramesAsTheTableDoes) {
  const std::string file = path("w.fst");
  const std::string work = RNIC_VECTORS "/tx/kernel_write_4096_rc_ipv4.toml";
  ASSERT_EQ(run_program({"tx", "--config", work, "-q", "--wave", file}).status, 0);
  const tb::WaveFile wave(file);
  std::uint64_t before = 0;
  for (const std::uint64_t frame : {1, 2, 3, 4}) {
    const auto starts = clocks_of(wave, "TOP.tx_packet_#_o[31:0]", frame);
    ASSERT_EQ(starts.size(), 1U) << frame;
    EXPECT_GT(starts[0], before);
    before = starts[0];
    const auto released = clocks_of(wave, "TOP.rel_packet_o[31:0]", frame);
    ASSERT_FALSE(released.empty()) << frame;
    EXPECT_LT(released[0], starts[0]);
  }
  EXPECT_THAT(clocks_of(wave, "TOP.tx_packet_#_o[31:0]", 5), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Paths, WaveView,
    ::testing::Values(
        View{"icrc/rnic_icrc_path.gtkw", {"icrc", kCaptures + "dup_ack.pcap", "--wave-frame", "2"}},
        View{"top/rnic_rx.gtkw", {"replay", kCaptures + "dup_ack.pcap", "--wave-packet", "2"}},
        View{"top/rnic_tx.gtkw",
             {"tx", "--config", RNIC_VECTORS "/examples/write_64k.toml", "--wave-packet", "1"}}),
    [](const auto& test) { return test.param.arguments[0]; });

}  // namespace
}  // namespace rnic::app::test
