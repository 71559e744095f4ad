// SPDX-License-Identifier: Apache-2.0
//
// What a record says beside the verdict, and what is counted.
#include <gtest/gtest.h>

#include <numeric>

#include "models/rx/rx_bench.h"
#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

using enum Opcode;
using testing::kQpn;
using testing::packet;
using testing::RxBench;
using testing::with_tag;

TEST(RxRecord, TellsPriorityMismatchAndLossOfEveryRoceFrame) {
  RoceFrame frame = packet(kRcSendOnly, 0);
  set_traffic_class(frame.ip, 46 << 2 | 2);
  Receiver nobody({.map = DscpMap::basepod()});
  const auto told = [](Receiver& receiver, const ByteVector& bytes) {
    const RxRecord r = receiver.receive(bytes, false);
    return fmt::format("{} {} {} {}", *r.priority, *r.pcp_mismatch, *r.lossy_roce, *r.ecn);
  };
  const ByteVector bytes = testing::on_the_bus(frame);
  EXPECT_EQ(told(nobody, bytes), "3 false false 2") << "unknown QP or not";
  EXPECT_EQ(told(nobody, with_tag(bytes, "81006064")), "3 false false 2");
  EXPECT_EQ(told(nobody, with_tag(bytes, "8100a064")), "3 true false 2");
  EXPECT_EQ(told(nobody, with_tag(bytes, "81000000")), "3 true false 2") << "VID 0 is a tag";
  Receiver factory({.map = DscpMap::factory()});
  EXPECT_EQ(told(factory, with_tag(bytes, "81006064")), "5 true true 2");
  EXPECT_EQ(told(factory, with_tag(bytes, "8100a064")), "5 false true 2");
  ByteVector bad = bytes;
  bad.back() ^= 1;
  bad[57] ^= 1;
  EXPECT_EQ(told(nobody, bad), "3 false false 2") << "ICRC right or wrong";
}

TEST(RxRecord, CountsCeOnDataOfQpsInTheTableWhateverTheVerdict) {
  const auto counted = [](const RxQpConfig& config, RoceFrame frame) {
    set_traffic_class(frame.ip, 3);
    RxBench bench(config);
    const bool in_record = bench.record(frame).ce_counted;
    EXPECT_EQ(bench.receiver.counters().ce, in_record ? 1U : 0U);
    return in_record;
  };
  for (const QpState state : {QpState::kReset, QpState::kReady, QpState::kError}) {
    EXPECT_TRUE(counted({.qpn = kQpn, .state = state}, packet(kRcSendOnly, 0)));
  }
  for (const OpcodeInfo& info : all_opcodes()) {
    EXPECT_EQ(counted({.qpn = kQpn}, packet(info.opcode, 0x800)), info.may_carry_payload())
        << info.name;
  }
  EXPECT_TRUE(counted({.qpn = kQpn, .pkey = 0x8001}, packet(kRcSendOnly, 0)));
  EXPECT_FALSE(counted({.qpn = 0x411}, packet(kRcSendOnly, 0))) << "not in the table";
  RoceFrame tver = packet(kRcSendOnly, 0);
  tver.bth.transport_version = 1;
  EXPECT_FALSE(counted({.qpn = kQpn}, tver)) << "the ICRC was not looked at";
}

TEST(RxRecord, FillsTheRecordAsFarAsTheFrameWasUnderstood) {
  RxBench bench({.qpn = kQpn, .rq_psn = 0});
  const RxRecord not_roce = bench.receiver.receive(ByteVector(60, 0), false);
  EXPECT_EQ(not_roce, (RxRecord{.verdict = Verdict::kNotRoce, .reason = Reason::kNotIp}));

  RoceFrame frame = packet(kRcSendOnly, 0, 5);
  frame.bth.transport_version = 1;
  const RxRecord tver = bench.record(frame);
  EXPECT_EQ(tver.opcode, 0x04);
  EXPECT_EQ(tver.qpn, kQpn);
  EXPECT_EQ(tver.psn, 0U);
  EXPECT_EQ(tver.ecn, 0);
  EXPECT_FALSE(tver.payload_bytes);
  EXPECT_FALSE(tver.icrc_ok);
  EXPECT_FALSE(tver.action);

  ByteVector bad = testing::on_the_bus(packet(kRcSendOnly, 0, 5));
  bad[54] ^= 1;
  const RxRecord icrc = bench.receiver.receive(bad, false);
  EXPECT_EQ(icrc.payload_bytes, 5U);
  EXPECT_EQ(icrc.icrc_ok, false);
  EXPECT_FALSE(icrc.region);

  const RxRecord good = bench.record(packet(kRcSendOnly, 0, 5));
  EXPECT_EQ(good.region, Region::kExpected);
  EXPECT_EQ(good.icrc_ok, true);
  EXPECT_FALSE(good.reason);
  EXPECT_EQ(bench.record(packet(kRcAcknowledge, 0)).region, std::nullopt);
}

TEST(RxCounters, VerdictsAddUpToFrames) {
  RxBench bench({.qpn = kQpn, .pmtu = 256, .rq_psn = 0, .sq_una = 0, .sq_psn = 4});
  std::uint64_t bytes = 0;
  std::uint32_t n = 0;
  for (std::uint32_t psn = 0; psn < 64; ++psn) {
    for (const OpcodeInfo& info : all_opcodes()) {
      RoceFrame frame = packet(info.opcode, psn % 5, 4 * (psn % 3));
      ByteVector bus = testing::on_the_bus(frame);
      if (++n % 7 == 0) bus[n % bus.size()] ^= 4;
      bytes += bus.size();
      bench.receiver.receive(bus, n % 11 == 0);
    }
  }
  const RxCounters& counters = bench.receiver.counters();
  EXPECT_EQ(counters.frames, n);
  EXPECT_EQ(counters.bytes, bytes);
  const auto sum = [](const auto& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  EXPECT_EQ(sum(counters.by_verdict), n);
  EXPECT_EQ(sum(counters.by_reason), n - counters.of(Verdict::kAccept)) << "all others have one";
  EXPECT_EQ(sum(counters.by_opcode), sum(counters.by_priority));
  EXPECT_LT(sum(counters.by_opcode), n);
  EXPECT_EQ(counters.of(Reason::kMacError), n / 11);
}

TEST(RxCounters, CountWhatStandsBesideTheVerdict) {
  RxBench bench({.qpn = kQpn});
  RoceFrame frame = packet(kRcSendOnly, 0);
  set_traffic_class(frame.ip, 46 << 2 | 3);
  const ByteVector bytes = testing::on_the_bus(frame);
  bench.receiver.receive(with_tag(bytes, "8100a000"), false);
  bench.receiver.receive(with_tag(bytes, "81006000"), false);
  bench.receiver.receive(testing::on_the_bus(packet(kRcSendOnly, 1)), false);
  const RxCounters& counters = bench.receiver.counters();
  EXPECT_EQ(counters.pcp_mismatch, 1U);
  EXPECT_EQ(counters.lossy_roce, 1U);
  EXPECT_EQ(counters.ce, 2U);
  EXPECT_EQ(counters.by_priority[3], 2U);
  EXPECT_EQ(counters.by_priority[0], 1U);
  EXPECT_EQ(counters.by_opcode[0x04], 3U);
  EXPECT_EQ(counters.of(Verdict::kAccept), 2U);
  EXPECT_EQ(counters.of(Reason::kPsnDuplicate), 1U);
}

}  // namespace
}  // namespace rnic::model
