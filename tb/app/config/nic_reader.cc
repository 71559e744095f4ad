// SPDX-License-Identifier: Apache-2.0
#include "tb/app/config/nic_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "tb/app/config/toml_table.h"
#include "tb/app/parse_number.h"

namespace rnic::app {
namespace {

constexpr std::array<std::string_view, 5> kTables = {"nic", "qp", "memory", "wqe", "doorbell"};
constexpr std::array<std::string_view, 4> kNicKeys = {"mac", "dscp_map", "lossless",
                                                      "congestion_control"};

std::uint8_t read_priority(const std::string& file, const toml::node& value) {
  const auto priority = value.value_exact<std::int64_t>();
  if (!priority || *priority < 0 || *priority > 7) {
    fail_at(file, value.source(), "expected a priority, 0..7");
  }
  return static_cast<std::uint8_t>(*priority);
}

// TOML keys are text; a number may be hexadecimal here as it may be everywhere.
std::optional<std::uint64_t> parse_key(std::string_view text) {
  if (!text.starts_with("0x")) return parse_decimal(text);
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 2, end, value, 16);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

model::DscpMap read_site_map(const std::string& file, const toml::table& table) {
  model::DscpMap map;
  std::array<bool, 64> named = {};  // TOML takes 46 and 046 for two keys
  for (const auto& [key, value] : table) {
    const auto dscp = parse_key(key.str());
    if (!dscp || *dscp > 63) {
      fail_at(file, key.source(), fmt::format("'{}' is no DSCP, expected 0..63", key.str()));
    }
    if (named[*dscp]) fail_at(file, key.source(), fmt::format("DSCP {} is given twice", *dscp));
    named[*dscp] = true;
    map.set_priority(static_cast<std::uint8_t>(*dscp), read_priority(file, value));
  }
  return map;
}

model::DscpMap read_dscp_map(const std::string& file, const toml::node& value) {
  if (const toml::table* table = value.as_table()) return read_site_map(file, *table);
  const auto profile = model::DscpMap::profile(value.value_exact<std::string_view>().value_or(""));
  if (!profile) {
    fail_at(file, value.source(),
            "expected dscp_map to be \"basepod\", \"factory\" or a table such as "
            "{ 46 = 3, 26 = 4 }");
  }
  return *profile;
}

std::uint8_t read_lossless(const std::string& file, const toml::node& value) {
  const toml::array* list = value.as_array();
  if (list == nullptr) {
    fail_at(file, value.source(), "expected lossless to be a list such as [3, 4]");
  }
  unsigned mask = 0;
  for (const toml::node& entry : *list) mask |= 1u << read_priority(file, entry);
  return static_cast<std::uint8_t>(mask);
}

// A dotted key is a table in a table in a table; toml++ frees them by recursion, without a limit,
// and some ten thousand end the program. No key of ours has more than one dot, no line of ours ten.
constexpr std::size_t kMostDots = 100;

void refuse_deep_keys(std::string_view text, const std::string& name) {
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::string_view here = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(here.size() + 1, text.size()));
    const std::size_t first = here.find_first_not_of(" \t");
    if (first == std::string_view::npos || here[first] == '#') continue;
    if (static_cast<std::size_t>(std::ranges::count(here, '.')) <= kMostDots) continue;
    throw InputError(fmt::format("{}:{}:{}: expected at most {} dots in a line", name, line,
                                 first + 1, kMostDots));
  }
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& name) {
  refuse_deep_keys(text, name);
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    std::string what(error.description());
    std::ranges::replace(what, '\n', ' ');
    fail_at(name, error.source(), what);
  }
}

NicConfig read_nic(const std::string& name, const toml::table& file) {
  for (const auto& [key, value] : file) {
    if (std::ranges::find(kTables, key.str()) != kTables.end()) continue;
    fail_at(name, key.source(),
            fmt::format("'{}' is not known, expected {}", key.str(), fmt::join(kTables, ", ")));
  }
  NicConfig nic;
  const toml::node* node = file.get("nic");
  if (node == nullptr) return nic;
  if (!node->is_table()) fail_at(name, node->source(), "expected [nic] to be a table");
  const TomlTable table(name, *node->as_table(), "[nic]");
  table.expect_only(kNicKeys);
  nic.mac = table.mac("mac");
  if (const toml::node* map = table.find("dscp_map")) nic.dscp.map = read_dscp_map(name, *map);
  if (const toml::node* list = table.find("lossless")) {
    nic.dscp.lossless = read_lossless(name, *list);
  }
  nic.congestion_control = table.flag("congestion_control").value_or(false);
  return nic;
}

}  // namespace rnic::app
