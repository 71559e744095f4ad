// SPDX-License-Identifier: Apache-2.0
//
// A whole RoCEv2 frame as fields, both ways: decode() takes an Ethernet frame without FCS apart,
// encode() puts it together again, and encode(*decode(x)) is x byte for byte, whatever the fields
// hold. Neither judges: a wrong checksum, ICRC or reserved bit is a field like any other.
// Whether a receiver takes the frame is rx/frame_gate.h's question.
//
//   RoceFrame frame;                                    // IPv4, RC SEND First, all lengths 0
//   frame.bth.opcode = to_byte(Opcode::kRcRdmaWriteOnly);
//   frame.reth = Reth{.virtual_address = 0x1000, .remote_key = 0x42, .dma_length = 5};
//   frame.payload = {1, 2, 3, 4, 5};
//   complete(frame);                                    // pad, lengths, checksum, ICRC
//   const ByteVector wire = encode(frame);
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "models/wire/bth.h"
#include "models/wire/byte_io.h"
#include "models/wire/ethernet.h"
#include "models/wire/ext_headers.h"
#include "models/wire/ip.h"
#include "models/wire/opcode.h"
#include "models/wire/udp.h"

namespace rnic::model {

inline constexpr std::size_t kIcrcBytes = 4;

struct RoceFrame {
  EthernetHeader ethernet{};
  IpHeader ip{};  // IPv4 unless an Ipv6Header is put in
  UdpHeader udp{};
  BthHeader bth{};

  // Extended headers that are there, in the order in which they stand on the wire.
  std::optional<Deth> deth = std::nullopt;
  std::optional<Reth> reth = std::nullopt;
  std::optional<AtomicEth> atomic_eth = std::nullopt;
  std::optional<Aeth> aeth = std::nullopt;
  std::optional<AtomicAckEth> atomic_ack_eth = std::nullopt;
  std::optional<ImmDt> imm_dt = std::nullopt;
  std::optional<Ieth> ieth = std::nullopt;
  std::optional<CnpReserved> cnp_reserved = std::nullopt;

  ByteVector payload{};    // without the pad
  ByteVector pad{};        // as many bytes as BTH PadCnt says, unless the packet is too short
  std::uint32_t icrc = 0;  // the CRC-32 value: its least significant byte is first on the wire
  ByteVector trailer{};    // behind the IP packet: Ethernet padding, switch trailers

  bool operator==(const RoceFrame&) const = default;
};

// Takes apart a frame of Ethernet with at most one tag, IPv4 (version 4, IHL 5, no fragment) or
// IPv6 (version 6), UDP to port 4791, whose IP packet lies inside the frame and has room for UDP,
// BTH and ICRC (IPv4 total length >= 44, IPv6 payload length >= 24). Anything else: nothing.
// IP checksum and UDP length are not looked at; the IP length alone says where the packet ends.
// Behind the BTH of an unknown opcode, and where the packet has no room for its opcode's extended
// headers, all bytes up to the ICRC are payload.
std::optional<RoceFrame> decode(ByteSpan bytes);

// The layers that can be read, for showing frames that are no RoCE frames. A layer is there if
// its bytes are and the layer below names it; UDP also needs IHL 5 and fragment offset 0.
struct OuterHeaders {
  std::optional<EthernetHeader> ethernet = std::nullopt;
  std::optional<IpHeader> ip = std::nullopt;
  std::optional<UdpHeader> udp = std::nullopt;
};
OuterHeaders decode_outer(ByteSpan frame) noexcept;

// Writes all fields as they are, each cut to its width.
ByteVector encode(const RoceFrame& frame);

// The ICRC field as the four bytes on the wire, 0x5F1858E8 being E8 58 18 5F, and back.
constexpr std::array<std::uint8_t, kIcrcBytes> icrc_to_wire(std::uint32_t icrc) noexcept {
  return {static_cast<std::uint8_t>(icrc), static_cast<std::uint8_t>(icrc >> 8),
          static_cast<std::uint8_t>(icrc >> 16), static_cast<std::uint8_t>(icrc >> 24)};
}
constexpr std::uint32_t icrc_from_wire(std::span<const std::uint8_t, kIcrcBytes> wire) noexcept {
  return static_cast<std::uint32_t>(wire[0]) | static_cast<std::uint32_t>(wire[1]) << 8 |
         static_cast<std::uint32_t>(wire[2]) << 16 | static_cast<std::uint32_t>(wire[3]) << 24;
}

// Bytes from the first IP byte to the last ICRC byte, and of the whole frame.
std::size_t ip_packet_bytes(const RoceFrame& frame) noexcept;
std::size_t frame_bytes(const RoceFrame& frame) noexcept;

// Fields that follow from the others. complete() fills all of them in the right order: EtherType,
// BTH PadCnt and zero pad, IP and UDP lengths, IPv4 header checksum, ICRC. UDP checksum, PSN,
// DMALen and the trailer are the caller's.
void complete(RoceFrame& frame);
// The same one at a time, for frames that are to be wrong in one place.
void fill_ether_type(RoceFrame& frame) noexcept;
void fill_pad(RoceFrame& frame);
void fill_lengths(RoceFrame& frame) noexcept;      // modulo 2^16
void fill_ip_checksum(RoceFrame& frame) noexcept;  // nothing to do for IPv6
void fill_icrc(RoceFrame& frame);

}  // namespace rnic::model
