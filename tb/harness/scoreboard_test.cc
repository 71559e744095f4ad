// SPDX-License-Identifier: Apache-2.0
// What a failing comparison says: field, byte, both frames, the saved capture, the command.
#include "tb/harness/scoreboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <string_view>

#include "models/pcap/capture_reader.h"
#include "tb/harness/frame_fields.h"

namespace rnic::tb {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<uint8_t> from_hex(std::string_view text) {
  std::vector<uint8_t> bytes(text.size() / 2);
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, bytes[i], 16);
  }
  return bytes;
}

// RC SEND Only, 5 bytes of payload, 3 of pad.
std::vector<uint8_t> send_only() {
  return from_hex(
      "0200000000020200000000010800456a0034000040004011264d0a0000010a000002c00012b7002000000430ffff"
      "00000011800000100102030405000000e858185f");
}

// Runs in a folder of its own, since failures are saved under the working directory.
class FrameScoreboardTest : public ::testing::Test {
 protected:
  FrameScoreboardTest() : before_(std::filesystem::current_path()) {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              fmt::format("rnic_scoreboard_test.{}", getpid());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
  }
  ~FrameScoreboardTest() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }

  std::filesystem::path before_, folder_;
  std::vector<std::string> failures_;
  SimRun run_{RunOptions{.seed = 77, .program = "/build/x_test"}, "Suite.Name/3",
              [this](const std::string& text) { failures_.push_back(text); }};
  FrameScoreboard board_{run_, "tx frames", roce_field_at};
};

TEST_F(FrameScoreboardTest, EqualFramesPassAndAreCounted) {
  for (int i = 0; i < 3; ++i) board_.expect({.bytes = send_only(), .err = i == 1});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(board_.got(send_only(), i == 1));
  run_.finish();
  EXPECT_THAT(failures_, IsEmpty());
  EXPECT_EQ(run_.checks(), 3u);
}

TEST_F(FrameScoreboardTest, AWrongFieldIsNamedWithItsValues) {
  std::vector<uint8_t> got = send_only();
  got[53] = 0x11;
  board_.expect({.bytes = send_only(), .note = "SEND Only"});
  EXPECT_FALSE(board_.got(got));
  ASSERT_EQ(failures_.size(), 1u);
  const std::string& text = failures_[0];
  EXPECT_THAT(text, HasSubstr("tx frames: frame 0 (SEND Only): "
                              "BTH.psn at byte 51: want 0x000010, got 0x000011"));
  EXPECT_THAT(text, HasSubstr("wanted 66 bytes:"));
  EXPECT_THAT(text, HasSubstr("seen 66 bytes:"));
  EXPECT_THAT(text, HasSubstr("\n      0032: 00 02 c0 00"));  // the same in both
  EXPECT_THAT(text, HasSubstr("\n    * 0048: 00 11 80 00 00 10"));
  EXPECT_THAT(text, HasSubstr("\n    * 0048: 00 11 80 00 00 11"));
  EXPECT_THAT(text,
              HasSubstr("repeat with: /build/x_test --gtest_filter='Suite.Name/3' --seed 77"));
  EXPECT_THAT(text, HasSubstr("--wave failure.fst --wave-frame 0"));
}

TEST_F(FrameScoreboardTest, BothFramesAreSavedAsACapture) {
  std::vector<uint8_t> got = send_only();
  got.back() ^= 1;
  board_.expect({.bytes = send_only()});
  board_.got(got);
  const auto path = folder_ / "failures" / "Suite.Name_3.tx_frames.0.pcap";
  EXPECT_THAT(failures_.at(0), HasSubstr(path.string()));
  model::CaptureReader reader(path.string());
  model::CaptureFrame frame;
  ASSERT_TRUE(reader.next(frame));
  EXPECT_EQ(std::vector<uint8_t>(frame.bytes.begin(), frame.bytes.end()), send_only());
  ASSERT_TRUE(reader.next(frame));
  EXPECT_EQ(std::vector<uint8_t>(frame.bytes.begin(), frame.bytes.end()), got);
  EXPECT_FALSE(reader.next(frame));
}

TEST_F(FrameScoreboardTest, OtherLengthsAreSaidFirst) {
  std::vector<uint8_t> shorter = send_only();
  shorter.resize(63);
  board_.expect({.bytes = send_only()});
  board_.got(shorter);
  EXPECT_THAT(failures_.at(0), HasSubstr("want 66 bytes, got 63; "
                                         "ICRC at byte 62: want 0xe858185f, got 0xe8"));
  std::vector<uint8_t> longer = send_only();
  longer.push_back(0x99);
  board_.expect({.bytes = send_only()});
  board_.got(longer);
  EXPECT_THAT(failures_.at(1), HasSubstr("want 66 bytes, got 67; byte 66: want nothing, got 0x99"));
}

TEST_F(FrameScoreboardTest, AnotherErrMarkIsSaid) {
  board_.expect({.bytes = send_only(), .err = true});
  board_.got(send_only(), false);
  EXPECT_THAT(failures_.at(0), HasSubstr("err: want 1, got 0"));
}

TEST_F(FrameScoreboardTest, UnexpectedAndMissingFramesAreFailures) {
  EXPECT_FALSE(board_.got(send_only()));
  EXPECT_THAT(failures_.at(0), HasSubstr("nobody expected this frame"));
  board_.expect({.bytes = send_only(), .note = "the late one"});
  board_.expect({.bytes = send_only()});
  run_.finish();
  EXPECT_THAT(failures_.at(1), HasSubstr("tx frames: 2 never came, the first of them "
                                         "number 1 of 66 bytes (the late one)"));
}

TEST_F(FrameScoreboardTest, AFloodOfFailuresIsCounted) {
  for (int i = 0; i < 100; ++i) board_.got(send_only());
  EXPECT_EQ(run_.failures(), 100u);
  EXPECT_EQ(failures_.size(), SimRun::kMaxReports + 1);
}

TEST_F(FrameScoreboardTest, AFolderThatCannotBeWrittenStillReports) {
  std::filesystem::create_directories(folder_);
  std::fclose(std::fopen("failures", "w"));  // a file where the folder should be
  board_.got(send_only());
  EXPECT_THAT(failures_.at(0), HasSubstr("not saved: "));
}

TEST(ValueScoreboard, SaysWhatWasWantedAndSeen) {
  std::vector<std::string> failures;
  SimRun run({}, "S.T", [&](const std::string& text) { failures.push_back(text); });
  {
    Scoreboard<int> board(run, "verdicts", [](const int& v) { return fmt::format("<{}>", v); });
    for (const int value : {1, 2, 3, 4}) board.expect(value);
    EXPECT_TRUE(board.got(1));
    EXPECT_FALSE(board.got(7));
    EXPECT_TRUE(board.got(3));
    run.finish();
  }
  ASSERT_EQ(failures.size(), 2u);
  EXPECT_THAT(failures[0], HasSubstr("verdicts: number 1: want <2>, got <7>"));
  EXPECT_THAT(failures[1], HasSubstr("verdicts: 1 never came, the first of them number 3: <4>"));
  EXPECT_EQ(run.checks(), 3u);
}

TEST(FrameFields, CoverEveryByteOnce) {
  const std::vector<uint8_t> frame = send_only();
  size_t next = 0;
  for (const FrameField& field : roce_fields(frame)) {
    EXPECT_EQ(field.first, next) << field.name;
    next += field.bytes;
  }
  EXPECT_EQ(next, frame.size());
}

TEST(FrameFields, NameTheLayersOfATaggedIpv6Write) {
  std::vector<uint8_t> frame(14 + 4 + 40 + 8 + 12 + 16 + 5 + 3 + 4 + 2, 0);
  frame[12] = 0x81, frame[16] = 0x86, frame[17] = 0xdd;
  frame[18] = 0x60, frame[23] = 48;      // version, payload length 8 + 12 + 16 + 5 + 3 + 4
  frame[66] = 0x0a, frame[67] = 3 << 4;  // RC WRITE Only, PadCnt 3
  const auto name = [&](size_t byte) { return roce_field_at(frame, byte).name; };
  EXPECT_EQ(name(14), "VLAN.tci");
  EXPECT_EQ(name(17), "Ethernet.type");
  EXPECT_EQ(name(25), "IPv6.hop_limit");
  EXPECT_EQ(name(57), "IPv6.dst");
  EXPECT_EQ(name(58), "UDP.src_port");
  EXPECT_EQ(name(66), "BTH.opcode");
  EXPECT_EQ(name(86), "RETH.rkey");
  EXPECT_EQ(name(94), "payload[0]");
  EXPECT_EQ(name(98), "payload[4]");
  EXPECT_EQ(name(101), "pad[2]");
  EXPECT_EQ(name(102), "ICRC");
  EXPECT_EQ(name(106), "trailer[0]");
  EXPECT_EQ(name(108), "");
}

TEST(FrameFields, StayInsideOfCutFrames) {
  const std::vector<uint8_t> frame = send_only();
  for (size_t n = 0; n <= frame.size(); ++n) {
    size_t bytes = 0;
    for (const FrameField& field : roce_fields(std::span(frame).first(n))) bytes += field.bytes;
    EXPECT_EQ(bytes, n);
  }
}

}  // namespace
}  // namespace rnic::tb
