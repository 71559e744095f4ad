// SPDX-License-Identifier: Apache-2.0
#include "tb/app/loop/peers.h"

#include <gtest/gtest.h>

#include <string>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

std::string qp_of(unsigned qpn, const std::string& type, const std::string& more) {
  return "[[qp]]\nqpn = " + std::to_string(qpn) + "\ntype = \"" + type +
         "\"\nsrc_ip = \"10.0.0.1\"\ndst_ip = \"10.0.1.1\"\n"
         "next_hop_mac = \"02:00:00:00:00:fe\"\npmtu = 512\nsq_psn = 0x77\n" +
         more + "\n";
}

std::string send_of(unsigned qpn, unsigned remote, unsigned qkey) {
  return "[[wqe]]\nqpn = " + std::to_string(qpn) +
         "\nop = \"SEND\"\nremote_qpn = " + std::to_string(remote) +
         "\nremote_qkey = " + std::to_string(qkey) + "\n";
}

std::vector<model::RxQpConfig> peers(const std::string& text) {
  return peers_of(parse_work("[nic]\nmac = \"02:00:00:00:00:01\"\n" + text, "f.toml"), "f.toml");
}

std::string complaint(const std::string& text) {
  try {
    peers(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Peers, AConnectionHasOneThatKnowsItsSender) {
  const auto found = peers(qp_of(17, "RC", "remote_qpn = 18\nvlan = 100\npkey = 0x7fff"));
  ASSERT_EQ(found.size(), 1u);
  const model::RxQpConfig& peer = found[0];
  EXPECT_EQ(peer.qpn, 18u);
  EXPECT_EQ(peer.type, model::QpType::kRc);
  EXPECT_EQ(peer.pmtu, 512u);
  EXPECT_EQ(peer.rq_psn, 0x77u);
  EXPECT_EQ(peer.vlan, 100);
  EXPECT_EQ(peer.pkey, 0xFFFF) << "a full member: two limited ones would not talk";
  EXPECT_EQ(peer.source_ip, model::IpAddress(model::Ipv4Address{10, 0, 1, 1}));
  EXPECT_EQ(peer.destination_ip, model::IpAddress(model::Ipv4Address{10, 0, 0, 1}));
}

TEST(Peers, DatagramsHaveOneForEachDestination) {
  const auto found = peers(qp_of(49, "UD", "") + send_of(49, 65, 0x1111) + send_of(49, 66, 0x2222) +
                           send_of(49, 65, 0x3333));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].qpn, 65u);
  EXPECT_EQ(found[0].qkey, 0x1111u);
  EXPECT_EQ(found[1].qpn, 66u);
  EXPECT_EQ(found[1].qkey, 0x2222u);
}

TEST(Peers, TwoSendersOfOnePeerAreRefused) {
  EXPECT_EQ(complaint(qp_of(17, "RC", "remote_qpn = 18") + qp_of(19, "RC", "remote_qpn = 18")),
            "f.toml: remote_qpn 0x12 stands twice, expected a peer of its own for each queue pair");
}

TEST(Peers, TwoPeersOfOneTableEntryAreRefused) {
  EXPECT_EQ(complaint(qp_of(17, "RC", "remote_qpn = 18") + qp_of(19, "UC", "remote_qpn = 1042")),
            "f.toml: remote_qpn 0x12 and 0x412 share an entry of the peer's table, expected QPNs "
            "that differ modulo 1024");
}

}  // namespace
}  // namespace rnic::app
