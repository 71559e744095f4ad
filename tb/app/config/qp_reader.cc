// SPDX-License-Identifier: Apache-2.0
#include "tb/app/config/qp_reader.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <bit>
#include <string>

#include "tb/app/config/work_config.h"

namespace rnic::app {
namespace {

constexpr std::uint64_t kMax24 = 0xFFFFFF;

std::optional<model::IpAddress> parse_ip(const std::string& text) {
  if (text.find('\0') != std::string::npos) return std::nullopt;
  model::Ipv4Address v4;
  if (inet_pton(AF_INET, text.c_str(), v4.data()) == 1) return v4;
  model::Ipv6Address v6;
  if (inet_pton(AF_INET6, text.c_str(), v6.data()) == 1) return v6;
  return std::nullopt;
}

}  // namespace

std::uint32_t read_qpn(const TomlTable& table, TakenEntries& taken) {
  const auto qpn = table.required("qpn", table.number<std::uint32_t>("qpn", 0, kMax24));
  const auto [place, is_new] = taken.emplace(qpn % kNumQps, qpn);
  if (!is_new) {
    table.fail("qpn", fmt::format("expected QPNs that differ modulo {}, {:#x} and {:#x} do not",
                                  kNumQps, place->second, qpn));
  }
  return qpn;
}

model::QpType read_qp_type(const TomlTable& table) {
  const auto type = table.required("type", table.text("type", "\"RC\", \"UC\" or \"UD\""));
  if (type == "RC") return model::QpType::kRc;
  if (type == "UC") return model::QpType::kUc;
  if (type == "UD") return model::QpType::kUd;
  table.fail("type", "expected type to be \"RC\", \"UC\" or \"UD\"");
}

std::uint32_t read_pmtu(const TomlTable& table) {
  return table.required("pmtu",
                        table.power_of_two("pmtu", 256, 4096, "256, 512, 1024, 2048 or 4096"));
}

std::optional<model::IpAddress> read_ip(const TomlTable& table, std::string_view key) {
  const auto text = table.text(key, "an IPv4 or IPv6 address as text");
  if (!text) return std::nullopt;
  const auto ip = parse_ip(*text);
  if (!ip) table.fail(key, fmt::format("expected {} to be an IPv4 or IPv6 address as text", key));
  return ip;
}

}  // namespace rnic::app
