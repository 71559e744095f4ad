// SPDX-License-Identifier: Apache-2.0
// Section 3 of the verdicts: which packets a queue pair takes at all.
#include <array>
#include <string>

#include "tb/rc/psn_checker_fixture.h"

namespace rnic::tb {
namespace {

TEST_F(PsnChecker, TakesOnlyItsOwnTransportAndACnpForRcAndUc) {
  // Field fault: bits of the service type were and-ed with the wanted type, so UD passed as UC.
  const std::array types{QpType::kRc, QpType::kUc, QpType::kUd};
  for (const QpType type : types) {
    load({.type = type, .qpn = kQpn, .rq_psn = 0x10});
    const auto fits = [&](QpType wanted) { return type == wanted ? "accept" : "drop qp_type"; };
    const auto begins = [&](std::string_view want, const std::string& got) {
      expect(got.starts_with(want), got);
    };
    begins(fits(QpType::kRc), give(packet(kRcSendOnly, 0x10)));
    begins(fits(QpType::kUc), give(packet(kUcSendOnly, 0x10)));
    begins(fits(QpType::kUd), give(packet(kUdSendOnly, 0x10)));
    begins(type == QpType::kUd ? "drop qp_type" : "accept cnp", give(packet(kCnp, 0)));
  }
}

TEST_F(PsnChecker, ChecksTheAddressesThatAreConfigured) {
  const model::Ipv4Address peer{10, 0, 0, 1}, ours{10, 0, 0, 2};
  for (const bool check_ours : {false, true}) {
    for (const bool check_peer : {false, true}) {
      model::RxQpConfig config{.qpn = kQpn, .rq_psn = 0};
      if (check_ours) config.source_ip = ours;
      if (check_peer) config.destination_ip = peer;
      load(config);
      expect_words("accept ack 0x0 msn 1", give(packet(kRcSendOnly, 0)));
      for (size_t byte = 0; byte < 4; ++byte) {
        for (unsigned bit = 0; bit < 8; ++bit) {
          RoceFrame frame = packet(kRcSendOnly, 0);
          std::get<model::Ipv4Header>(frame.ip).source[byte] ^= static_cast<uint8_t>(1 << bit);
          const std::string duplicate = "duplicate psn_duplicate ack_again 0x0 msn 1";
          expect_words(check_peer ? "drop address" : duplicate, give(frame));
          frame = packet(kRcSendOnly, 0);
          std::get<model::Ipv4Header>(frame.ip).destination[byte] ^= static_cast<uint8_t>(1 << bit);
          expect_words(check_ours ? "drop address" : duplicate, give(frame));
        }
      }
    }
  }
}

TEST_F(PsnChecker, SeesEveryBitOfAnIpv6AddressAndItsFamily) {
  model::Ipv6Address peer{}, ours{};
  peer[15] = 1;
  ours[15] = 2;
  load({.qpn = kQpn, .source_ip = ours, .destination_ip = peer, .rq_psn = 0});
  const auto from = [&](const model::Ipv6Address& source, const model::Ipv6Address& destination) {
    RoceFrame frame = packet(kRcSendOnly, 0);
    frame.ip = model::Ipv6Header{.source = source, .destination = destination};
    return frame;
  };
  expect_words("accept ack 0x0 msn 1", give(from(peer, ours)));
  for (size_t byte = 0; byte < 16; ++byte) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      model::Ipv6Address other = peer;
      other[byte] ^= static_cast<uint8_t>(1 << bit);
      expect_words("drop address", give(from(other, ours)));
      other = ours;
      other[byte] ^= static_cast<uint8_t>(1 << bit);
      expect_words("drop address", give(from(peer, other)));
    }
  }
  // The same numbers as IPv4 addresses.
  RoceFrame v4 = packet(kRcSendOnly, 0);
  v4.ip = model::Ipv4Header{.source = {0, 0, 0, 1}, .destination = {0, 0, 0, 2}};
  expect_words("drop address", give(v4));
}

TEST_F(PsnChecker, ChecksTheVlanWhereOneIsConfigured) {
  const auto tagged = [](uint16_t vid) {
    RoceFrame frame = packet(kRcSendOnly, 0);
    frame.ethernet.tag = model::make_vlan_tag(3, vid);
    return frame;
  };
  load({.qpn = kQpn, .vlan = 100, .rq_psn = 0});
  expect_words("drop vlan", give(packet(kRcSendOnly, 0)));
  expect_words("drop vlan", give(tagged(0)));
  for (unsigned bit = 0; bit < 12; ++bit) {
    expect_words("drop vlan", give(tagged(static_cast<uint16_t>(100 ^ (1 << bit)))));
  }
  expect_words("accept ack 0x0 msn 1", give(tagged(100)));
  load({.qpn = kQpn, .rq_psn = 0});
  expect_words("accept ack 0x0 msn 1", give(tagged(4094)));
}

TEST_F(PsnChecker, ChecksPkeyAndMembership) {
  const auto with_pkey = [](uint16_t pkey) {
    RoceFrame frame = packet(kRcSendOnly, 0);
    frame.bth.pkey = pkey;
    return frame;
  };
  load({.qpn = kQpn, .pkey = 0x8123, .rq_psn = 0});
  expect_words("accept ack 0x0 msn 1", give(with_pkey(0x8123)));
  expect_words("duplicate psn_duplicate ack_again 0x0 msn 1", give(with_pkey(0x0123)));
  for (unsigned bit = 0; bit < 15; ++bit) {
    expect_words("drop pkey", give(with_pkey(static_cast<uint16_t>(0x8123 ^ (1 << bit)))));
  }
  load({.qpn = kQpn, .pkey = 0x0123, .rq_psn = 0});
  expect_words("drop pkey", give(with_pkey(0x0123)));
  expect_words("accept ack 0x0 msn 1", give(with_pkey(0x8123)));
}

TEST_F(PsnChecker, ChecksTheQkeyOfDatagrams) {
  load({.type = QpType::kUd, .qpn = kQpn, .pmtu = 256, .qkey = 0x11223344});
  RoceFrame frame = packet(kUdSendOnly, 0x77, 64);
  frame.deth->queue_key = 0x11223344;
  expect_words("accept none", give(frame));
  for (unsigned bit = 0; bit < 32; ++bit) {
    frame.deth->queue_key = 0x11223344 ^ (1u << bit);
    expect_words("drop qkey", give(frame));
  }
}

}  // namespace
}  // namespace rnic::tb
