// SPDX-License-Identifier: Apache-2.0
//
// The reports vectors/rx/*.json against the captures they belong to. Learning QPs from a capture is
// the replayer's; what can be said without it is said here: everything of a frame that needs no QP,
// and whole records with the QPs that the kernel's two guests printed.
#include <gtest/gtest.h>

#include <array>

#include "models/rx/kernel_qps.h"
#include "models/rx/receiver.h"
#include "models/rx/replay_rules.h"
#include "models/rx/vector_files.h"

namespace rnic::model {
namespace {

using testing::Guest;
using Json = nlohmann::json;

template <typename Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}
template <typename Value>
Json name_or_null(const std::optional<Value>& value) {
  return value ? Json(name_of(*value)) : Json();
}

// As a report has it, but for the frame's number and the RTL's agreement.
Json to_json(const RxRecord& r) {
  Json json;
  json["verdict"] = name_of(r.verdict);
  json["reason"] = name_or_null(r.reason);
  json["opcode"] = or_null(r.opcode);
  const std::string_view name = r.opcode ? opcode_name(*r.opcode) : "";
  json["opcode_name"] = name.empty() ? Json() : Json(name);
  json["qpn"] = or_null(r.qpn);
  json["psn"] = or_null(r.psn);
  json["region"] = name_or_null(r.region);
  json["action"] = name_or_null(r.action);
  json["answer_psn"] = or_null(r.answer_psn);
  json["msn"] = or_null(r.msn);
  json["icrc"] = r.icrc_ok ? Json(*r.icrc_ok ? "ok" : "bad") : Json();
  json["priority"] = or_null(r.priority);
  json["pcp_mismatch"] = or_null(r.pcp_mismatch);
  json["lossy_roce"] = or_null(r.lossy_roce);
  json["ecn"] = or_null(r.ecn);
  json["payload_bytes"] = or_null(r.payload_bytes);
  return json;
}

Json frames_of_report(const std::string& name) {
  return testing::read_json("rx/" + name + ".json")["frames"];
}

// The file's record without the keys that to_json() leaves out.
Json comparable(Json record) {
  record.erase("frame");
  record.erase("model_agrees");
  return record;
}

// Of the vectors one has the MAC filter on: that of its configuration.
std::optional<MacAddress> our_mac(const std::string& name) {
  if (name != "reason_not_for_us") return std::nullopt;
  return MacAddress{2, 0, 0, 0, 0, 2};
}

TEST(Vectors, EveryReportHasWhatTheModelSaysOfTheFrameItself) {
  constexpr std::array kOfTheFrame = {"opcode", "opcode_name",  "qpn",          "psn",
                                      "icrc",   "priority",     "pcp_mismatch", "lossy_roce",
                                      "ecn",    "payload_bytes"};
  const auto names = testing::capture_names();
  EXPECT_GE(names.size(), 149U);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const Json reported = frames_of_report(name);
    const auto captured = testing::read_frames("rx/" + name + ".pcap");
    ASSERT_EQ(captured.size(), reported.size());
    Receiver nobody({.our_mac = our_mac(name)});
    for (std::size_t i = 0; i < captured.size(); ++i) {
      SCOPED_TRACE(i + 1);
      const ReplayedFrame frame = prepare_for_replay(captured[i]);
      const RxRecord record = nobody.receive(frame.bytes, frame.mac_error);
      const Json want = to_json(record);
      EXPECT_EQ(reported[i]["frame"], i + 1);
      for (const char* key : kOfTheFrame) EXPECT_EQ(reported[i][key], want[key]) << key;
      // Behind this a receiver without QPs has only one thing to say.
      if (record.reason != Reason::kQpUnknown) {
        EXPECT_EQ(comparable(reported[i]), want);
      }
    }
  }
}

// Both guests' QPs in one receiver, for the files of either side; no two share an entry.
TEST(Vectors, KernelCapturesHaveTheRecordsForTheQpsThatTheGuestsPrinted) {
  std::size_t files = 0;
  std::size_t frames = 0;
  const Json index = testing::read_json("rx/index.json");
  for (const auto& [scenario, capture] : index["captures"].items()) {
    if (capture["group"] == "tools") continue;  // they print no QPs
    for (const auto& [file, about] : capture["files"].items()) {
      SCOPED_TRACE(file);
      Receiver receiver({});
      for (const Guest guest : {Guest::kA, Guest::kB}) {
        for (const auto& qp : testing::qps_of_guest(scenario, capture, guest)) {
          ASSERT_FALSE(receiver.add_qp(qp.config));
        }
      }
      const Json reported = frames_of_report(file.substr(0, file.size() - 5));
      const auto captured = testing::read_frames("rx/" + file);
      ASSERT_EQ(captured.size(), reported.size());
      for (std::size_t i = 0; i < captured.size(); ++i) {
        const ReplayedFrame frame = prepare_for_replay(captured[i]);
        EXPECT_EQ(to_json(receiver.receive(frame.bytes, frame.mac_error)), comparable(reported[i]))
            << "frame " << i + 1;
      }
      frames += captured.size();
      ++files;
    }
  }
  fmt::print("{} frames of {} captures\n", frames, files);
  EXPECT_EQ(files, 103U);
  EXPECT_GT(frames, 1400U);
}

TEST(Vectors, ReadmeNamesEveryCapture) {
  const std::string readme = testing::read_text("README.md");
  for (const std::string& name : testing::capture_names()) {
    EXPECT_NE(readme.find("`" + name + ".pcap`"), std::string::npos) << name;
  }
}

TEST(Vectors, ReadmeHasARowForEveryReason) {
  const std::string readme = testing::read_text("README.md");
  for (std::size_t i = 0; i < kReasons; ++i) {
    const std::string row = fmt::format("| `{}` |", name_of(static_cast<Reason>(i)));
    EXPECT_NE(readme.find(row), std::string::npos) << "no row in vectors/README.md: " << row;
  }
}

}  // namespace
}  // namespace rnic::model
