// SPDX-License-Identifier: Apache-2.0
#include "tb/app/config_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string message_of(std::string_view text) {
  try {
    parse_config(text, "site.toml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ConfigFile, NicIsRead) {
  const NicConfig nic = parse_config(R"(
[nic]
mac = "02:00:00:00:00:01"
dscp_map = { 46 = 3, 26 = 0x4 }
lossless = [3, 4]
congestion_control = true
)",
                                     "site.toml")
                            .nic;
  EXPECT_EQ(nic.mac, (model::MacAddress{2, 0, 0, 0, 0, 1}));
  EXPECT_EQ(nic.dscp.map.value().priority(46), 3);
  EXPECT_EQ(nic.dscp.map.value().priority(26), 4);
  EXPECT_EQ(nic.dscp.map.value().priority(0), 0);
  EXPECT_EQ(nic.dscp.lossless, 0x18);
  EXPECT_TRUE(nic.congestion_control);
}

TEST(ConfigFile, EverythingMayBeLeftOut) {
  for (const char* text : {"", "[nic]\n"}) {
    const NicConfig nic = parse_config(text, "site.toml").nic;
    EXPECT_FALSE(nic.mac);
    EXPECT_FALSE(nic.dscp.map);
    EXPECT_FALSE(nic.dscp.lossless);
    EXPECT_FALSE(nic.congestion_control);
  }
}

TEST(ConfigFile, ProfilesAreKnownByName) {
  const auto map = [](std::string_view text) {
    return parse_config(text, "site.toml").nic.dscp.map.value();
  };
  EXPECT_EQ(map("nic.dscp_map = 'factory'"), model::DscpMap::factory());
  EXPECT_EQ(map("nic.dscp_map = 'basepod'"), model::DscpMap::basepod());
}

TEST(ConfigFile, TablesOfOtherSubcommandsArePassedOver) {
  EXPECT_EQ(message_of(R"(
[nic]
lossless = []
[[qp]]
anything = 1
[[memory]]
addr = 0x100000
[[wqe]]
sge = [ { addr = 1, length = 2 } ]
[[doorbell]]
count = 3
)"),
            "no error");
}

TEST(ConfigFile, UnknownKeysAreErrorsWithTheirPlace) {
  EXPECT_EQ(message_of("[nic]\n  losless = [3]\n"),
            "site.toml:2:3: 'losless' is no key of [nic], expected mac, dscp_map, lossless or "
            "congestion_control");
  EXPECT_EQ(message_of("\n[nick]\nmac = 1\n"),
            "site.toml:2:2: 'nick' is not known, expected nic, qp, memory, wqe, doorbell");
  EXPECT_EQ(message_of("seed = 4\n"),
            "site.toml:1:1: 'seed' is not known, expected nic, qp, memory, wqe, doorbell");
  EXPECT_EQ(message_of("nic = 4\n"), "site.toml:1:7: expected [nic] to be a table");
}

TEST(ConfigFile, WrongValuesAreErrorsWithTheirPlace) {
  EXPECT_THAT(message_of("[nic]\nmac = 5"), StartsWith("site.toml:2:7: expected mac to be text"));
  EXPECT_THAT(message_of("[nic]\nmac = '02:00:00:00:00'"), StartsWith("site.toml:2:7: "));
  EXPECT_THAT(message_of("[nic]\ndscp_map = 'site'"),
              StartsWith("site.toml:2:12: expected dscp_map to be \"basepod\", \"factory\""));
  EXPECT_EQ(message_of("[nic]\ndscp_map = { 64 = 3 }"),
            "site.toml:2:14: '64' is no DSCP, expected 0..63");
  EXPECT_EQ(message_of("[nic]\ndscp_map = { 46 = 8 }"),
            "site.toml:2:19: expected a priority, 0..7");
  EXPECT_EQ(message_of("[nic]\ndscp_map = { 46 = '3' }"),
            "site.toml:2:19: expected a priority, 0..7");
  EXPECT_EQ(message_of("[nic]\nlossless = 3"),
            "site.toml:2:12: expected lossless to be a list such as [3, 4]");
  EXPECT_EQ(message_of("[nic]\nlossless = [3, -1]"), "site.toml:2:16: expected a priority, 0..7");
  EXPECT_EQ(message_of("[nic]\ncongestion_control = 1"),
            "site.toml:2:22: expected congestion_control to be true or false");
}

TEST(ConfigFile, BrokenTomlIsOneLineWithItsPlace) {
  for (const char* text : {"[nic\n", "[nic]\nmac = \n", "x = 99999999999999999999\n", "\xFF\n"}) {
    const std::string message = message_of(text);
    EXPECT_THAT(message, StartsWith("site.toml:"));
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_NE(message, "no error");
  }
}

TEST(ConfigFile, KeysThatGoTooDeepAreRefused) {
  std::string key = "a";
  for (int i = 0; i < 100'000; ++i) key += ".a";
  const std::string expected = "site.toml:2:2: expected at most 100 dots in a line";
  EXPECT_EQ(message_of("\n " + key + " = 1\n"), expected);
  EXPECT_EQ(message_of("\n [" + key + "]\n"), expected);
  EXPECT_EQ(message_of("# " + key + "\n[nic]\n"), "no error") << "a comment is none";
}

TEST(ConfigFile, ThatCannotBeReadIsNamed) {
  const auto message = [](const std::string& path) -> std::string {
    try {
      load_config(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message("/nowhere/site.toml"), "/nowhere/site.toml: No such file or directory");
  EXPECT_EQ(message("/"), "/: Is a directory");
  EXPECT_EQ(message("/dev/null"), "no error");
}

}  // namespace
}  // namespace rnic::app
