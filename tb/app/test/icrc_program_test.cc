// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 icrc` and `rnic400 bench` from outside: golden table, waves, exit status, errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tb/app/test/program_fixture.h"
#include "tb/wave/wave_file.h"

namespace rnic::app::test {
namespace {

using tb::WaveChange;
using tb::WaveFile;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::uint64_t kClockPs = 2560;
const std::string kDamaged = kCaptures + "bad_icrc_payload.pcap";

TEST(Golden, IcrcTableNamesTheDamagedFrame) {
  expect_golden("bad_icrc_payload.icrc.txt", {"icrc", kDamaged});
}

TEST(Golden, IcrcTableShowsTagsAndEcn) {
  expect_golden("vlan_write.icrc.txt", {"icrc", kCaptures + "vlan_write.pcap", "--map", "0=5"});
}

TEST(Golden, IcrcJson) {
  expect_golden("arp_then_write.icrc.json",
                {"icrc", kCaptures + "arp_then_write.pcap", "--json", "--spacing", "gaps"});
}

TEST_F(Program, IcrcRefusesBadUsageInOneLine) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"icrc"},
        {"icrc", kDamaged, "--spacing", "wide"},
        {"icrc", kDamaged, "--seed", "-1"},
        {"icrc", kDamaged, "--seed", "99999999999999999999"},
        {"icrc", kDamaged, "--wave-frame", "2"},
        {"icrc", kDamaged, "--wave", path("w.fst"), "--wave-frame", "0"},
        {"icrc", kDamaged, "--wave", path("w.fst"), "--wave-from", "9", "--wave-to", "8"},
        {"icrc", kDamaged, "--wave", path("none/w.fst")},
        {"icrc", kDamaged, "--wave", kDamaged},
        {"icrc", kDamaged, "--json", "-q"},
        {"icrc", kDamaged, "--map", "99=1"},
        {"icrc", kDamaged, "--config", path("none.toml")},
        {"bench"},
        {"bench", "icrc", "--size", "59"},
        {"bench", "icrc", "--size", "9601"},
        {"bench", "icrc", "--frames", "0"},
        {"bench", "icrc", "--json", path("none/b.json")}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments.back();
    EXPECT_EQ(outcome.out, "") << arguments.back();
    EXPECT_THAT(outcome.err, StartsWith("rnic400: "));
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
  }
}

TEST_F(Program, IcrcHelpSaysWhatSpacingsDo) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"icrc", "--help"}, {"bench", "icrc", "--help"}, {"bench", "-h"}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("Examples:"));
  }
  EXPECT_THAT(run_program({"icrc", "--help"}).out, HasSubstr("pauses over 1,024 clocks cut"));
}

TEST_F(Program, IcrcNamesFilesThatAreNoCaptures) {
  expect_refusal(run_program({"icrc", path("none.pcap")}),
                 path("none.pcap") + ": No such file or directory");
  const std::string text = store("text", model::test::text("hello"));
  EXPECT_EQ(run_program({"icrc", text}).status, 2);
}

TEST_F(Program, IcrcShowsACaptureCutInItsLastRecordUpToThere) {
  std::string bytes = read_file(kDamaged);
  bytes.pop_back();
  const std::string cut = store("cut.pcap", model::test::text(bytes));
  const Outcome table = run_program({"icrc", cut});
  EXPECT_EQ(table.status, 2);
  EXPECT_THAT(table.out, HasSubstr("8 RoCE frames compared, 0 disagreements"));
  EXPECT_THAT(table.err, StartsWith("rnic400: " + cut + ": byte "));
  const Outcome json = run_program({"icrc", "--json", cut});
  EXPECT_THAT(json.out, EndsWith("}}\n")) << "the report is whole";
}

TEST_F(Program, IcrcReadsStandardInputAndTheConfiguration) {
  EXPECT_EQ(run_program({"icrc", "-"}, {.input = kDamaged}).out,
            run_program({"icrc", kDamaged}).out);
  const std::string site = store("site.toml", model::test::text("[nic]\ndscp_map = 'factory'\n"));
  EXPECT_THAT(run_program({"icrc", kCaptures + "dscp46.pcap", "--config", site}).out,
              HasSubstr("  5 lossy  "));
}

TEST_F(Program, IcrcReportsAFullDiskAndALostReader) {
  expect_refusal(run_program({"icrc", kDamaged}, {.output = "/dev/full"}),
                 "standard output: No space left on device");
  const Outcome outcome = run_program_without_reader({"icrc", kDamaged, "--json"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.status, 0);
}

TEST_F(Program, BenchWritesItsReport) {
  const std::string report = path("bench.json");
  const Outcome outcome =
      run_program({"bench", "icrc", "--frames", "500", "--size", "60", "mix", "--json", report});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("\ncheck        60       500       250        2.000"));
  EXPECT_THAT(read_file(report), HasSubstr("\"slowest_clocks_a_second\":"));
}

// The clock in which `signal` first has `value`; nothing if it never has.
std::optional<std::uint64_t> clock_of(const WaveFile& wave, const std::string& signal,
                                      const std::string& value) {
  for (const WaveChange& change : wave.changes(signal)) {
    if (change.value == value) return change.time_ps / kClockPs;
  }
  return std::nullopt;
}

TEST_F(Program, WaveAroundAFrameHoldsFrameAndVerdictAndNotMuchMore) {
  // Frame 1 is skipped: numbers are those of the file.
  using namespace model::test;
  Bytes file = pcap_header(false, kMicroseconds) + pcap_record(false, 1, 0, pattern(64), 99);
  for (int i = 0; i < 300; ++i) {
    file = file + pcap_record(false, 1, 0, pattern(i == 200 ? 66 : 1000));
  }
  const std::string capture = store("long.pcap", file);
  const std::string whole = path("whole.fst");
  const std::string around = path("around.fst");
  const Outcome outcome = run_program({"icrc", capture, "--wave", around, "--wave-frame", "202"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  ASSERT_EQ(run_program({"icrc", capture, "--wave", whole}).status, 0);

  // Frame 202 is the one of five segments.
  std::istringstream lines(outcome.out);
  std::uint64_t start = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::uint64_t number = 0;
    if (words >> number && number == 202) words >> start;
  }
  ASSERT_GT(start, 1000U);
  const WaveFile wave(around);
  EXPECT_EQ(wave.begin_ps() / kClockPs, start - 16);
  EXPECT_GE(wave.end_ps() / kClockPs, start + 64);
  EXPECT_LE(wave.end_ps() / kClockPs, start + 66);
  EXPECT_TRUE(clock_of(wave, "TOP.rx_sop_i[7:0]", "00010000") ||
              clock_of(wave, "TOP.rx_eop_i[7:0]", "00010000"));
  bool has_verdict = false;
  for (const WaveChange& change : wave.changes("TOP.valid_o[1:0]")) {
    has_verdict |= change.time_ps / kClockPs >= start + 17 && change.value != "00";
  }
  EXPECT_TRUE(has_verdict);
  EXPECT_LT(std::filesystem::file_size(around), 200'000U);
  EXPECT_LT(2 * std::filesystem::file_size(around), std::filesystem::file_size(whole));
  EXPECT_LT(WaveFile(whole).begin_ps() / kClockPs, 2U);
}

TEST_F(Program, WaveWindowIsInClocks) {
  const std::string file = path("w.fst");
  ASSERT_EQ(
      run_program({"icrc", kDamaged, "-q", "--wave", file, "--wave-from", "20", "--wave-to", "30"})
          .status,
      0);
  const WaveFile wave(file);
  EXPECT_EQ(wave.begin_ps() / kClockPs, 20U);
  EXPECT_EQ(wave.end_ps() / kClockPs, 30U);
}

TEST_F(Program, WaveCountsPicoseconds) {
  const std::string file = path("w.fst");
  ASSERT_EQ(run_program({"icrc", kDamaged, "-q", "--wave", file, "--wave-frame", "2"}).status, 0);
  EXPECT_EQ(WaveFile(file).time_exponent(), -12);
}

TEST_F(Program, WaveOfAFrameThatIsNotThereIsAnError) {
  const Outcome outcome =
      run_program({"icrc", kDamaged, "-q", "--wave", path("w.fst"), "--wave-frame", "99"});
  expect_refusal(outcome, kDamaged +
                              ": frame 99: expected a whole frame of the file, which ends "
                              "after 9; no wave recorded");
}

TEST_F(Program, WaveTakesThePlaceOfNothingButAFile) {
  const std::string fifo = path("pipe");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  expect_refusal(run_program({"icrc", kDamaged, "-q", "--wave", fifo}),
                 fifo + ": expected a regular file for --wave");
  EXPECT_TRUE(std::filesystem::is_fifo(fifo));
}

TEST_F(Program, WaveThroughALinkTouchesNothing) {
  const std::string target = path("kept.txt");
  std::ofstream(target) << "kept";
  std::filesystem::create_symlink(target, path("link.fst"));
  expect_refusal(run_program({"icrc", kDamaged, "-q", "--wave", path("link.fst")}),
                 path("link.fst") + ": expected a regular file for --wave");
  EXPECT_EQ(std::filesystem::file_size(target), 4U);
}

TEST_F(Program, WaveNeverReplacesTheConfiguration) {
  const std::string config = path("site.toml");
  std::ofstream(config) << "[nic]\n";
  expect_refusal(run_program({"icrc", kDamaged, "-q", "--config", config, "--wave", config}),
                 "--wave: " + config + " is the configuration itself");
}

TEST_F(Program, WaveWindowThatNeverOpensIsAnError) {
  expect_refusal(
      run_program({"icrc", kDamaged, "-q", "--wave", path("w.fst"), "--wave-from", "5000"}),
      kDamaged +
          ": expected a clock of the run between --wave-from 5000 and --wave-to; "
          "no wave recorded");
}

TEST_F(Program, UnknownBenchNamesWhatIsExpected) {
  expect_refusal(run_program({"bench", "foo"}),
                 "'foo' is no command, expected icrc, rx, tx; see rnic400 bench --help");
  expect_refusal(run_program({"bench"}), "expected icrc, rx, tx; see rnic400 bench --help");
}

TEST_F(Program, FileNameWithALineBreakStaysOnOneLine) {
  expect_refusal(run_program({"icrc", path("a\nb")}), path("a?b") + ": No such file or directory");
}

}  // namespace
}  // namespace rnic::app::test
