// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 tx`, `vectors` and `bench tx` as they are called, on the RTL.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "models/pcap/capture_reader.h"
#include "models/wire/frame.h"
#include "tb/app/test/program_fixture.h"

namespace rnic::app::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kExamples = RNIC_VECTORS "/examples/";

class TxProgram : public Program {
 protected:
  json run_json(const std::string& config, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"tx", "--config", config, "--json"});
    const Outcome outcome = run_program(more);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return json::parse(outcome.out);
  }
  std::string store_text(const std::string& name, const std::string& text) const {
    return store(name, {text.begin(), text.end()});
  }
};

TEST_F(TxProgram, A64KilobyteWriteIsSixtyFourFramesInTheCaptureAndTheReport) {
  const std::string pcap = path("tx.pcap");
  const json report = run_json(kExamples + "write_64k.toml", {"--out", pcap});
  ASSERT_EQ(report.at("frames").size(), 64u);
  const json& first = report["frames"][0];
  EXPECT_EQ(first.at("frame"), 1);
  EXPECT_EQ(first.at("qpn"), 0x11);
  EXPECT_EQ(first.at("opcode"), 6);
  EXPECT_EQ(first.at("opcode_name"), "RC_RDMA_WRITE_FIRST");
  EXPECT_EQ(first.at("psn"), 0xFFFFFE);
  EXPECT_EQ(first.at("payload_bytes"), 1024);
  EXPECT_EQ(first.at("priority"), 3);
  EXPECT_EQ(first.at("model_agrees"), true);
  EXPECT_EQ(report["frames"][63].at("psn"), 0x3D);
  const json& record = report.at("completions").at(0);
  EXPECT_EQ(record.at("wr_id"), 0);
  EXPECT_EQ(record.at("qpn"), 0x11);
  EXPECT_EQ(record.at("opcode"), 3);
  EXPECT_EQ(record.at("status"), 1);
  EXPECT_EQ(record.at("status_name"), "sent");
  EXPECT_EQ(record.at("length"), 65536);
  const json& summary = report.at("summary");
  EXPECT_EQ(summary.at("frames"), 64);
  EXPECT_EQ(summary.at("completions"), 1);
  EXPECT_EQ(summary.at("model_disagreements"), 0);
  EXPECT_EQ(summary.at("first_frame_clocks"), first.at("clock"));
  EXPECT_GT(summary.at("gbps"), 300.0);

  model::CaptureReader reader(pcap);
  std::size_t number = 0;
  for (model::CaptureFrame frame; reader.next(frame); ++number) {
    const json& line = report["frames"][number];
    EXPECT_EQ(line.at("bytes"), frame.bytes.size());
    EXPECT_EQ(frame.time_ns, line.at("clock").get<std::int64_t>() * 256 / 100);
    ASSERT_TRUE(model::decode(frame.bytes));
  }
  EXPECT_EQ(number, 64u);
}

TEST_F(TxProgram, EveryExampleAgreesWithBackPressureAndSlowMemory) {
  for (const char* name : {"mixed_three_qps", "gather_odd_pieces", "ipv6_vlan", "bad_wqe"}) {
    const json report =
        run_json(kExamples + name + ".toml",
                 {"--backpressure", "2/3", "--memory-latency", "300", "--seed", "5"});
    EXPECT_GT(report.at("frames").size(), 0u) << name;
    EXPECT_EQ(report.at("summary").at("model_disagreements"), 0) << name;
  }
}

TEST_F(TxProgram, ABadWqeIsAnErrorCompletionAndNoFailure) {
  const json completions = run_json(kExamples + "bad_wqe.toml").at("completions");
  std::vector<std::string> statuses;
  for (const json& record : completions) {
    if (record.at("qpn") == 0x11) statuses.push_back(record.at("status_name"));
  }
  EXPECT_EQ(statuses, (std::vector<std::string>{"sent", "atomic_align", "flushed"}));
}

TEST_F(TxProgram, APausedPriorityWaitsAndTheOtherDoesNot) {
  const json report = run_json(kExamples + "paused_priority.toml", {"--pause", "3:0:2000"});
  for (const json& frame : report.at("frames")) {
    if (frame.at("priority") == 3) {
      EXPECT_GE(frame.at("clock"), 2000);
    } else {
      EXPECT_LT(frame.at("clock"), 2000);
    }
  }
}

TEST_F(TxProgram, TheTableHasALineForEachFrameAndASummary) {
  const Outcome outcome = run_program({"tx", "--config", kExamples + "mixed_three_qps.toml"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("frame  clock  qpn"));
  EXPECT_THAT(outcome.out, HasSubstr("RC_SEND_ONLY_WITH_INVALIDATE"));
  EXPECT_THAT(outcome.out, HasSubstr("25 frames and 11 completions compared, 0 disagreements"));
  const Outcome quiet =
      run_program({"tx", "--config", kExamples + "mixed_three_qps.toml", "--quiet"});
  EXPECT_THAT(quiet.out, StartsWith("frames      25, "));
}

TEST_F(TxProgram, AWaveAroundAPacketIsRecorded) {
  const std::string wave = path("w.fst");
  const Outcome outcome = run_program(
      {"tx", "--config", kExamples + "bad_wqe.toml", "-q", "--wave", wave, "--wave-packet", "2"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GT(std::filesystem::file_size(wave), 1000u);
  expect_refusal(run_program({"tx", "--config", kExamples + "bad_wqe.toml", "-q", "--wave", wave,
                              "--wave-packet", "99"}),
                 "--wave-packet: 99, expected a frame of the run, which has 4");
}

TEST_F(TxProgram, UnusableInputIsOneLineAndStatusTwo) {
  const std::string bad = store_text("bad.toml", "[nic]\nmac = '02:00:00:00:00:01'\nmtu = 5\n");
  expect_refusal(run_program({"tx", "--config", bad}),
                 bad +
                     ":3:1: 'mtu' is no key of [nic], expected mac, dscp_map, lossless or "
                     "congestion_control");
  expect_refusal(run_program({"tx", "--config", "/nowhere.toml"}),
                 "/nowhere.toml: No such file or directory");
  const std::string good = kExamples + "bad_wqe.toml";
  expect_refusal(run_program({"tx", "--config", good, "--out", good}),
                 "--out: " + good + " is the configuration itself");
  for (const char* text : {"3/3", "1", "a/b", "4/3", "1/", "/2", "1/2/3"}) {
    expect_refusal(
        run_program({"tx", "--config", good, "--backpressure", text}),
        std::string("--backpressure: '") + text +
            "', expected A/B: nothing is taken in A of B clocks, A below B, B up to 1000000");
  }
  for (const char* text : {"8:0:1", "3:5:5", "3:5", "3", "3:1:2:3", "x:1:2", "3:-1:2"}) {
    expect_refusal(run_program({"tx", "--config", good, "--pause", text}),
                   std::string("--pause: '") + text +
                       "', expected PRIO:FROM:TO: priority 0..7, clocks FROM to TO, TO excluded, "
                       "up to 1000000000000");
  }
  EXPECT_EQ(run_program({"tx"}).status, 2);
  EXPECT_EQ(run_program({"tx", "--config", good, "--memory-latency", "-1"}).status, 2);
  EXPECT_EQ(run_program({"tx", "--config", good, "--wave-packet", "1"}).status, 2);
}

TEST_F(TxProgram, AVectorThatIsNotTheModelsIsStatusOne) {
  for (const char* ending : {".toml", ".pcap", ".txt"}) {
    std::filesystem::copy_file(std::string(RNIC_VECTORS "/tx/solicited") + ending,
                               path(std::string("v") + ending));
  }
  const Outcome good = run_program({"vectors", "check", folder_});
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_THAT(good.out, HasSubstr("1 vectors, 0 wrong"));
  std::string bytes = read_file(path("v.pcap"));
  bytes.at(24 + 16 + 60) ^= 1;
  store_text("v.pcap", bytes);
  const Outcome bad = run_program({"vectors", "check", folder_});
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.out, HasSubstr("DIFFERS: frame 1 of the capture, from the model: "));
  EXPECT_EQ(run_program({"vectors", "update", folder_}).status, 0);
  EXPECT_EQ(run_program({"vectors", "check", folder_}).status, 0);
  EXPECT_EQ(run_program({"vectors", "check", "/nowhere"}).status, 2);
}

TEST_F(TxProgram, TheBenchReachesItsLimitsAndSaysSo) {
  const std::string plot = path("rates.svg");
  const Outcome outcome =
      run_program({"bench", "tx", "--payload", "64", "1024", "--qps", "1", "--addr-mod", "127",
                   "--memory-latency", "0", "--frames", "1000", "--json", "-", "--plot", plot});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json rows = json::parse(outcome.out);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].at("payload_bytes"), 64);
  EXPECT_EQ(rows[0].at("frame_bytes"), 138.0);
  EXPECT_EQ(rows[0].at("limit"), 0.5) << "two beats a payload";
  for (const char* key :
       {"qps", "addr_mod", "memory_latency", "frames", "clocks", "share_of_line_rate"}) {
    EXPECT_TRUE(rows[0].contains(key)) << key;
  }
  for (const json& row : rows) EXPECT_GE(row.at("share_of_limit"), 0.99);
  EXPECT_THAT(read_file(plot), StartsWith("<svg "));
}

TEST_F(TxProgram, SevenPrioritiesInTroubleDoNotDisturbTheEighth) {
  const Outcome outcome =
      run_program({"bench", "tx", "--isolation", "--frames", "2000", "--json", "-"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json rows = json::parse(outcome.out);
  EXPECT_EQ(rows.size(), 30u);
  for (const json& row : rows) {
    EXPECT_GE(row.at("share_of_alone"), 0.99) << row;
    EXPECT_EQ(row.at("wrong"), "") << row;
  }
}

}  // namespace
}  // namespace rnic::app::test
