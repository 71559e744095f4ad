// SPDX-License-Identifier: Apache-2.0
//
// `icrc` within the process: RTL and model agree on every capture in every spacing, and reports of
// odd captures say what they should.
#include "tb/app/icrc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>

#include "tb/app/test/icrc_fixture.h"

namespace rnic::app {

// In the type's own namespace, where GoogleTest finds it.
void PrintTo(Spacing spacing, std::ostream* out) {
  constexpr const char* kNames[] = {"BackToBack", "Gaps", "Recorded", "Random"};
  *out << kNames[static_cast<int>(spacing)];
}

}  // namespace rnic::app

namespace rnic::app::test {
namespace {

using model::test::enhanced_packet;
using model::test::interface;
using model::test::kNanoseconds;
using model::test::pattern;
using model::test::pcap_header;
using model::test::pcap_record;
using model::test::section;
using ::testing::HasSubstr;

const std::string kCaptures = RNIC_VECTORS "/rx/";

class EveryCapture : public ::testing::TestWithParam<Spacing> {};

TEST_P(EveryCapture, RtlAndModelAgree) {
  IcrcOptions options = json_options();
  options.spacing = GetParam();
  std::uint64_t roce = 0;
  std::uint64_t bad = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kCaptures)) {
    if (entry.path().extension() != ".pcap") continue;
    for (const auto& map : {model::DscpMap::basepod(), model::DscpMap::factory()}) {
      const Seen seen = run(CaptureStream(entry.path().string()), options, map);
      EXPECT_EQ(seen.status, kAgree) << entry.path() << "\n" << seen.err;
      EXPECT_EQ(seen.err, "");
      EXPECT_EQ(seen.summary().at("model_disagreements"), 0);
      roce += seen.summary().at("roce").get<std::uint64_t>();
      bad += seen.summary().at("icrc").at("bad").get<std::uint64_t>();
    }
  }
  EXPECT_GT(roce, 2 * 1500U) << "the captures hold that many";
  EXPECT_GT(bad, 0U);
}

std::string spacing_name(const ::testing::TestParamInfo<Spacing>& info) {
  return ::testing::PrintToString(info.param);
}

INSTANTIATE_TEST_SUITE_P(Spacings, EveryCapture,
                         ::testing::Values(Spacing::kBackToBack, Spacing::kGaps, Spacing::kRecorded,
                                           Spacing::kRandom),
                         spacing_name);

TEST(Icrc, JsonHasTheRtlsRecord) {
  Bytes damaged = write_only();
  damaged.at(70) ^= 1;
  const Bytes tagged = write_only(model::make_vlan_tag(2, 100));
  const Seen seen = run(stream_of(file_of({write_only(), damaged, tagged, pattern(60)})));
  EXPECT_EQ(seen.status, kAgree);
  const json frames = seen.frames();
  ASSERT_EQ(frames.size(), 4U);
  EXPECT_EQ(frames[0].at("icrc"), "ok");
  EXPECT_EQ(frames[0].at("opcode_name"), "RC_RDMA_WRITE_ONLY");
  EXPECT_EQ(frames[0].at("qpn"), 0x11);
  EXPECT_EQ(frames[0].at("psn"), 0xFFFFFE);
  EXPECT_EQ(frames[0].at("priority"), 3);
  EXPECT_EQ(frames[0].at("lossy_roce"), false);
  EXPECT_EQ(frames[0].at("pcp_mismatch"), false);
  EXPECT_EQ(frames[0].at("ecn"), 2);
  EXPECT_EQ(frames[0].at("model_agrees"), true);
  EXPECT_EQ(frames[1].at("icrc"), "bad");
  EXPECT_EQ(frames[1].at("model_agrees"), true);
  EXPECT_EQ(frames[2].at("pcp_mismatch"), true);
  EXPECT_EQ(frames[3].at("icrc"), nullptr);
  EXPECT_EQ(frames[3].at("model_agrees"), nullptr);
  EXPECT_TRUE(frames[3].at("clock").is_number());
  const json summary = seen.summary();
  EXPECT_EQ(summary.at("frames"), 4);
  EXPECT_EQ(summary.at("icrc"), (json{{"ok", 2}, {"bad", 1}}));
  EXPECT_EQ(summary.at("model_disagreements"), 0);
}

// Frames of 60 bytes take four segments, half a beat.
TEST(Icrc, ClocksAndRatesAreThoseOfTheBus) {
  const Seen full = run(stream_of(file_of(std::vector<Bytes>(200, pattern(60)))));
  EXPECT_EQ(full.summary().at("clocks"), 100);
  EXPECT_EQ(full.summary().at("bytes"), 200 * 60);
  EXPECT_EQ(full.summary().at("most_ends_a_clock"), 2);
  EXPECT_DOUBLE_EQ(full.summary().at("gbps").get<double>(), 375.0);
  EXPECT_DOUBLE_EQ(full.summary().at("gbps_on_wire").get<double>(), 525.0);
  EXPECT_EQ(full.frames()[199].at("clock").get<int>() - full.frames()[0].at("clock").get<int>(),
            99);
}

TEST(Icrc, RecordedSpacingFollowsTimeStampsAndCutsPauses) {
  IcrcOptions options = json_options();
  options.spacing = Spacing::kRecorded;
  Bytes file = pcap_header(false, kNanoseconds);
  for (const std::uint32_t ns : {0U, 256U, 999'000'000U}) {
    file = file + pcap_record(false, 5, ns, pattern(60));
  }
  const json frames = run(stream_of(file), options).frames();
  const auto clock = [&](std::size_t i) { return frames[i].at("clock").get<std::int64_t>(); };
  EXPECT_EQ(clock(1) - clock(0), 100);
  EXPECT_GT(clock(2) - clock(1), 1000);
  EXPECT_LT(clock(2) - clock(1), 1030);
}

TEST(Icrc, GapsUseEveryStartSegmentAndIdleBeats) {
  IcrcOptions options = json_options();
  options.spacing = Spacing::kGaps;
  const Bytes file = file_of(std::vector<Bytes>(64, pattern(60)));
  EXPECT_GT(run(stream_of(file), options).summary().at("clocks"),
            run(stream_of(file)).summary().at("clocks").get<int>() + 16);
}

TEST(Icrc, RandomSpacingFollowsTheSeed) {
  IcrcOptions options = json_options();
  options.spacing = Spacing::kRandom;
  const Bytes file = file_of(std::vector<Bytes>(50, write_only()));
  const std::string first = run(stream_of(file), options).out;
  EXPECT_EQ(run(stream_of(file), options).out, first);
  options.seed = 2;
  EXPECT_NE(run(stream_of(file), options).out, first);
}

TEST(Icrc, TheMapIsLoadedIntoTheRtl) {
  model::DscpMap site;
  site.set_priority(46, 6);
  site.set_priority(63, 7);
  site.set_lossless_mask(0x40);
  const json frame = run(stream_of(file_of({write_only()})), json_options(), site).frames()[0];
  EXPECT_EQ(frame.at("priority"), 6);
  EXPECT_EQ(frame.at("lossy_roce"), false);
  EXPECT_EQ(frame.at("model_agrees"), true);
}

TEST(Icrc, FramesInPartAreNamedAndSkipped) {
  Bytes file = file_of({write_only()});
  file =
      file + pcap_record(false, 2, 0, pattern(64), 1086) + pcap_record(false, 3, 0, write_only());
  const Seen seen = run(stream_of(file));
  EXPECT_EQ(seen.status, kAgree);
  EXPECT_EQ(seen.frames()[1].at("verdict"), "skipped");
  EXPECT_EQ(seen.frames()[1].at("skipped"), "holds 64 of 1086 bytes");
  EXPECT_EQ(seen.frames()[1].at("clock"), nullptr);
  EXPECT_EQ(seen.frames()[1].at("model_agrees"), nullptr);
  EXPECT_EQ(seen.frames()[2].at("icrc"), "ok");
  EXPECT_EQ(seen.summary().at("verdicts"), (json{{"skipped", 1}}));
  EXPECT_THAT(run(stream_of(file), IcrcOptions()).out,
              HasSubstr("skipped: holds 64 of 1086 bytes\n"));
}

TEST(Icrc, ThousandsOfSkippedFramesNeedNoClock) {
  Bytes record = pcap_record(false, 2, 0, pattern(64), 1086);
  Bytes file = file_of({write_only()});
  for (int i = 0; i < 3000; ++i) file.insert(file.end(), record.begin(), record.end());
  const json summary = run(stream_of(file)).summary();
  EXPECT_EQ(summary.at("verdicts").at("skipped"), 3000);
  EXPECT_EQ(summary.at("roce"), 1);
}

TEST(Icrc, OverlongFramesAreCutAndMarked) {
  const json frame = run(stream_of(file_of({pattern(9700)}))).frames()[0];
  EXPECT_EQ(frame.at("reason"), "mac_error");
  EXPECT_EQ(frame.at("icrc"), nullptr);
}

TEST(Icrc, CookedCapturesAreJudged) {
  const Bytes ethernet = write_only();
  const Bytes cooked = Bytes{0, 0, 0, 1, 0, 6, 2, 3, 4, 5, 6, 7, 0, 0, 0x08, 0x00} +
                       Bytes(ethernet.begin() + 14, ethernet.end());
  const Bytes file = pcap_header(false, kNanoseconds, 113) + pcap_record(false, 1, 0, cooked);
  const Seen seen = run(stream_of(file));
  EXPECT_EQ(seen.status, kAgree);
  EXPECT_EQ(seen.frames()[0].at("icrc"), "ok");
}

TEST(Icrc, PcapngWithTwoInterfacesIsJudged) {
  const Bytes ethernet = write_only();
  const Bytes cooked = Bytes{0, 0, 0, 1, 0, 6, 2, 3, 4, 5, 6, 7, 0, 0, 0x08, 0x00} +
                       Bytes(ethernet.begin() + 14, ethernet.end());
  const bool big = true;
  const Bytes file = section(big) + interface(big, 1) + interface(big, 113) +
                     enhanced_packet(big, {.interface = 0, .data = ethernet}) +
                     enhanced_packet(big, {.interface = 1, .data = cooked});
  const json frames = run(stream_of(file)).frames();
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].at("icrc"), "ok");
  EXPECT_EQ(frames[1].at("icrc"), "ok");
}

TEST(Icrc, ACaptureWithoutFramesAgrees) {
  const Seen text = run(stream_of(file_of({})), IcrcOptions());
  EXPECT_EQ(text.status, kAgree);
  EXPECT_EQ(text.out, "frames      0, of them RoCE 0\n");
  const Seen report = run(stream_of(file_of({})));
  EXPECT_EQ(report.summary().at("clocks"), 0);
  EXPECT_EQ(report.summary().at("gbps"), 0.0);
}

TEST(Icrc, ACaptureThatEndsBadlyIsJudgedUpToThere) {
  Bytes file = file_of({write_only(), write_only()});
  file.pop_back();
  std::ostringstream out;
  std::ostringstream err;
  ProgressBar bar(false);
  CaptureStream stream = stream_of(file);
  EXPECT_THROW(icrc(stream, model::DscpMap::basepod(), json_options(), look_at,
                    {.out = out, .err = err, .bar = bar}),
               model::CaptureError);
  EXPECT_EQ(json::parse(out.str()).at("frames").size(), 1U);
}

}  // namespace
}  // namespace rnic::app::test
