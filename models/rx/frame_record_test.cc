// SPDX-License-Identifier: Apache-2.0
#include "models/rx/frame_record.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "models/rx/frame_report.h"
#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

using testing::frame_a;
using testing::with_tag;

const RecordOptions kBasepod{.map = DscpMap::basepod()};

TEST(FrameRecord, OfFrameAAsJson) {
  const FrameRecord record = make_record(7, frame_a(), kBasepod);
  EXPECT_EQ(to_json(record).dump(),
            R"({"frame":7,"verdict":null,"reason":null,"opcode":4,"opcode_name":"RC_SEND_ONLY",)"
            R"("qpn":17,"psn":16,"icrc":"ok","priority":0,"pcp_mismatch":false,)"
            R"("lossy_roce":true,"ecn":2})");
}

TEST(FrameRecord, OfADroppedFrameHasVerdictAndReasonOnly) {
  ByteVector frame = frame_a();
  frame[24] ^= 1;
  EXPECT_EQ(to_json(make_record(1, frame, kBasepod)).dump(),
            R"({"frame":1,"verdict":"drop","reason":"ip_checksum","opcode":null,)"
            R"("opcode_name":null,"qpn":null,"psn":null,"icrc":null,"priority":null,)"
            R"("pcp_mismatch":null,"lossy_roce":null,"ecn":null})");
}

TEST(FrameRecord, OfASkippedFrameHasAVerdictAndNoReason) {
  const auto json = to_json(make_skipped_record(3));
  EXPECT_EQ(json["verdict"], "skipped");
  EXPECT_TRUE(json["reason"].is_null());
}

TEST(FrameRecord, AnUnknownOpcodeHasANumberAndNoName) {
  ByteVector frame = frame_a();
  frame[42] = 0xFF;
  const auto json = to_json(make_record(1, frame, kBasepod));
  EXPECT_EQ(json["opcode"], 255);
  EXPECT_TRUE(json["opcode_name"].is_null());
  EXPECT_EQ(json["icrc"], "bad");
}

TEST(FrameRecord, PriorityComesFromTheDscpAndNeverFromTheTag) {
  ByteVector frame = frame_a();
  frame[15] = 46 << 2 | 3;  // DSCP 46, CE; its header checksum is 25FC
  frame[24] = 0x25;
  frame[25] = 0xFC;
  const FrameRecord record = make_record(1, frame, kBasepod);
  ASSERT_TRUE(record.roce) << name_of(record.reason);
  EXPECT_EQ(record.roce->priority, 3);
  EXPECT_FALSE(record.roce->lossy_roce);
  EXPECT_FALSE(record.roce->pcp_mismatch) << "untagged";
  EXPECT_EQ(record.roce->ecn, 3);
  EXPECT_TRUE(record.roce->icrc_ok) << "the TOS byte is outside the ICRC";

  for (unsigned pcp = 0; pcp < 8; ++pcp) {
    ByteVector tagged = with_tag(frame, "81000000");
    tagged[14] = static_cast<std::uint8_t>(pcp << 5);  // VID 0
    const auto roce = make_record(1, tagged, kBasepod).roce;
    ASSERT_TRUE(roce);
    EXPECT_EQ(roce->priority, 3);
    EXPECT_EQ(roce->pcp_mismatch, pcp != 3);
    EXPECT_EQ(roce->tag->pcp(), pcp);
  }
  EXPECT_EQ(make_record(1, frame, {.map = DscpMap::factory()}).roce->priority, 5);
  EXPECT_TRUE(make_record(1, frame, {.map = DscpMap::factory()}).roce->lossy_roce);
}

TEST(FrameRecord, CapturedFramesGoThroughTheReplayRules) {
  ByteVector big = frame_a();
  big.resize(9601, 0);
  EXPECT_EQ(make_record(1, big, kBasepod).reason, FrameReason::kMacError);
  big.resize(9600);
  EXPECT_EQ(make_record(1, big, kBasepod).reason, FrameReason::kNone);
}

TEST(FrameReport, IsOneObjectWithAFrameALine) {
  std::ostringstream out;
  ReportWriter report(out);
  ByteVector bad = frame_a();
  bad.back() ^= 1;
  ByteVector unknown = frame_a();
  unknown[42] = 0x1E;
  const ByteVector arp(60, 0);
  std::uint64_t number = 0;
  for (const ByteVector& frame : {frame_a(), bad, unknown, arp}) {
    const FrameRecord record = make_record(++number, frame, kBasepod);
    report.add(record, frame.size(), to_json(record));
  }
  const FrameRecord skipped = make_skipped_record(++number);
  report.add(skipped, 0, to_json(skipped));
  report.finish({{"clocks", 12}});

  const auto json = nlohmann::json::parse(out.str());
  EXPECT_EQ(json["frames"].size(), 5U);
  EXPECT_EQ(json["summary"], nlohmann::json::parse(R"({
    "frames": 5, "bytes": 258, "roce": 3, "icrc": {"ok": 1, "bad": 2},
    "verdicts": {"not_roce": 1, "skipped": 1}, "reasons": {"not_ip": 1},
    "opcodes": {"RC_SEND_ONLY": 2, "30": 1}, "priorities": {"0": 3},
    "pcp_mismatch": 0, "lossy_roce": 3, "clocks": 12})"));
  std::istringstream lines(out.str());
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "{\"frames\":[");
  std::getline(lines, line);
  EXPECT_EQ(line, to_json(make_record(1, frame_a(), kBasepod)).dump() + ",");
}

TEST(FrameReport, OfNoFramesIsStillJson) {
  std::ostringstream out;
  ReportWriter(out).finish();
  const auto json = nlohmann::json::parse(out.str());
  EXPECT_EQ(json["frames"].size(), 0U);
  EXPECT_EQ(json["summary"]["frames"], 0);
}

}  // namespace
}  // namespace rnic::model
