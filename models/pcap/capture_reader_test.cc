// SPDX-License-Identifier: Apache-2.0
//
// The older pcap format, and what CaptureReader does for every format: opening, refusing, places of
// errors. Byte values of the nanosecond file are those of seladb/PcapPlusPlus issue 664.
#include "models/pcap/capture_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

#include "models/pcap/capture_bytes.h"

namespace rnic::model {
namespace {

using test::Bytes;
using test::operator+;
using test::kMicroseconds;
using test::kNanoseconds;
using test::pattern;
using test::pcap_header;
using test::pcap_record;
using test::read_all;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class PcapFile : public ::testing::TestWithParam<bool> {
 protected:
  const bool big_ = GetParam();
};

INSTANTIATE_TEST_SUITE_P(ByteOrders, PcapFile, ::testing::Values(false, true),
                         [](const auto& order) { return order.param ? "Big" : "Little"; });

TEST_P(PcapFile, NanosecondsAreRead) {
  const auto result = read_all(pcap_header(big_, kNanoseconds) +
                               pcap_record(big_, 0x60C24237, 118831273, pattern(60)));
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.frames.size(), 1u);
  EXPECT_EQ(result.frames[0].time_ns, 0x60C24237ll * 1'000'000'000 + 118831273);
  EXPECT_EQ(result.frames[0].bytes, pattern(60));
}

TEST_P(PcapFile, MicrosecondsAreScaled) {
  const auto result =
      read_all(pcap_header(big_, kMicroseconds) + pcap_record(big_, 7, 999'999, pattern(60)));
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.frames.at(0).time_ns, 7'999'999'000);
}

TEST_P(PcapFile, NanosecondsUnderTheMicrosecondMagicAreReported) {
  for (const std::uint32_t fraction : {1'000'000u, 118'831'273u, 0x7FFFFFFFu, 0xFFFFFFFFu}) {
    const auto result =
        read_all(pcap_header(big_, kMicroseconds) + pcap_record(big_, 1, 0, pattern(60)) +
                 pcap_record(big_, 1, fraction, pattern(60)));
    EXPECT_EQ(result.frames.size(), 1u);
    EXPECT_EQ(result.error, "test: byte 100, frame 2: fraction of a second is " +
                                std::to_string(fraction) +
                                ", expected less than 1000000 in a microsecond file");
  }
}

TEST_P(PcapFile, FractionOfAWholeSecondIsReportedInNanoseconds) {
  const auto result =
      read_all(pcap_header(big_, kNanoseconds) + pcap_record(big_, 1, 1'000'000'000, pattern(60)));
  EXPECT_EQ(result.frames.size(), 0u);
  EXPECT_THAT(result.error, HasSubstr("expected less than 1000000000 in a nanosecond file"));
}

TEST_P(PcapFile, SecondsAreUnsigned) {
  const auto result = read_all(pcap_header(big_, kNanoseconds) +
                               pcap_record(big_, 0xFFFFFFFF, 999'999'999, pattern(60)));
  EXPECT_EQ(result.frames.at(0).time_ns, 4'294'967'295'999'999'999);
}

TEST_P(PcapFile, FramesAreNumberedFromOne) {
  auto file = pcap_header(big_, kNanoseconds);
  for (std::uint32_t i = 0; i < 3; ++i) file = file + pcap_record(big_, i, i, pattern(60 + i));
  const auto result = read_all(file);
  ASSERT_EQ(result.frames.size(), 3u);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(result.frames[i].number, i + 1);
    EXPECT_EQ(result.frames[i].bytes, pattern(60 + i));
  }
}

TEST_P(PcapFile, TruncatedFrameKeepsItsOriginalLength) {
  const auto result =
      read_all(pcap_header(big_, kNanoseconds) + pcap_record(big_, 0, 0, pattern(64), 1500));
  EXPECT_TRUE(result.frames.at(0).truncated);
  EXPECT_EQ(result.frames[0].original_length, 1500u);
  EXPECT_EQ(result.frames[0].bytes.size(), 64u);
}

TEST_P(PcapFile, RecordOverTheSnapLengthIsNotCut) {
  const auto result =
      read_all(pcap_header(big_, kNanoseconds, 1, 100) + pcap_record(big_, 0, 0, pattern(1000)) +
               pcap_record(big_, 0, 0, pattern(60)));
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.frames.size(), 2u);
  EXPECT_EQ(result.frames[0].bytes, pattern(1000));
  EXPECT_FALSE(result.frames[0].truncated);
  EXPECT_EQ(result.frames[0].interface.snap_length, 100u);
}

TEST_P(PcapFile, GreatestRecordIsReadAndOneOverItIsReported) {
  const auto file = pcap_header(big_, kNanoseconds) + pcap_record(big_, 0, 0, pattern(262'144));
  EXPECT_EQ(read_all(file).frames.at(0).bytes.size(), 262'144u);
  const auto over = read_all(file + pcap_record(big_, 0, 0, pattern(262'145)));
  EXPECT_EQ(over.frames.size(), 1u);
  EXPECT_THAT(over.error, HasSubstr("byte 262184, frame 2: "));
  EXPECT_THAT(over.error, HasSubstr("262145"));
}

TEST_P(PcapFile, LinkTypeIsTheLowerHalfOfItsField) {
  for (const std::uint32_t field : {0x00000114u, 0xF4000114u, 0x03FF0114u}) {
    const Bytes file = pcap_header(big_, kNanoseconds, field);
    CaptureReader reader(file, "test");
    ASSERT_EQ(reader.interfaces().size(), 1u);
    EXPECT_EQ(reader.interfaces()[0].link_type, 276);
  }
}

TEST_P(PcapFile, LinkTypesThatLibpcapRenumbersKeepTheNumberOfTheFile) {
  const auto result =
      read_all(pcap_header(big_, kNanoseconds, 101) + pcap_record(big_, 0, 0, pattern(60)));
  EXPECT_EQ(result.frames.at(0).interface.link_type, 101);
}

TEST_P(PcapFile, PatchedHeaderOfOldRedHatIsRead) {
  const Bytes extra = pattern(8);
  Bytes record = pcap_record(big_, 3, 4, pattern(60));
  record.insert(record.begin() + 16, extra.begin(), extra.end());
  const auto result = read_all(pcap_header(big_, 0xA1B2CD34) + record + record + Bytes{1});
  ASSERT_EQ(result.frames.size(), 2u);
  EXPECT_EQ(result.frames[1].bytes, pattern(60));
  EXPECT_EQ(result.place.value().byte_offset, 24u + 2 * 84);
}

TEST_P(PcapFile, FileCutInsideARecordGivesTheFramesBeforeIt) {
  Bytes file = pcap_header(big_, kNanoseconds) + pcap_record(big_, 0, 0, pattern(60)) +
               pcap_record(big_, 0, 0, pattern(80));
  file.pop_back();
  const auto result = read_all(file);
  EXPECT_EQ(result.frames.size(), 1u);
  EXPECT_THAT(result.error, HasSubstr("test: byte 100, frame 2: truncated"));
}

TEST_P(PcapFile, WrongVersionIsReported) {
  Bytes file = pcap_header(big_, kNanoseconds);
  file[big_ ? 5 : 4] = 9;
  EXPECT_THAT(read_all(file).error, HasSubstr("version"));
}

TEST(CaptureReader, EmptyFileWithOnlyAHeaderHasNoFrames) {
  const auto result = read_all(pcap_header(false, kMicroseconds));
  EXPECT_EQ(result.error, "");
  EXPECT_TRUE(result.frames.empty());
}

TEST(CaptureReader, AfterAnErrorTheFileHasEnded) {
  const Bytes file = pcap_header(false, kMicroseconds) + Bytes{1, 2, 3};
  CaptureReader reader(file, "test");
  CaptureFrame frame;
  EXPECT_THROW(reader.next(frame), CaptureError);
  EXPECT_FALSE(reader.next(frame));
}

TEST(CaptureReader, CompressedFilesAreRefusedByName) {
  const Bytes rest = pattern(40);
  EXPECT_EQ(read_all(Bytes{0x1F, 0x8B, 8, 0} + rest).error,
            "test: byte 0: compressed with gzip, expected plain pcap or pcapng; unpack it first "
            "(gunzip -c FILE)");
  EXPECT_THAT(read_all(Bytes{0x28, 0xB5, 0x2F, 0xFD} + rest).error, HasSubstr("zstd"));
  EXPECT_THAT(read_all(Bytes{0xFD, '7', 'z', 'X', 'Z', 0} + rest).error, HasSubstr("xz"));
  EXPECT_THAT(read_all(test::text("BZh91") + rest).error, HasSubstr("bzip2"));
}

TEST(CaptureReader, OtherFilesAreRefusedByTheirFirstBytes) {
  EXPECT_EQ(read_all(Bytes{}).error,
            "test: byte 0: file is empty, expected a pcap or pcapng capture");
  EXPECT_EQ(read_all(Bytes{0xD4}).error,
            "test: byte 0: begins with d4, expected the magic number of pcap or pcapng");
  EXPECT_EQ(read_all(test::text("#!/bin/sh\n")).error,
            "test: byte 0: begins with 23 21 2f 62, expected the magic number of pcap or pcapng");
  EXPECT_EQ(read_all(pcap_header(true, 0xA1B2C3D5)).error,
            "test: byte 0: begins with a1 b2 c3 d5, expected the magic number of pcap or pcapng");
}

class CaptureFile : public ::testing::Test {
 protected:
  ~CaptureFile() override { std::filesystem::remove(path_); }
  void store(const Bytes& bytes) const {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  const std::string path_ =
      ::testing::TempDir() + "capture_reader_test." + std::to_string(::getpid()) + ".pcap";
};

TEST_F(CaptureFile, IsReadFromDiskWithItsProgress) {
  const Bytes file = pcap_header(false, kNanoseconds) + pcap_record(false, 0, 0, pattern(60)) +
                     pcap_record(false, 0, 0, pattern(61));
  store(file);
  CaptureReader reader(path_);
  EXPECT_EQ(reader.file_name(), path_);
  EXPECT_EQ(reader.file_size(), file.size());
  const auto result = read_all(reader);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.frames.size(), 2u);
  EXPECT_EQ(reader.bytes_read(), file.size());
}

TEST_F(CaptureFile, ReaderCanBeMoved) {
  store(pcap_header(false, kNanoseconds) + pcap_record(false, 0, 0, pattern(60)));
  CaptureReader first(path_);
  CaptureReader second(std::move(first));
  CaptureReader third(pcap_header(false, kMicroseconds), "other");
  third = std::move(second);
  EXPECT_EQ(read_all(third).frames.size(), 1u);
}

TEST_F(CaptureFile, ThatCannotBeOpenedIsNamed) {
  const auto message = [](const std::string& path) -> std::string {
    try {
      CaptureReader reader(path);
    } catch (const CaptureError& error) {
      return error.what();
    }
    return "opened";
  };
  EXPECT_EQ(message(path_), path_ + ": No such file or directory");
  EXPECT_EQ(message("/"), "/: is a directory, expected a capture file");
  store({});
  EXPECT_EQ(message(path_), path_ + ": byte 0: file is empty, expected a pcap or pcapng capture");
}

TEST(CaptureReader, ReadsFromAPipeAsTheBytesArrive) {
  int ends[2] = {};
  ASSERT_EQ(::pipe(ends), 0);
  const std::string path = "/dev/fd/" + std::to_string(ends[0]);
  const auto send = [&](const Bytes& bytes) {
    ASSERT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  };
  send(pcap_header(false, kNanoseconds));
  CaptureReader reader(path);
  EXPECT_EQ(reader.file_size(), std::nullopt);
  CaptureFrame frame;
  for (std::uint32_t i = 1; i <= 3; ++i) {
    send(pcap_record(false, i, 0, pattern(60)));
    ASSERT_TRUE(reader.next(frame)) << "a frame must not wait for the one behind it";
    EXPECT_EQ(frame.number, i);
  }
  ::close(ends[1]);
  EXPECT_FALSE(reader.next(frame));
  ::close(ends[0]);
}

}  // namespace
}  // namespace rnic::model
