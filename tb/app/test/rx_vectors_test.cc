// SPDX-License-Identifier: Apache-2.0
//
// The golden vectors of the receive path: that the model still says what their reports say, what
// they cover, and that a check finds what is wrong.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "tb/app/config/text_file.h"
#include "tb/app/test/replay_fixture.h"
#include "tb/app/vectors/rx_vector.h"

namespace rnic::app::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kFolder = RNIC_VECTORS "/rx";

// ------------------------------------------------------------ the repository's own

TEST(RxVectors, ReportsAreWhatTheModelSays) {
  for (const FoundVector& vector : find_vectors(kFolder)) {
    const std::string want = read_text_file(vector.file(".json"));
    const std::string seen = expected_rx_report(vector);
    EXPECT_EQ(report_difference(want, seen), "") << vector.name();
    EXPECT_EQ(want, seen) << vector.name() << ": `rnic400 vectors update` writes it anew";
  }
}

TEST(RxVectors, EveryReportAndConfigurationBelongsToACapture) {
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    const std::string name = entry.path().filename().string();
    if (name == "index.json" || name.ends_with(".notes.json")) continue;
    const std::string capture =
        (entry.path().parent_path() / entry.path().stem()).string() + ".pcap";
    EXPECT_TRUE(std::filesystem::exists(capture)) << name;
  }
}

// All values of a key in all reports.
std::set<std::string> values_of(const std::string& key) {
  std::set<std::string> values;
  for (const FoundVector& vector : find_vectors(kFolder)) {
    const json report = json::parse(read_text_file(vector.file(".json")));
    for (const json& frame : report.at("frames")) {
      if (frame.at(key).is_string()) values.insert(frame.at(key).get<std::string>());
    }
  }
  return values;
}

template <typename Value>
std::set<std::string> names(std::size_t count) {
  std::set<std::string> all;
  for (std::size_t i = 0; i < count; ++i) {
    all.insert(std::string(model::name_of(static_cast<Value>(i))));
  }
  return all;
}

TEST(RxVectors, AreMoreThanEightyAndShowEveryVerdictReasonRegionAndAction) {
  EXPECT_GE(find_vectors(kFolder).size(), 149u);
  EXPECT_EQ(values_of("verdict"),
            (std::set<std::string>{"accept", "duplicate", "refuse", "drop", "not_roce"}));
  EXPECT_EQ(values_of("reason"), names<model::Reason>(model::kReasons));
  EXPECT_EQ(values_of("action"), names<model::Action>(model::kActions));
  EXPECT_EQ(values_of("region"), names<model::Region>(3));
}

TEST(RxVectors, ThePageOfVerdictsHasEveryReason) {
  const std::string page = read_text_file(RNIC_VECTORS "/../docs/verdicts.md");
  for (const std::string& reason : names<model::Reason>(model::kReasons)) {
    EXPECT_THAT(page, HasSubstr("`" + reason + "`")) << "not in docs/verdicts.md: " << reason;
  }
}

TEST(RxVectors, ModelAgreesWithEveryFrame) {
  for (const FoundVector& vector : find_vectors(kFolder)) {
    const json report = json::parse(read_text_file(vector.file(".json")));
    EXPECT_EQ(report.at("summary").at("model_disagreements"), 0) << vector.name();
    for (const json& frame : report.at("frames")) {
      EXPECT_EQ(frame.at("model_agrees"), true) << vector.name();
    }
  }
}

// ------------------------------------------------------------ check and update

class RxVectorCheck : public Replay {
 protected:
  // A copy of a capture and of its configuration, where it has one.
  FoundVector copy_of(const std::string& name) const {
    for (const char* ending : {".pcap", ".toml"}) {
      const std::string from = kFolder + "/" + name + ending;
      if (std::filesystem::exists(from)) {
        std::filesystem::copy_file(from, path(std::string("v") + ending));
      }
    }
    return find_vectors(folder_).front();
  }
  // The report of `vector` with one text in another's place.
  void alter(const FoundVector& vector, const std::string& from, const std::string& to) const {
    std::string text = read_text_file(vector.file(".json"));
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    store_text(text.replace(at, from.size(), to), "v.json");
  }
  static std::string difference(const FoundVector& vector, const ModelRxDevice::Spoil& spoil = {}) {
    return check_rx_vector(vector, model_devices(spoil)).difference;
  }
};

TEST_F(RxVectorCheck, TakesWhatUpdateWrote) {
  const FoundVector vector = copy_of("nak_seq_err_retransmit");
  EXPECT_EQ(difference(vector), "no report beside it (.json)");
  EXPECT_EQ(update_rx_vector(vector).counts, "17 frames: accept 12, refuse 1, drop 4");
  const VectorOutcome outcome = check_rx_vector(vector, model_devices());
  EXPECT_EQ(outcome.difference, "");
  EXPECT_EQ(outcome.counts, "17 frames: accept 12, refuse 1, drop 4");
  EXPECT_EQ(read_text_file(vector.file(".json")),
            read_text_file(kFolder + "/nak_seq_err_retransmit.json"));
}

TEST_F(RxVectorCheck, NamesTheFrameAndTheKeyThatDiffer) {
  const FoundVector vector = copy_of("write_only");
  update_rx_vector(vector);
  alter(vector, R"("msn":2)", R"("msn":5)");
  EXPECT_EQ(difference(vector), "frame 3: msn: 2, want 5");
  update_rx_vector(vector);
  alter(vector, R"("region":"expected",)", "");
  EXPECT_EQ(difference(vector), R"(frame 1: region: "expected", want no such key)");
  update_rx_vector(vector);
  alter(vector, R"({"frame":1,)", R"({"frame":1,"colour":"red",)");
  EXPECT_EQ(difference(vector), R"(frame 1: colour: missing, want "red")");
  update_rx_vector(vector);
  alter(vector, R"("bytes":)", R"("bytes":1)");
  EXPECT_THAT(difference(vector), StartsWith("summary: bytes: "));
}

TEST_F(RxVectorCheck, CountsFramesThatAreTooManyOrMissing) {
  const FoundVector vector = copy_of("write_only");
  update_rx_vector(vector);
  alter(vector, "\n],", ",\n{\"frame\":7}\n],");
  EXPECT_EQ(difference(vector), "6 frames, want 7");
  store_text(R"({"frames":[],"summary":{}})", "v.json");
  EXPECT_EQ(difference(vector), "6 frames, want 0");
  store_text("[1,", "v.json");
  EXPECT_THAT(difference(vector), StartsWith("no report, expected {"));
}

TEST(ReportDifference, IsAskedOfObjectsOnly) {
  for (const std::string text :
       {R"({"frames":[1],"summary":{}})", R"({"frames":[],"summary":2})", R"({"frames":{}})"}) {
    EXPECT_THAT(report_difference(text, text + " "), StartsWith("no report, expected {")) << text;
  }
  const std::string empty = R"({"frames":[],"summary":{}})";
  EXPECT_EQ(report_difference(empty, empty + " "), "");
}

TEST_F(RxVectorCheck, DoesNotCompareClocks) {
  const FoundVector vector = copy_of("write_only");
  update_rx_vector(vector);
  alter(vector, R"("clocks":0)", R"("clocks":123456)");
  EXPECT_EQ(difference(vector), "");
}

TEST_F(RxVectorCheck, NamesWhereRtlAndModelDiffer) {
  const FoundVector vector = copy_of("write_only");
  update_rx_vector(vector);
  EXPECT_THAT(difference(vector, [](RxAnswer& answer) { answer.record->psn = 7; }),
              HasSubstr("frame 1: psn: RTL 0x000007, model "));
  EXPECT_THAT(difference(vector, [](RxAnswer& answer) { answer.record.reset(); }),
              StartsWith("frame 1: record: RTL none, model "));
}

TEST_F(RxVectorCheck, QpsAndMacFilterAreThoseOfTheConfiguration) {
  const FoundVector vector = copy_of("reason_not_for_us");
  update_rx_vector(vector);
  const json frames = json::parse(read_text_file(vector.file(".json"))).at("frames");
  EXPECT_EQ(frames.at(1).at("reason"), "not_for_us");
  EXPECT_EQ(difference(vector), "");
  store_text("[nic]\nmac = \"02:00:00:00:00:03\"\n", "v.toml");
  EXPECT_EQ(difference(vector), R"(frame 1: verdict: "not_roce", want "accept")");
}

TEST_F(RxVectorCheck, DamagedCaptureIsAnError) {
  const FoundVector vector = copy_of("write_only");
  update_rx_vector(vector);
  std::filesystem::resize_file(path("v.pcap"), std::filesystem::file_size(path("v.pcap")) - 3);
  EXPECT_THROW(check_rx_vector(vector, model_devices()), model::CaptureError);
  EXPECT_THROW(update_rx_vector(vector), model::CaptureError);
}

// ------------------------------------------------------------ which are there

class FindVectors : public Replay {};

TEST_F(FindVectors, KindFollowsFromTheFiles) {
  for (const char* name : {"b.pcap", "b.req.pcap", "c.pcap", "d.pcap", "c.json", "e.txt"}) {
    store_text("", name);
  }
  store_text("[nic]\n", "c.toml");
  store_text("[[wqe]]\nqpn = 1\n", "d.toml");
  store_text("[[wqe]]\nqpn = 1\n", "a.toml");
  std::string seen;
  for (const FoundVector& vector : find_vectors(folder_)) {
    seen += vector.name() + (vector.kind == VectorKind::kReceive ? " rx " : " tx ");
  }
  EXPECT_EQ(seen, "a tx b rx b.req rx c rx d tx ");
}

TEST_F(FindVectors, SaysWhatIsMissing) {
  const auto complaint = [&](const std::string& folder) -> std::string {
    try {
      find_vectors(folder);
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(complaint(folder_), folder_ + ": expected vectors, *.toml or *.pcap");
  EXPECT_EQ(complaint("/nowhere"), "/nowhere: No such file or directory");
  store_text("[nic]\n", "a.toml");
  EXPECT_EQ(complaint(folder_),
            path("a.toml") + ": expected work, [[wqe]], or a capture beside it, a.pcap");
}

}  // namespace
}  // namespace rnic::app::test
