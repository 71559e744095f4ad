// SPDX-License-Identifier: Apache-2.0
#include "models/pcap/link_layer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace rnic::model {
namespace {

constexpr std::size_t kMacBytes = 6;
constexpr std::size_t kEthernetHeaderBytes = 14;

// Where a cooked header keeps what an Ethernet header needs; all fields in network byte order.
//   SLL   packet type 2, ARPHRD 2, address length 2, address 8, protocol 2
//   SLL2  protocol 2, reserved 2, interface 4, ARPHRD 2, packet type 1, address length 1, address 8
struct CookedHeader {
  std::size_t bytes;
  std::size_t address_length_low_at;
  std::size_t address_length_high_at;  // same as low where the field has one byte
  std::size_t address_at;
  std::size_t protocol_at;
};

constexpr CookedHeader kSll = {16, 5, 4, 6, 14};
constexpr CookedHeader kSll2 = {20, 11, 11, 12, 0};

const CookedHeader* cooked_header(std::uint16_t link_type) noexcept {
  if (link_type == kLinkLinuxSll) return &kSll;
  if (link_type == kLinkLinuxSll2) return &kSll2;
  return nullptr;
}

bool has_mac_address(const CookedHeader& header, std::span<const std::uint8_t> bytes) {
  const bool high_is_clear = header.address_length_high_at == header.address_length_low_at ||
                             bytes[header.address_length_high_at] == 0;
  return high_is_clear && bytes[header.address_length_low_at] == kMacBytes;
}

struct Name {
  std::uint16_t link_type;
  std::string_view name;
};

// Types that a RoCE user is likely to meet (tcpdump.org/linktypes).
constexpr Name kNames[] = {
    {0, "BSD loopback"},
    {1, "Ethernet"},
    {9, "PPP"},
    {101, "raw IP"},
    {105, "IEEE 802.11"},
    {108, "OpenBSD loopback"},
    {113, "Linux cooked"},
    {127, "802.11 with radiotap"},
    {147, "user-defined 0"},
    {189, "Linux USB"},
    {197, "ERF"},
    {220, "Linux USB, padded"},
    {228, "raw IPv4"},
    {229, "raw IPv6"},
    {247, "InfiniBand"},
    {253, "netlink"},
    {276, "Linux cooked v2"},
};

}  // namespace

bool is_supported_link(std::uint16_t link_type) noexcept {
  return link_type == kLinkEthernet || cooked_header(link_type) != nullptr;
}

std::string link_type_name(std::uint16_t link_type) {
  const auto* found = std::ranges::find(kNames, link_type, &Name::link_type);
  if (found == std::end(kNames)) return fmt::format("link type {}", link_type);
  return fmt::format("{} ({})", found->name, link_type);
}

std::string unsupported_link_text(std::uint16_t link_type) {
  return fmt::format("frames are {}, expected {}, {} or {}", link_type_name(link_type),
                     link_type_name(kLinkEthernet), link_type_name(kLinkLinuxSll),
                     link_type_name(kLinkLinuxSll2));
}

std::optional<std::span<const std::uint8_t>> to_ethernet(std::uint16_t link_type,
                                                         std::span<const std::uint8_t> bytes,
                                                         std::vector<std::uint8_t>& storage) {
  if (link_type == kLinkEthernet) return bytes;
  const CookedHeader* header = cooked_header(link_type);
  if (header == nullptr || bytes.size() < header->bytes) return std::nullopt;

  const auto source = has_mac_address(*header, bytes) ? bytes.subspan(header->address_at, kMacBytes)
                                                      : std::span<const std::uint8_t>();
  const auto protocol = bytes.subspan(header->protocol_at, 2);
  const auto rest = bytes.subspan(header->bytes);
  storage.assign(kEthernetHeaderBytes, 0);
  std::ranges::copy(source, storage.begin() + kMacBytes);
  std::ranges::copy(protocol, storage.begin() + 2 * kMacBytes);
  storage.insert(storage.end(), rest.begin(), rest.end());
  return storage;
}

std::uint32_t ethernet_length(std::uint16_t link_type, std::uint32_t length) noexcept {
  const CookedHeader* header = cooked_header(link_type);
  if (header == nullptr || length < header->bytes) return length;
  return static_cast<std::uint32_t>(length - header->bytes + kEthernetHeaderBytes);
}

}  // namespace rnic::model
