// SPDX-License-Identifier: Apache-2.0
#include "models/wire/ip.h"

namespace rnic::model {
namespace {

// Bits of the 16-bit word that holds flags and fragment offset.
constexpr std::uint16_t kReservedFlag = 0x8000;
constexpr std::uint16_t kDontFragment = 0x4000;
constexpr std::uint16_t kMoreFragments = 0x2000;
constexpr std::uint16_t kFragmentOffset = 0x1FFF;

}  // namespace

std::uint8_t traffic_class(const IpHeader& ip) noexcept {
  // Not std::visit, which is not noexcept.
  if (const auto* v4 = std::get_if<Ipv4Header>(&ip)) return v4->traffic_class;
  if (const auto* v6 = std::get_if<Ipv6Header>(&ip)) return v6->traffic_class;
  return 0;
}

void set_traffic_class(IpHeader& ip, std::uint8_t value) noexcept {
  if (auto* v4 = std::get_if<Ipv4Header>(&ip)) v4->traffic_class = value;
  if (auto* v6 = std::get_if<Ipv6Header>(&ip)) v6->traffic_class = value;
}

std::optional<Ipv4Header> read_ipv4(ByteReader& in) noexcept {
  Ipv4Header header;
  const std::uint8_t version_ihl = in.u8();
  header.version = version_ihl >> 4;
  header.ihl = version_ihl & 0x0F;
  header.traffic_class = in.u8();
  header.total_length = in.u16();
  header.identification = in.u16();
  const std::uint16_t fragmentation = in.u16();
  header.reserved_flag = (fragmentation & kReservedFlag) != 0;
  header.dont_fragment = (fragmentation & kDontFragment) != 0;
  header.more_fragments = (fragmentation & kMoreFragments) != 0;
  header.fragment_offset = fragmentation & kFragmentOffset;
  header.time_to_live = in.u8();
  header.protocol = in.u8();
  header.header_checksum = in.u16();
  header.source = in.array<4>();
  header.destination = in.array<4>();
  if (!in.ok()) return std::nullopt;
  return header;
}

void write_ipv4(ByteWriter& out, const Ipv4Header& header) {
  out.u8(static_cast<std::uint8_t>((header.version & 0x0F) << 4 | (header.ihl & 0x0F)));
  out.u8(header.traffic_class);
  out.u16(header.total_length);
  out.u16(header.identification);
  out.u16(static_cast<std::uint16_t>(
      (header.reserved_flag ? kReservedFlag : 0) | (header.dont_fragment ? kDontFragment : 0) |
      (header.more_fragments ? kMoreFragments : 0) | (header.fragment_offset & kFragmentOffset)));
  out.u8(header.time_to_live);
  out.u8(header.protocol);
  out.u16(header.header_checksum);
  out.bytes(header.source);
  out.bytes(header.destination);
}

std::optional<Ipv6Header> read_ipv6(ByteReader& in) noexcept {
  Ipv6Header header;
  const std::uint32_t first_word = in.u32();
  header.version = static_cast<std::uint8_t>(first_word >> 28);
  header.traffic_class = static_cast<std::uint8_t>(first_word >> 20);
  header.flow_label = first_word & 0xFFFFF;
  header.payload_length = in.u16();
  header.next_header = in.u8();
  header.hop_limit = in.u8();
  header.source = in.array<16>();
  header.destination = in.array<16>();
  if (!in.ok()) return std::nullopt;
  return header;
}

void write_ipv6(ByteWriter& out, const Ipv6Header& header) {
  out.u32(static_cast<std::uint32_t>(header.version & 0x0F) << 28 |
          static_cast<std::uint32_t>(header.traffic_class) << 20 | (header.flow_label & 0xFFFFF));
  out.u16(header.payload_length);
  out.u8(header.next_header);
  out.u8(header.hop_limit);
  out.bytes(header.source);
  out.bytes(header.destination);
}

std::uint16_t ones_complement_sum(ByteSpan bytes) noexcept {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    sum += static_cast<std::uint64_t>(bytes[i]) << (i % 2 == 0 ? 8 : 0);
  }
  while (sum > 0xFFFF) sum = (sum & 0xFFFF) + (sum >> 16);
  return static_cast<std::uint16_t>(sum);
}

std::uint16_t ipv4_header_checksum(const Ipv4Header& header) noexcept {
  Ipv4Header without = header;
  without.header_checksum = 0;
  ByteVector bytes;
  bytes.reserve(kIpv4Bytes);
  ByteWriter out(bytes);
  write_ipv4(out, without);
  return static_cast<std::uint16_t>(~ones_complement_sum(bytes));
}

}  // namespace rnic::model
