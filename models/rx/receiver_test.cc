// SPDX-License-Identifier: Apache-2.0
#include "models/rx/receiver.h"

#include <gtest/gtest.h>

#include "models/rx/rx_bench.h"
#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

using enum Opcode;
using testing::frame_a;
using testing::frame_c;
using testing::in_words;
using testing::kQpn;
using testing::packet;
using testing::RxBench;

std::string verdict_of(const RxQpConfig& config, const RoceFrame& frame) {
  return RxBench(config).give(frame);
}

TEST(Receiver, KnowsAQpByItsWholeNumber) {
  RxBench bench({.qpn = kQpn, .rq_psn = 0});
  for (const std::uint32_t qpn : {0U, 0x10U, 0x12U, 0x411U, 0xFFFC11U, 0xFFFFFFU}) {
    RoceFrame frame = packet(kRcSendOnly, 0);
    frame.bth.dest_qp = qpn;
    EXPECT_EQ(bench.give(frame), "drop qp_unknown") << qpn;
  }
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0)), "accept ack 0x0 msn 1");
}

TEST(Receiver, AsksForTheStateOfTheQp) {
  EXPECT_EQ(verdict_of({.qpn = kQpn, .state = QpState::kReset}, packet(kRcSendOnly, 0)),
            "drop qp_unknown");
  EXPECT_EQ(verdict_of({.qpn = kQpn, .state = QpState::kError}, packet(kRcSendOnly, 0)),
            "drop qp_error");
}

TEST(Receiver, ReadyAgainBeginsWithWhatWasConfigured) {
  RxBench bench({.qpn = kQpn, .rq_psn = 0x10});
  bench.give(packet(kRcSendOnly, 0x10));
  bench.give(packet(kRcSendFirst, 0x11, 1024));
  bench.give(packet(kRcSendFirst, 0x20, 1024));
  ASSERT_TRUE(bench.receiver.set_state(kQpn, QpState::kReset));
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x10)), "drop qp_unknown");
  ASSERT_TRUE(bench.receiver.set_state(kQpn, QpState::kReady));
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x11)), "refuse psn_ahead nak_seq 0x10 msn 0");
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x10)), "accept ack 0x10 msn 1");
  EXPECT_FALSE(bench.receiver.set_state(0x12, QpState::kReady));
}

TEST(Receiver, TransportsGoToTheirOwnQps) {
  const std::pair<Opcode, QpType> kOpcodes[] = {
      {kRcSendOnly, QpType::kRc}, {kUcSendOnly, QpType::kUc}, {kUdSendOnly, QpType::kUd}};
  for (const auto& [opcode, own] : kOpcodes) {
    for (const QpType type : {QpType::kRc, QpType::kUc, QpType::kUd}) {
      const std::string verdict = verdict_of({.type = type, .qpn = kQpn}, packet(opcode, 0));
      EXPECT_EQ(verdict == "drop qp_type", type != own) << opcode_name(to_byte(opcode));
    }
  }
  EXPECT_EQ(verdict_of({.type = QpType::kUc, .qpn = kQpn}, packet(kRcAcknowledge, 0)),
            "drop qp_type");
}

TEST(Receiver, CnpsGoToRcAndUcWithAnyPsn) {
  for (const std::uint32_t psn : {0U, 0x123456U}) {
    EXPECT_EQ(verdict_of({.type = QpType::kRc, .qpn = kQpn}, packet(kCnp, psn)), "accept cnp");
    EXPECT_EQ(verdict_of({.type = QpType::kUc, .qpn = kQpn}, packet(kCnp, psn)), "accept cnp");
    EXPECT_EQ(verdict_of({.type = QpType::kUd, .qpn = kQpn}, packet(kCnp, psn)), "drop qp_type");
  }
  RoceFrame other_pkey = packet(kCnp, 0);
  other_pkey.bth.pkey = 0x8001;
  EXPECT_EQ(verdict_of({.qpn = kQpn}, other_pkey), "drop pkey");
}

TEST(Receiver, ComparesTheAddressesThatAreConfigured) {
  const IpAddress ours = Ipv4Address{10, 0, 0, 2};
  const IpAddress peers = Ipv4Address{10, 0, 0, 1};
  const IpAddress other = Ipv4Address{10, 0, 0, 3};
  const auto verdict = [](std::optional<IpAddress> source, std::optional<IpAddress> destination,
                          QpType type = QpType::kRc) {
    const Opcode opcode = type == QpType::kRc   ? kRcSendOnly
                          : type == QpType::kUc ? kUcSendOnly
                                                : kUdSendOnly;
    return RxBench({.type = type, .qpn = kQpn, .source_ip = source, .destination_ip = destination})
        .give(packet(opcode, 0))
        .substr(0, 12);
  };
  EXPECT_EQ(verdict(ours, peers), "accept ack 0");
  EXPECT_EQ(verdict(ours, std::nullopt), "accept ack 0");
  EXPECT_EQ(verdict(std::nullopt, peers), "accept ack 0");
  EXPECT_EQ(verdict(other, peers), "drop address");
  EXPECT_EQ(verdict(ours, other), "drop address");
  EXPECT_EQ(verdict(peers, ours), "drop address") << "ours is the destination";
  EXPECT_EQ(verdict(other, std::nullopt), "drop address");
  EXPECT_EQ(verdict(std::nullopt, other), "drop address");
  EXPECT_EQ(verdict(other, other, QpType::kUc), "drop address");
  EXPECT_EQ(verdict(other, other, QpType::kUd), "accept none") << "datagrams come from anywhere";
}

TEST(Receiver, ComparesEveryByteOfIpv6AddressesAndNeverAcrossFamilies) {
  Ipv6Address ours{0xFD};
  ours[15] = 2;
  RxBench right({.qpn = kQpn, .source_ip = ours, .rq_psn = 0x10});
  EXPECT_EQ(in_words(right.receiver.receive(frame_c(), false)), "accept ack 0x10 msn 1");
  for (std::size_t byte = 0; byte < 16; ++byte) {
    Ipv6Address other = ours;
    other[byte] ^= 1;
    RxBench bench({.qpn = kQpn, .source_ip = other});
    EXPECT_EQ(in_words(bench.receiver.receive(frame_c(), false)), "drop address") << byte;
  }
  RxBench v4({.qpn = kQpn, .source_ip = Ipv4Address{10, 0, 0, 2}});
  EXPECT_EQ(in_words(v4.receiver.receive(frame_c(), false)), "drop address");
  RxBench v6({.qpn = kQpn, .source_ip = ours});
  EXPECT_EQ(in_words(v6.receiver.receive(frame_a(), false)), "drop address");
}

TEST(Receiver, ComparesPartitionsAndLetsNoTwoLimitedMembersTalk) {
  const auto taken = [](std::uint16_t ours, std::uint16_t theirs) {
    RoceFrame frame = packet(kRcSendOnly, 0);
    frame.bth.pkey = theirs;
    const std::string verdict = RxBench({.qpn = kQpn, .pkey = ours}).give(frame);
    EXPECT_TRUE(verdict == "accept ack 0x0 msn 1" || verdict == "drop pkey") << verdict;
    return verdict != "drop pkey";
  };
  EXPECT_TRUE(taken(0xFFFF, 0xFFFF));
  EXPECT_TRUE(taken(0xFFFF, 0x7FFF));
  EXPECT_TRUE(taken(0x7FFF, 0xFFFF));
  EXPECT_FALSE(taken(0x7FFF, 0x7FFF));
  for (unsigned bit = 0; bit < 15; ++bit) {
    EXPECT_FALSE(taken(0xFFFF, static_cast<std::uint16_t>(0xFFFF ^ 1U << bit))) << bit;
  }
}

TEST(Receiver, ComparesTheQkeyOfDatagramsBehindThePkey) {
  RoceFrame frame = packet(kUdSendOnly, 0);
  frame.deth->queue_key = 0x80010000;
  const RxQpConfig config{.type = QpType::kUd, .qpn = kQpn, .qkey = 0x80010000};
  EXPECT_EQ(verdict_of(config, frame), "accept none");
  for (unsigned bit = 0; bit < 32; ++bit) {
    RoceFrame other = frame;
    other.deth->queue_key ^= 1U << bit;
    EXPECT_EQ(verdict_of(config, other), "drop qkey") << bit;
    other.bth.pkey = 1;
    EXPECT_EQ(verdict_of(config, other), "drop pkey");
  }
}

TEST(Receiver, DropsOfTheQpChecksChangeNothing) {
  RxBench bench({.qpn = kQpn, .destination_ip = Ipv4Address{10, 0, 0, 1}, .rq_psn = 0x10});
  RoceFrame other_pkey = packet(kRcSendOnly, 0x10);
  other_pkey.bth.pkey = 0x8001;
  RoceFrame other_peer = packet(kRcSendOnly, 0x12);
  std::get<Ipv4Header>(other_peer.ip).source = {10, 0, 0, 9};
  EXPECT_EQ(bench.give(other_pkey), "drop pkey");
  EXPECT_EQ(bench.give(other_peer), "drop address");
  EXPECT_EQ(bench.give(packet(kUcSendOnly, 0x12)), "drop qp_type");
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x11)), "refuse psn_ahead nak_seq 0x10 msn 0");
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x10)), "accept ack 0x10 msn 1");
}

TEST(Receiver, TwoQpnsOfOneEntryAreAnErrorThatNamesBoth) {
  Receiver receiver({.num_qps = 1024});
  EXPECT_FALSE(receiver.add_qp({.qpn = 0x411}));
  const auto clash = receiver.add_qp({.qpn = 0x11});
  ASSERT_TRUE(clash);
  EXPECT_EQ(clash->text(), "QPN 0x411 and QPN 0x11 share entry 17 of the QP table");
  EXPECT_NE(receiver.find_qp(0x411), nullptr);
  EXPECT_EQ(receiver.find_qp(0x11), nullptr);
  EXPECT_FALSE(receiver.add_qp({.qpn = 0x12}));
}

TEST(Receiver, TheSameQpnAgainBeginsAnew) {
  RxBench bench({.qpn = kQpn, .rq_psn = 0x10});
  bench.give(packet(kRcSendOnly, 0x10));
  EXPECT_FALSE(bench.receiver.add_qp({.qpn = kQpn, .rq_psn = 0x50}));
  EXPECT_EQ(bench.give(packet(kRcSendOnly, 0x50)), "accept ack 0x50 msn 1");
}

TEST(Receiver, QpsDoNotDisturbEachOther) {
  Receiver receiver({});
  for (std::uint32_t qpn = 0; qpn < 1024; ++qpn) {
    ASSERT_FALSE(receiver.add_qp({.qpn = qpn * 1025, .rq_psn = qpn}));
  }
  for (std::uint32_t round = 0; round < 3; ++round) {
    for (std::uint32_t qpn = 0; qpn < 1024; ++qpn) {
      RoceFrame frame = packet(kRcSendOnly, qpn + round, 4);
      frame.bth.dest_qp = qpn * 1025;
      const RxRecord record = receiver.receive(testing::on_the_bus(frame), false);
      ASSERT_EQ(record.verdict, Verdict::kAccept);
      ASSERT_EQ(record.msn, round + 1);
    }
  }
}

}  // namespace
}  // namespace rnic::model
