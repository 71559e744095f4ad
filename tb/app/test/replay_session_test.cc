// SPDX-License-Identifier: Apache-2.0
//
// A replay from file to exit status, with the golden model in the RTL's place: what is offered to
// whom, what is reported, and what is told when the device is wrong.
#include "tb/app/replay/replay_session.h"

#include <gmock/gmock.h>

#include "models/crc/crc32.h"
#include "models/pcap/capture_reader.h"
#include "tb/app/test/replay_fixture.h"

namespace rnic::app::test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kQp = "[[qp]]\nqpn = 0x11\ntype = 'RC'\npmtu = 1024\nrq_psn = 0x10\n";

TEST_F(Replay, JudgesEveryFrameWithWhatItLearned) {
  const Seen seen = run(store(conversation()));
  EXPECT_EQ(seen.error, "");
  EXPECT_EQ(seen.status, kAgree);
  const json frames = seen.frames();
  ASSERT_EQ(frames.size(), 6u);
  EXPECT_EQ(frames[0].at("action"), "ack");
  EXPECT_EQ(frames[1].at("action"), "complete");
  EXPECT_EQ(frames[2].at("reason"), "psn_ahead");
  EXPECT_EQ(frames[2].at("answer_psn"), 0x11);
  EXPECT_EQ(frames[3].at("reason"), "icrc");
  EXPECT_EQ(frames[4].at("verdict"), "accept");
  EXPECT_EQ(frames[5].at("reason"), "not_ip");
  EXPECT_EQ(seen.summary().at("frames"), 6);
  EXPECT_EQ(seen.summary().at("bytes"), 66 + 62 + 66 + 66 + 66 + 60);
  EXPECT_EQ(seen.summary().at("model_disagreements"), 0);
  EXPECT_EQ(seen.summary().at("verdicts").at("accept"), 3);
}

TEST_F(Replay, PrintsAssumptionsTableAndSummary) {
  const Seen seen = run(store(conversation()));
  EXPECT_THAT(seen.out, StartsWith("assumed     2 QPs of 2 NICs, learned from the capture; "));
  EXPECT_THAT(seen.out, HasSubstr("  1  10.0.0.2  000011  RC     256  ffff  -     000010  none\n"));
  EXPECT_THAT(seen.out, HasSubstr("    3    1     66  refuse    psn_ahead  RC_SEND_ONLY"));
  EXPECT_THAT(seen.out, HasSubstr("\nverdicts    accept 3, refuse 1, drop 1, not_roce 1\n"));
  EXPECT_THAT(seen.out, HasSubstr("\nmodel       6 records compared, 0 disagreements\n"));
}

TEST_F(Replay, QuietTableHasOnlyWhatWasRefusedOrDropped) {
  const Seen seen = run(ReplayOptions{.file = store(conversation()), .quiet = true});
  EXPECT_THAT(seen.out, HasSubstr("  refuse "));
  EXPECT_THAT(seen.out, HasSubstr("  drop "));
  EXPECT_THAT(seen.out, Not(HasSubstr("  accept  ")));
  EXPECT_THAT(seen.out, Not(HasSubstr("  not_roce  ")));
  EXPECT_EQ(seen.frames().size(), 6u) << "the report has all";
}

TEST_F(Replay, EveryDestinationAddressIsANicOfItsOwn) {
  // Both QPs have the number 0x11 and PSNs of their own.
  model::RoceFrame other = frame_between(2, 1, Opcode::kRcSendOnly, 0x900);
  other.bth.dest_qp = 0x11;
  const Seen seen = run(store(file_of({wire(request(Opcode::kRcSendOnly, 0x10, 5)), wire(other)})));
  EXPECT_EQ(seen.frames()[0].at("verdict"), "accept");
  EXPECT_EQ(seen.frames()[1].at("verdict"), "accept");
  EXPECT_THAT(seen.out, HasSubstr("added up over the NICs"));
}

TEST_F(Replay, MoreNicsThanFitAreAnError) {
  std::vector<Bytes> frames;
  for (unsigned i = 0; i < 1025; ++i) {
    model::RoceFrame frame = request(Opcode::kRcSendOnly, 0x10, 5);
    std::get<model::Ipv4Header>(frame.ip).destination = {10, 1, static_cast<std::uint8_t>(i >> 8),
                                                         static_cast<std::uint8_t>(i)};
    frames.push_back(wire(frame));
  }
  EXPECT_THAT(run(store(file_of(frames))).error,
              HasSubstr("frames for 1025 IP addresses, each a NIC of its own, expected at most "
                        "1024; "));
  frames.pop_back();
  const Seen seen = run(store(file_of(frames)));
  EXPECT_EQ(seen.summary().at("verdicts").at("accept"), 1024);
  EXPECT_THAT(seen.out, HasSubstr("\nand 960 more\n")) << "assumptions";
}

TEST_F(Replay, ConfigurationsQpsAreOursAndEveryFrameIsOffered) {
  const std::string config = store_text(kQp, "site.toml");
  const Seen seen = run(ReplayOptions{.file = store(conversation()), .config = config});
  EXPECT_EQ(seen.frames()[0].at("verdict"), "accept");
  EXPECT_EQ(seen.frames()[1].at("reason"), "qp_unknown") << "0x12 is not ours";
  EXPECT_THAT(seen.out, StartsWith("frame  bytes  verdict"));
}

TEST_F(Replay, ConfigurationsMapIsUsed) {
  const std::string config = store_text("[nic]\ndscp_map = 'factory'\n", "site.toml");
  const std::string capture = store(conversation());
  EXPECT_EQ(run(ReplayOptions{.file = capture, .config = config}).frames()[0].at("priority"), 5);
  EXPECT_EQ(run(capture).frames()[0].at("priority"), 3);
  const Seen seen = run(
      ReplayOptions{.file = capture, .dscp = {.map = model::DscpMap::factory(), .lossless = {}}});
  EXPECT_EQ(seen.frames()[0].at("lossy_roce"), true);
  EXPECT_THAT(seen.out, HasSubstr("warning     this map sends DSCP 46 to priority 5"));
}

TEST_F(Replay, TwoQpnsOfOneEntryAreAnErrorWithAConfigurationAndALineWithout) {
  const std::string config =
      store_text(kQp + "[[qp]]\nqpn = 0x411\ntype = 'RC'\npmtu = 1024\n", "site.toml");
  EXPECT_THAT(run(ReplayOptions{.file = store(conversation()), .config = config}).error,
              EndsWith("site.toml:7:7: expected QPNs that differ modulo 1024, 0x11 and 0x411 do "
                       "not"));
  model::RoceFrame second = request(Opcode::kRcSendOnly, 0x10, 5);
  second.bth.dest_qp = 0x411;
  const Seen seen =
      run(store(file_of({wire(request(Opcode::kRcSendOnly, 0x10, 5)), wire(second)})));
  EXPECT_EQ(seen.status, kAgree);
  EXPECT_EQ(seen.frames()[1].at("reason"), "qp_unknown");
  EXPECT_THAT(seen.out, HasSubstr("\n10.0.0.2: QPN 0x11 and QPN 0x411 share entry 17 of the QP "
                                  "table; the second one is not learned\n"));
}

TEST_F(Replay, DirectionTurnsTheMacFilterOn) {
  const Seen seen =
      run(ReplayOptions{.file = store(conversation()), .direction = {{2, 0, 0, 0, 0, 2}}});
  EXPECT_EQ(seen.frames()[0].at("verdict"), "accept");
  EXPECT_EQ(seen.frames()[1].at("reason"), "not_for_us");
  EXPECT_THAT(seen.out, StartsWith("assumed     1 QP of 1 NIC, "));
}

TEST_F(Replay, DirectionAndFcsAreRefusedForCookedCaptures) {
  const std::string cooked = store(model::test::pcap_header(false, model::test::kNanoseconds, 113) +
                                   model::test::pcap_record(false, 1, 0, Bytes(80)));
  const std::string want =
      cooked + ": frames are Linux cooked (113), expected Ethernet (1) for --fcs and --direction";
  EXPECT_EQ(run(ReplayOptions{.file = cooked, .direction = {{2, 0, 0, 0, 0, 2}}}).error, want);
  EXPECT_EQ(run(ReplayOptions{.file = cooked, .fcs = Fcs::kPresent}).error, want);
  EXPECT_EQ(run(cooked).status, kAgree);
}

TEST_F(Replay, FcsIsCheckedAndCutOff) {
  const auto with_fcs = [](Bytes frame) {
    model::Crc32 crc;
    crc.update(frame);
    return frame + model::test::u32(false, crc.value());
  };
  const Bytes good = with_fcs(wire(request(Opcode::kRcSendOnly, 0x10, 5)));
  Bytes bad = good;
  bad[60] ^= 0x10;
  const Seen seen =
      run(ReplayOptions{.file = store(file_of({good, bad, Bytes(3)})), .fcs = Fcs::kPresent});
  EXPECT_EQ(seen.frames()[0].at("verdict"), "accept");
  EXPECT_EQ(seen.frames()[1].at("reason"), "mac_error");
  EXPECT_EQ(seen.frames()[2].at("reason"), "mac_error");
  EXPECT_EQ(seen.summary().at("bytes"), 66 + 66 + 60);
}

TEST_F(Replay, FramesHeldInPartAreSkippedAndCounted) {
  const Bytes frame = wire(request(Opcode::kRcSendOnly, 0x10, 5));
  const Bytes file = model::test::pcap_header(false, model::test::kNanoseconds) +
                     model::test::pcap_record(false, 1, 0, frame) +
                     model::test::pcap_record(false, 1, 1, frame, 1086);
  const Seen seen = run(store(file));
  EXPECT_EQ(seen.status, kAgree);
  EXPECT_EQ(seen.frames()[1].at("verdict"), "skipped");
  EXPECT_TRUE(seen.frames()[1].at("model_agrees").is_null());
  EXPECT_EQ(seen.summary().at("verdicts").at("skipped"), 1);
  EXPECT_EQ(seen.summary().at("bytes"), 66);
  EXPECT_THAT(seen.out, HasSubstr("holds 66 of 1086 bytes"));
}

TEST_F(Replay, CaptureCutInItsLastRecordIsJudgedUpToThere) {
  Bytes file = conversation();
  file.pop_back();
  const Seen seen = run(ReplayOptions{.file = store(file), .annotate = path("out.pcapng")});
  EXPECT_THAT(seen.error, HasSubstr("in.pcap: byte "));
  EXPECT_THAT(seen.out, HasSubstr("5 records compared, 0 disagreements"));
  EXPECT_EQ(seen.frames().size(), 5u) << "the report is whole";
  model::CaptureReader annotated(path("out.pcapng"));
  EXPECT_EQ(model::test::read_all(annotated).frames.size(), 5u);
}

TEST_F(Replay, CaptureWithoutFramesHasAWholeReport) {
  const Seen seen = run(store(file_of({})));
  EXPECT_EQ(seen.status, kAgree);
  EXPECT_EQ(seen.frames().size(), 0u);
  EXPECT_EQ(seen.summary().at("clocks"), 0);
}

TEST_F(Replay, ReportOnTheScreenIsAloneThere) {
  const Seen seen = run(ReplayOptions{.file = store(conversation()), .report = "-"});
  EXPECT_EQ(seen.frames().size(), 6u);
  EXPECT_THAT(seen.out, StartsWith("{\"frames\":[\n{\"frame\":1,"));
}

TEST_F(Replay, AnnotatedCaptureSaysOfEachFrameWhatTheReportSays) {
  const std::string capture = store(conversation());
  run(ReplayOptions{.file = capture, .annotate = path("out.pcapng")});
  model::CaptureReader before(capture);
  model::CaptureReader after(path("out.pcapng"));
  const auto want = model::test::read_all(before).frames;
  const auto got = model::test::read_all(after).frames;
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].bytes, want[i].bytes) << "as captured, not padded";
    EXPECT_EQ(got[i].time_ns, want[i].time_ns);
  }
  EXPECT_THAT(got[2].comment, StartsWith("frame=3 verdict=refuse reason=psn_ahead "));
  EXPECT_THAT(got[2].comment, HasSubstr(" action=nak_seq answer_psn=17 "));
  EXPECT_EQ(run(path("out.pcapng")).frames(), run(capture).frames()) << "and it replays the same";
}

TEST_F(Replay, FramesGoInTheOrderOfTheirTimesAcrossInterfaces) {
  using namespace model::test;
  const auto packet = [](std::uint32_t link, std::uint64_t time, const model::RoceFrame& frame) {
    return enhanced_packet(false, {.interface = link, .stamp = time, .data = wire(frame)});
  };
  const std::string file = store(section(false) + interface(false, 1) + interface(false, 1) +
                                 packet(0, 2, request(Opcode::kRcSendOnly, 0x11, 5)) +
                                 packet(1, 1, request(Opcode::kRcSendOnly, 0x10, 5)));
  const Seen seen = run(ReplayOptions{.file = file, .annotate = path("out.pcapng")});
  EXPECT_EQ(seen.frames()[0].at("frame"), 2);
  EXPECT_EQ(seen.frames()[1].at("frame"), 1);
  EXPECT_EQ(seen.summary().at("verdicts").at("accept"), 2);
  model::CaptureReader annotated(path("out.pcapng"));
  EXPECT_THAT(read_all(annotated).frames.at(0).comment, StartsWith("frame=1 "));
}

TEST_F(Replay, FilesAreNotOverwrittenByEachOther) {
  const std::string capture = store(conversation());
  const std::string config = store_text(kQp, "site.toml");
  EXPECT_EQ(run(ReplayOptions{.file = capture, .report = capture}).error,
            "--report: " + capture + " is the capture itself");
  EXPECT_EQ(run(ReplayOptions{.file = capture, .config = config, .annotate = config}).error,
            "--annotate: " + config + " is the configuration itself");
  const std::string one = path("one");
  EXPECT_EQ(run(ReplayOptions{.file = capture, .report = one, .annotate = one}).error,
            "--annotate: " + one + " is the file of --report");
  EXPECT_EQ(run(capture).status, kAgree) << "the capture is still there";
}

TEST_F(Replay, WaveOfSeveralNicsNeedsAPacket) {
  ReplayOptions options{.file = store(conversation())};
  options.wave.file = path("w.fst");
  EXPECT_THAT(run(options).error, StartsWith("--wave: expected with --wave-packet N: the capture "
                                             "is replayed through 2 NICs"));
}

TEST_F(Replay, OnlyTheNicOfTheWavePacketRecords) {
  std::vector<RxDeviceOptions> made;
  const ReplayDeviceFactory factory = [&](const RxDeviceOptions& options,
                                          const model::DscpMap& map) {
    made.push_back(options);
    return std::make_unique<ModelRxDevice>(options, map);
  };
  ReplayOptions options{.file = store(conversation())};
  options.wave.file = path("w.fst");
  options.wave.packet = 2;
  EXPECT_EQ(run(options, factory).status, kAgree);
  ASSERT_EQ(made.size(), 2u);
  EXPECT_FALSE(made[0].wave.file);
  EXPECT_EQ(made[1].wave.file, path("w.fst"));
  EXPECT_EQ(made[1].wave.frame, 2u);
  options.wave.packet = 7;
  const Seen seen = run(options);
  EXPECT_THAT(seen.error, EndsWith("frame 7: expected a whole frame of the file, which ends after "
                                   "6; no wave recorded"));
}

TEST_F(Replay, WaveOfACaptureWithoutFramesIsAnError) {
  ReplayOptions options{.file = store(file_of({}))};
  options.wave.file = path("w.fst");
  const Seen seen = run(options);
  EXPECT_THAT(seen.error, EndsWith("expected a whole frame of the file; no wave recorded"));
}

}  // namespace
}  // namespace rnic::app::test
