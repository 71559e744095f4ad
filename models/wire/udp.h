// SPDX-License-Identifier: Apache-2.0
//
// UDP header (RFC 768). RoCEv2 senders write checksum 0 over IPv4 and IPv6, and receivers take
// any value: the ICRC protects the packet. So nothing here computes or checks it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/wire/byte_io.h"

namespace rnic::model {

inline constexpr std::size_t kUdpBytes = 8;
inline constexpr std::uint16_t kRocePort = 4791;

struct UdpHeader {
  std::uint16_t source_port = 0xC000;
  std::uint16_t destination_port = kRocePort;
  std::uint16_t length = 0;  // bytes, this header included
  std::uint16_t checksum = 0;

  bool operator==(const UdpHeader&) const = default;
};

// Nothing if fewer than 8 bytes are left.
std::optional<UdpHeader> read_udp(ByteReader& in) noexcept;
void write_udp(ByteWriter& out, const UdpHeader& header);

}  // namespace rnic::model
