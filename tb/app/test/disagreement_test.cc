// SPDX-License-Identifier: Apache-2.0
//
// What `icrc` does when RTL and model disagree. The model's side is spoilt here, as nothing else
// can make a right RTL wrong.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <utility>

#include "tb/app/test/icrc_fixture.h"

namespace rnic::app::test {
namespace {

using model::test::pattern;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

// The model's side with one value wrong in one frame.
ModelSide wrong_in(std::uint64_t number, const std::function<void(model::RoceRecord&)>& spoil) {
  return [=](const InputFrame& input, const model::DscpMap& map) {
    FrameView view = look_at(input, map);
    if (input.number == number && view.record.roce) spoil(*view.record.roce);
    return view;
  };
}

class Disagreement : public ::testing::Test {
 protected:
  Disagreement() {
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
  }
  ~Disagreement() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }
  const std::filesystem::path before_ = std::filesystem::current_path();
  const std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / fmt::format("icrc_test.{}", ::getpid());
  const std::vector<Bytes> frames_ = {write_only(), pattern(60), write_only()};
};

TEST_F(Disagreement, IsTrueForTheExitStatusAndToldInFull) {
  IcrcOptions options = json_options();
  options.file = "my capture.pcap";
  options.program = "build/rnic400";
  options.repeat_options = " --spacing random --seed 7";
  const Seen seen = run(stream_of(file_of(frames_)), options, model::DscpMap::basepod(),
                        wrong_in(3, [](model::RoceRecord& record) { record.icrc_ok = false; }));
  EXPECT_EQ(seen.status, kMismatch);
  const std::string saved = (folder_ / "failures/icrc.frame-3.pcap").string();
  EXPECT_EQ(seen.err, "rnic400: frame 3: icrc: RTL ok, model bad\n  frame saved in " + saved +
                          "\n  see it with: build/rnic400 icrc 'my capture.pcap' --spacing random "
                          "--seed 7 --wave failure.fst --wave-frame 3\n");
  EXPECT_EQ(seen.frames()[2].at("icrc"), "ok") << "the RTL's";
  EXPECT_EQ(seen.frames()[2].at("model_agrees"), false);
  EXPECT_EQ(seen.frames()[0].at("model_agrees"), true);
  EXPECT_EQ(seen.summary().at("model_disagreements"), 1);
  model::CaptureReader reader(saved);
  model::CaptureFrame frame;
  ASSERT_TRUE(reader.next(frame));
  EXPECT_EQ(Bytes(frame.bytes.begin(), frame.bytes.end()), frames_[2]);
}

TEST_F(Disagreement, IsSeenInEveryField) {
  using Spoil = std::function<void(model::RoceRecord&)>;
  const std::vector<std::pair<Spoil, std::string>> cases = {
      {[](auto& r) { r.priority = 5; }, "frame 1: priority: RTL 3, model 5\n"},
      {[](auto& r) { r.pcp_mismatch = true; }, "frame 1: pcp_mismatch: RTL false, model true\n"},
      {[](auto& r) { r.lossy_roce = true; }, "frame 1: lossy_roce: RTL false, model true\n"},
      {[](auto& r) { r.ecn = 0; }, "frame 1: ecn: RTL 2, model 0\n"}};
  for (const auto& [spoil, text] : cases) {
    const Seen seen = run(stream_of(file_of(frames_)), json_options(), model::DscpMap::basepod(),
                          wrong_in(1, spoil));
    EXPECT_EQ(seen.status, kMismatch);
    EXPECT_THAT(seen.err, HasSubstr(text));
  }
}

TEST_F(Disagreement, OfStandardInputIsRepeatedWithTheSavedFrame) {
  IcrcOptions options = json_options();
  options.file = "-";
  const Seen seen = run(stream_of(file_of(frames_)), options, model::DscpMap::basepod(),
                        wrong_in(3, [](model::RoceRecord& record) { record.ecn = 0; }));
  EXPECT_THAT(seen.err, HasSubstr(fmt::format("icrc {}/failures/icrc.frame-3.pcap --wave "
                                              "failure.fst --wave-frame 1\n",
                                              folder_.string())));
}

TEST_F(Disagreement, TableMarksTheFrameAndManyAreCounted) {
  const IcrcOptions table;
  const Seen seen =
      run(stream_of(file_of(std::vector<Bytes>(25, write_only()))), table,
          model::DscpMap::basepod(), [](const InputFrame& input, const model::DscpMap& map) {
            FrameView view = look_at(input, map);
            view.record.roce->priority = 1;
            return view;
          });
  EXPECT_EQ(seen.status, kMismatch);
  EXPECT_THAT(seen.out, HasSubstr("DIFFERS  see below\n"));
  EXPECT_THAT(seen.out, HasSubstr("25 RoCE frames compared, 25 disagreements"));
  EXPECT_THAT(seen.err, HasSubstr("frame 10: priority: RTL 3, model 1"));
  EXPECT_THAT(seen.err, Not(HasSubstr("frame 11")));
  EXPECT_THAT(seen.err, EndsWith("rnic400: 15 more disagreements are only counted\n"));
}

}  // namespace
}  // namespace rnic::app::test
