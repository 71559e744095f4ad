// SPDX-License-Identifier: Apache-2.0
//
// Driver, comparison and end of a run, on a device made of the model: what must agree agrees, and
// each kind of damage is found.
#include "tb/app/tx/tx_run.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tb/app/tx/model_device.h"

namespace rnic::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kThreeQps = R"([nic]
mac = "02:00:00:00:00:01"
[[qp]]
qpn = 0x11
type = "RC"
remote_qpn = 0x12
src_ip = "10.0.0.1"
dst_ip = "10.0.1.1"
next_hop_mac = "02:00:00:00:00:fe"
vlan = 100
pmtu = 1024
sq_psn = 0xfffffe
sq_entries = 16
[[qp]]
qpn = 0x22
type = "UC"
remote_qpn = 0x23
src_ip = "fd00::1"
dst_ip = "fd00::2"
next_hop_mac = "02:00:00:00:00:fe"
pmtu = 256
sq_psn = 0
dscp = 0
migreq = true
flow_label = 0x12345
ecn = 1
[[qp]]
qpn = 0x33
type = "UD"
src_ip = "10.0.0.1"
dst_ip = "10.0.1.2"
next_hop_mac = "02:00:00:00:00:fe"
pmtu = 4096
sq_psn = 5
[[memory]]
addr = 0x100000
size = 0x20000
fill = "counter"
seed = 0x11
[[wqe]]
qpn = 0x11
op = "WRITE"
sge = [ { addr = 0x100001, length = 5000 } ]
remote_addr = 0x7f0000001000
rkey = 0x1234
repeat = 40
[[wqe]]
qpn = 0x22
op = "SEND_IMM"
sge = [
  { addr = 0x100003, length = 1 },
  { addr = 0x100080, length = 0 },
  { addr = 0x1000ff, length = 700 },
]
imm = 7
solicited = true
[[wqe]]
qpn = 0x33
op = "SEND"
remote_qpn = 0x99
remote_qkey = 0x11111111
sge = [ { addr = 0x110000, length = 4096 } ]
signaled = false
repeat = 3
[[wqe]]
qpn = 0x11
op = "FETCH_ADD"
sge = [ { addr = 0x100000, length = 8 } ]
remote_addr = 0x1000
add = 5
)";

// What a run said.
class Seen final : public TxObserver {
 public:
  void frame(const JudgedTxFrame& frame) override {
    ++frames;
    if (frame.match.qp != nullptr) qpns.insert(frame.match.qp->qpn);
    if (frame.match.agrees) return;
    wrong_frames.push_back(frame.number);
    missing += frame.match.missing.size();
  }
  void completion(const JudgedCompletion& completion) override {
    records.push_back(completion.record);
    wrong_records += completion.match.agrees ? 0 : 1;
  }
  void disagreement(const std::string& text) override { texts.push_back(text); }

  std::uint64_t frames = 0;
  std::set<std::uint32_t> qpns;
  std::vector<std::uint64_t> wrong_frames;
  std::size_t missing = 0;
  std::vector<model::CompletionRecord> records;
  std::uint64_t wrong_records = 0;
  std::vector<std::string> texts;
  TxTotals totals;
};

Seen run(const std::string& text, const std::function<void(ModelDevice&)>& damage = {}) {
  const WorkConfig work = parse_work(text, "work.toml");
  WorkSetup setup = set_up(work, resolve({}, work.nic.dscp));
  ModelDevice device(setup.memory);
  if (damage) damage(device);
  Seen seen;
  seen.totals = run_tx(work, setup, {}, device, seen);
  return seen;
}

std::string status_of(const Seen& seen, std::size_t n) {
  return std::string(model::name_of(seen.records.at(n).status));
}

TEST(TxRun, MoreWorkThanTheRingHoldsIsPostedAndAgrees) {
  const Seen seen = run(kThreeQps);
  EXPECT_EQ(seen.frames, 40u * 5 + 3 + 3 + 1);
  EXPECT_EQ(seen.totals.frames, seen.frames);
  EXPECT_EQ(seen.qpns, (std::set<std::uint32_t>{0x11, 0x22, 0x33}));
  EXPECT_EQ(seen.records.size(), 40u + 1 + 1);
  EXPECT_EQ(seen.totals.completions, 42u);
  EXPECT_EQ(seen.totals.disagreements, 0u);
  EXPECT_THAT(seen.texts, ElementsAre());
}

TEST(TxRun, WorkRequestIdsCountThePlacesInPostingOrder) {
  const Seen seen = run(kThreeQps);
  std::set<std::uint64_t> ids;
  for (const auto& record : seen.records) ids.insert(record.wr_id);
  EXPECT_TRUE(ids.contains(0));
  EXPECT_TRUE(ids.contains(39));
  EXPECT_TRUE(ids.contains(40)) << "the SEND_IMM";
  EXPECT_TRUE(ids.contains(44)) << "the FETCH_ADD, behind three datagrams";
  EXPECT_EQ(ids.size(), 42u);
}

TEST(TxRun, OneWrongByteIsFoundInItsFrame) {
  const Seen seen = run(kThreeQps, [](ModelDevice& device) {
    device.on_frame = [n = 0](model::SentFrame& frame) mutable {
      if (++n == 7) frame.bytes.at(60) ^= 1;
      return true;
    };
  });
  EXPECT_THAT(seen.wrong_frames, ElementsAre(7));
  EXPECT_EQ(seen.totals.disagreements, 1u);
}

TEST(TxRun, AFrameThatNamesNoQpIsHeldAgainstTheNearest) {
  const Seen seen = run(kThreeQps, [](ModelDevice& device) {
    device.on_frame = [n = 0](model::SentFrame& frame) mutable {
      if (++n == 3) frame.bytes.at(12) ^= 0xFF;  // no EtherType that anybody knows
      return true;
    };
  });
  EXPECT_THAT(seen.wrong_frames, ElementsAre(3));
}

TEST(TxRun, LostFramesAreToldOnceAndTheRestAgrees) {
  const Seen seen = run(kThreeQps, [](ModelDevice& device) {
    device.on_frame = [n = 0](const model::SentFrame& frame) mutable {
      if (frame.qpn != 0x11) return true;
      return ++n != 10 && n != 11;
    };
  });
  EXPECT_EQ(seen.wrong_frames.size(), 1u);
  EXPECT_EQ(seen.missing, 2u);
}

TEST(TxRun, ALastFrameThatNeverComesIsNamed) {
  const Seen seen = run(kThreeQps, [](ModelDevice& device) {
    device.on_frame = [](const model::SentFrame& frame) { return frame.opcode != 0x14; };
  });
  ASSERT_EQ(seen.texts.size(), 1u);
  EXPECT_THAT(seen.texts[0], HasSubstr("QP 0x11: RTL no frame for "));
  EXPECT_THAT(seen.texts[0], HasSubstr("model RC_FETCH_ADD with PSN 0x0000c6"));
}

TEST(TxRun, AWrongRecordIsFoundAndALostOneNamed) {
  EXPECT_EQ(run(kThreeQps,
                [](ModelDevice& device) {
                  device.on_record = [](model::CompletionRecord& record) {
                    if (record.wr_id == 3) ++record.length;
                    return true;
                  };
                })
                .wrong_records,
            1u);
  const Seen lost = run(kThreeQps, [](ModelDevice& device) {
    device.on_record = [](const model::CompletionRecord& record) { return record.wr_id != 44; };
  });
  ASSERT_EQ(lost.texts.size(), 1u);
  EXPECT_EQ(lost.texts[0], "QP 0x11: RTL no record, model sent for wr_id 44");
}

// One QP with a ring of 16 blocks and `rest` behind it.
std::string one_qp(const std::string& rest) {
  return R"([nic]
mac = "02:00:00:00:00:01"
[[qp]]
qpn = 0x11
type = "RC"
remote_qpn = 0x12
src_ip = "10.0.0.1"
dst_ip = "10.0.1.1"
next_hop_mac = "02:00:00:00:00:fe"
pmtu = 1024
sq_psn = 0
sq_entries = 16
[[memory]]
addr = 0x1000
size = 0x1000
)" + rest;
}

const std::string kSend = "[[wqe]]\nqpn = 0x11\nop = 'SEND'\nsge = [{addr = 0x1000, length = 9}]\n";

TEST(TxRun, BehindAnErrorNothingMoreIsPosted) {
  const Seen seen =
      run(one_qp("[[wqe]]\nqpn = 0x11\nop = 'CMP_SWAP'\n" + kSend + "repeat = 100\n"));
  EXPECT_EQ(status_of(seen, 0), "pieces");
  EXPECT_EQ(seen.totals.disagreements, 0u);
  EXPECT_EQ(seen.records.size(), 16u) << "the ring was full, the rest was never posted";
  EXPECT_EQ(status_of(seen, 15), "flushed");
}

TEST(TxRun, EveryStatusCanBeProvoked) {
  const auto first = [](const std::string& rest) { return status_of(run(one_qp(rest)), 0); };
  const std::string raw_head = "[[wqe]]\nqpn = 0x11\nraw = '";
  const std::string zeros(120, '0');
  EXPECT_EQ(first(kSend), "sent");
  const std::string no_opcode = fmt::format("{:02x}000000", model::kWqeOpcodes);
  EXPECT_EQ(first(raw_head + no_opcode + zeros + "'\n"), "bad_opcode");
  EXPECT_EQ(first(raw_head + "00080000" + zeros + "'\n"), "flag_unsupported");
  EXPECT_EQ(first(kSend + "owner = 0\n"), "owner");
  EXPECT_EQ(first("[[wqe]]\nqpn = 0x11\nop = 'SEND'\nsge = [{addr = 0x9000, length = 9}]\n"),
            "read_error");
  EXPECT_EQ(first("[[wqe]]\nqpn = 0x11\nop = 'FETCH_ADD'\nsge = [{addr = 0x1000, length = 4}]\n"),
            "length");
  EXPECT_EQ(first("[[wqe]]\nqpn = 0x11\nop = 'FETCH_ADD'\nsge = [{addr = 0x1000, length = 8}]\n"
                  "remote_addr = 4\n"),
            "atomic_align");
  EXPECT_EQ(first("[[doorbell]]\nqpn = 0x11\ncount = 17\n"), "doorbell_overrun");
  EXPECT_EQ(first("[[doorbell]]\nqpn = 0x11\ncount = 16\n"), "owner");
}

TEST(TxRun, ADoorbellOfNobodyIsCountedAndIgnored) {
  const Seen seen = run(one_qp(kSend + "[[doorbell]]\nqpn = 0x99\ncount = 1\n"));
  EXPECT_EQ(seen.records.size(), 1u);
  EXPECT_EQ(seen.totals.disagreements, 0u);
}

TEST(TxRun, WithoutWorkItEnds) {
  const Seen seen = run(one_qp(""));
  EXPECT_EQ(seen.totals.frames, 0u);
  EXPECT_EQ(seen.totals.disagreements, 0u);
  EXPECT_EQ(seen.totals.clocks(), 0u);
}

TEST(WorkSetup, RingsAvoidRegionsAndPieces) {
  const WorkConfig work = parse_work(one_qp(R"([[memory]]
addr = 0xB0000000000000
size = 0x10000
[[wqe]]
qpn = 0x11
op = "SEND"
sge = [ { addr = 0x1000, length = 1 }, { addr = 0, length = 0x1000 } ]
)"),
                                     "work.toml");
  const WorkSetup setup = set_up(work, model::DscpMap::basepod());
  const std::uint64_t base = setup.qps.at(0).ring_base;
  EXPECT_EQ(base % 128, 64u);
  EXPECT_GE(base, 0x3000u);
  EXPECT_TRUE(base + 1024 < 0xB0000000000000 || base >= 0xB0000000010000);
}

}  // namespace
}  // namespace rnic::app
