// SPDX-License-Identifier: Apache-2.0
//
// What the readers of `[[qp]]` share: its keys, and the values that are no plain numbers. Internal
// to the readers of configurations.
//
//   table.expect_only(kQpKeys);
//   const QpType type = read_qp_type(table);
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "models/host/qp_context.h"
#include "tb/app/config/toml_table.h"

namespace rnic::app {

inline constexpr std::array<std::string_view, 20> kQpKeys = {
    "qpn",  "type",   "remote_qpn", "src_ip",     "dst_ip",       "next_hop_mac", "vlan",
    "pmtu", "sq_psn", "sq_una",     "rq_psn",     "dscp",         "ecn",          "ttl",
    "pkey", "qkey",   "migreq",     "flow_label", "udp_src_port", "sq_entries"};

// By QPN modulo the table's entries.
using TakenEntries = std::map<std::uint32_t, std::uint32_t>;

// All throw InputError; required keys are missed, others give nothing.
std::uint32_t read_qpn(const TomlTable& table, TakenEntries& taken);
model::QpType read_qp_type(const TomlTable& table);
std::uint32_t read_pmtu(const TomlTable& table);
std::optional<model::IpAddress> read_ip(const TomlTable& table, std::string_view key);

}  // namespace rnic::app
