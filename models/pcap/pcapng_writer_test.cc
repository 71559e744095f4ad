// SPDX-License-Identifier: Apache-2.0
#include "models/pcap/pcapng_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "models/pcap/capture_bytes.h"
#include "models/pcap/link_layer.h"

namespace rnic::model {
namespace {

using test::pattern;
using ::testing::EndsWith;

class PcapngWriterTest : public ::testing::Test {
 protected:
  ~PcapngWriterTest() override { std::filesystem::remove(path_); }

  test::ReadResult read_back() const {
    CaptureReader reader(path_);
    return test::read_all(reader);
  }

  const std::string path_ =
      ::testing::TempDir() + "pcapng_writer_test." + std::to_string(::getpid());
};

TEST_F(PcapngWriterTest, InterfacesKeepTheirNumberLinkTypeAndSnapLength) {
  PcapngWriter writer(path_);
  EXPECT_EQ(writer.add_interface(kLinkEthernet, 0), 0u);
  EXPECT_EQ(writer.add_interface(kLinkLinuxSll2, 96), 1u);
  writer.write(pattern(70), {.interface = 1, .time_ns = 5});
  writer.write(pattern(61), {.interface = 0, .time_ns = 4'102'444'800'123'456'789});
  writer.close();
  const auto result = read_back();
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.frames.size(), 2u);
  EXPECT_EQ(result.frames[0].interface.index, 1u);
  EXPECT_EQ(result.frames[0].interface.link_type, kLinkLinuxSll2);
  EXPECT_EQ(result.frames[0].interface.snap_length, 96u);
  EXPECT_EQ(result.frames[0].bytes, pattern(70));
  EXPECT_EQ(result.frames[1].interface.index, 0u);
  EXPECT_EQ(result.frames[1].interface.link_type, kLinkEthernet);
  EXPECT_EQ(result.frames[1].interface.snap_length, 0u);
  EXPECT_EQ(result.frames[1].time_ns, 4'102'444'800'123'456'789);
}

TEST_F(PcapngWriterTest, EveryCommentOfAFrameComesBackInOrder) {
  PcapngWriter writer(path_);
  writer.add_interface(kLinkEthernet, 0);
  writer.write(pattern(60), {.comments = {"one", "two", "3"}});
  writer.write(pattern(60), {.original_length = 99});
  writer.close();
  const auto result = read_back();
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.frames.size(), 2u);
  EXPECT_EQ(result.frames[0].comment, "one\ntwo\n3");
  EXPECT_FALSE(result.frames[0].truncated);
  EXPECT_EQ(result.frames[1].comment, "");
  EXPECT_TRUE(result.frames[1].truncated);
}

TEST_F(PcapngWriterTest, CommentIsCutWhereItsLengthFieldEnds) {
  PcapngWriter writer(path_);
  writer.add_interface(kLinkEthernet, 0);
  writer.write(pattern(60), {.comments = {std::string(70'000, 'x'), "behind"}});
  writer.close();
  EXPECT_EQ(read_back().frames.at(0).comment, std::string(65'535, 'x') + "\nbehind");
}

TEST_F(PcapngWriterTest, FailedWritesAreReported) {
  const auto message_of = [](const std::string& path) {
    try {
      PcapngWriter writer(path);
      writer.add_interface(kLinkEthernet, 0);
      writer.close();
    } catch (const CaptureError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message_of("/dev/full"), "/dev/full: No space left on device");
  EXPECT_THAT(message_of("/nowhere/x.pcapng"), EndsWith(": No such file or directory"));
}

}  // namespace
}  // namespace rnic::model
