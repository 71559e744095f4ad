// SPDX-License-Identifier: Apache-2.0
//
// Turns captured frames of a supported link type into Ethernet frames.
//
// Supported are Ethernet (LINKTYPE_ 1, taken as it is) and Linux cooked captures, version 1 (113)
// and 2 (276), as `tcpdump -i any` writes them. A cooked frame gets a made-up Ethernet header in
// place of its own:
//   destination  zeros (the capture does not have it)
//   source       the cooked address when it has 6 bytes, else zeros
//   EtherType    the cooked protocol field
// What follows stays, VLAN tags too (their EtherType is the protocol field then). No other type is
// guessed at. Formats: tcpdump.org/linktypes, LINKTYPE_LINUX_SLL and LINKTYPE_LINUX_SLL2.
//
//   std::vector<std::uint8_t> storage;
//   auto ethernet = to_ethernet(frame.interface.link_type, frame.bytes, storage);
//   if (!ethernet) …  // fewer bytes captured than the cooked header has
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rnic::model {

inline constexpr std::uint16_t kLinkEthernet = 1;
inline constexpr std::uint16_t kLinkLinuxSll = 113;
inline constexpr std::uint16_t kLinkLinuxSll2 = 276;

[[nodiscard]] bool is_supported_link(std::uint16_t link_type) noexcept;

// "Ethernet (1)", "ERF (197)", "link type 9999" for one without a name here.
[[nodiscard]] std::string link_type_name(std::uint16_t link_type);

// One line that says what a file has and what is read instead, for types that are not supported.
[[nodiscard]] std::string unsupported_link_text(std::uint16_t link_type);

// The frame as Ethernet: `bytes` itself, or `storage`, which is overwritten, for cooked frames.
// Nothing when the link type is not supported or `bytes` is shorter than a cooked header.
[[nodiscard]] std::optional<std::span<const std::uint8_t>> to_ethernet(
    std::uint16_t link_type, std::span<const std::uint8_t> bytes,
    std::vector<std::uint8_t>& storage);

// Bytes on the link of the Ethernet frame that stands for one of `length` bytes.
[[nodiscard]] std::uint32_t ethernet_length(std::uint16_t link_type, std::uint32_t length) noexcept;

}  // namespace rnic::model
