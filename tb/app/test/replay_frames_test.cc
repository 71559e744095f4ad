// SPDX-License-Identifier: Apache-2.0
//
// The order in which a capture is replayed, and captures that are read more than once.
#include "tb/app/replay/replay_frames.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "models/pcap/capture_bytes.h"
#include "tb/app/errors.h"

namespace rnic::app {
namespace {

using namespace model::test;  // the vocabulary of this file
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Bytes packet(std::uint32_t interface, std::uint64_t microseconds) {
  return enhanced_packet(
      false, {.interface = interface, .stamp = microseconds, .data = pattern(60 + interface)});
}

Bytes simple_packet() { return block(false, 3, u32(false, 60) + pattern(60)); }

Bytes interfaces(unsigned count) {
  Bytes blocks;
  for (unsigned i = 0; i < count; ++i) blocks = blocks + interface(false, 1);
  return blocks;
}

struct Order {
  std::vector<std::uint64_t> numbers;
  std::string error;
};

Order order_of(const Bytes& file) {
  const RereadableCapture capture(file, "test");
  const ReadingPlan plan = plan_reading(capture);
  Order order;
  try {
    ReplayFrames frames(capture, plan, {});
    for (InputFrame frame; frames.next(frame);) order.numbers.push_back(frame.number);
  } catch (const std::exception& error) {
    order.error = error.what();
  }
  return order;
}

TEST(ReplayOrder, IsThatOfTheTimesAcrossInterfaces) {
  const Bytes file = section(false) + interfaces(3) + packet(0, 10) + packet(0, 40) +
                     packet(1, 20) + packet(2, 5) + packet(1, 50) + packet(0, 60);
  EXPECT_THAT(order_of(file).numbers, ElementsAre(4, 1, 3, 2, 5, 6));
}

TEST(ReplayOrder, KnowsTheClockOfEachInterface) {
  // Interface 1 counts nanoseconds: its 15,000 are before the other's 16 microseconds.
  const Bytes file = section(false) + interface(false, 1) +
                     interface(false, 1, 0, option(false, 9, Bytes{9})) + packet(0, 16) +
                     packet(1, 15'000) + packet(0, 17) + packet(1, 16'500);
  EXPECT_THAT(order_of(file).numbers, ElementsAre(2, 1, 4, 3));
}

TEST(ReplayOrder, IsTheFilesOwnForOneInterface) {
  const Bytes file = section(false) + interfaces(1) + packet(0, 30) + packet(0, 10) + packet(0, 20);
  EXPECT_THAT(order_of(file).numbers, ElementsAre(1, 2, 3));
  EXPECT_THAT(plan_reading(RereadableCapture(file, "test")), IsEmpty());
}

TEST(ReplayOrder, KeepsTheFilesOrderAtEqualTimes) {
  const Bytes file =
      section(false) + interfaces(2) + packet(1, 10) + packet(0, 10) + packet(1, 10) + packet(0, 9);
  EXPECT_THAT(order_of(file).numbers, ElementsAre(1, 2, 3, 4)) << "frame 4 follows frame 2";
}

TEST(ReplayOrder, FramesWithoutATimeFollowTheirPredecessor) {
  const Bytes file = section(false) + interfaces(2) + packet(1, 30) + packet(0, 10) +
                     simple_packet() + packet(0, 40) + packet(1, 35);
  EXPECT_THAT(order_of(file).numbers, ElementsAre(2, 3, 1, 5, 4));
}

TEST(ReplayOrder, ReachesAcrossSections) {
  const Bytes file = section(false) + interfaces(1) + packet(0, 10) + packet(0, 30) +
                     section(false) + interfaces(1) + packet(0, 20);
  EXPECT_THAT(order_of(file).numbers, ElementsAre(1, 3, 2));
}

TEST(ReplayOrder, FilesInOrderAreReadByOneReader) {
  const Bytes file = section(false) + interfaces(2) + packet(0, 10) + packet(1, 20) + packet(0, 30);
  EXPECT_THAT(plan_reading(RereadableCapture(file, "test")), IsEmpty());
}

TEST(ReplayOrder, EndsAtADamageBehindAllFramesBeforeIt) {
  Bytes file = section(false) + interfaces(2) + packet(0, 20) + packet(1, 10) + packet(1, 30) +
               packet(0, 40);
  file.erase(file.end() - 7, file.end());
  const Order order = order_of(file);
  EXPECT_THAT(order.numbers, ElementsAre(2, 1, 3));
  EXPECT_THAT(order.error, HasSubstr("frame 4: file ends inside a block"));
}

TEST(ReplayOrder, SortsNoMoreInterfacesThanItCanReadApart) {
  Bytes file = section(false) + interfaces(65);
  for (std::uint32_t i = 0; i < 65; ++i) file = file + packet(i, 100 - i);
  EXPECT_THROW(plan_reading(RereadableCapture(file, "test")), InputError);
  file = section(false) + interfaces(64);
  for (std::uint32_t i = 0; i < 64; ++i) file = file + packet(i, 100 - i);
  const Order order = order_of(file);
  ASSERT_THAT(order.numbers, SizeIs(64));
  EXPECT_EQ(order.numbers.front(), 64u);
}

TEST(RereadableCapture, CopiesAPipeAndKeepsItsName) {
  const std::string folder = ::testing::TempDir() + "rereadable." + std::to_string(::getpid());
  std::filesystem::create_directories(folder);
  const std::string fifo = folder + "/pipe";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  Bytes file = pcap_header(false, kNanoseconds);
  for (std::uint32_t i = 0; i < 500; ++i) file = file + pcap_record(false, 1, i, pattern(1500));
  file.pop_back();
  std::thread writer([&] {
    std::ofstream(fifo, std::ios::binary)
        .write(reinterpret_cast<const char*>(file.data()),
               static_cast<std::streamsize>(file.size()));
  });
  std::uint64_t copied = 0;
  const RereadableCapture capture(fifo, [&](std::uint64_t bytes) { copied = bytes; });
  writer.join();
  EXPECT_EQ(copied, file.size());
  for (int pass = 0; pass < 2; ++pass) {
    model::CaptureReader reader = capture.open();
    const ReadResult result = read_all(reader);
    EXPECT_THAT(result.frames, SizeIs(499));
    EXPECT_THAT(result.error, ::testing::StartsWith(fifo + ": byte "));
  }
  std::filesystem::remove_all(folder);
}

TEST(RereadableCapture, SaysWhatCannotBeOpened) {
  const auto message_of = [](const std::string& path) {
    try {
      const model::CaptureReader reader = RereadableCapture(path).open();
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message_of("/nowhere/x.pcap"), "/nowhere/x.pcap: No such file or directory");
  EXPECT_EQ(message_of("/"), "/: is a directory, expected a capture file");
}

}  // namespace
}  // namespace rnic::app
