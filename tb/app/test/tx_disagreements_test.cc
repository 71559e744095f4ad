// SPDX-License-Identifier: Apache-2.0
//
// What is told of a frame or a completion on which RTL and model disagree.
#include "tb/app/tx/tx_disagreements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "models/pcap/capture_reader.h"
#include "models/wire/frame.h"

namespace rnic::app {
namespace {

using ::testing::HasSubstr;

class TxDisagreementsTest : public ::testing::Test {
 protected:
  TxDisagreementsTest() : home_(std::filesystem::current_path()) {
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
    options_.config = "w.toml";
    options_.repeat_options = " --config w.toml --seed 7";
    model::RoceFrame frame;
    frame.bth.opcode = model::to_byte(model::Opcode::kRcSendOnly);
    frame.bth.psn = 5;
    frame.payload = {1, 2, 3, 4};
    model::complete(frame);
    want_.bytes = model::encode(frame);
    want_.opcode = frame.bth.opcode;
    want_.psn = 5;
    qp_.qpn = 0x11;
  }
  ~TxDisagreementsTest() override {
    std::filesystem::current_path(home_);
    std::filesystem::remove_all(folder_);
  }

  std::string told() const {
    std::ostringstream err;
    found_.print(err);
    return err.str();
  }

  const std::filesystem::path home_;
  const std::filesystem::path folder_ = std::filesystem::path(::testing::TempDir()) /
                                        ("tx_disagreements." + std::to_string(::getpid()));
  TxOptions options_;
  TxDisagreements found_{options_};
  model::SentFrame want_;
  model::QpContext qp_;
};

TEST_F(TxDisagreementsTest, AWrongFieldIsNamedBothFramesAreSavedAndTheCommandIsGiven) {
  TxFrame seen{.bytes = want_.bytes};
  seen.bytes.at(53) = 4;  // the PSN's last byte
  FrameMatch match{.qp = &qp_, .want = want_};
  found_.add({.number = 3, .clock = 120, .frame = seen, .match = match});
  EXPECT_THAT(told(), HasSubstr("rnic400: frame 3, clock 120, QP 0x11: BTH.psn at byte 51: want "
                                "0x000005, got 0x000004"));
  EXPECT_THAT(told(), HasSubstr("  * 0048:")) << "the line that differs is marked";
  EXPECT_THAT(told(), HasSubstr("see it with: rnic400 tx --config w.toml --seed 7 --wave "
                                "failure.fst --wave-packet 3"));
  model::CaptureReader saved((folder_ / "failures" / "tx.frame-3.pcap").string());
  model::CaptureFrame frame;
  ASSERT_TRUE(saved.next(frame));
  EXPECT_TRUE(std::ranges::equal(frame.bytes, want_.bytes));
  ASSERT_TRUE(saved.next(frame));
  EXPECT_TRUE(std::ranges::equal(frame.bytes, seen.bytes));
}

TEST_F(TxDisagreementsTest, LostFramesAndStrayOnesAreToldApart) {
  const TxFrame seen{.bytes = want_.bytes};
  FrameMatch lost{.qp = &qp_, .want = want_, .missing = {want_, want_}};
  found_.add({.number = 1, .clock = 9, .frame = seen, .match = lost});
  FrameMatch stray;
  found_.add({.number = 2, .clock = 19, .frame = seen, .match = stray});
  EXPECT_THAT(told(), HasSubstr("RTL left out 2 frames before it, the first RC_SEND_ONLY with PSN "
                                "0x000005"));
  EXPECT_THAT(told(), HasSubstr("frame 2, clock 19: RTL one, model none"));
}

TEST_F(TxDisagreementsTest, AWrongCompletionShowsBothRecords) {
  const model::CompletionRecord got{.wr_id = 4, .qpn = 0x11, .length = 9};
  RecordMatch match{.want = model::CompletionRecord{
                        .wr_id = 4, .qpn = 0x11, .status = model::CompletionStatus::kFlushed}};
  found_.add({.clock = 600, .record = got, .match = match});
  EXPECT_THAT(told(), HasSubstr("completion of QP 0x11, clock 600: RTL ok (wr_id 4"));
  EXPECT_THAT(told(), HasSubstr("model flushed (wr_id 4"));
  EXPECT_THAT(told(), HasSubstr("--wave-from 344 --wave-to 856"));
}

TEST_F(TxDisagreementsTest, ManyAreOnlyCounted) {
  for (int i = 0; i < 12; ++i) found_.add("counter frames: RTL 1, model 2");
  EXPECT_EQ(found_.count(), 12u);
  EXPECT_THAT(told(), HasSubstr("rnic400: 2 more disagreements are only counted"));
}

}  // namespace
}  // namespace rnic::app
