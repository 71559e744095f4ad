// SPDX-License-Identifier: Apache-2.0
//
// What is typed behind options: frame ranges, DSCP maps, lossless priorities; and the command line
// as a whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tb/app/command_line.h"
#include "tb/app/dscp_options.h"
#include "tb/app/errors.h"
#include "tb/app/frame_range.h"

namespace rnic::app {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

template <typename Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(FrameRange, IsANumberOrTwo) {
  const FrameRange one = parse_frame_range("7");
  EXPECT_FALSE(one.contains(6));
  EXPECT_TRUE(one.contains(7));
  EXPECT_FALSE(one.contains(8));
  const FrameRange several = parse_frame_range("3-5");
  EXPECT_FALSE(several.contains(2));
  EXPECT_TRUE(several.contains(3));
  EXPECT_TRUE(several.contains(5));
  EXPECT_FALSE(several.contains(6));
  EXPECT_TRUE(FrameRange().is_everything());
  EXPECT_FALSE(several.is_everything());
}

TEST(FrameRange, OtherTextIsRefused) {
  for (const char* text : {"", "0", "0-3", "5-4", "-", "3-", "-3", "1-2-3", "x", "1x", " 1", "+1",
                           "99999999999999999999", "1-99999999999999999999"}) {
    EXPECT_EQ(
        message_of([&] { parse_frame_range(text); }),
        std::string("--frame: '") + text + "', expected a frame number N from 1 or a range N-M");
  }
}

TEST(DscpOptions, ProfilesAndTablesAreRead) {
  EXPECT_EQ(parse_dscp_map("basepod"), model::DscpMap::basepod());
  EXPECT_EQ(parse_dscp_map("factory"), model::DscpMap::factory());
  const model::DscpMap site = parse_dscp_map("46=3,26=4,0=7,63=1");
  EXPECT_EQ(site.priority(46), 3);
  EXPECT_EQ(site.priority(26), 4);
  EXPECT_EQ(site.priority(0), 7);
  EXPECT_EQ(site.priority(63), 1);
  EXPECT_EQ(site.priority(45), 0);
  EXPECT_EQ(site.lossless_mask(), 0);
}

TEST(DscpOptions, WrongMapsAreRefused) {
  for (const char* text :
       {"", "Basepod", "46", "46=", "=3", "46=8", "64=3", "46=3,", "46=3,,26=4", "46=-1", "a=b"}) {
    EXPECT_THAT(message_of([&] { parse_dscp_map(text); }),
                EndsWith("expected basepod, factory, or DSCP=PRIORITY with 0..63 and 0..7"))
        << text;
  }
  EXPECT_EQ(message_of([] { parse_dscp_map("46=3,46=4"); }), "--map: DSCP 46 is given twice");
}

TEST(DscpOptions, LosslessIsAListOfPriorities) {
  EXPECT_EQ(parse_lossless("3"), 0x08);
  EXPECT_EQ(parse_lossless("0,7,3"), 0x89);
  EXPECT_EQ(parse_lossless(""), 0);
  for (const char* text : {"8", "3,", "3;4", "x", "-1"}) {
    EXPECT_THAT(message_of([&] { parse_lossless(text); }), HasSubstr("expected priorities 0..7"));
  }
}

TEST(DscpOptions, CommandLineComesBeforeFileBeforeDefault) {
  const DscpSettings nothing;
  const DscpSettings factory = {.map = model::DscpMap::factory(), .lossless = std::nullopt};
  const DscpSettings mask = {.map = std::nullopt, .lossless = 0x20};
  EXPECT_EQ(resolve(nothing, nothing), model::DscpMap::basepod());
  EXPECT_EQ(resolve(nothing, factory), model::DscpMap::factory());
  EXPECT_EQ(resolve({.map = model::DscpMap::basepod(), .lossless = std::nullopt}, factory),
            model::DscpMap::basepod());
  EXPECT_EQ(resolve(factory, mask).priority(46), 5);
  EXPECT_EQ(resolve(factory, mask).lossless_mask(), 0x20);
  EXPECT_EQ(resolve({.map = std::nullopt, .lossless = 0}, mask).lossless_mask(), 0);
  EXPECT_EQ(resolve(nothing, mask).priority(46), 3) << "the default map with the file's mask";
}

std::string answer_to(const std::vector<std::string>& arguments) {
  return std::get<Answer>(parse_command_line(arguments)).text;
}

InspectOptions inspect_options(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "inspect");
  return std::get<InspectOptions>(parse_command_line(arguments));
}

TEST(CommandLine, HelpHasExamplesAtEveryLevel) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"inspect", "--help"}, {"-h"}}) {
    EXPECT_THAT(answer_to(arguments), HasSubstr("Examples:\n  rnic400 "));
    EXPECT_THAT(answer_to(arguments), HasSubstr("Exit status: 0 "));
  }
}

TEST(CommandLine, VersionIsKnownBehindASubcommandToo) {
  EXPECT_THAT(answer_to({"--version"}), StartsWith("rnic400 "));
  EXPECT_EQ(answer_to({"inspect", "--version"}), answer_to({"--version"}));
}

TEST(CommandLine, InspectTakesItsOptionsInAnyOrder) {
  const InspectOptions plain = inspect_options({"x.pcap"});
  EXPECT_EQ(plain.file, "x.pcap");
  EXPECT_FALSE(plain.json);
  EXPECT_FALSE(plain.verbose);
  EXPECT_TRUE(plain.frames.is_everything());
  EXPECT_FALSE(plain.config);
  const InspectOptions full = inspect_options(
      {"--json", "--map", "46=4", "-", "--frame=2-9", "--lossless", "4", "--config", "site.toml"});
  EXPECT_EQ(full.file, "-");
  EXPECT_TRUE(full.json);
  EXPECT_EQ(full.frames.last, 9u);
  EXPECT_EQ(full.config, "site.toml");
  EXPECT_EQ(full.dscp.map.value().priority(46), 4);
  EXPECT_EQ(full.dscp.lossless, 0x10);
  EXPECT_TRUE(inspect_options({"-v", "x"}).verbose);
}

IcrcOptions icrc_options(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "icrc");
  return std::get<IcrcOptions>(parse_command_line(arguments));
}

TEST(CommandLine, IcrcTakesItsOptions) {
  const IcrcOptions plain = icrc_options({"x.pcap"});
  EXPECT_EQ(plain.spacing, Spacing::kBackToBack);
  EXPECT_EQ(plain.seed, 1u);
  EXPECT_FALSE(plain.wave.file);
  EXPECT_EQ(plain.repeat_options, "");
  const IcrcOptions full = icrc_options(
      {"--spacing=random", "x.pcap", "--seed", "7", "--wave", "w.fst", "--wave-frame", "2",
       "--wave-from", "3", "--wave-to", "4", "--map", "46=4", "--config", "my site.toml", "-q"});
  EXPECT_EQ(full.spacing, Spacing::kRandom);
  EXPECT_EQ(full.seed, 7u);
  EXPECT_EQ(full.wave.file, "w.fst");
  EXPECT_EQ(full.wave.frame, 2u);
  EXPECT_EQ(full.wave.from, 3u);
  EXPECT_EQ(full.wave.to, 4u);
  EXPECT_TRUE(full.quiet);
  EXPECT_EQ(full.dscp.map.value().priority(46), 4);
  EXPECT_EQ(full.repeat_options, " --spacing random --seed 7 --config 'my site.toml' --map 46=4");
}

TEST(CommandLine, BenchTakesSizesAndMix) {
  const auto options = std::get<BenchIcrcOptions>(
      parse_command_line({"bench", "icrc", "--size", "60", "mix", "--frames", "5"}));
  EXPECT_EQ(options.sizes, (std::vector<std::uint32_t>{60, kMixedSizes}));
  EXPECT_EQ(options.frames, 5u);
}

TEST(CommandLine, ReplayOptionsAreUnderstood) {
  const auto plain = std::get<ReplayOptions>(parse_command_line({"replay", "x.pcap"}));
  EXPECT_EQ(plain.file, "x.pcap");
  EXPECT_EQ(plain.spacing, Spacing::kBackToBack);
  EXPECT_EQ(plain.fcs, Fcs::kAbsent);
  EXPECT_FALSE(plain.config || plain.direction || plain.report || plain.annotate);
  EXPECT_EQ(plain.repeat_options, "");
  const auto full = std::get<ReplayOptions>(parse_command_line({"replay",
                                                                "x.pcap",
                                                                "--direction",
                                                                "02:00:00:00:00:02",
                                                                "--report",
                                                                "r.json",
                                                                "--annotate",
                                                                "o.pcapng",
                                                                "--spacing",
                                                                "recorded",
                                                                "--fcs",
                                                                "--seed",
                                                                "7",
                                                                "-q",
                                                                "--wave",
                                                                "w.fst",
                                                                "--wave-packet",
                                                                "3",
                                                                "--config",
                                                                "a b.toml"}));
  EXPECT_EQ(full.direction, (model::MacAddress{2, 0, 0, 0, 0, 2}));
  EXPECT_EQ(full.report, "r.json");
  EXPECT_EQ(full.annotate, "o.pcapng");
  EXPECT_EQ(full.spacing, Spacing::kRecorded);
  EXPECT_EQ(full.fcs, Fcs::kPresent);
  EXPECT_EQ(full.seed, 7u);
  EXPECT_TRUE(full.quiet);
  EXPECT_EQ(full.wave.file, "w.fst");
  EXPECT_EQ(full.wave.packet, 3u);
  EXPECT_EQ(full.repeat_options,
            " --config 'a b.toml' --direction 02:00:00:00:00:02 --spacing recorded --seed 7 --fcs")
      << "all that changes a record or its clock";
}

TEST(CommandLine, BadUsageIsOneLineThatSaysWhereToReadOn) {
  const std::string kCommands = "expected inspect, icrc, replay, tx, loop, vectors, bench";
  const auto complaint = [](const std::vector<std::string>& arguments) {
    return message_of([&] { parse_command_line(arguments); });
  };
  EXPECT_EQ(complaint({}), kCommands + "; see rnic400 --help");
  EXPECT_EQ(complaint({"inspekt", "x.pcap"}),
            "'inspekt' is no command, " + kCommands + "; see rnic400 --help");
  EXPECT_EQ(complaint({"--bogus"}),
            "'--bogus' is no command, " + kCommands + "; see rnic400 --help");
  EXPECT_EQ(complaint({"inspect"}), "FILE is required; see rnic400 inspect --help");
  EXPECT_THAT(complaint({"inspect", "a", "b"}), EndsWith("b; see rnic400 inspect --help"));
  EXPECT_THAT(complaint({"inspect", "a", "--bogus"}), HasSubstr("--bogus"));
  EXPECT_THAT(complaint({"inspect", "a", "--map"}), HasSubstr("--map"));
  EXPECT_THAT(complaint({"inspect", "a", "--frame", "0"}), StartsWith("--frame: '0'"));
  EXPECT_THAT(complaint({"inspect", "a", "-v", "--json"}), StartsWith("--verbose: "));
}

}  // namespace
}  // namespace rnic::app
