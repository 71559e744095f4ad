// SPDX-License-Identifier: Apache-2.0
//
// Records of the RTL beside the model's: each field that differs is named with both values, and
// every code of the RTL has one meaning.
#include "tb/app/rx/rx_compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tb/app/errors.h"
#include "tb/app/rx/record_codes.h"
#include "tb/app/rx/record_matcher.h"
#include "tb/harness/rx_codes.h"

namespace rnic::app {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const model::RxRecord kFull{.verdict = model::Verdict::kRefuse,
                            .reason = model::Reason::kPsnAhead,
                            .opcode = 4,
                            .qpn = 0x11,
                            .psn = 0x105,
                            .priority = 3,
                            .pcp_mismatch = false,
                            .lossy_roce = false,
                            .ecn = 2,
                            .ce_counted = false,
                            .payload_bytes = 5,
                            .payload_offset = 54,
                            .pad = 3,
                            .icrc_ok = true,
                            .region = model::Region::kAhead,
                            .action = model::Action::kNakSeq,
                            .answer_psn = 0x101,
                            .msn = 7};

TEST(RxCompare, NamesTheFieldAndBothValues) {
  const auto text = [](auto change) {
    model::RxRecord rtl = kFull;
    change(rtl);
    const auto found = differences(kFull, rtl);
    return found.size() == 1 ? text_of(found.front()) : std::to_string(found.size());
  };
  using R = model::RxRecord;
  EXPECT_EQ(text([](R& r) { r.verdict = model::Verdict::kDrop; }),
            "verdict: want refuse, got drop");
  EXPECT_EQ(text([](R& r) { r.reason = model::Reason::kIcrc; }),
            "reason: want psn_ahead, got icrc");
  EXPECT_EQ(text([](R& r) { r.opcode = 10; }), "opcode: want 4, got 10");
  EXPECT_EQ(text([](R& r) { r.qpn = 0x12; }), "qpn: want 0x000011, got 0x000012");
  EXPECT_EQ(text([](R& r) { r.psn = std::nullopt; }), "psn: want 0x000105, got null");
  EXPECT_EQ(text([](R& r) { r.region = model::Region::kExpected; }),
            "region: want ahead, got expected");
  EXPECT_EQ(text([](R& r) { r.action.reset(); }), "action: want nak_seq, got null");
  EXPECT_EQ(text([](R& r) { r.answer_psn = 0x102; }), "answer_psn: want 0x000101, got 0x000102");
  EXPECT_EQ(text([](R& r) { r.msn = 8; }), "msn: want 7, got 8");
  EXPECT_EQ(text([](R& r) { r.icrc_ok = false; }), "icrc: want ok, got bad");
  EXPECT_EQ(text([](R& r) { r.priority = 0; }), "priority: want 3, got 0");
  EXPECT_EQ(text([](R& r) { r.pcp_mismatch = true; }), "pcp_mismatch: want false, got true");
  EXPECT_EQ(text([](R& r) { r.lossy_roce = true; }), "lossy_roce: want false, got true");
  EXPECT_EQ(text([](R& r) { r.ecn = 3; }), "ecn: want 2, got 3");
  EXPECT_EQ(text([](R& r) { r.ce_counted = true; }), "ce: want false, got true");
  EXPECT_EQ(text([](R& r) { r.payload_bytes = 4; }), "payload_bytes: want 5, got 4");
  EXPECT_EQ(text([](R& r) { r.payload_offset = 58; }), "payload_offset: want 54, got 58");
  EXPECT_EQ(text([](R& r) { r.pad = 0; }), "pad: want 3, got 0");
}

TEST(RxCompare, EqualRecordsDoNotDifferAndAMissingOneDoes) {
  EXPECT_THAT(differences(kFull, kFull), IsEmpty());
  EXPECT_THAT(differences(kFull, std::nullopt),
              ElementsAre(RxDifference{"record", "none", "refuse"}));
}

TEST(RecordCodes, EveryReasonHasItsOwnCode) {
  std::set<unsigned> codes;
  for (std::size_t i = 0; i < model::kReasons; ++i) {
    const auto reason = static_cast<model::Reason>(i);
    EXPECT_EQ(decode_reason(tb::code_of(reason)), reason);
    codes.insert(tb::code_of(reason));
  }
  EXPECT_EQ(codes.size(), model::kReasons);
  EXPECT_EQ(decode_reason(0), std::nullopt);
}

TEST(RecordCodes, ACodeWithoutMeaningIsAnErrorOfTheRtl) {
  EXPECT_THROW(decode_verdict(5), RtlError);
  EXPECT_THROW(decode_reason(17), RtlError);
  EXPECT_THROW(decode_reason(tb::kReasonOfCode.size()), RtlError);
  EXPECT_THROW(decode_action(tb::kActionOfCode.size()), RtlError);
  EXPECT_THROW(decode_icrc(3), RtlError);
}

TEST(RecordMatcher, ALostRecordShiftsNoOther) {
  RecordMatcher matcher;
  matcher.ended({.frame = 0, .eop_clock = 10, .eop_slot = 0});
  matcher.ended({.frame = 1, .eop_clock = 10, .eop_slot = 1});
  matcher.ended({.frame = 2, .eop_clock = 11, .eop_slot = 0});
  EXPECT_FALSE(matcher.is_due(35));
  EXPECT_TRUE(matcher.is_due(36));
  EXPECT_EQ(matcher.clock(36, {kFull, std::nullopt}), 0U);
  EXPECT_EQ(matcher.clock(37, {kFull, std::nullopt}), 0U);
  ASSERT_EQ(matcher.answers().size(), 3U);
  EXPECT_TRUE(matcher.answers()[0].record);
  EXPECT_FALSE(matcher.answers()[1].record);
  EXPECT_EQ(matcher.answers()[2].frame, 2U);
  EXPECT_TRUE(matcher.answers()[2].record);
  EXPECT_FALSE(matcher.is_waiting());
}

TEST(RecordMatcher, ARecordOfNoFrameIsAStray) {
  RecordMatcher matcher;
  EXPECT_EQ(matcher.clock(5, {kFull, kFull}), 2U);
  matcher.ended({.frame = 0, .eop_clock = 10, .eop_slot = 0});
  EXPECT_EQ(matcher.clock(35, {kFull, std::nullopt}), 1U) << "a clock early";
  EXPECT_EQ(matcher.clock(36, {std::nullopt, kFull}), 1U) << "in the other slot";
  EXPECT_FALSE(matcher.answers().front().record);
}

}  // namespace
}  // namespace rnic::app
