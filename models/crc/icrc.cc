// SPDX-License-Identifier: Apache-2.0
#include "models/crc/icrc.h"

#include "models/crc/crc32.h"
#include "models/wire/bth.h"
#include "models/wire/ethernet.h"
#include "models/wire/frame.h"
#include "models/wire/ip.h"
#include "models/wire/udp.h"

namespace rnic::model {
namespace {

// Bits of the packet's byte at `offset` that read as ones.
std::uint8_t mask_of(std::size_t offset, bool ipv6) noexcept {
  if (ipv6) {
    switch (offset) {
      case 0:
        return 0x0F;  // high half of the traffic class, behind the version
      case 1:         // low half of the traffic class, high bits of the flow label
      case 2:
      case 3:
      case 7:
        return 0xFF;  // hop limit
      default:
        break;
    }
  } else {
    switch (offset) {
      case 1:   // TOS
      case 8:   // TTL
      case 10:  // header checksum
      case 11:
        return 0xFF;
      default:
        break;
    }
  }
  const std::size_t udp = ipv6 ? kIpv6Bytes : kIpv4Bytes;
  const std::size_t bth = udp + kUdpBytes;
  const bool udp_checksum = offset == udp + 6 || offset == udp + 7;
  return udp_checksum || offset == bth + 4 ? 0xFF : 0x00;
}

}  // namespace

std::uint32_t icrc(ByteSpan packet) noexcept {
  Crc32 crc;
  for (int i = 0; i < 8; ++i) crc.update(std::uint8_t{0xFF});
  const bool ipv6 = !packet.empty() && packet[0] >> 4 == 6;
  constexpr std::size_t kLongestHeaders = kIpv6Bytes + kUdpBytes + kBthBytes;
  const std::size_t headers = packet.size() < kLongestHeaders ? packet.size() : kLongestHeaders;
  for (std::size_t i = 0; i < headers; ++i) {
    crc.update(static_cast<std::uint8_t>(packet[i] | mask_of(i, ipv6)));
  }
  crc.update(packet.subspan(headers));
  return crc.value();
}

std::optional<IcrcCheck> check_icrc(ByteSpan frame) noexcept {
  ByteReader in(frame);
  const auto ethernet = read_ethernet(in);
  if (!ethernet) return std::nullopt;
  const ByteSpan behind_ethernet = in.rest();
  std::size_t length = 0;
  std::size_t headers = 0;
  if (ethernet->ether_type == ether_type::kIpv4) {
    const auto ip = read_ipv4(in);
    if (!ip || ip->version != 4 || ip->ihl != 5) return std::nullopt;
    length = ip->total_length;
    headers = kIpv4Bytes;
  } else if (ethernet->ether_type == ether_type::kIpv6) {
    const auto ip = read_ipv6(in);
    if (!ip || ip->version != 6) return std::nullopt;
    length = kIpv6Bytes + ip->payload_length;
    headers = kIpv6Bytes;
  } else {
    return std::nullopt;
  }
  if (length < headers + kUdpBytes + kBthBytes + kIcrcBytes || length > behind_ethernet.size()) {
    return std::nullopt;
  }
  const ByteSpan packet = behind_ethernet.first(length);
  return IcrcCheck{.got = icrc_from_wire(packet.last<kIcrcBytes>()),
                   .want = icrc(packet.first(length - kIcrcBytes))};
}

}  // namespace rnic::model
