// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/replay_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

using model::QpState;
using model::QpType;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr const char* kShort = "[[qp]]\nqpn = 0x11\ntype = 'RC'\npmtu = 1024\n";

ReplayConfig parse(const std::string& text) { return parse_replay_config(text, "site.toml"); }

std::string message_of(const std::string& text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ReplayConfig, NeedsNoMoreThanQpnTypeAndPmtu) {
  const ReplayConfig config = parse(kShort);
  ASSERT_THAT(config.qps, SizeIs(1));
  EXPECT_EQ(config.qps[0], (model::RxQpConfig{.type = QpType::kRc, .qpn = 0x11, .pmtu = 1024}));
  EXPECT_THAT(message_of("[[qp]]\nqpn = 1\ntype = 'RC'\n"), HasSubstr("[[qp]] needs pmtu"));
  EXPECT_THAT(message_of("[[qp]]\nqpn = 1\npmtu = 256\n"), HasSubstr("[[qp]] needs type"));
  EXPECT_THAT(message_of("[[qp]]\npmtu = 256\ntype = 'RC'\n"), HasSubstr("[[qp]] needs qpn"));
}

TEST(ReplayConfig, ReadsAllThatAReceiverChecks) {
  const ReplayConfig config = parse(
      "[nic]\nmac = '02:00:00:00:00:02'\ndscp_map = 'factory'\n"
      "[[qp]]\nqpn = 0xffffff\ntype = 'UD'\npmtu = 4096\npkey = 0x7fff\nqkey = 0xffffffff\n"
      "src_ip = '10.0.0.2'\ndst_ip = '10.0.0.1'\nvlan = 4094\nrq_psn = 0xffffff\n"
      "sq_psn = 0x20\nsq_una = 0x10\nstate = 'error'\n");
  ASSERT_THAT(config.qps, SizeIs(1));
  const model::RxQpConfig& qp = config.qps[0];
  EXPECT_EQ(qp.type, QpType::kUd);
  EXPECT_EQ(qp.qpn, 0xFFFFFFu);
  EXPECT_EQ(qp.pmtu, 4096u);
  EXPECT_EQ(qp.pkey, 0x7FFF);
  EXPECT_EQ(qp.qkey, 0xFFFFFFFFu);
  EXPECT_EQ(qp.source_ip, model::IpAddress(model::Ipv4Address{10, 0, 0, 2}));
  EXPECT_EQ(qp.destination_ip, model::IpAddress(model::Ipv4Address{10, 0, 0, 1}));
  EXPECT_EQ(qp.vlan, 4094);
  EXPECT_EQ(qp.rq_psn, 0xFFFFFFu);
  EXPECT_EQ(qp.sq_psn, 0x20u);
  EXPECT_EQ(qp.sq_una, 0x10u);
  EXPECT_EQ(qp.state, QpState::kError);
  EXPECT_EQ(config.nic.dscp.map, model::DscpMap::factory());
}

TEST(ReplayConfig, WindowIsEmptyUnlessItsStartIsGiven) {
  const ReplayConfig config = parse(std::string(kShort) + "sq_psn = 7\n");
  EXPECT_EQ(config.qps.at(0).sq_una, 7u);
}

TEST(ReplayConfig, PassesOverWhatIsForSending) {
  EXPECT_EQ(message_of(std::string(kShort) +
                       "remote_qpn = 5\nnext_hop_mac = '02:00:00:00:00:01'\ndscp = 46\n"
                       "sq_entries = 64\n[[wqe]]\nqpn = 0x11\nop = 'SEND'\n"
                       "[[memory]]\naddr = 0\nsize = 1\n"),
            "no error");
}

TEST(ReplayConfig, NamesBothQpnsThatShareAnEntry) {
  EXPECT_EQ(message_of(std::string(kShort) + "[[qp]]\nqpn = 0x411\ntype = 'RC'\npmtu = 256\n"),
            "site.toml:6:7: expected QPNs that differ modulo 1024, 0x11 and 0x411 do not");
}

TEST(ReplayConfig, RefusesWhatItDoesNotUnderstand) {
  const auto with = [](const std::string& line) { return message_of(kShort + line + "\n"); };
  EXPECT_THAT(with("rq_pns = 1"), HasSubstr("'rq_pns' is no key of [[qp]]"));
  EXPECT_THAT(with("rq_psn = 0x1000000"), HasSubstr("expected rq_psn to be 0..0xffffff"));
  EXPECT_THAT(with("src_ip = '10.0.0'"), HasSubstr("expected src_ip to be an IPv4 or IPv6"));
  EXPECT_THAT(with("src_ip = '10.0.0.1'\ndst_ip = 'fd00::1'"), HasSubstr("of one family"));
  EXPECT_THAT(with("vlan = 0"), HasSubstr("expected vlan to be 1..4094"));
  EXPECT_THAT(with("state = 'up'"), HasSubstr("\"ready\", \"reset\" or \"error\""));
  EXPECT_THAT(message_of("[[qp]]\nqpn = 1\ntype = 'XRC'\npmtu = 256\n"),
              HasSubstr("\"RC\", \"UC\" or \"UD\""));
  EXPECT_THAT(message_of("[[qp]]\nqpn = 1\ntype = 'RC'\npmtu = 1000\n"),
              HasSubstr("256, 512, 1024, 2048 or 4096"));
}

}  // namespace
}  // namespace rnic::app
