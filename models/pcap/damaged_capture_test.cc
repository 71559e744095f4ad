// SPDX-License-Identifier: Apache-2.0
//
// Damaged files: cut at every byte, and with random bytes changed. Each must end in frames and then
// an error or a clean end; most of what this finds shows under the address sanitizer.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "models/pcap/capture_bytes.h"
#include "models/pcap/capture_reader.h"

namespace rnic::model {
namespace {

using namespace test;  // the vocabulary of this file

struct Sample {
  std::string name;
  Bytes file;
};

Bytes pcapng_with_everything(bool big) {
  const Bytes comment = option(big, 1, text("a comment")) + option(big, 0, {});
  return section(big) + interface(big, 1, 0, option(big, 9, {9})) +
         interface(big, 276, 80, option(big, 9, {0xA0}) + option(big, 14, integer(big, 5, 8))) +
         enhanced_packet(big, {.stamp = 1'000'000, .data = pattern(61), .options = comment}) +
         block(big, 3, u32(big, 30) + pattern(32)) + block(big, 0x0BAD, pattern(24)) +
         block(big, 2, Bytes(12) + u32(big, 6) + u32(big, 6) + pattern(8)) + section(!big) +
         interface(!big, 113) + enhanced_packet(!big, {.stamp = 77, .data = pattern(64)});
}

std::vector<Sample> samples() {
  std::vector<Sample> all;
  for (const bool big : {false, true}) {
    for (const std::uint32_t magic : {kMicroseconds, kNanoseconds}) {
      all.push_back({"pcap", pcap_header(big, magic) + pcap_record(big, 1, 2, pattern(60)) +
                                 pcap_record(big, 2, 999, pattern(33), 1500) +
                                 pcap_record(big, 3, 3, pattern(64))});
    }
    all.push_back({"pcapng", pcapng_with_everything(big)});
  }
  return all;
}

TEST(DamagedCapture, SamplesAreWholeBeforeTheDamage) {
  for (const auto& [name, file] : samples()) {
    const auto result = read_all(file);
    EXPECT_EQ(result.error, "");
    EXPECT_EQ(result.frames.size(), name == "pcap" ? 3u : 4u);
  }
}

TEST(DamagedCapture, CutAtAnyByteGivesWholeFramesAndThenAnErrorOrTheEnd) {
  for (const auto& [name, file] : samples()) {
    const auto whole = read_all(file);
    std::size_t frames_before = 0;
    std::size_t clean_ends = 0;
    for (std::size_t size = 0; size < file.size(); ++size) {
      const auto end = file.begin() + static_cast<std::ptrdiff_t>(size);
      const auto cut = read_all(Bytes(file.begin(), end));
      ASSERT_GE(cut.frames.size(), frames_before) << "a longer file has no fewer frames";
      ASSERT_LE(cut.frames.size(), whole.frames.size());
      for (std::size_t i = 0; i < cut.frames.size(); ++i) {
        ASSERT_EQ(cut.frames[i].bytes, whole.frames[i].bytes);
        ASSERT_EQ(cut.frames[i].time_ns, whole.frames[i].time_ns);
      }
      if (cut.error.empty()) ++clean_ends;
      frames_before = cut.frames.size();
    }
    // Ends of a record or block, the file's own end not among them.
    EXPECT_EQ(clean_ends, name == "pcap" ? 3u : 9u);
  }
}

TEST(DamagedCapture, RandomChangesNeverDoHarm) {
  constexpr int kRounds = 4000;
  std::mt19937_64 random(400);
  std::size_t errors = 0;
  for (const auto& [name, file] : samples()) {
    for (int round = 0; round < kRounds; ++round) {
      Bytes damaged = file;
      for (std::uint64_t changes = 1 + random() % 4; changes > 0; --changes) {
        damaged[random() % damaged.size()] =
            random() % 4 == 0 ? std::uint8_t{0xFF} : static_cast<std::uint8_t>(random());
      }
      const auto result = read_all(damaged);
      ASSERT_EQ(result.error.find('\n'), std::string::npos) << "errors are one line";
      for (const auto& frame : result.frames) ASSERT_LE(frame.bytes.size(), file.size());
      if (!result.error.empty()) ++errors;
    }
  }
  EXPECT_GT(errors, 1000u) << "the damage must reach the checks";
}

}  // namespace
}  // namespace rnic::model
