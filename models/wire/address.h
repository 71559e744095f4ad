// SPDX-License-Identifier: Apache-2.0
//
// MAC, IPv4 and IPv6 addresses as byte arrays in wire order, and their text forms.
// Not a network library: no prefixes, no ports, no names.
//
//   const MacAddress mac = *parse_mac("02:00:00:00:00:01");
//   fmt::print("{}", format_mac(mac));
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rnic::model {

using MacAddress = std::array<std::uint8_t, 6>;
using Ipv4Address = std::array<std::uint8_t, 4>;
using Ipv6Address = std::array<std::uint8_t, 16>;

// True for multicast and broadcast: the I/G bit, bit 0 of the first byte (IEEE 802 8.2.2).
constexpr bool is_group(const MacAddress& mac) noexcept { return (mac[0] & 1) != 0; }

// "02:00:00:00:00:01"
std::string format_mac(const MacAddress& mac);
// "10.0.0.1"
std::string format_ip(const Ipv4Address& ip);
// "fd00::1": RFC 5952 section 4 (lower case, longest run of zero groups shortened, the first of
// equal runs, never a single group), and section 5 for ::ffff:10.0.0.1.
std::string format_ip(const Ipv6Address& ip);

// Six pairs of hex digits with ':' or '-' between them, nothing else; otherwise nothing.
std::optional<MacAddress> parse_mac(std::string_view text) noexcept;

}  // namespace rnic::model
