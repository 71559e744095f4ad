// SPDX-License-Identifier: Apache-2.0
//
// The hand-made captures of vectors/rx against their notes: frames that once went wrong somewhere,
// with ICRC values of other implementations, and one frame or more for each reason of the gate.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "models/crc/icrc.h"
#include "models/rx/frame_reasons.h"
#include "models/rx/frame_record.h"
#include "models/rx/vector_files.h"
#include "models/wire/frame.h"
#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

std::string to_hex(ByteSpan bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

class Cases : public ::testing::TestWithParam<const char*> {
 protected:
  nlohmann::json notes() {
    return testing::read_json(fmt::format("rx/{}.notes.json", GetParam()))["frames"];
  }
  std::vector<ByteVector> frames() {
    return testing::read_frames(fmt::format("rx/{}.pcap", GetParam()));
  }
};

TEST_P(Cases, TheCaptureHoldsTheNotedFrames) {
  const auto captured = frames();
  const auto noted = notes();
  ASSERT_EQ(captured.size(), noted.size());
  for (std::size_t i = 0; i < captured.size(); ++i) {
    EXPECT_EQ(noted[i]["frame"], i + 1);
    EXPECT_EQ(to_hex(captured[i]), noted[i]["hex"].get<std::string>()) << noted[i]["name"];
  }
}

TEST_P(Cases, EveryFrameComesOutAsNoted) {
  std::size_t checked = 0;
  for (const auto& note : notes()) {
    SCOPED_TRACE(note.dump());
    const ByteVector frame = testing::from_hex(note["hex"].get<std::string>());
    const FrameRecord record = make_record(1, frame, {.map = DscpMap::basepod()});
    EXPECT_EQ(name_of(record.reason), note["reason"].is_null() ? "" : note["reason"]);
    ASSERT_EQ(record.roce.has_value(), !note["icrc"].is_null());
    if (!record.roce) continue;
    EXPECT_EQ(record.roce->icrc_ok ? "ok" : "bad", note["icrc"]);
    EXPECT_EQ(to_hex(icrc_to_wire(record.roce->icrc_want)), note["icrc_wire"]);
    const auto decoded = decode(frame);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(encode(*decoded), frame);
    ++checked;
  }
  EXPECT_GT(checked, 0U);
}

INSTANTIATE_TEST_SUITE_P(HandMade, Cases, ::testing::Values("cases_icrc", "cases_gate"),
                         [](const auto& param_info) { return std::string(param_info.param); });

TEST(CaseFiles, EveryReasonOfTheGateIsShownHereOrInACaptureOfItsOwn) {
  std::set<std::string> shown;
  const nlohmann::json notes = testing::read_json("rx/cases_gate.notes.json");
  for (const auto& note : notes["frames"]) {
    if (!note["reason"].is_null()) shown.insert(note["reason"]);
  }
  EXPECT_EQ(shown.size(), 10U);
  for (const std::string& name : testing::capture_names()) {
    if (name.starts_with("reason_")) shown.insert(name.substr(std::string("reason_").size()));
  }
  for (unsigned i = 1; i <= testing::kFrameReasons; ++i) {
    const std::string reason(name_of(static_cast<FrameReason>(i)));
    EXPECT_TRUE(shown.contains(reason)) << "no vectors/rx/reason_" << reason << ".pcap";
  }
}

// e4 2d ad 81: a CNP example that circulates with an ICRC that no sender would make.
TEST(CaseFiles, ThePublishedWrongCnpIsInNoCapture) {
  for (const std::string& name : testing::capture_names()) {
    for (const ByteVector& frame : testing::read_frames("rx/" + name + ".pcap")) {
      EXPECT_EQ(to_hex(frame).find("e42dad81"), std::string::npos) << name;
    }
  }
}

}  // namespace
}  // namespace rnic::model
