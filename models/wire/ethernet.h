// SPDX-License-Identifier: Apache-2.0
//
// Ethernet II header with at most one VLAN tag (IEEE 802.1Q). A second tag is not looked into:
// its TPID stands as the EtherType. No FCS: captures and the client interface do not carry it.
//
//   ByteReader in(frame);
//   if (const auto ethernet = read_ethernet(in)) use(ethernet->ether_type);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/wire/address.h"
#include "models/wire/byte_io.h"

namespace rnic::model {

namespace ether_type {
inline constexpr std::uint16_t kIpv4 = 0x0800;
inline constexpr std::uint16_t kArp = 0x0806;
inline constexpr std::uint16_t kVlan = 0x8100;  // 802.1Q customer tag
inline constexpr std::uint16_t kIpv6 = 0x86DD;
inline constexpr std::uint16_t kServiceVlan = 0x88A8;  // 802.1ad service tag
inline constexpr std::uint16_t kRoceV1 = 0x8915;
}  // namespace ether_type

inline constexpr std::size_t kEthernetBytes = 14;
inline constexpr std::size_t kVlanTagBytes = 4;

// Sizes at the MAC client, without FCS: the least Ethernet has, the most this project takes.
inline constexpr std::size_t kMinFrameBytes = 60;
inline constexpr std::size_t kMaxFrameBytes = 9600;

// True for the EtherTypes that say "a VLAN tag follows".
constexpr bool is_vlan_tpid(std::uint16_t type) noexcept {
  return type == ether_type::kVlan || type == ether_type::kServiceVlan;
}

struct VlanTag {
  std::uint16_t tpid = ether_type::kVlan;
  std::uint16_t tci = 0;  // PCP(3) DEI(1) VID(12)

  constexpr std::uint8_t pcp() const noexcept { return static_cast<std::uint8_t>(tci >> 13); }
  constexpr bool dei() const noexcept { return (tci & 0x1000) != 0; }
  // 0: a priority tag, the frame belongs to no VLAN.
  constexpr std::uint16_t vid() const noexcept { return tci & 0x0FFF; }

  bool operator==(const VlanTag&) const = default;
};

// A tag from its parts; each is cut to its field.
constexpr VlanTag make_vlan_tag(std::uint8_t pcp, std::uint16_t vid, bool dei = false) noexcept {
  return {ether_type::kVlan,
          static_cast<std::uint16_t>((pcp & 7) << 13 | (dei ? 0x1000 : 0) | (vid & 0x0FFF))};
}

struct EthernetHeader {
  MacAddress destination{};
  MacAddress source{};
  std::optional<VlanTag> tag = std::nullopt;
  std::uint16_t ether_type = 0;  // behind the tag, if there is one

  // 14 or 18.
  constexpr std::size_t bytes() const noexcept {
    return kEthernetBytes + (tag ? kVlanTagBytes : 0);
  }

  bool operator==(const EthernetHeader&) const = default;
};

// Nothing if the frame ends inside the header or its tag.
std::optional<EthernetHeader> read_ethernet(ByteReader& in) noexcept;
void write_ethernet(ByteWriter& out, const EthernetHeader& header);

}  // namespace rnic::model
