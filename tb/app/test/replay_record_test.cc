// SPDX-License-Identifier: Apache-2.0
//
// Records as lines of a report, as comments, and counted.
#include "tb/app/replay/replay_record.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace rnic::app {
namespace {

model::RxRecord refused() {
  model::RxRecord record;
  record.verdict = model::Verdict::kRefuse;
  record.reason = model::Reason::kPsnAhead;
  record.opcode = 0x04;
  record.qpn = 0x11;
  record.psn = 0x105;
  record.priority = 3;
  record.pcp_mismatch = true;
  record.lossy_roce = false;
  record.ecn = 3;
  record.ce_counted = true;
  record.payload_bytes = 5;
  record.payload_offset = 54;
  record.pad = 3;
  record.icrc_ok = true;
  record.region = model::Region::kAhead;
  record.action = model::Action::kNakSeq;
  record.answer_psn = 0x100;
  record.msn = 7;
  return record;
}

model::RxRecord skipped() {
  model::RxRecord record;
  record.verdict = model::Verdict::kSkipped;
  return record;
}

TEST(ReplayRecord, LineHasEveryKeyInTheOrderOfTheReport) {
  EXPECT_EQ(json_of(3, refused(), true).dump(),
            R"({"frame":3,"verdict":"refuse","reason":"psn_ahead","opcode":4,)"
            R"("opcode_name":"RC_SEND_ONLY","qpn":17,"psn":261,"region":"ahead",)"
            R"("action":"nak_seq","answer_psn":256,"msn":7,"icrc":"ok","priority":3,)"
            R"("pcp_mismatch":true,"lossy_roce":false,"ecn":3,"payload_bytes":5,)"
            R"("model_agrees":true})");
}

TEST(ReplayRecord, WhatASkippedFrameDoesNotSayIsNull) {
  EXPECT_EQ(json_of(9, skipped(), std::nullopt).dump(),
            R"({"frame":9,"verdict":"skipped","reason":null,"opcode":null,"opcode_name":null,)"
            R"("qpn":null,"psn":null,"region":null,"action":null,"answer_psn":null,"msn":null,)"
            R"("icrc":null,"priority":null,"pcp_mismatch":null,"lossy_roce":null,"ecn":null,)"
            R"("payload_bytes":null,"model_agrees":null})");
}

TEST(ReplayRecord, OpcodeWithoutANameIsANumber) {
  model::RxRecord record = refused();
  record.opcode = 0x1E;
  EXPECT_EQ(json_of(1, record, true).at("opcode"), 0x1E);
  EXPECT_TRUE(json_of(1, record, true).at("opcode_name").is_null());
  EXPECT_EQ(opcode_text(0x1E), "0x1e");
}

TEST(ReplayRecord, CommentHasWhatIsNotNull) {
  EXPECT_EQ(comment_of(3, refused(), false),
            "frame=3 verdict=refuse reason=psn_ahead opcode=4 opcode_name=RC_SEND_ONLY qpn=17 "
            "psn=261 region=ahead action=nak_seq answer_psn=256 msn=7 icrc=ok priority=3 "
            "pcp_mismatch=true lossy_roce=false ecn=3 payload_bytes=5 model_agrees=false");
  EXPECT_EQ(comment_of(9, skipped(), std::nullopt), "frame=9 verdict=skipped");
}

TEST(ReplayRecord, SummaryCountsEveryKind) {
  ReplaySummary summary;
  summary.add(refused(), 66);
  model::RxRecord unnamed = refused();
  unnamed.verdict = model::Verdict::kDrop;
  unnamed.reason = model::Reason::kOpcode;
  unnamed.opcode = 0x1E;
  unnamed.priority = 0;
  unnamed.lossy_roce = true;
  unnamed.pcp_mismatch = false;
  unnamed.ce_counted = false;
  summary.add(unnamed, 60);
  summary.add(skipped(), 0);
  EXPECT_EQ(json_of(summary, 1234, 2).dump(),
            R"({"frames":3,"bytes":126,"clocks":1234,"model_disagreements":2,"verdicts":)"
            R"({"accept":0,"duplicate":0,"refuse":1,"drop":1,"not_roce":0,"skipped":1},)"
            R"("reasons":{"opcode":1,"psn_ahead":1},"opcodes":{"RC_SEND_ONLY":1,"30":1},)"
            R"("priorities":{"0":1,"3":1},"ce":1,"pcp_mismatch":1,"lossy_roce":1})");
  EXPECT_EQ(list_of_verdicts(summary), "refuse 1, drop 1, skipped 1");
  EXPECT_EQ(list_of_opcodes(summary), "RC_SEND_ONLY 1, 0x1e 1");
}

TEST(ReplayRecord, EmptySummaryHasObjectsAllTheSame) {
  const auto json = json_of(ReplaySummary{}, 0, 0);
  EXPECT_EQ(json.at("reasons").dump(), "{}");
  EXPECT_EQ(json.at("verdicts").size(), 6u);
}

}  // namespace
}  // namespace rnic::app
