// SPDX-License-Identifier: Apache-2.0
//
// The whole fuzz with a device that is right, and with one that is wrong: what it counts and what
// it leaves behind.
#include "tb/fuzz/rtl/rtl_fuzz.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "tb/app/config/text_file.h"
#include "tb/app/replay/replay_config.h"
#include "tb/app/replay/rereadable_capture.h"
#include "tb/app/test/model_rx_device.h"
#include "tb/app/vectors/rx_vector.h"
#include "tb/fuzz/rtl/case_capture.h"
#include "tb/fuzz/rtl/case_maker.h"

namespace rnic::fuzz {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

// A device that answers a duplicate with the PSN behind the right one.
app::ReplayDeviceFactory wrong_devices() {
  return app::test::model_devices([](app::RxAnswer& answer) {
    auto& record = *answer.record;
    if (record.action == model::Action::kAckAgain)
      record.answer_psn = (*record.answer_psn + 1) & 0xFFFFFF;
  });
}

class RtlFuzz : public ::testing::Test {
 protected:
  ~RtlFuzz() override { fs::remove_all(folder_); }

  FuzzTotals run(FuzzOptions options, const app::ReplayDeviceFactory& factory) {
    options.folder = folder_ + "/found";
    std::ostringstream out;
    const FuzzTotals totals = fuzz_device(options, factory, out);
    out_ = out.str();
    return totals;
  }
  std::vector<fs::path> files(const std::string& name, const std::string& extension) const {
    std::vector<fs::path> found;
    if (!fs::exists(folder_ + "/" + name)) return found;
    for (const auto& entry : fs::directory_iterator(folder_ + "/" + name)) {
      if (entry.path().extension() == extension) found.push_back(entry.path());
    }
    return found;
  }

  const std::string folder_ = ::testing::TempDir() + "rtl_fuzz_test." + std::to_string(::getpid());
  std::string out_;
};

TEST_F(RtlFuzz, FindsNothingInADeviceThatIsRight) {
  const FuzzTotals totals =
      run({.frames = 5000, .seconds = 0, .batch = 200}, app::test::model_devices());
  EXPECT_EQ(totals.findings, 0u);
  EXPECT_GE(totals.frames, 5000u);
  EXPECT_GT(totals.cases, 20u);
  EXPECT_EQ(out_, "");
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(RtlFuzz, LeavesACaptureThatReplayTakesAndThatShowsTheFinding) {
  const FuzzTotals totals =
      run({.frames = 50'000, .seconds = 0, .most_findings = 1}, wrong_devices());
  ASSERT_EQ(totals.findings, 1u);
  EXPECT_THAT(out_, ContainsRegex("answer_psn: want 0x[0-9a-f]+, got 0x[0-9a-f]+\n"));
  EXPECT_THAT(out_, ContainsRegex("shrunk from [0-9]+ to 1 frame in"));
  ASSERT_EQ(files("found", ".pcap").size(), 1u);
  const fs::path base = files("found", ".pcap")[0].replace_extension();

  // Through the machinery of `rnic400 replay`, from the files alone: wrong by the wrong device,
  // right by the right one.
  const app::FoundVector vector{.base = base};
  EXPECT_EQ(app::check_rx_vector(vector, app::test::model_devices()).difference, "");
  EXPECT_THAT(app::check_rx_vector(vector, wrong_devices()).difference, HasSubstr("answer_psn"));
  const std::string report = app::read_text_file(vector.file(".txt"));
  EXPECT_THAT(report, HasSubstr("scripts/fuzz rtl --seed 1 --case "));
  EXPECT_THAT(report, HasSubstr("frame 1, "));
  EXPECT_THAT(report, HasSubstr("duplicate (psn_duplicate)"));
}

TEST_F(RtlFuzz, KeepsVectorsWhereToldTo) {
  const FuzzTotals totals =
      run({.frames = 50'000, .seconds = 0, .most_findings = 1, .keep = folder_ + "/vectors"},
          wrong_devices());
  ASSERT_EQ(totals.findings, 1u);
  for (const char* extension : {".pcap", ".toml", ".json", ".txt"}) {
    EXPECT_EQ(files("vectors", extension).size(), 1u) << extension;
  }
  EXPECT_THAT(out_, HasSubstr("kept as "));
}

TEST_F(RtlFuzz, RepeatsOneCaseByItsNumber) {
  const FuzzOptions options{.frames = 50'000, .seconds = 0, .most_findings = 1};
  run(options, wrong_devices());
  const std::string first = out_;
  FuzzOptions again = options;
  again.only = std::stoull(first.substr(5));  // "case N: …"
  const FuzzTotals totals = run(again, wrong_devices());
  EXPECT_EQ(totals.cases, 1u);
  EXPECT_EQ(out_, first);
}

TEST(CaseCapture, SaysEverythingThatAReplayNeeds) {
  const CaseMaker maker(5, 60);
  bool has_fcs = false;
  for (std::uint64_t number = 0; number < 30; ++number) {
    const FuzzCase made = maker.make(number);
    CaseCapture capture = capture_of(made);
    has_fcs |= capture.fcs == app::Fcs::kPresent;
    const app::RereadableCapture file(std::move(capture.pcap), "case");
    app::CaptureStream stream(file.open(), {.fcs = capture.fcs});
    for (const FuzzFrame& frame : made.frames) {
      app::InputFrame read;
      ASSERT_TRUE(stream.next(read));
      const SentFrame sent = sent_frame(frame);
      EXPECT_EQ(read.replayed.bytes, sent.bytes);
      EXPECT_EQ(read.replayed.mac_error, sent.mac_error);
    }
    const app::ReplayConfig config = app::parse_replay_config(config_text(made, "# here\n"), "x");
    EXPECT_EQ(config.qps, made.qps);
    EXPECT_EQ(config.nic.mac, made.our_mac);
    EXPECT_EQ(app::resolve({}, config.nic.dscp), made.map);
  }
  EXPECT_TRUE(has_fcs) << "some frame is marked by the MAC";
}

}  // namespace
}  // namespace rnic::fuzz
