// SPDX-License-Identifier: Apache-2.0
//
// Each field that RTL and model share: seen when it differs, with both values, and taken from the
// RTL for the report.
#include "tb/app/rtl_compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tb/app/shell_word.h"

namespace rnic::app {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const model::RoceRecord kModel = [] {
  model::RoceRecord record;
  record.icrc_ok = true;
  record.priority = 3;
  record.pcp_mismatch = true;
  record.ecn = 2;
  return record;
}();
constexpr RtlVerdict kRtl = {
    .checked = true, .ok = true, .priority = 3, .pcp_mismatch = true, .lossy = false, .ecn = 2};

TEST(RtlCompare, EqualFieldsAreNoDifference) { EXPECT_THAT(differences(kModel, kRtl), IsEmpty()); }

TEST(RtlCompare, EachFieldIsNamedWithBothValues) {
  RtlVerdict rtl = kRtl;
  rtl.ok = false;
  EXPECT_THAT(differences(kModel, rtl), ElementsAre(Difference{"icrc", "bad", "ok"}));
  rtl = kRtl;
  rtl.checked = rtl.ok = false;
  EXPECT_THAT(differences(kModel, rtl), ElementsAre(Difference{"icrc", "-", "ok"}));
  rtl = kRtl;
  rtl.priority = 5;
  EXPECT_THAT(differences(kModel, rtl), ElementsAre(Difference{"priority", "5", "3"}));
  rtl = kRtl;
  rtl.pcp_mismatch = false;
  EXPECT_THAT(differences(kModel, rtl), ElementsAre(Difference{"pcp_mismatch", "false", "true"}));
  rtl = kRtl;
  rtl.lossy = true;
  EXPECT_THAT(differences(kModel, rtl), ElementsAre(Difference{"lossy_roce", "true", "false"}));
  rtl = kRtl;
  rtl.ecn = 3;
  EXPECT_THAT(differences(kModel, rtl), ElementsAre(Difference{"ecn", "3", "2"}));
}

TEST(RtlCompare, AMissingVerdictIsTheOneDifference) {
  EXPECT_THAT(differences(kModel, std::nullopt), ElementsAre(Difference{"verdict", "none", "one"}));
}

TEST(RtlCompare, TheReportHasTheValuesOfTheRtl) {
  model::FrameRecord record{.frame = 1, .roce = kModel};
  const RtlVerdict rtl = {
      .checked = true, .ok = false, .priority = 6, .pcp_mismatch = false, .lossy = true, .ecn = 1};
  const auto shown = with_rtl(record, rtl).roce;
  ASSERT_TRUE(shown);
  EXPECT_FALSE(shown->icrc_ok);
  EXPECT_EQ(shown->priority, 6);
  EXPECT_FALSE(shown->pcp_mismatch);
  EXPECT_TRUE(shown->lossy_roce);
  EXPECT_EQ(shown->ecn, 1);
  EXPECT_FALSE(with_rtl(record, std::nullopt).roce) << "nothing known without a verdict";
  record.roce.reset();
  EXPECT_FALSE(with_rtl(record, rtl).roce) << "the gate is the model's";
}

TEST(ShellWord, IsQuotedOnlyWhereItMust) {
  EXPECT_EQ(shell_word("vectors/rx/a-b_1.pcap"), "vectors/rx/a-b_1.pcap");
  EXPECT_EQ(shell_word("46=3,26=4"), "46=3,26=4");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b's $x"), "'a b'\\''s $x'");
}

}  // namespace
}  // namespace rnic::app
