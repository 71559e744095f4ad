// SPDX-License-Identifier: Apache-2.0
#include "tb/app/config_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "tb/app/errors.h"
#include "tb/app/parse_number.h"

namespace rnic::app {
namespace {

constexpr std::array<std::string_view, 4> kOtherTables = {"qp", "memory", "wqe", "doorbell"};

// Reads one file's `[nic]`; every complaint carries the place it is about.
class NicReader {
 public:
  explicit NicReader(std::string name) : name_(std::move(name)) {}

  Config read(const toml::table& file) const {
    Config config;
    for (const auto& [key, value] : file) {
      if (key == "nic") {
        const toml::table* table = value.as_table();
        if (table == nullptr) fail(key.source(), "expected nic to be a table, [nic]");
        read_nic(*table, config.nic);
      } else if (std::ranges::find(kOtherTables, key.str()) == kOtherTables.end()) {
        fail(key.source(), fmt::format("'{}' is not known, expected nic, {}", key.str(),
                                       fmt::join(kOtherTables, ", ")));
      }
    }
    return config;
  }

 private:
  [[noreturn]] void fail(const toml::source_region& at, const std::string& text) const {
    throw InputError(fmt::format("{}:{}:{}: {}", name_, at.begin.line, at.begin.column, text));
  }

  void read_nic(const toml::table& table, NicConfig& nic) const {
    for (const auto& [key, value] : table) {
      if (key == "mac") {
        nic.mac = read_mac(value);
      } else if (key == "dscp_map") {
        nic.dscp.map = read_dscp_map(value);
      } else if (key == "lossless") {
        nic.dscp.lossless = read_lossless(value);
      } else if (key == "congestion_control") {
        const auto on = value.value_exact<bool>();
        if (!on) fail(value.source(), "expected congestion_control to be true or false");
        nic.congestion_control = *on;
      } else {
        fail(key.source(),
             fmt::format("'{}' is no key of [nic], expected mac, dscp_map, lossless or "
                         "congestion_control",
                         key.str()));
      }
    }
  }

  model::MacAddress read_mac(const toml::node& value) const {
    const auto mac = model::parse_mac(value.value_exact<std::string_view>().value_or(""));
    if (!mac) fail(value.source(), "expected mac to be text like \"02:00:00:00:00:01\"");
    return *mac;
  }

  model::DscpMap read_dscp_map(const toml::node& value) const {
    if (const toml::table* table = value.as_table()) return read_site_map(*table);
    const auto profile =
        model::DscpMap::profile(value.value_exact<std::string_view>().value_or(""));
    if (!profile) {
      fail(value.source(),
           "expected dscp_map to be \"basepod\", \"factory\" or a table such as "
           "{ 46 = 3, 26 = 4 }");
    }
    return *profile;
  }

  model::DscpMap read_site_map(const toml::table& table) const {
    model::DscpMap map;
    std::array<bool, 64> named = {};  // TOML takes 46 and 046 for two keys
    for (const auto& [key, value] : table) {
      const auto dscp = parse_decimal(key.str());
      if (!dscp || *dscp > 63) {
        fail(key.source(), fmt::format("'{}' is no DSCP, expected 0..63", key.str()));
      }
      if (named[*dscp]) fail(key.source(), fmt::format("DSCP {} is given twice", *dscp));
      named[*dscp] = true;
      map.set_priority(static_cast<std::uint8_t>(*dscp), read_priority(value));
    }
    return map;
  }

  std::uint8_t read_lossless(const toml::node& value) const {
    const toml::array* list = value.as_array();
    if (list == nullptr) fail(value.source(), "expected lossless to be a list such as [3, 4]");
    unsigned mask = 0;
    for (const toml::node& entry : *list) mask |= 1u << read_priority(entry);
    return static_cast<std::uint8_t>(mask);
  }

  std::uint8_t read_priority(const toml::node& value) const {
    const auto priority = value.value_exact<std::int64_t>();
    if (!priority || *priority < 0 || *priority > 7) {
      fail(value.source(), "expected a priority, 0..7");
    }
    return static_cast<std::uint8_t>(*priority);
  }

  std::string name_;
};

}  // namespace

Config parse_config(std::string_view text, const std::string& name) {
  try {
    return NicReader(name).read(toml::parse(text, name));
  } catch (const toml::parse_error& error) {
    std::string what(error.description());
    std::ranges::replace(what, '\n', ' ');
    throw InputError(fmt::format("{}:{}:{}: {}", name, error.source().begin.line,
                                 error.source().begin.column, what));
  }
}

Config load_config(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file && file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (!file) throw InputError(fmt::format("{}: {}", path, std::strerror(errno)));
  return parse_config(text.str(), path);
}

}  // namespace rnic::app
