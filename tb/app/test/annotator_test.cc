// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/annotator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "models/pcap/capture_bytes.h"

namespace rnic::app {
namespace {

using namespace model::test;  // the vocabulary of this file
using ::testing::SizeIs;

class Annotating : public ::testing::Test {
 protected:
  ~Annotating() override { std::filesystem::remove(path_); }

  ReadResult read_back() const {
    model::CaptureReader reader(path_);
    return read_all(reader);
  }

  const std::string path_ = ::testing::TempDir() + "annotator_test." + std::to_string(::getpid());
};

TEST_F(Annotating, FramesTimesAndLinkTypeStay) {
  const Bytes file = pcap_header(false, kNanoseconds, 113, 200) +
                     pcap_record(false, 7, 8, pattern(80)) +
                     pcap_record(false, 9, 10, pattern(70), 1086);
  Annotator annotator(RereadableCapture(file, "test"), path_);
  annotator.add(1, "one");
  annotator.add(2, "two");
  annotator.finish();
  const ReadResult result = read_back();
  ASSERT_EQ(result.error, "");
  ASSERT_THAT(result.frames, SizeIs(2));
  EXPECT_EQ(result.frames[0].bytes, pattern(80));
  EXPECT_EQ(result.frames[0].time_ns, 7'000'000'008);
  EXPECT_EQ(result.frames[0].interface.link_type, 113);
  EXPECT_EQ(result.frames[0].interface.snap_length, 200u);
  EXPECT_EQ(result.frames[0].comment, "one");
  EXPECT_FALSE(result.frames[0].truncated);
  EXPECT_EQ(result.frames[1].original_length, 1086u);
  EXPECT_TRUE(result.frames[1].truncated);
  EXPECT_EQ(result.frames[1].comment, "two");
}

TEST_F(Annotating, CommentsMayComeInAnotherOrderThanTheFiles) {
  Bytes file = pcap_header(false, kNanoseconds);
  for (std::uint8_t i = 1; i <= 4; ++i) file = file + pcap_record(false, i, 0, pattern(60, i));
  Annotator annotator(RereadableCapture(file, "test"), path_);
  for (const std::uint64_t number : {3u, 1u, 4u, 2u}) {
    annotator.add(number, std::to_string(number));
  }
  annotator.finish();
  const ReadResult result = read_back();
  ASSERT_THAT(result.frames, SizeIs(4));
  for (std::uint8_t i = 1; i <= 4; ++i) {
    EXPECT_EQ(result.frames[i - 1u].bytes, pattern(60, i));
    EXPECT_EQ(result.frames[i - 1u].comment, std::to_string(i));
  }
}

TEST_F(Annotating, InterfacesKeepTheirNumbersAndCommentsThatWereThere) {
  const Bytes file =
      section(true) + interface(true, 1) + interface(true, 276, 96) +
      enhanced_packet(true, {.interface = 1,
                             .stamp = 5,
                             .data = pattern(61),
                             .options = option(true, 1, text("before")) + option(true, 0, {})}) +
      enhanced_packet(true, {.interface = 0, .stamp = 6, .data = pattern(62)});
  Annotator annotator(RereadableCapture(file, "test"), path_);
  annotator.add(1, "one");
  annotator.add(2, "two");
  annotator.finish();
  const ReadResult result = read_back();
  ASSERT_THAT(result.frames, SizeIs(2));
  EXPECT_EQ(result.frames[0].interface.index, 1u);
  EXPECT_EQ(result.frames[0].interface.link_type, 276);
  EXPECT_EQ(result.frames[0].interface.snap_length, 96u);
  EXPECT_EQ(result.frames[0].time_ns, 5'000);
  EXPECT_EQ(result.frames[0].comment, "before\none");
  EXPECT_EQ(result.frames[1].interface.index, 0u);
  EXPECT_EQ(result.frames[1].comment, "two");
}

TEST_F(Annotating, SectionsBecomeOneWithAllTheirInterfaces) {
  const Bytes part =
      section(false) + interface(false, 1) + enhanced_packet(false, {.data = pattern(60)});
  Annotator annotator(RereadableCapture(part + part, "test"), path_);
  annotator.add(1, "one");
  annotator.add(2, "two");
  annotator.finish();
  const ReadResult result = read_back();
  ASSERT_THAT(result.frames, SizeIs(2));
  EXPECT_EQ(result.frames[1].interface.section, 0u);
  EXPECT_EQ(result.frames[1].interface.index, 1u);
}

TEST_F(Annotating, FramesForWhichNothingCameStayInTheFile) {
  const Bytes file = pcap_header(false, kNanoseconds) + pcap_record(false, 1, 0, pattern(60)) +
                     pcap_record(false, 2, 0, pattern(61)) + pcap_record(false, 3, 0, pattern(62));
  Annotator annotator(RereadableCapture(file, "test"), path_);
  annotator.add(1, "one");
  annotator.finish();
  const ReadResult result = read_back();
  ASSERT_THAT(result.frames, SizeIs(3));
  EXPECT_EQ(result.frames[2].bytes, pattern(62));
  EXPECT_EQ(result.frames[2].comment, "");
}

TEST_F(Annotating, DamagedCaptureIsWrittenAsFarAsItGoes) {
  Bytes file = pcap_header(false, kNanoseconds) + pcap_record(false, 1, 0, pattern(60)) +
               pcap_record(false, 2, 0, pattern(61));
  file.pop_back();
  Annotator annotator(RereadableCapture(file, "test"), path_);
  annotator.add(1, "one");
  annotator.finish();
  const ReadResult result = read_back();
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(result.frames, SizeIs(1));
}

TEST_F(Annotating, FullDiskIsReported) {
  const Bytes file = pcap_header(false, kNanoseconds) + pcap_record(false, 1, 0, pattern(60));
  Annotator annotator(RereadableCapture(file, "test"), "/dev/full");
  annotator.add(1, "one");
  EXPECT_THROW(annotator.finish(), model::CaptureError);
}

}  // namespace
}  // namespace rnic::app
