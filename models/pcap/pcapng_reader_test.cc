// SPDX-License-Identifier: Apache-2.0
//
// Every clause of the pcapng format that the reader keeps, from files built byte by byte.
#include "models/pcap/pcapng_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "models/pcap/capture_bytes.h"
#include "models/pcap/capture_reader.h"

namespace rnic::model {
namespace {

using test::block;
using test::Bytes;
using test::enhanced_packet;
using test::integer;
using test::interface;
using test::operator+;
using test::option;
using test::padded;
using test::pattern;
using test::read_all;
using test::section;
using test::text;
using test::u16;
using test::u32;
using ::testing::HasSubstr;

Bytes resolution(bool big, std::uint8_t value) { return option(big, 9, {value}); }

class Pcapng : public ::testing::TestWithParam<bool> {
 protected:
  Bytes begin(const Bytes& interface_options = {}) const {
    return section(big_) + interface(big_, 1, 0, interface_options);
  }
  const bool big_ = GetParam();
};

INSTANTIATE_TEST_SUITE_P(ByteOrders, Pcapng, ::testing::Values(false, true),
                         [](const auto& order) { return order.param ? "Big" : "Little"; });

TEST_P(Pcapng, EnhancedPacketIsRead) {
  const auto result =
      read_all(begin() + enhanced_packet(big_, {.stamp = 5, .data = pattern(61), .original = 99}));
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.frames.size(), 1u);
  EXPECT_EQ(result.frames[0].number, 1u);
  EXPECT_EQ(result.frames[0].bytes, pattern(61));
  EXPECT_EQ(result.frames[0].original_length, 99u);
  EXPECT_TRUE(result.frames[0].truncated);
  EXPECT_EQ(result.frames[0].time_ns, 5'000) << "microseconds without if_tsresol";
}

TEST_P(Pcapng, ResolutionIsPerInterface) {
  Bytes file = section(big_);
  for (const std::uint8_t value : Bytes{6, 9, 3, 0x8A, 0xA0, 0}) {
    file = file + interface(big_, 1, 0, resolution(big_, value));
  }
  for (std::uint32_t i = 0; i < 6; ++i) {
    file = file + enhanced_packet(big_, {.interface = i, .stamp = 3 << 9, .data = pattern(60)});
  }
  const auto result = read_all(file);
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.frames.size(), 6u);
  EXPECT_EQ(result.frames[0].time_ns, 1536'000);
  EXPECT_EQ(result.frames[1].time_ns, 1536);
  EXPECT_EQ(result.frames[2].time_ns, 1536'000'000);
  EXPECT_EQ(result.frames[3].time_ns, 1'500'000'000);
  EXPECT_EQ(result.frames[4].time_ns, 1536 * 1'000'000'000ll >> 32);
  EXPECT_EQ(result.frames[5].time_ns, 1536'000'000'000);
}

TEST_P(Pcapng, HalfASecondInPowersOfTwoIsExact) {
  const auto result =
      read_all(begin(resolution(big_, 0xA0)) +
               enhanced_packet(big_, {.stamp = 0x12345678'80000000, .data = pattern(60)}));
  EXPECT_EQ(result.frames.at(0).time_ns, 305'419'896'500'000'000);
}

TEST_P(Pcapng, TimeOffsetIsSigned) {
  const Bytes ahead = resolution(big_, 9) + option(big_, 14, integer(big_, 100, 8));
  const Bytes behind = option(big_, 14, integer(big_, static_cast<std::uint64_t>(-2), 8));
  const auto result =
      read_all(section(big_) + interface(big_, 1, 0, ahead) + interface(big_, 1, 0, behind) +
               enhanced_packet(big_, {.interface = 0, .stamp = 1}) +
               enhanced_packet(big_, {.interface = 1, .stamp = 500'000}));
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.frames.at(0).time_ns, 100'000'000'001);
  EXPECT_EQ(result.frames.at(1).time_ns, -1'500'000'000);
}

TEST_P(Pcapng, TimeBeyond64BitsOfNanosecondsIsReported) {
  const auto result = read_all(begin() + enhanced_packet(big_, {.stamp = 1}) +
                               enhanced_packet(big_, {.stamp = ~0ull}));
  EXPECT_EQ(result.frames.size(), 1u);
  EXPECT_THAT(result.error, HasSubstr("frame 2: time stamp 0xffffffffffffffff of interface 0"));
}

TEST_P(Pcapng, InterfacesMayDifferInLinkTypeAndSnapLength) {
  const auto result = read_all(
      section(big_) + interface(big_, 1, 65535) + interface(big_, 276, 100) +
      enhanced_packet(big_, {.interface = 1, .data = pattern(200)}) + interface(big_, 113) +
      enhanced_packet(big_, {.interface = 0}) + enhanced_packet(big_, {.interface = 2}));
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.frames.size(), 3u);
  EXPECT_EQ(result.frames[0].interface.link_type, 276);
  EXPECT_EQ(result.frames[0].interface.index, 1u);
  EXPECT_EQ(result.frames[0].interface.snap_length, 100u);
  EXPECT_EQ(result.frames[0].bytes, pattern(200)) << "over the snap length, not cut";
  EXPECT_EQ(result.frames[1].interface.link_type, 1);
  EXPECT_EQ(result.frames[2].interface.link_type, 113);
}

TEST_P(Pcapng, SectionsMayDifferInByteOrderAndNumberTheirInterfacesAnew) {
  const bool other = !big_;
  const auto result =
      read_all(section(big_) + interface(big_, 1) + interface(big_, 1, 0, resolution(big_, 9)) +
               enhanced_packet(big_, {.interface = 1, .stamp = 7, .data = pattern(60)}) +
               section(other) + interface(other, 113, 77) +
               enhanced_packet(other, {.interface = 0, .stamp = 7, .data = pattern(62)}) +
               section(big_) + interface(big_, 276) + enhanced_packet(big_, {.data = pattern(63)}));
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.frames.size(), 3u);
  EXPECT_EQ(result.frames[0].time_ns, 7);
  EXPECT_EQ(result.frames[1].time_ns, 7'000);
  EXPECT_EQ(result.frames[1].number, 2u) << "frames are numbered through the file";
  EXPECT_EQ(result.frames[1].interface.section, 1u);
  EXPECT_EQ(result.frames[1].interface.link_type, 113);
  EXPECT_EQ(result.frames[1].interface.snap_length, 77u);
  EXPECT_EQ(result.frames[1].bytes, pattern(62));
  EXPECT_EQ(result.frames[2].interface.section, 2u);
}

TEST_P(Pcapng, InterfaceOfTheSectionBeforeIsUnknown) {
  const auto result =
      read_all(begin() + interface(big_, 1) + enhanced_packet(big_, {}) + section(big_) +
               interface(big_, 1) + enhanced_packet(big_, {.interface = 1}));
  EXPECT_EQ(result.frames.size(), 1u);
  EXPECT_THAT(result.error, HasSubstr("packet of interface 1, but its section describes 1"));
}

TEST_P(Pcapng, SimplePacketHasTheBytesOfItsOriginalLengthAndNoTime) {
  const Bytes packet = block(big_, 3, u32(big_, 66) + pattern(68));
  const auto result = read_all(begin() + packet);
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.frames.at(0).bytes, pattern(66));
  EXPECT_EQ(result.frames[0].time_ns, std::nullopt);
  EXPECT_FALSE(result.frames[0].truncated);
}

TEST_P(Pcapng, SimplePacketIsCutAtTheSnapLength) {
  const auto result = read_all(section(big_) + interface(big_, 1, 30) +
                               block(big_, 3, u32(big_, 1500) + padded(pattern(30))));
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.frames.at(0).bytes, pattern(30));
  EXPECT_TRUE(result.frames[0].truncated);
}

TEST_P(Pcapng, SimplePacketShorterThanItClaimsIsReported) {
  const auto result = read_all(begin() + block(big_, 3, u32(big_, 69) + pattern(68)));
  EXPECT_THAT(result.error, HasSubstr("captured length is 69, expected at most the 68 bytes"));
}

TEST_P(Pcapng, SimplePacketNeedsAnInterface) {
  const auto result = read_all(section(big_) + block(big_, 3, u32(big_, 4) + pattern(4)));
  EXPECT_THAT(result.error, HasSubstr("packet of interface 0"));
}

TEST_P(Pcapng, ObsoletePacketIsRead) {
  const Bytes packet =
      block(big_, 2,
            u16(big_, 1) + u16(big_, 0xFFFF) + u32(big_, 2) + u32(big_, 3) + u32(big_, 58) +
                u32(big_, 70) + padded(pattern(58)) + option(big_, 1, text("old")));
  const auto result = read_all(begin() + interface(big_, 113, 0, resolution(big_, 9)) + packet);
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.frames.at(0).interface.index, 1u);
  EXPECT_EQ(result.frames[0].time_ns, (2ll << 32) + 3);
  EXPECT_EQ(result.frames[0].bytes, pattern(58));
  EXPECT_EQ(result.frames[0].original_length, 70u);
  EXPECT_EQ(result.frames[0].comment, "old");
}

TEST_P(Pcapng, CommentsAreJoinedAndDoNotLeakIntoTheNextFrame) {
  const Bytes options = option(big_, 2, {1, 2, 3, 4}) + option(big_, 1, text("first")) +
                        option(big_, 1, text("second one")) + option(big_, 0, {}) +
                        option(big_, 1, text("behind the end"));
  const auto result =
      read_all(begin() + enhanced_packet(big_, {.data = pattern(61), .options = options}) +
               enhanced_packet(big_, {.data = pattern(61)}));
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.frames.at(0).comment, "first\nsecond one");
  EXPECT_EQ(result.frames.at(1).comment, "");
}

TEST_P(Pcapng, OptionLongerThanItsBlockIsReported) {
  Bytes bad = u16(big_, 1) + u16(big_, 5) + pattern(4);
  EXPECT_THAT(read_all(begin() + enhanced_packet(big_, {.options = bad})).error,
              HasSubstr("frame 1: option 1 has 5 bytes, expected at most the 4 left"));
  EXPECT_THAT(read_all(section(big_) + interface(big_, 1, 0, bad)).error,
              HasSubstr("option 1 has 5 bytes"));
}

TEST_P(Pcapng, ClockOptionsOfWrongSizeAreReported) {
  EXPECT_THAT(read_all(begin(option(big_, 9, {6, 6}))).error,
              HasSubstr("interface option 9 has 2 bytes, expected 1"));
  EXPECT_THAT(read_all(begin(option(big_, 14, {1, 2, 3, 4}))).error,
              HasSubstr("interface option 14 has 4 bytes, expected 8"));
}

TEST_P(Pcapng, UnknownBlocksAreSkippedByLength) {
  const auto result =
      read_all(begin() + block(big_, 0x7777, pattern(4000)) + block(big_, 4, {}) +
               enhanced_packet(big_, {.data = pattern(60)}) + block(big_, 5, pattern(20)));
  EXPECT_EQ(result.error, "");
  ASSERT_EQ(result.frames.size(), 1u);
  EXPECT_EQ(result.frames[0].number, 1u);
}

TEST_P(Pcapng, CustomAndJournalBlocksTakeAFrameNumberAsInWireshark) {
  for (const std::uint32_t type : {0x0BADu, 0x40000BADu, 9u}) {
    const auto result = read_all(begin() + enhanced_packet(big_, {}) +
                                 block(big_, type, pattern(36)) + enhanced_packet(big_, {}));
    EXPECT_EQ(result.error, "");
    ASSERT_EQ(result.frames.size(), 2u);
    EXPECT_EQ(result.frames[0].number, 1u);
    EXPECT_EQ(result.frames[1].number, 3u);
  }
}

TEST_P(Pcapng, UnknownBlockMayExceedSixteenMegabytes) {
  const auto result = read_all(begin() + block(big_, 0x7777, Bytes((16u << 20) + 4)) +
                               enhanced_packet(big_, {.data = pattern(60)}));
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.frames.size(), 1u);
}

struct BadLength {
  std::uint32_t leading;
  std::uint32_t trailing;
  std::string text;
};

TEST_P(Pcapng, InconsistentBlockLengthEndsTheReadBehindTheLastGoodPacket) {
  const Bytes good = begin() + enhanced_packet(big_, {.data = pattern(60)});
  const std::string place = "test: byte " + std::to_string(good.size()) + ", frame 2: ";
  const Bytes body = Bytes(20 + 60);
  for (const auto& [leading, trailing, text] : {
           BadLength{93, 92, "block length is 93, expected a multiple of 4"},
           BadLength{8, 92, "block length is 8, expected at least 12"},
           BadLength{0, 92, "block length is 0, expected at least 12"},
           BadLength{92, 96,
                     "block length is 92 at its start and 96 at its end, expected the same"},
           BadLength{0xFFFFFFFC, 92, "block length is 4294967292, expected at most 16777216"},
           BadLength{96, 92, "file ends inside a block of 96 bytes"},
       }) {
    const auto result =
        read_all(good + u32(big_, 6) + u32(big_, leading) + body + u32(big_, trailing));
    EXPECT_EQ(result.frames.size(), 1u);
    EXPECT_EQ(result.error, place + text);
  }
  EXPECT_EQ(read_all(good + u32(big_, 0x7777) + u32(big_, 0xFFFFFFFC) + body).error,
            place + "block length is 4294967292, expected at most 1073741824");
  EXPECT_EQ(read_all(good + u32(big_, 0x7777) + u32(big_, 0x30000000) + body).error,
            place + "file ends inside a block of 805306368 bytes");
  EXPECT_EQ(read_all(good + u32(big_, 6)).error,
            place + "file ends after 4 of the 8 bytes that begin a block");
}

TEST_P(Pcapng, PacketShorterThanItsFixedFieldsIsReported) {
  EXPECT_THAT(read_all(begin() + block(big_, 6, Bytes(16))).error,
              HasSubstr("enhanced packet block has 28 bytes, expected at least 32"));
  EXPECT_THAT(read_all(begin() + block(big_, 2, Bytes(16))).error,
              HasSubstr("packet block has 28 bytes, expected at least 32"));
  EXPECT_THAT(read_all(begin() + block(big_, 3, {})).error,
              HasSubstr("simple packet block has 12 bytes, expected at least 16"));
  EXPECT_THAT(read_all(section(big_) + block(big_, 1, Bytes(4))).error,
              HasSubstr("interface block has 16 bytes, expected at least 20"));
}

TEST_P(Pcapng, CapturedLengthBeyondTheBlockIsReported) {
  for (const std::uint32_t captured : {61u, 0x7FFFFFFFu, 0xFFFFFFFFu}) {
    const auto result =
        read_all(begin() + enhanced_packet(big_, {.data = pattern(60), .captured = captured}));
    EXPECT_THAT(result.error, HasSubstr("expected at most the 60 bytes of its block"));
  }
}

TEST_P(Pcapng, SectionHeaderIsChecked) {
  Bytes wrong_magic = section(big_);
  wrong_magic[8] = 0;
  EXPECT_THAT(read_all(wrong_magic).error, HasSubstr("test: byte 0: byte-order magic is 00"));
  Bytes wrong_version = section(big_);
  wrong_version[big_ ? 13 : 12] = 2;
  EXPECT_THAT(read_all(wrong_version).error, HasSubstr("pcapng version is 2, expected 1"));
  EXPECT_THAT(read_all(u32(big_, 0x0A0D0D0A) + u32(big_, 24) + u32(big_, 0x1A2B3C4D)).error,
              HasSubstr("block length is 24, expected at least 28"));
}

TEST_P(Pcapng, InterfacesOfASectionAreLimited) {
  Bytes file = section(big_);
  const Bytes one = interface(big_, 1);
  for (std::size_t i = 0; i <= PcapngReader::kMaxInterfaces; ++i) {
    file.insert(file.end(), one.begin(), one.end());
  }
  EXPECT_THAT(read_all(file).error, HasSubstr("more than 65536 interfaces in one section"));
}

TEST_P(Pcapng, SectionWithoutPacketsIsAnEmptyCapture) {
  const auto result = read_all(section(big_, option(big_, 4, text("some tool"))));
  EXPECT_EQ(result.error, "");
  EXPECT_TRUE(result.frames.empty());
}

TEST(PcapngClock, NeverOverflows) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ((PcapngClock{.resolution = 9}.to_ns(1ull << 63)), std::nullopt);
  EXPECT_EQ((PcapngClock{.resolution = 9}.to_ns((1ull << 63) - 1)), (1ull << 63) - 1);
  EXPECT_EQ((PcapngClock{.resolution = 10}.to_ns(kMost)), 1'844'674'407'370'955'161);
  EXPECT_EQ((PcapngClock{.resolution = 28}.to_ns(kMost)), 1);
  EXPECT_EQ((PcapngClock{.resolution = 29}.to_ns(kMost)), 0);
  EXPECT_EQ((PcapngClock{.resolution = 127}.to_ns(kMost)), 0);
  EXPECT_EQ((PcapngClock{.resolution = 0x80}.to_ns(kMost)), std::nullopt);
  EXPECT_EQ((PcapngClock{.resolution = 0xFF}.to_ns(kMost)), 0);
  EXPECT_EQ((PcapngClock{.resolution = 0xC0}.to_ns(kMost)), 999'999'999);
  EXPECT_EQ((PcapngClock{.resolution = 0, .offset_seconds = -(1ll << 62)}.to_ns(1ull << 62)), 0);
  EXPECT_EQ((PcapngClock{.resolution = 9, .offset_seconds = 1ll << 62}.to_ns(0)), std::nullopt);
}

}  // namespace
}  // namespace rnic::model
