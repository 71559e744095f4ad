// SPDX-License-Identifier: Apache-2.0
#include "models/wire/address.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace rnic::model {
namespace {

struct ZeroRun {
  std::size_t begin = 0;
  std::size_t length = 0;
};

ZeroRun longest_zero_run(const std::array<std::uint16_t, 8>& groups) {
  ZeroRun best;
  for (std::size_t begin = 0; begin < groups.size(); ++begin) {
    std::size_t end = begin;
    while (end < groups.size() && groups[end] == 0) ++end;
    if (end - begin > best.length) best = {begin, end - begin};
  }
  return best.length >= 2 ? best : ZeroRun{};
}

std::optional<std::uint8_t> hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  return std::nullopt;
}

}  // namespace

std::string format_mac(const MacAddress& mac) {
  return fmt::format("{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", mac[0], mac[1], mac[2], mac[3],
                     mac[4], mac[5]);
}

std::string format_ip(const Ipv4Address& ip) {
  return fmt::format("{}.{}.{}.{}", ip[0], ip[1], ip[2], ip[3]);
}

std::string format_ip(const Ipv6Address& ip) {
  std::array<std::uint16_t, 8> groups;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    groups[i] = static_cast<std::uint16_t>(ip[2 * i] << 8 | ip[2 * i + 1]);
  }
  const ZeroRun run = longest_zero_run(groups);
  if (run.begin == 0 && run.length == 5 && groups[5] == 0xFFFF) {
    return fmt::format("::ffff:{}.{}.{}.{}", ip[12], ip[13], ip[14], ip[15]);
  }
  std::string text;
  for (std::size_t i = 0; i < groups.size();) {
    if (run.length > 0 && i == run.begin) {
      text += "::";
      i += run.length;
      continue;
    }
    if (!text.empty() && text.back() != ':') text += ':';
    text += fmt::format("{:x}", groups[i]);
    ++i;
  }
  return text;
}

std::optional<MacAddress> parse_mac(std::string_view text) noexcept {
  MacAddress mac;
  if (text.size() != 3 * mac.size() - 1) return std::nullopt;
  for (std::size_t i = 0; i < mac.size(); ++i) {
    const auto high = hex_digit(text[3 * i]);
    const auto low = hex_digit(text[3 * i + 1]);
    if (!high || !low) return std::nullopt;
    const bool last = i + 1 == mac.size();
    if (!last && text[3 * i + 2] != ':' && text[3 * i + 2] != '-') return std::nullopt;
    mac[i] = static_cast<std::uint8_t>(*high << 4 | *low);
  }
  return mac;
}

}  // namespace rnic::model
