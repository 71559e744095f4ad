// SPDX-License-Identifier: Apache-2.0
//
// The fixed IPv4 (RFC 791) and IPv6 (RFC 8200) headers: every field, whatever its value.
// Not a judge: a wrong version, IHL or checksum is read and written as it is. IPv4 options and
// IPv6 extension headers are not fields here.
//
//   Ipv4Header ip;
//   ip.destination = {10, 0, 0, 2};
//   ip.header_checksum = ipv4_header_checksum(ip);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "models/wire/address.h"
#include "models/wire/byte_io.h"

namespace rnic::model {

namespace ip_protocol {
inline constexpr std::uint8_t kUdp = 17;
inline constexpr std::uint8_t kIpv6Fragment = 44;
}  // namespace ip_protocol

inline constexpr std::size_t kIpv4Bytes = 20;
inline constexpr std::size_t kIpv6Bytes = 40;

// Defaults are those of a RoCEv2 sender: IHL 5, identification 0 with DF set, TTL 64, UDP.
struct Ipv4Header {
  std::uint8_t version = 4;        // 4 bits
  std::uint8_t ihl = 5;            // 4 bits, header length in 32-bit words
  std::uint8_t traffic_class = 0;  // the TOS byte: DSCP(6) ECN(2)
  std::uint16_t total_length = 0;  // bytes, from the first IP byte
  std::uint16_t identification = 0;
  bool reserved_flag = false;
  bool dont_fragment = true;
  bool more_fragments = false;
  std::uint16_t fragment_offset = 0;  // 13 bits, in units of 8 bytes
  std::uint8_t time_to_live = 64;
  std::uint8_t protocol = ip_protocol::kUdp;
  std::uint16_t header_checksum = 0;
  Ipv4Address source{};
  Ipv4Address destination{};

  bool operator==(const Ipv4Header&) const = default;
};

struct Ipv6Header {
  std::uint8_t version = 6;          // 4 bits
  std::uint8_t traffic_class = 0;    // DSCP(6) ECN(2)
  std::uint32_t flow_label = 0;      // 20 bits
  std::uint16_t payload_length = 0;  // bytes behind this header
  std::uint8_t next_header = ip_protocol::kUdp;
  std::uint8_t hop_limit = 64;
  Ipv6Address source{};
  Ipv6Address destination{};

  bool operator==(const Ipv6Header&) const = default;
};

using IpHeader = std::variant<Ipv4Header, Ipv6Header>;

// DSCP(6) ECN(2), of either version.
std::uint8_t traffic_class(const IpHeader& ip) noexcept;
void set_traffic_class(IpHeader& ip, std::uint8_t value) noexcept;
constexpr std::uint8_t dscp_of(std::uint8_t traffic_class) noexcept {
  return static_cast<std::uint8_t>(traffic_class >> 2);
}
// 0 not ECN capable, 1 ECT(1), 2 ECT(0), 3 CE (RFC 3168 section 5).
constexpr std::uint8_t ecn_of(std::uint8_t traffic_class) noexcept { return traffic_class & 3; }

// Nothing if fewer than 20 (40) bytes are left; otherwise whatever stands there.
std::optional<Ipv4Header> read_ipv4(ByteReader& in) noexcept;
std::optional<Ipv6Header> read_ipv6(ByteReader& in) noexcept;
// Exactly 20 (40) bytes; a value wider than its field is cut to the field.
void write_ipv4(ByteWriter& out, const Ipv4Header& header);
void write_ipv6(ByteWriter& out, const Ipv6Header& header);

// One's complement sum over 16-bit words, high byte first; an odd last byte counts as the high
// one (RFC 1071). 0xFFFF over a header whose checksum field is right.
std::uint16_t ones_complement_sum(ByteSpan bytes) noexcept;

// The value that makes the header's checksum right, whatever header_checksum holds now.
std::uint16_t ipv4_header_checksum(const Ipv4Header& header) noexcept;

}  // namespace rnic::model
