// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 loop` as it is called: transmit RTL, a bad channel, receive RTL.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "models/pcap/capture_reader.h"
#include "tb/app/test/program_fixture.h"

namespace rnic::app::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string kMixed = RNIC_VECTORS "/examples/mixed_three_qps.toml";

class LoopProgram : public Program {
 protected:
  json run_json(const std::string& config, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"loop", "--config", config, "--json"});
    const Outcome outcome = run_program(more);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return json::parse(outcome.out);
  }
  std::string store_text(const std::string& name, const std::string& text) const {
    return store(name, {text.begin(), text.end()});
  }
  static std::uint64_t frames_in(const std::string& capture) {
    model::CaptureReader reader(capture);
    std::uint64_t frames = 0;
    model::CaptureFrame frame;
    while (reader.next(frame)) ++frames;
    return frames;
  }
};

TEST_F(LoopProgram, WithoutDamageEveryMessageArrivesOnce) {
  const json report = run_json(kMixed);
  const json& summary = report.at("summary");
  EXPECT_EQ(summary.at("sent"), 25);
  EXPECT_EQ(summary.at("arrived"), 25);
  EXPECT_EQ(summary.at("verdicts"), json({{"accept", 25}}));
  EXPECT_EQ(summary.at("payload_bytes"), 10000 + 9000 + 2000 + 100 + 1 + 4097 + 3000 + 64);
  EXPECT_EQ(summary.at("messages").at("RC"), json({{"due", 7},
                                                   {"delivered", 7},
                                                   {"delivered_again", 0},
                                                   {"not_sent", 0},
                                                   {"restarts", 0}}));
  EXPECT_TRUE(report.at("lost").empty());
  EXPECT_EQ(report.at("frames").size(), 25u);
}

TEST_F(LoopProgram, ALostRcPacketIsAskedForOnceAndEverythingArrives) {
  const json report = run_json(kMixed, {"--event", "drop frame 2"});
  const json& summary = report.at("summary");
  EXPECT_EQ(summary.at("channel").at("drop"), 1);
  EXPECT_EQ(summary.at("messages").at("RC").at("delivered"), 7);
  EXPECT_GE(summary.at("messages").at("RC").at("restarts"), 1);
  EXPECT_EQ(summary.at("reasons").at("psn_ahead"), 1) << "one NAK a gap";
  EXPECT_EQ(summary.at("reasons").at("psn_duplicate"), 1) << "the First, accepted before";
  EXPECT_TRUE(report.at("lost").empty());
}

TEST_F(LoopProgram, ALostLastPacketIsFoundAtTheEnd) {
  const json report = run_json(kMixed, {"--event", "drop frame 25"});
  EXPECT_EQ(report.at("summary").at("messages").at("RC").at("delivered"), 7);
  EXPECT_EQ(report.at("summary").at("messages").at("RC").at("restarts"), 1);
  EXPECT_FALSE(report.at("summary").at("reasons").contains("psn_ahead"));
}

TEST_F(LoopProgram, LostMessagesWithoutAnswersAreListed) {
  // Frame 4 is the first of a UC SEND of 9,000 bytes.
  const json report = run_json(kMixed, {"--event", "drop frame 4"});
  ASSERT_EQ(report.at("lost").size(), 1u);
  EXPECT_EQ(report.at("lost")[0].at("qpn"), 0x21);
  EXPECT_EQ(report.at("lost")[0].at("wr_id"), 1);
  EXPECT_EQ(report.at("lost")[0].at("length"), 9000);
  EXPECT_EQ(report.at("summary").at("messages").at("UC").at("delivered"), 1);
  EXPECT_EQ(report.at("summary").at("reasons").at("uc_gap"), 2);
  EXPECT_THAT(run_program({"loop", "--config", kMixed, "--event", "drop frame 4", "-q"}).out,
              HasSubstr("lost       wr_id 1 of QP 0x21, SEND_IMM, 9000 bytes"));
}

TEST_F(LoopProgram, ADuplicateIsAnsweredAgainAndNotExecuted) {
  const json report = run_json(kMixed, {"--event", "duplicate frame 1"});
  const json& copy = report.at("frames").at(1);
  EXPECT_EQ(copy.at("sent"), 1);
  EXPECT_EQ(copy.at("channel"), "duplicate");
  EXPECT_EQ(copy.at("verdict"), "duplicate");
  EXPECT_EQ(copy.at("action"), "ack_again");
  EXPECT_EQ(report.at("summary").at("messages").at("RC").at("delivered_again"), 0);
}

TEST_F(LoopProgram, AFlippedBitIsAWrongIcrc) {
  const json report = run_json(kMixed, {"--event", "corrupt frame 1 byte 80 bit 3"});
  const json& frame = report.at("frames").at(0);
  EXPECT_EQ(frame.at("channel"), "byte 80 bit 3");
  EXPECT_EQ(frame.at("verdict"), "drop");
  EXPECT_EQ(frame.at("reason"), "icrc");
  EXPECT_EQ(report.at("summary").at("messages").at("RC").at("delivered"), 7);
}

TEST_F(LoopProgram, AnOvertakenRcPacketCostsARestart) {
  const json report = run_json(kMixed, {"--event", "delay frame 2 by 3"});
  EXPECT_EQ(report.at("summary").at("messages").at("RC").at("delivered"), 7);
  EXPECT_EQ(report.at("summary").at("channel").at("delay"), 1);
}

TEST_F(LoopProgram, AMarkChangesNoVerdict) {
  const json report = run_json(kMixed, {"--ce", "0.9"});
  EXPECT_EQ(report.at("summary").at("verdicts"), json({{"accept", 25}}));
  EXPECT_GT(report.at("summary").at("channel").at("mark"), 10);
}

TEST_F(LoopProgram, EveryRcMessageArrivesWhateverTheChannelDoes) {
  const std::string config = store_text("many.toml", R"(
[nic]
mac = "02:00:00:00:00:01"
[[qp]]
qpn = 0x11
type = "RC"
remote_qpn = 0x12
src_ip = "10.0.0.1"
dst_ip = "10.0.1.1"
next_hop_mac = "02:00:00:00:00:fe"
pmtu = 256
sq_psn = 0xffffc0
sq_entries = 16
[[qp]]
qpn = 0x21
type = "RC"
remote_qpn = 0x22
src_ip = "fd00::1"
dst_ip = "fd00::2"
next_hop_mac = "02:00:00:00:00:fe"
vlan = 7
pmtu = 1024
sq_psn = 5
dscp = 0
[[qp]]
qpn = 0x31
type = "UC"
remote_qpn = 0x32
src_ip = "10.0.0.1"
dst_ip = "10.0.1.3"
next_hop_mac = "02:00:00:00:00:fe"
pmtu = 256
sq_psn = 1
[[memory]]
addr = 0x100000
size = 0x20000
fill = "random"
[[wqe]]
qpn = 0x11
op = "WRITE"
sge = [ { addr = 0x100003, length = 1000 }, { addr = 0x101000, length = 77 } ]
remote_addr = 0x1000
repeat = 40
[[wqe]]
qpn = 0x21
op = "SEND"
sge = [ { addr = 0x100003, length = 3001 } ]
repeat = 20
[[wqe]]
qpn = 0x21
op = "READ"
sge = [ { addr = 0x100000, length = 5000 } ]
[[wqe]]
qpn = 0x21
op = "FETCH_ADD"
sge = [ { addr = 0x100000, length = 8 } ]
remote_addr = 0x1000
repeat = 5
[[wqe]]
qpn = 0x31
op = "WRITE_IMM"
sge = [ { addr = 0x100000, length = 600 } ]
remote_addr = 0x1000
repeat = 30
)");
  std::uint64_t lost_datagrams = 0;
  for (const char* seed : {"1", "2", "3", "4"}) {
    const json report =
        run_json(config, {"--loss", "0.03", "--duplicate", "0.03", "--reorder", "0.03", "--corrupt",
                          "0.03", "--ce", "0.03", "--seed", seed});
    const json& summary = report.at("summary");
    EXPECT_EQ(summary.at("messages").at("RC").at("delivered"), 66) << "seed " << seed;
    EXPECT_EQ(summary.at("messages").at("RC").at("delivered_again"), 0) << "seed " << seed;
    EXPECT_GT(summary.at("messages").at("RC").at("restarts"), 0) << "seed " << seed;
    EXPECT_EQ(summary.at("disagreements"), 0);
    for (const json& lost : report.at("lost")) EXPECT_EQ(lost.at("qpn"), 0x31);
    lost_datagrams += report.at("lost").size();
  }
  EXPECT_GT(lost_datagrams, 0u);
}

TEST_F(LoopProgram, BothEndsOfTheChannelAreSavedAsCaptures) {
  const std::string sent = path("sent.pcap");
  const std::string received = path("received.pcap");
  run_json(kMixed, {"--event", "drop frame 17", "--sent", sent, "--received", received});
  // Frame 17 is of the RC queue pair: what is sent again is in both.
  EXPECT_EQ(frames_in(sent), frames_in(received) + 1);
}

TEST_F(LoopProgram, TheScriptMayBeAFile) {
  const std::string script = store_text("events.txt", "# one\ndrop frame 2\nmark frame 3\n");
  const json report = run_json(kMixed, {"--script", script});
  EXPECT_EQ(report.at("summary").at("channel").at("drop"), 1);
  EXPECT_EQ(report.at("summary").at("channel").at("mark"), 1);
}

TEST_F(LoopProgram, BadInputIsRefusedInOneLine) {
  const auto refuse = [&](std::vector<std::string> more, const std::string& line) {
    more.insert(more.begin(), {"loop", "--config", kMixed});
    expect_refusal(run_program(more), line);
  };
  refuse({"--loss", "1"}, "--loss: '1', expected a share from 0 to 0.9");
  refuse({"--ce", "x"}, "--ce: 'x', expected a share from 0 to 0.9");
  refuse({"--event", "lose frame 1"},
         "--event 'lose frame 1': expected 'drop frame N', 'duplicate frame N', 'delay frame N by "
         "K', 'corrupt frame N [byte B bit 0..7]' or 'mark frame N', N and K from 1, B below 9600");
  EXPECT_EQ(run_program({"loop", "--config", kMixed, "--event", ""}).status, 2);
  refuse({"--script", path("none")}, path("none") + ": No such file or directory");
  refuse({"--sent", kMixed}, "--sent: " + kMixed + " is the configuration itself");
  const Outcome late = run_program({"loop", "--config", kMixed, "-q", "--event", "drop frame 99"});
  expect_refusal(late, "'drop frame 99': expected a frame of the run, which sent 25");
  EXPECT_THAT(late.out, HasSubstr("RC         7 of 7 messages arrived"));
}

TEST_F(LoopProgram, AWqeThatTheSenderRefusesIsNoLoss) {
  const std::string config = store_text("refused.toml", R"(
[nic]
mac = "02:00:00:00:00:01"
[[qp]]
qpn = 0x11
type = "RC"
remote_qpn = 0x12
src_ip = "10.0.0.1"
dst_ip = "10.0.1.1"
next_hop_mac = "02:00:00:00:00:fe"
pmtu = 256
sq_psn = 1
[[memory]]
addr = 0x100000
size = 0x1000
[[wqe]]
qpn = 0x11
op = "SEND"
sge = [ { addr = 0x100000, length = 600 } ]
[[wqe]]
qpn = 0x11
op = "SEND"
sge = [ { addr = 0x900000, length = 600 } ]
[[wqe]]
qpn = 0x11
op = "SEND"
sge = [ { addr = 0x100000, length = 600 } ]
)");
  // The first message's last packet is lost, and its queue pair is in error when that is found.
  const json report = run_json(config, {"--event", "drop frame 3"});
  EXPECT_EQ(report.at("summary").at("messages").at("RC").at("delivered"), 1);
  EXPECT_EQ(report.at("summary").at("messages").at("RC").at("not_sent"), 2);
}

}  // namespace
}  // namespace rnic::app::test
