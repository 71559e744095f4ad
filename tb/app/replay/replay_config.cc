// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/replay_config.h"

#include <algorithm>
#include <array>
#include <vector>

#include "tb/app/config/nic_reader.h"
#include "tb/app/config/qp_reader.h"
#include "tb/app/config/text_file.h"
#include "tb/app/config/toml_table.h"

namespace rnic::app {
namespace {

constexpr std::uint64_t kMax24 = 0xFFFFFF;
constexpr std::uint64_t kMax32 = 0xFFFFFFFF;

model::QpState read_state(const TomlTable& table) {
  const auto state = table.text("state", "\"ready\", \"reset\" or \"error\"").value_or("ready");
  if (state == "ready") return model::QpState::kReady;
  if (state == "reset") return model::QpState::kReset;
  if (state == "error") return model::QpState::kError;
  table.fail("state", "expected state to be \"ready\", \"reset\" or \"error\"");
}

model::RxQpConfig read_qp(const TomlTable& table, TakenEntries& taken) {
  std::vector<std::string_view> keys(kQpKeys.begin(), kQpKeys.end());
  keys.emplace_back("state");
  table.expect_only(keys);
  model::RxQpConfig qp;
  const auto psn = [&](std::string_view key) {
    return table.number<std::uint32_t>(key, 0, kMax24);
  };
  qp.qpn = read_qpn(table, taken);
  qp.type = read_qp_type(table);
  qp.state = read_state(table);
  qp.pmtu = read_pmtu(table);
  qp.pkey = table.number<std::uint16_t>("pkey", 0, 0xFFFF).value_or(qp.pkey);
  qp.qkey = table.number<std::uint32_t>("qkey", 0, kMax32).value_or(qp.qkey);
  qp.source_ip = read_ip(table, "src_ip");
  qp.destination_ip = read_ip(table, "dst_ip");
  if (qp.source_ip && qp.destination_ip && qp.source_ip->index() != qp.destination_ip->index()) {
    table.fail("dst_ip", "expected src_ip and dst_ip to be of one family, IPv4 or IPv6");
  }
  qp.vlan = table.number<std::uint16_t>("vlan", 1, 4094);
  qp.rq_psn = psn("rq_psn").value_or(qp.rq_psn);
  qp.sq_psn = psn("sq_psn").value_or(qp.sq_psn);
  qp.sq_una = psn("sq_una").value_or(qp.sq_psn);
  return qp;
}

}  // namespace

ReplayConfig parse_replay_config(std::string_view text, const std::string& name) {
  const toml::table file = parse_toml(text, name);
  ReplayConfig config{.nic = read_nic(name, file)};
  TakenEntries taken;
  for_each_table(name, file, "qp",
                 [&](const TomlTable& table) { config.qps.push_back(read_qp(table, taken)); });
  return config;
}

ReplayConfig load_replay_config(const std::string& path) {
  return parse_replay_config(read_text_file(path), path);
}

}  // namespace rnic::app
