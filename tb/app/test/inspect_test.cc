// SPDX-License-Identifier: Apache-2.0
//
// `inspect` within the process: what its reports say of hand-made and of captured frames, and that
// no file brings it down.
#include "tb/app/inspect.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "models/pcap/capture_bytes.h"
#include "models/wire/frame.h"

namespace rnic::app {
namespace {

using model::test::Bytes;
using model::test::operator+;
using model::test::kNanoseconds;
using model::test::option;
using model::test::pattern;
using model::test::pcap_header;
using model::test::pcap_record;
using nlohmann::json;
using ::testing::HasSubstr;

const std::string kCaptures = RNIC_VECTORS "/rx/";

std::string inspect_text(const Bytes& file, const InspectOptions& options = {}) {
  std::ostringstream out;
  ProgressBar bar(false);
  CaptureStream stream(model::CaptureReader(file, "test"));
  inspect(stream, model::DscpMap::basepod(), options, out, bar);
  return out.str();
}

json inspect_json(const Bytes& file) {
  InspectOptions options;
  options.json = true;
  return json::parse(inspect_text(file, options));
}

Bytes file_of(const Bytes& frame, std::optional<std::uint32_t> original = {}) {
  return pcap_header(false, kNanoseconds) + pcap_record(false, 1, 2, frame, original);
}

// A frame with all fields right.
model::RoceFrame write_only() {
  model::RoceFrame frame;
  frame.ethernet = {.destination = {2, 0, 0, 0, 0, 2}, .source = {2, 0, 0, 0, 0, 1}};
  model::Ipv4Header ip;
  ip.traffic_class = 0xBA;  // DSCP 46, ECT(0)
  ip.source = {10, 0, 0, 1};
  ip.destination = {10, 0, 0, 2};
  frame.ip = ip;
  frame.bth.opcode = model::to_byte(model::Opcode::kRcRdmaWriteOnly);
  frame.bth.dest_qp = 0x11;
  frame.bth.psn = 0xFFFFFE;
  frame.reth =
      model::Reth{.virtual_address = 0x7F0000001000, .remote_key = 0x1234, .dma_length = 5};
  frame.payload = {1, 2, 3, 4, 5};
  model::complete(frame);
  return frame;
}

TEST(Inspect, JsonHasTheRecordAndEveryHeader) {
  const json report = inspect_json(file_of(model::encode(write_only())));
  const json& frame = report.at("frames").at(0);
  EXPECT_EQ(frame.at("frame"), 1);
  EXPECT_EQ(frame.at("icrc"), "ok");
  EXPECT_EQ(frame.at("opcode_name"), "RC_RDMA_WRITE_ONLY");
  EXPECT_EQ(frame.at("priority"), 3);
  EXPECT_EQ(frame.at("lossy_roce"), false);
  EXPECT_EQ(frame.at("ecn"), 2);
  EXPECT_EQ(frame.at("verdict"), nullptr);
  EXPECT_EQ(frame.at("time_ns"), 1'000'000'002);
  EXPECT_EQ(frame.at("length"), 14 + 20 + 8 + 12 + 16 + 8 + 4);
  EXPECT_EQ(frame.at("payload_bytes"), 5);
  EXPECT_EQ(frame.at("pad_bytes"), 3);
  EXPECT_EQ(frame.at("ethernet").at("source"), "02:00:00:00:00:01");
  EXPECT_EQ(frame.at("ip").at("dscp"), 46);
  EXPECT_EQ(frame.at("udp").at("destination_port"), 4791);
  EXPECT_EQ(frame.at("bth").at("psn"), 0xFFFFFE);
  EXPECT_EQ(frame.at("reth").at("va"), 0x7F0000001000);
  EXPECT_EQ(frame.at("reth").at("dmalen"), 5);
  EXPECT_FALSE(frame.contains("aeth"));
  EXPECT_EQ(report.at("summary").at("frames"), 1);
  EXPECT_EQ(report.at("summary").at("opcodes").at("RC_RDMA_WRITE_ONLY"), 1);
}

TEST(Inspect, WrongIcrcShowsWhatWasReadAndWhatIsRight) {
  model::RoceFrame frame = write_only();
  const auto right = model::icrc_to_wire(frame.icrc);
  frame.icrc = model::icrc_from_wire(std::array<std::uint8_t, 4>{0xDE, 0xAD, 0xBE, 0xEF});
  const Bytes file = file_of(model::encode(frame));
  const std::string want = fmt::format("{:02x}", fmt::join(right, " "));
  const json report = inspect_json(file);
  EXPECT_EQ(report.at("frames").at(0).at("icrc"), "bad");
  EXPECT_EQ(report.at("frames").at(0).at("icrc_got"), "de ad be ef");
  EXPECT_EQ(report.at("frames").at(0).at("icrc_want"), want);
  const std::string text = inspect_text(file);
  EXPECT_THAT(text, HasSubstr("bad   icrc got de ad be ef, want " + want));
  EXPECT_THAT(text, HasSubstr("ok 0, bad 1 (frame 1)"));
}

TEST(Inspect, ReasonsComeWithWhatLedToThem) {
  const auto note = [](auto&& change) {
    model::RoceFrame frame = write_only();
    change(frame, std::get<model::Ipv4Header>(frame.ip));
    return inspect_text(file_of(model::encode(frame)));
  };
  using Frame = model::RoceFrame;
  using Ip = model::Ipv4Header;
  EXPECT_THAT(note([](Frame& frame, Ip&) { frame.ethernet.ether_type = 0x88CC; }),
              HasSubstr("not_roce: not_ip (EtherType 0x88cc)"));
  EXPECT_THAT(note([](Frame& frame, Ip&) { frame.ethernet.ether_type = 0x8915; }),
              HasSubstr("not_roce: roce_v1"));
  EXPECT_THAT(note([](Frame&, Ip& ip) { ip.version = 5; }),
              HasSubstr("drop: ip_header (version 5, IHL 5)"));
  EXPECT_THAT(note([](Frame&, Ip& ip) { ip.ihl = 6; }),
              HasSubstr("not_roce: ip_options (version 4, IHL 6)"));
  EXPECT_THAT(note([](Frame&, Ip& ip) { ip.fragment_offset = 3; }),
              HasSubstr("not_roce: fragment (MF 0, offset 3)"));
  EXPECT_THAT(note([](Frame&, Ip& ip) { ip.protocol = 6; }),
              HasSubstr("not_roce: not_udp (protocol 6)"));
  EXPECT_THAT(note([](Frame& frame, Ip&) { frame.udp.destination_port = 53; }),
              HasSubstr("not_roce: not_roce_port (port 53)"));
  EXPECT_THAT(note([](Frame&, Ip& ip) { ip.total_length = 4000; }),
              HasSubstr("drop: ip_length (total length 4000)"));
  EXPECT_THAT(note([](Frame&, Ip& ip) { ip.header_checksum = 0x1234; }),
              HasSubstr("drop: ip_checksum (got 0x1234, want 0x"));
  EXPECT_THAT(note([](Frame& frame, Ip&) { frame.udp.length = 9; }),
              HasSubstr("drop: udp_length (UDP length 9, IP total length 68)"));
}

TEST(Inspect, LongFrameIsAMacError) {
  EXPECT_THAT(inspect_text(file_of(pattern(9700))),
              HasSubstr("drop: mac_error (9700 bytes, cut at 9600)"));
}

TEST(Inspect, FrameHeldInPartIsNamedAndSkipped) {
  Bytes held = model::encode(write_only());
  held.resize(50);
  const Bytes file = file_of(held, 82);
  const json report = inspect_json(file);
  const json& frame = report.at("frames").at(0);
  EXPECT_EQ(frame.at("verdict"), "skipped");
  EXPECT_EQ(frame.at("reason"), nullptr);
  EXPECT_EQ(frame.at("icrc"), nullptr);
  EXPECT_EQ(frame.at("opcode"), nullptr);
  EXPECT_EQ(frame.at("skipped"), "holds 50 of 82 bytes");
  EXPECT_EQ(frame.at("length"), 82);
  EXPECT_EQ(frame.at("captured_length"), 50);
  EXPECT_EQ(frame.at("ip").at("source"), "10.0.0.1") << "what can be read is shown";
  EXPECT_EQ(report.at("summary").at("verdicts").at("skipped"), 1);
  EXPECT_THAT(inspect_text(file), HasSubstr("skipped: holds 50 of 82 bytes"));
}

TEST(Inspect, CommentsOfAnyBytesAreShownHarmlessly) {
  using namespace model::test;  // the vocabulary of this test
  const Bytes comment = text("a\x1B[2Jb\nc\xFF");
  const Bytes file =
      section(false) + interface(false, 1) +
      enhanced_packet(false, {.data = pattern(60), .options = option(false, 1, comment)});
  EXPECT_THAT(inspect_text(file), HasSubstr("\"a\\x1b[2Jb\\nc"));
  EXPECT_EQ(inspect_json(file).at("frames").at(0).at("comment"), "a\x1B[2Jb\nc\xEF\xBF\xBD");
}

TEST(Inspect, SimplePacketsHaveNoTime) {
  using namespace model::test;  // the vocabulary of this test
  const Bytes file =
      section(false) + interface(false, 1) + block(false, 3, u32(false, 60) + pattern(60));
  EXPECT_EQ(inspect_json(file).at("frames").at(0).at("time_ns"), nullptr);
}

TEST(Inspect, EmptyCaptureHasAnEmptyReport) {
  const Bytes file = pcap_header(false, kNanoseconds);
  EXPECT_EQ(inspect_json(file).at("frames").size(), 0u);
  EXPECT_EQ(inspect_text(file), "frames      0, of them RoCE 0\n");
}

TEST(Inspect, JsonHasOneFrameALine) {
  InspectOptions options;
  options.json = true;
  const std::string text = inspect_text(
      file_of(pattern(60)) + pcap_record(false, 0, 0, model::encode(write_only())), options);
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "{\"frames\":[");
  for (int frame = 1; frame <= 2; ++frame) {
    std::getline(lines, line);
    if (frame == 1) line.pop_back();  // the comma
    EXPECT_EQ(json::parse(line).at("frame"), frame);
  }
}

TEST(Inspect, AgreesWithTheIndexOfTheCaptures) {
  const json index = json::parse(std::ifstream(kCaptures + "index.json"));
  std::size_t files = 0;
  for (const auto& [name, capture] : index.at("captures").items()) {
    for (const auto& [file, counts] : capture.at("files").items()) {
      std::ostringstream out;
      ProgressBar bar(false);
      InspectOptions options;
      options.file = kCaptures + file;
      options.json = true;
      inspect(options, out, bar);
      const json summary = json::parse(out.str()).at("summary");
      EXPECT_EQ(summary.at("frames"), counts.at("frames")) << file;
      EXPECT_EQ(summary.at("roce"), counts.at("roce")) << file;
      EXPECT_EQ(summary.at("icrc").at("bad"), counts.at("bad_icrc")) << file;
      ++files;
    }
  }
  EXPECT_GT(files, 100u);
}

// Captures with random bytes changed, in every way of showing them.
TEST(Inspect, DamagedCapturesNeverDoHarm) {
  std::mt19937_64 random(400);
  std::size_t reports = 0;
  for (const char* name : {"vlan_write", "ipv6_write", "arp_then_write", "atomic_cmp_swap",
                           "cm_reject", "send_inv", "write_imm", "mut_reserved_opcode"}) {
    std::ifstream stream(kCaptures + name + ".pcap", std::ios::binary);
    const Bytes file{std::istreambuf_iterator<char>(stream), {}};
    for (int round = 0; round < 300; ++round) {
      Bytes damaged = file;
      for (std::uint64_t changes = 1 + random() % 40; changes > 0; --changes) {
        damaged[24 + random() % (damaged.size() - 24)] = static_cast<std::uint8_t>(random());
      }
      if (round % 3 == 0) damaged.resize(24 + random() % (damaged.size() - 24));
      InspectOptions options;
      options.json = round % 2 == 0;
      options.verbose = round % 4 == 1;
      std::ostringstream out;
      ProgressBar bar(false);
      try {
        CaptureStream capture(model::CaptureReader(damaged, "test"));
        inspect(capture, model::DscpMap::basepod(), options, out, bar);
        ++reports;
      } catch (const model::CaptureError& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      }
      if (options.json) {
        EXPECT_TRUE(json::accept(out.str())) << "the report is whole";
      }
    }
  }
  EXPECT_GT(reports, 100u);
}

}  // namespace
}  // namespace rnic::app
