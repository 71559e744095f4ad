// SPDX-License-Identifier: Apache-2.0
//
// The invariant CRC of RoCEv2 (IBTA annex A17.3.3; CRC as in volume 1, 7.8): CRC-32 over eight
// 0xFF bytes and the IP packet up to its last pad byte, in which the fields that routers may
// change read as ones:
//   IPv4: TOS, TTL, header checksum          IPv6: traffic class, flow label, hop limit
//   both: UDP checksum, BTH byte 4 (FECN, BECN, reserved)
// Ethernet header, VLAN tag and everything behind the IP packet are outside.
//
//   if (const auto check = check_icrc(frame)) use(check->ok());
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/wire/byte_io.h"

namespace rnic::model {

// `packet` is the IP packet from its first byte to the last byte before the ICRC. Version nibble
// 6 is taken as IPv6, any other as IPv4 with a 20-byte header. A packet of any length is
// computed; masked fields behind its end are simply not there.
// The value goes onto the wire least significant byte first.
std::uint32_t icrc(ByteSpan packet) noexcept;

struct IcrcCheck {
  std::uint32_t got;   // what the packet's last four bytes hold
  std::uint32_t want;  // what they should hold
  constexpr bool ok() const noexcept { return got == want; }
};

// Checks a whole Ethernet frame (without FCS). Nothing if there is no place where the ICRC would
// be: not IPv4 with IHL 5 or IPv6, more than one tag, or an IP packet under 44 (IPv6: 64) bytes
// or not wholly inside the frame. UDP, ports and opcode are not looked at.
std::optional<IcrcCheck> check_icrc(ByteSpan frame) noexcept;

}  // namespace rnic::model
