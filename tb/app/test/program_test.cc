// SPDX-License-Identifier: Apache-2.0
//
// The rnic400 program from outside: exit status, the one line on standard error, golden outputs.
// Golden files are written anew with RNIC_UPDATE_GOLDEN=1 in the environment; read the difference
// before you keep it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/pcap/capture_bytes.h"
#include "models/pcap/capture_writer.h"
#include "tb/app/test/program_fixture.h"

namespace rnic::app::test {
namespace {

using model::test::Bytes;
using model::test::operator+;
using model::test::kMicroseconds;
using model::test::pattern;
using model::test::pcap_header;
using model::test::pcap_record;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Golden, TableNamesTheDamagedFrame) {
  expect_golden("bad_icrc_payload.txt", {"inspect", kCaptures + "bad_icrc_payload.pcap"});
}

TEST(Golden, TableShowsFramesThatAreNotRoce) {
  expect_golden("arp_then_write.txt", {"inspect", kCaptures + "arp_then_write.pcap"});
}

TEST(Golden, VerboseShowsEveryField) {
  expect_golden("atomic_cmp_swap.verbose.txt",
                {"inspect", kCaptures + "atomic_cmp_swap.pcap", "-v", "--frame", "1-2"});
}

TEST(Golden, JsonOfTaggedFrames) {
  expect_golden("vlan_write.json",
                {"inspect", kCaptures + "vlan_write.pcap", "--json", "--map", "0=5"});
}

TEST(Golden, JsonOfIpv6) {
  expect_golden("ipv6_write.json",
                {"inspect", "--json", kCaptures + "ipv6_write.pcap", "--frame", "6"});
}

TEST_F(Program, BadUsageIsStatusTwoAndOneLine) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                    {"bogus"},
                                                    {"inspect"},
                                                    {"inspect", "a", "b"},
                                                    {"inspect", "a", "--bogus"},
                                                    {"inspect", "a", "--frame", "0"},
                                                    {"inspect", "a", "--map", "99=1"},
                                                    {"inspect", "a", "--config"}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, StartsWith("rnic400: "));
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1);
  }
}

TEST_F(Program, HelpAndVersionSucceed) {
  EXPECT_THAT(run_program({"--help"}).out, HasSubstr("Examples:"));
  EXPECT_EQ(run_program({"inspect", "--help"}).status, 0);
  EXPECT_THAT(run_program({"--version"}).out, StartsWith("rnic400 "));
  EXPECT_EQ(run_program({"--help"}, {.output = "/dev/full"}).status, 2);
}

TEST_F(Program, FilesThatAreNoCapturesAreNamed) {
  expect_refusal(run_program({"inspect", path("none.pcap")}),
                 path("none.pcap") + ": No such file or directory");
  expect_refusal(run_program({"inspect", folder_}),
                 folder_ + ": is a directory, expected a capture file");
  const std::string empty = store("empty", {});
  expect_refusal(run_program({"inspect", empty}),
                 empty + ": byte 0: file is empty, expected a pcap or pcapng capture");
  const std::string text = store("text", model::test::text("hello"));
  expect_refusal(run_program({"inspect", text}),
                 text +
                     ": byte 0: begins with 68 65 6c 6c, expected the magic number of pcap or "
                     "pcapng");
  const std::string zipped = store("zipped", Bytes{0x1F, 0x8B, 8, 0, 0, 0});
  EXPECT_THAT(run_program({"inspect", zipped}).err, HasSubstr("gunzip"));
  const std::string raw = store("raw", pcap_header(false, kMicroseconds, 101));
  expect_refusal(run_program({"inspect", raw}),
                 raw +
                     ": frames are raw IP (101), expected Ethernet (1), Linux cooked (113) or "
                     "Linux cooked v2 (276)");
}

TEST_F(Program, CaptureCutInItsLastRecordIsShownUpToThere) {
  std::string bytes = read_file(kCaptures + "write_only.pcap");
  bytes.pop_back();
  const std::string cut = store("cut.pcap", model::test::text(bytes));
  const Outcome table = run_program({"inspect", cut});
  EXPECT_EQ(table.status, 2);
  EXPECT_THAT(table.out, HasSubstr("RC_RDMA_WRITE_ONLY"));
  EXPECT_THAT(table.out, HasSubstr("frames "));
  EXPECT_THAT(table.err, StartsWith("rnic400: " + cut + ": byte "));
  EXPECT_THAT(table.err, HasSubstr("truncated"));
  EXPECT_EQ(table.err.find('\n'), table.err.size() - 1);
  const Outcome json = run_program({"inspect", "--json", cut});
  EXPECT_EQ(json.status, 2);
  EXPECT_THAT(json.out, EndsWith("}}\n")) << "the report is whole";
}

TEST_F(Program, ConfigurationIsUsedAndItsErrorsHavePlaces) {
  const std::string capture = kCaptures + "dscp46.pcap";
  const std::string good = store("good.toml", model::test::text("[nic]\ndscp_map = 'factory'\n"));
  const Outcome factory = run_program({"inspect", capture, "--config", good});
  EXPECT_EQ(factory.status, 0);
  EXPECT_THAT(factory.out, HasSubstr("5 lossy"));
  EXPECT_THAT(factory.out, HasSubstr("warning     this map sends DSCP 46 to priority 5"));
  const Outcome basepod = run_program({"inspect", capture});
  EXPECT_THAT(basepod.out, Not(HasSubstr("lossy")));
  const Outcome overruled = run_program({"inspect", capture, "--config", good, "--map", "basepod"});
  EXPECT_EQ(overruled.out, basepod.out);

  const std::string bad = store("bad.toml", model::test::text("[nic]\ndscp = 4\n"));
  expect_refusal(run_program({"inspect", capture, "--config", bad}),
                 bad +
                     ":2:1: 'dscp' is no key of [nic], expected mac, dscp_map, lossless or "
                     "congestion_control");
  expect_refusal(run_program({"inspect", capture, "--config", path("none.toml")}),
                 path("none.toml") + ": No such file or directory");
}

TEST_F(Program, FrameBehindTheEndIsAnError) {
  const std::string capture = kCaptures + "write_only.pcap";
  const Outcome outcome = run_program({"inspect", capture, "--json", "--frame", "1000"});
  expect_refusal(outcome, capture +
                              ": frame 1000: expected a frame of the file, which ends after "
                              "6");
  EXPECT_EQ(outcome.out, "") << "no half report";
}

TEST_F(Program, StandardInputIsRead) {
  const std::string capture = kCaptures + "write_only.pcap";
  const Outcome outcome = run_program({"inspect", "-"}, {.input = capture});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, run_program({"inspect", capture}).out);
  EXPECT_EQ(run_program({"inspect", "-"}).err,
            "rnic400: standard input: byte 0: file is empty, expected a pcap or pcapng capture\n");
}

TEST_F(Program, FullDiskIsReported) {
  expect_refusal(run_program({"inspect", kCaptures + "write_only.pcap"}, {.output = "/dev/full"}),
                 "standard output: No space left on device");
  expect_refusal(run_program({"inspect", "--json", kCaptures + "write_200_packets_mtu256.pcap"},
                             {.output = "/dev/full"}),
                 "standard output: No space left on device");
}

TEST_F(Program, EndsQuietlyWhenItsReaderHasGone) {
  for (const char* mode : {"--json", "-v"}) {
    const Outcome outcome =
        run_program_without_reader({"inspect", kCaptures + "write_200_packets_mtu256.pcap", mode});
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.status, 0);
  }
}

TEST_F(Program, ProgressIsShownOnATerminalOnly) {
  const std::string capture = path("long.pcap");
  model::CaptureWriter writer(capture, model::CaptureFormat::kPcapNanoseconds);
  for (int i = 0; i < 150'000; ++i) writer.write(pattern(60), {});
  writer.close();
  const Outcome terminal = run_program_on_terminal({"inspect", capture});
  EXPECT_EQ(terminal.status, 0);
  EXPECT_THAT(terminal.out, HasSubstr(" %  "));
  EXPECT_THAT(terminal.out, HasSubstr("\r\x1B[K")) << "taken away before text";
  const Outcome piped = run_program({"inspect", capture});
  EXPECT_EQ(piped.err, "");
  EXPECT_THAT(piped.out, Not(HasSubstr("\x1B")));
}

}  // namespace
}  // namespace rnic::app::test
