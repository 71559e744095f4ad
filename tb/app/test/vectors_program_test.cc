// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 vectors` as it is called, on the RTL: both kinds of vectors, folders, exit status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tb/app/test/program_fixture.h"

namespace rnic::app::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class VectorsProgram : public Program {
 protected:
  // A vector of the repository, with all its files, in a folder of this test.
  std::string copy(const std::string& kind, const std::string& name, const std::string& to) const {
    std::filesystem::create_directories(path(to));
    for (const char* ending : {".pcap", ".json", ".toml", ".txt"}) {
      const std::string from = std::string(RNIC_VECTORS "/") + kind + "/" + name + ending;
      if (!std::filesystem::exists(from)) continue;
      std::filesystem::copy_file(from, path(to) + "/" + name + ending);
    }
    return path(to);
  }
};

TEST_F(VectorsProgram, ChecksBothKindsInOneFolderAndInSeveral) {
  const std::string mixed = copy("rx", "reason_icrc", "mixed");
  copy("tx", "solicited", "mixed");
  const std::string learned = copy("rx", "lost_last.req", "learned");
  const Outcome outcome = run_program({"vectors", "check", mixed, learned});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out,
              HasSubstr("reason_icrc                        3 frames: accept 2, drop 1\n"));
  EXPECT_THAT(outcome.out, HasSubstr("\n3 vectors, 0 wrong\n"));
}

TEST_F(VectorsProgram, AReportThatTheRtlDoesNotGiveIsStatusOneUntilItIsUpdated) {
  const std::string folder = copy("rx", "reason_icrc", "v");
  const std::string right = read_file(folder + "/reason_icrc.json");
  const std::string reason = R"("reason":"icrc")";
  std::string wrong = right;
  wrong.replace(wrong.find(reason), reason.size(), R"("reason":"length")");
  store("v/reason_icrc.json", model::test::Bytes(wrong.begin(), wrong.end()));
  const Outcome bad = run_program({"vectors", "check", folder});
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.out, HasSubstr(R"(DIFFERS: frame 2: reason: "icrc", want "length")"));
  EXPECT_THAT(bad.err, StartsWith("rnic400: 1 of 1 vectors differ; see one with rnic400 replay "));
  EXPECT_EQ(run_program({"vectors", "update", folder}).status, 0);
  EXPECT_EQ(read_file(folder + "/reason_icrc.json"), right);
  EXPECT_EQ(run_program({"vectors", "check", folder}).status, 0);
}

TEST_F(VectorsProgram, UnusableFoldersAreOneLineAndStatusTwo) {
  expect_refusal(run_program({"vectors", "check", "/nowhere"}),
                 "/nowhere: No such file or directory");
  expect_refusal(run_program({"vectors", "check", folder_}),
                 folder_ + ": expected vectors, *.toml or *.pcap");
  const std::string folder = copy("rx", "reason_icrc", "v");
  store("v/reason_icrc.pcap", model::test::Bytes(7));
  EXPECT_EQ(run_program({"vectors", "check", folder}).status, 2);
  EXPECT_EQ(run_program({"vectors", "update", folder}).status, 2);
  EXPECT_EQ(run_program({"vectors"}).status, 2);
}

}  // namespace
}  // namespace rnic::app::test
