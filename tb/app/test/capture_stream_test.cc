// SPDX-License-Identifier: Apache-2.0
//
// From frames of a file to frames on the wire: link types, padding, cutting, frames held in part.
#include "tb/app/capture_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/crc/crc32.h"
#include "models/pcap/capture_bytes.h"
#include "tb/app/errors.h"

namespace rnic::app {
namespace {

using model::test::Bytes;
using model::test::operator+;
using model::test::kNanoseconds;
using model::test::pattern;
using model::test::pcap_header;
using model::test::pcap_record;
using ::testing::HasSubstr;

CaptureStream open(const Bytes& file, FrameRange range = {}) {
  return CaptureStream(model::CaptureReader(file, "test"), range);
}

Bytes file_of(const Bytes& record, std::uint32_t link_type = 1) {
  return pcap_header(false, kNanoseconds, link_type) + record;
}

Bytes record_of(const Bytes& data, std::optional<std::uint32_t> original = {}) {
  return pcap_record(false, 5, 6, data, original);
}

InputFrame only_frame(const Bytes& file) {
  CaptureStream stream = open(file);
  InputFrame frame;
  EXPECT_TRUE(stream.next(frame));
  InputFrame more;
  EXPECT_FALSE(stream.next(more));
  return frame;
}

TEST(CaptureStream, WholeFrameComesAsItIs) {
  const InputFrame frame = only_frame(file_of(record_of(pattern(100))));
  EXPECT_EQ(frame.number, 1u);
  EXPECT_EQ(frame.time_ns, 5'000'000'006);
  EXPECT_EQ(frame.length, 100u);
  EXPECT_EQ(frame.captured_length, 100u);
  EXPECT_EQ(frame.replayed.bytes, pattern(100));
  EXPECT_FALSE(frame.replayed.mac_error);
  EXPECT_FALSE(frame.skipped());
}

TEST(CaptureStream, ShortFrameIsPaddedWithoutError) {
  const InputFrame frame = only_frame(file_of(record_of(pattern(42))));
  EXPECT_EQ(frame.length, 42u);
  EXPECT_EQ(frame.replayed.bytes, pattern(42) + Bytes(18));
  EXPECT_FALSE(frame.replayed.mac_error);
}

TEST(CaptureStream, LongFrameIsCutWithError) {
  EXPECT_FALSE(only_frame(file_of(record_of(pattern(9600)))).replayed.mac_error);
  const InputFrame frame = only_frame(file_of(record_of(pattern(9601))));
  EXPECT_TRUE(frame.replayed.mac_error);
  EXPECT_EQ(frame.replayed.bytes.size(), 9600u);
  EXPECT_EQ(frame.length, 9601u);
}

TEST(CaptureStream, FrameHeldInPartIsSkipped) {
  const InputFrame frame = only_frame(file_of(record_of(pattern(40), 1086)));
  EXPECT_EQ(frame.skip_reason, "holds 40 of 1086 bytes");
  EXPECT_EQ(frame.replayed.bytes, pattern(40)) << "not padded";
  EXPECT_EQ(frame.captured_length, 40u);
  EXPECT_EQ(frame.length, 1086u);
}

TEST(CaptureStream, CookedFramesBecomeEthernet) {
  const Bytes cooked = Bytes{0, 0, 0, 1, 0, 6, 2, 3, 4, 5, 6, 7, 0, 0, 0x08, 0x00} + pattern(90);
  const Bytes want = Bytes(6) + Bytes{2, 3, 4, 5, 6, 7, 0x08, 0x00} + pattern(90);
  const InputFrame frame = only_frame(file_of(record_of(cooked), 113));
  EXPECT_EQ(frame.replayed.bytes, want);
  EXPECT_EQ(frame.length, want.size());
  EXPECT_EQ(frame.captured_length, want.size());
  const InputFrame cut = only_frame(file_of(record_of(cooked, 216), 113));
  EXPECT_EQ(cut.skip_reason, "holds 104 of 214 bytes");
}

TEST(CaptureStream, CookedFrameWithoutItsHeaderIsSkipped) {
  const InputFrame frame = only_frame(file_of(record_of(pattern(15)), 113));
  EXPECT_EQ(frame.skip_reason, "holds 15 bytes, too few for the header of Linux cooked (113)");
  EXPECT_TRUE(frame.replayed.bytes.empty());
}

TEST(CaptureStream, OtherLinkTypeIsRefusedEvenWithoutFrames) {
  for (const std::uint32_t type : {101u, 147u, 197u}) {
    try {
      open(file_of({}, type));
      FAIL() << "link type " << type << " opened";
    } catch (const model::CaptureError& error) {
      EXPECT_THAT(error.what(), HasSubstr(std::to_string(type)));
      EXPECT_THAT(error.what(), HasSubstr("expected Ethernet (1), Linux cooked (113)"));
    }
  }
}

TEST(CaptureStream, OtherLinkTypeInPcapngIsRefusedAtItsFrame) {
  using namespace model::test;  // the vocabulary of this test
  CaptureStream stream = open(section(false) + interface(false, 1) + interface(false, 197) +
                              enhanced_packet(false, {.interface = 0, .data = pattern(60)}) +
                              enhanced_packet(false, {.interface = 1, .data = pattern(60)}));
  InputFrame frame;
  EXPECT_TRUE(stream.next(frame));
  try {
    stream.next(frame);
    FAIL() << "the ERF frame passed";
  } catch (const model::CaptureError& error) {
    EXPECT_EQ(std::string(error.what()),
              "test: frame 2: frames are ERF (197), expected Ethernet (1), Linux cooked (113) or "
              "Linux cooked v2 (276)");
  }
}

TEST(CaptureStream, RangeEndsTheReadingBeforeWhatIsBehindIt) {
  const Bytes file = file_of(record_of(pattern(60)) + record_of(pattern(61)) +
                             record_of(pattern(62)) + Bytes{0xBA, 0xD0});
  CaptureStream stream = open(file, {.first = 2, .last = 3});
  InputFrame frame;
  ASSERT_TRUE(stream.next(frame));
  EXPECT_EQ(frame.number, 2u);
  ASSERT_TRUE(stream.next(frame));
  EXPECT_EQ(frame.number, 3u);
  EXPECT_FALSE(stream.next(frame)) << "the broken end is not looked at";
}

TEST(CaptureStream, RangeWithoutAFrameIsAnError) {
  CaptureStream stream = open(file_of(record_of(pattern(60))), {.first = 2, .last = 3});
  InputFrame frame;
  try {
    stream.next(frame);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "test: frame 2: expected a frame of the file, which ends after 1");
  }
}

TEST(CaptureStream, StateOfTheFrameBeforeDoesNotStay) {
  CaptureStream stream =
      open(file_of(record_of(pattern(9601)) + record_of(pattern(40), 50) + record_of(pattern(60))));
  InputFrame frame;
  while (stream.next(frame)) {
  }
  EXPECT_EQ(frame.number, 3u);
  EXPECT_FALSE(frame.skipped());
  EXPECT_FALSE(frame.replayed.mac_error);
  EXPECT_EQ(stream.progress().frames, 3u);
  EXPECT_EQ(stream.progress().done, stream.progress().total);
}

Bytes with_fcs(Bytes frame) {
  model::Crc32 crc;
  crc.update(frame);
  const std::uint32_t value = crc.value();
  for (int i = 0; i < 4; ++i) frame.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  return frame;
}

InputFrame first_with_fcs(const Bytes& data, std::optional<std::uint32_t> original = {}) {
  CaptureStream stream(model::CaptureReader(file_of(record_of(data, original)), "test"),
                       StreamRules{.fcs = Fcs::kPresent});
  InputFrame frame;
  EXPECT_TRUE(stream.next(frame));
  return frame;
}

TEST(CaptureStream, FcsIsCutOffAndAWrongOneMarksTheFrame) {
  const InputFrame good = first_with_fcs(with_fcs(pattern(100)));
  EXPECT_EQ(good.replayed.bytes, pattern(100));
  EXPECT_FALSE(good.replayed.mac_error);
  EXPECT_EQ(good.length, 100u);
  for (std::size_t byte = 0; byte < 104; ++byte) {
    Bytes bad = with_fcs(pattern(100));
    bad[byte] ^= 0x80;
    EXPECT_TRUE(first_with_fcs(bad).replayed.mac_error) << byte;
  }
}

TEST(CaptureStream, FcsDoesNotCountForPaddingAndCutting) {
  EXPECT_EQ(first_with_fcs(with_fcs(pattern(42))).replayed.bytes, pattern(42) + Bytes(18));
  const InputFrame longest = first_with_fcs(with_fcs(pattern(9600)));
  EXPECT_EQ(longest.replayed.bytes.size(), 9600u);
  EXPECT_FALSE(longest.replayed.mac_error);
  EXPECT_TRUE(first_with_fcs(with_fcs(pattern(9601))).replayed.mac_error);
}

TEST(CaptureStream, FrameWithoutRoomForItsFcsIsMarked) {
  const InputFrame frame = first_with_fcs(pattern(3));
  EXPECT_TRUE(frame.replayed.mac_error);
  EXPECT_EQ(frame.replayed.bytes.size(), 60u);
  EXPECT_EQ(first_with_fcs(pattern(40), 104).skip_reason, "holds 40 of 100 bytes");
}

TEST(CaptureStream, CookedFramesAreRefusedWhereEthernetIsNeeded) {
  const Bytes file = file_of(record_of(pattern(90)), 113);
  for (const StreamRules& rules :
       {StreamRules{.fcs = Fcs::kPresent}, StreamRules{.ethernet_only = true}}) {
    try {
      CaptureStream stream(model::CaptureReader(file, "test"), rules);
      FAIL() << "opened";
    } catch (const model::CaptureError& error) {
      EXPECT_EQ(std::string(error.what()),
                "test: frames are Linux cooked (113), expected Ethernet (1) for --fcs and "
                "--direction");
    }
  }
}

}  // namespace
}  // namespace rnic::app
