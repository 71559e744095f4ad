// SPDX-License-Identifier: Apache-2.0
#include "models/pcap/capture_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <ostream>
#include <utility>

#include "models/pcap/capture_bytes.h"
#include "models/pcap/capture_reader.h"

namespace rnic::model {

// In the type's own namespace, where GoogleTest finds it.
void PrintTo(CaptureFormat format, std::ostream* out) {
  constexpr const char* kNames[] = {"PcapMicroseconds", "PcapNanoseconds", "Pcapng"};
  *out << kNames[static_cast<int>(format)];
}

namespace {

using test::Bytes;
using test::pattern;
using test::read_all;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class WrittenCapture : public ::testing::TestWithParam<CaptureFormat> {
 protected:
  ~WrittenCapture() override { std::filesystem::remove(path_); }

  test::ReadResult read_back() const {
    CaptureReader reader(path_);
    return read_all(reader);
  }

  const std::string path_ =
      ::testing::TempDir() + "capture_writer_test." + std::to_string(::getpid());
};

std::string format_name(const ::testing::TestParamInfo<CaptureFormat>& format) {
  return ::testing::PrintToString(format.param);
}

INSTANTIATE_TEST_SUITE_P(Formats, WrittenCapture,
                         ::testing::Values(CaptureFormat::kPcapMicroseconds,
                                           CaptureFormat::kPcapNanoseconds, CaptureFormat::kPcapng),
                         format_name);

template <typename Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const CaptureError& error) {
    return error.what();
  }
  return "no error";
}

TEST_P(WrittenCapture, ReadsBackTheSame) {
  constexpr std::int64_t kTime = 4'102'444'800'123'456'789;  // the year 2100
  CaptureWriter writer(path_, GetParam());
  for (std::uint8_t size = 57; size < 65; ++size) {
    writer.write(pattern(size, size),
                 {.time_ns = kTime + size, .comment = "size " + std::to_string(size)});
  }
  writer.write(pattern(40), {.time_ns = 0, .original_length = 9000, .comment = {}});
  writer.write({}, {});
  writer.close();

  const auto result = read_back();
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.frames.size(), 10u);
  const std::int64_t unit = GetParam() == CaptureFormat::kPcapMicroseconds ? 1000 : 1;
  for (std::uint8_t size = 57; size < 65; ++size) {
    const auto& frame = result.frames[size - 57];
    EXPECT_EQ(frame.bytes, pattern(size, size));
    EXPECT_EQ(frame.original_length, size);
    EXPECT_EQ(frame.time_ns, (kTime + size) / unit * unit);
    EXPECT_EQ(frame.interface.link_type, 1);
    EXPECT_EQ(frame.comment,
              GetParam() == CaptureFormat::kPcapng ? "size " + std::to_string(size) : "");
  }
  EXPECT_TRUE(result.frames[8].truncated);
  EXPECT_EQ(result.frames[8].original_length, 9000u);
  EXPECT_EQ(result.frames[8].time_ns, 0);
  EXPECT_TRUE(result.frames[9].bytes.empty());
}

TEST_P(WrittenCapture, GreatestFrameReadsBackAndOneOverItIsRefused) {
  CaptureWriter writer(path_, GetParam());
  writer.write(pattern(CaptureWriter::kMaxFrameBytes), {});
  EXPECT_EQ(message_of([&] { writer.write(pattern(CaptureWriter::kMaxFrameBytes + 1), {}); }),
            path_ + ": frame has 262145 bytes, expected at most 262144");
  writer.close();
  EXPECT_EQ(read_back().frames.at(0).bytes, pattern(CaptureWriter::kMaxFrameBytes));
}

TEST_P(WrittenCapture, TimesThatDoNotFitAreRefused) {
  CaptureWriter writer(path_, GetParam());
  EXPECT_THAT(message_of([&] { writer.write(pattern(60), {.time_ns = -1}); }),
              HasSubstr("before 1970"));
  constexpr std::int64_t kYear2106 = 4'294'967'296'000'000'000;
  EXPECT_EQ(message_of([&] { writer.write(pattern(60), {.time_ns = kYear2106 - 1}); }), "no error");
  const auto late = message_of([&] { writer.write(pattern(60), {.time_ns = kYear2106}); });
  if (GetParam() == CaptureFormat::kPcapng) {
    EXPECT_EQ(late, "no error");
  } else {
    EXPECT_THAT(late, HasSubstr("time of 4294967296 s does not fit"));
  }
  writer.close();
  const auto result = read_back();
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.frames.back().time_ns.value() / 1'000'000'000,
            GetParam() == CaptureFormat::kPcapng ? 4'294'967'296 : 4'294'967'295);
}

TEST_P(WrittenCapture, FullDiskIsReportedAtTheLatestOnClose) {
  const auto small = message_of([&] {
    CaptureWriter writer("/dev/full", GetParam());
    writer.write(pattern(60), {});
    writer.close();
  });
  EXPECT_EQ(small, "/dev/full: No space left on device");
  const auto large = message_of([&] {
    CaptureWriter writer("/dev/full", GetParam());
    for (int i = 0; i < 1000; ++i) writer.write(pattern(1000), {});
  });
  EXPECT_EQ(large, "/dev/full: No space left on device") << "must not wait for close()";
}

TEST_P(WrittenCapture, PlaceThatCannotBeWrittenIsReported) {
  EXPECT_THAT(message_of([&] { CaptureWriter("/nowhere/x.pcap", GetParam()); }),
              EndsWith(": No such file or directory"));
  EXPECT_THAT(message_of([&] { CaptureWriter("/", GetParam()); }), EndsWith(": Is a directory"));
}

TEST_P(WrittenCapture, WriterCanBeMovedAndClosedTwice) {
  CaptureWriter first(path_, GetParam());
  CaptureWriter second(std::move(first));
  second.write(pattern(60), {});
  second.close();
  second.close();
  EXPECT_EQ(read_back().frames.size(), 1u);
}

TEST(CaptureWriter, FormatFollowsTheName) {
  EXPECT_EQ(capture_format_for("a.pcapng"), CaptureFormat::kPcapng);
  EXPECT_EQ(capture_format_for("a.pcap"), CaptureFormat::kPcapNanoseconds);
  EXPECT_EQ(capture_format_for("a.pcapng.old"), CaptureFormat::kPcapNanoseconds);
}

}  // namespace
}  // namespace rnic::model
