// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 replay` from outside, with the RTL: the captures, options, exit status, errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/pcap/capture_reader.h"
#include "tb/app/test/program_fixture.h"
#include "tb/wave/wave_file.h"

namespace rnic::app::test {
namespace {

using nlohmann::json;
using tb::WaveFile;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kDamaged = kCaptures + "bad_icrc_payload.pcap";

TEST(Golden, ReplayTableShowsALostPacketAndItsNak) {
  expect_golden("bad_icrc_payload.replay.txt", {"replay", kDamaged});
}

TEST(Golden, ReplayReport) {
  expect_golden("arp_then_write.replay.json",
                {"replay", kCaptures + "arp_then_write.pcap", "--report", "-"});
}

// Each capture with another spacing and seed; all of them would take minutes.
TEST_F(Program, ReplayAgreesWithTheModelOnEveryCapture) {
  const std::vector<std::string> spacings = {"back-to-back", "gaps", "recorded", "random"};
  std::uint64_t records = 0;
  std::size_t captures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kCaptures)) {
    if (entry.path().extension() != ".pcap") continue;
    const std::string report = path("report.json");
    const Outcome outcome =
        run_program({"replay", entry.path().string(), "-q", "--report", report, "--spacing",
                     spacings[captures % spacings.size()], "--seed", std::to_string(captures)});
    ASSERT_EQ(outcome.status, 0) << entry.path() << outcome.err;
    ++captures;
    const json summary = json::parse(read_file(report)).at("summary");
    records += summary.at("frames").get<std::uint64_t>();
    EXPECT_EQ(summary.at("model_disagreements"), 0);
  }
  EXPECT_GT(captures, 50u);
  EXPECT_GT(records, 500u);
}

TEST_F(Program, ReplaySpacingAndSeedChangeNoRecord) {
  const auto frames_with = [&](const std::string& spacing, const std::string& seed) {
    const std::string report = path("report.json");
    const Outcome outcome = run_program({"replay", kCaptures + "mixed_mtu1024.pcap", "-q",
                                         "--report", report, "--spacing", spacing, "--seed", seed});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return json::parse(read_file(report)).at("frames");
  };
  const json want = frames_with("back-to-back", "1");
  EXPECT_EQ(frames_with("gaps", "2"), want);
  EXPECT_EQ(frames_with("recorded", "3"), want);
  EXPECT_EQ(frames_with("random", "4"), want);
}

TEST_F(Program, ReplayRefusesBadUsageInOneLine) {
  const std::string bad = store("bad.toml", model::test::text("[[qp]]\nqpn = 1\n"));
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"replay"},
        {"replay", kDamaged, kDamaged},
        {"replay", kDamaged, "--spacing", "wide"},
        {"replay", kDamaged, "--seed", "-1"},
        {"replay", kDamaged, "--direction", "02:00:00:00:00"},
        {"replay", kDamaged, "--wave-packet", "2"},
        {"replay", kDamaged, "--wave", path("w.fst"), "--wave-packet", "0"},
        {"replay", kDamaged, "--wave", path("none/w.fst"), "--wave-packet", "1"},
        {"replay", kDamaged, "--wave", kDamaged},
        {"replay", kDamaged, "--report", ""},
        {"replay", kDamaged, "--report", kDamaged},
        {"replay", kDamaged, "--report", path("none/r.json")},
        {"replay", kDamaged, "--report", "-", "-q"},
        {"replay", kDamaged, "--annotate", "-"},
        {"replay", kDamaged, "--annotate", path("none/o.pcapng")},
        {"replay", kDamaged, "--annotate", kDamaged},
        {"replay", kDamaged, "--map", "99=1"},
        {"replay", kDamaged, "--config", bad},
        {"replay", kDamaged, "--config", path("none.toml")},
        {"replay", kDamaged, "--json"}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments.back();
    EXPECT_THAT(outcome.err, StartsWith("rnic400: "));
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
  }
}

TEST_F(Program, ReplayHelpHasExamples) {
  const Outcome outcome = run_program({"replay", "--help"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Examples:"));
  EXPECT_THAT(outcome.out, HasSubstr("Exit status: 0 everything agrees"));
}

TEST_F(Program, ReplayNamesFilesThatAreNoCaptures) {
  expect_refusal(run_program({"replay", path("none.pcap")}),
                 path("none.pcap") + ": No such file or directory");
  expect_refusal(run_program({"replay", folder_}),
                 folder_ + ": is a directory, expected a capture file");
  const std::string text = store("text", model::test::text("hello"));
  EXPECT_EQ(run_program({"replay", text}).status, 2);
  EXPECT_EQ(run_program({"replay", store("empty", {})}).status, 2);
  EXPECT_FALSE(std::filesystem::exists(path("o.pcapng")));
  EXPECT_EQ(run_program({"replay", text, "--annotate", path("o.pcapng")}).status, 2);
  EXPECT_FALSE(std::filesystem::exists(path("o.pcapng"))) << "nothing to annotate, nothing made";
}

TEST_F(Program, ReplayJudgesACaptureCutInItsLastRecordUpToThere) {
  std::string bytes = read_file(kDamaged);
  bytes.pop_back();
  const std::string cut = store("cut.pcap", model::test::text(bytes));
  const std::string report = path("report.json");
  const Outcome outcome = run_program({"replay", cut, "--report", report});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.out, HasSubstr("8 records compared, 0 disagreements"));
  EXPECT_THAT(outcome.err, StartsWith("rnic400: " + cut + ": byte "));
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1);
  EXPECT_EQ(json::parse(read_file(report)).at("frames").size(), 8u);
}

TEST_F(Program, ReplayReadsStandardInput) {
  EXPECT_EQ(run_program({"replay", "-"}, {.input = kDamaged}).out,
            run_program({"replay", kDamaged}).out);
  EXPECT_THAT(run_program({"replay", "-"}).err, StartsWith("rnic400: standard input: byte 0: "));
}

TEST_F(Program, ReplayReportsAFullDiskAndALostReader) {
  expect_refusal(run_program({"replay", kDamaged}, {.output = "/dev/full"}),
                 "standard output: No space left on device");
  expect_refusal(run_program({"replay", kDamaged, "--report", "/dev/full"}),
                 "/dev/full: No space left on device");
  expect_refusal(run_program({"replay", kDamaged, "--annotate", "/dev/full"}),
                 "/dev/full: No space left on device");
  const Outcome outcome = run_program_without_reader({"replay", kDamaged, "--report", "-"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.status, 0);
}

TEST_F(Program, ReplayWithTheQpsOfAConfiguration) {
  const std::string config =
      store("site.toml", model::test::text("[nic]\ndscp_map = 'factory'\n[[qp]]\nqpn = 0x2e4\n"
                                           "type = 'RC'\npmtu = 1024\nrq_psn = 0x100\n"
                                           "src_ip = '10.77.0.2'\ndst_ip = '10.77.0.1'\n"));
  const Outcome outcome = run_program({"replay", kDamaged, "--config", config});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("frame  bytes"));
  EXPECT_THAT(outcome.out, HasSubstr("refuse 1"));
  EXPECT_THAT(outcome.out, HasSubstr("qp_unknown 2"));
}

TEST_F(Program, ReplayAnnotatesSoThatTheCaptureReadsTheSame) {
  const std::string annotated = path("annotated.pcapng");
  const std::string first = path("first.json");
  const std::string second = path("second.json");
  ASSERT_EQ(
      run_program({"replay", kDamaged, "-q", "--annotate", annotated, "--report", first}).status,
      0);
  ASSERT_EQ(run_program({"replay", annotated, "-q", "--report", second}).status, 0);
  EXPECT_EQ(read_file(first), read_file(second));
  model::CaptureReader reader(annotated);
  const auto frames = model::test::read_all(reader).frames;
  ASSERT_EQ(frames.size(), 9u);
  EXPECT_THAT(frames[1].comment, StartsWith("frame=2 verdict=drop reason=icrc "));
  EXPECT_THAT(frames[2].comment, HasSubstr(" action=nak_seq answer_psn=257 msn=0 icrc=ok "));
}

TEST_F(Program, ReplayWaveAroundAPacketIsShort) {
  const std::string file = path("w.fst");
  const Outcome outcome =
      run_program({"replay", kDamaged, "-q", "--wave", file, "--wave-packet", "5"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const WaveFile wave(file);
  EXPECT_LT(wave.begin_ps(), wave.end_ps());
  EXPECT_LE(wave.end_ps() - wave.begin_ps(), 256u * 2560u);
  EXPECT_THAT(run_program({"replay", kDamaged, "-q", "--wave", file, "--wave-packet", "99"}).err,
              EndsWith("frame 99: expected a whole frame of the file, which ends after 9; no wave "
                       "recorded\n"));
}

TEST_F(Program, ReplayOnATerminalLeavesNoProgressBar) {
  const Outcome outcome = run_program_on_terminal({"replay", kDamaged, "-q"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, EndsWith("0 disagreements\r\n"));
}

}  // namespace
}  // namespace rnic::app::test
