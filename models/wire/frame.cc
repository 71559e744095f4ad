// SPDX-License-Identifier: Apache-2.0
#include "models/wire/frame.h"

#include <algorithm>

#include "models/crc/icrc.h"

namespace rnic::model {
namespace {

ByteVector to_vector(ByteSpan bytes) { return {bytes.begin(), bytes.end()}; }

void read_extension(ByteReader& in, Extension extension, RoceFrame& frame) noexcept {
  switch (extension) {
    case Extension::kReth:
      frame.reth = read_reth(in);
      break;
    case Extension::kAeth:
      frame.aeth = read_aeth(in);
      break;
    case Extension::kAtomicEth:
      frame.atomic_eth = read_atomic_eth(in);
      break;
    case Extension::kAtomicAckEth:
      frame.atomic_ack_eth = read_atomic_ack_eth(in);
      break;
    case Extension::kDeth:
      frame.deth = read_deth(in);
      break;
    case Extension::kImmDt:
      frame.imm_dt = read_imm_dt(in);
      break;
    case Extension::kIeth:
      frame.ieth = read_ieth(in);
      break;
    case Extension::kCnpReserved:
      frame.cnp_reserved = read_cnp_reserved(in);
      break;
  }
}

template <typename Header>
std::size_t bytes_of(const std::optional<Header>& header) noexcept {
  return header ? Header::kBytes : 0;
}

std::size_t extension_bytes(const RoceFrame& frame) noexcept {
  return bytes_of(frame.deth) + bytes_of(frame.reth) + bytes_of(frame.atomic_eth) +
         bytes_of(frame.aeth) + bytes_of(frame.atomic_ack_eth) + bytes_of(frame.imm_dt) +
         bytes_of(frame.ieth) + bytes_of(frame.cnp_reserved);
}

template <typename Header>
void write_if_there(ByteWriter& out, const std::optional<Header>& header) {
  if (header) write(out, *header);
}

std::size_t ip_header_bytes(const IpHeader& ip) noexcept {
  return std::holds_alternative<Ipv6Header>(ip) ? kIpv6Bytes : kIpv4Bytes;
}

// The IP packet's bytes including its header, if the header is one that RoCE uses.
std::optional<std::size_t> packet_bytes(const IpHeader& ip) noexcept {
  if (const auto* v4 = std::get_if<Ipv4Header>(&ip)) {
    const bool plain = v4->version == 4 && v4->ihl == 5 && !v4->more_fragments &&
                       v4->fragment_offset == 0 && v4->protocol == ip_protocol::kUdp;
    return plain ? std::optional<std::size_t>(v4->total_length) : std::nullopt;
  }
  const auto* v6 = std::get_if<Ipv6Header>(&ip);
  const bool plain = v6 != nullptr && v6->version == 6 && v6->next_header == ip_protocol::kUdp;
  return plain ? std::optional<std::size_t>(kIpv6Bytes + v6->payload_length) : std::nullopt;
}

}  // namespace

std::optional<RoceFrame> decode(ByteSpan bytes) {
  const OuterHeaders outer = decode_outer(bytes);
  if (!outer.udp || outer.udp->destination_port != kRocePort) return std::nullopt;
  const std::optional<std::size_t> length = packet_bytes(*outer.ip);
  const std::size_t ip_bytes = ip_header_bytes(*outer.ip);
  const ByteSpan behind_ethernet = bytes.subspan(outer.ethernet->bytes());
  if (!length || *length < ip_bytes + kUdpBytes + kBthBytes + kIcrcBytes ||
      *length > behind_ethernet.size()) {
    return std::nullopt;
  }

  RoceFrame frame{.ethernet = *outer.ethernet, .ip = *outer.ip, .udp = *outer.udp};
  frame.trailer = to_vector(behind_ethernet.subspan(*length));
  const ByteSpan packet = behind_ethernet.first(*length);
  frame.icrc = icrc_from_wire(packet.last<kIcrcBytes>());

  const ByteSpan transport = packet.subspan(ip_bytes + kUdpBytes);
  ByteReader in(transport.first(transport.size() - kIcrcBytes));
  frame.bth = *read_bth(in);
  const OpcodeInfo* info = find_opcode(frame.bth.opcode);
  if (info == nullptr || in.remaining() < info->extension_bytes()) {
    frame.payload = to_vector(in.rest());
    return frame;
  }
  for (const Extension extension : info->extensions) read_extension(in, extension, frame);
  const std::size_t pad = in.remaining() >= frame.bth.pad_count ? frame.bth.pad_count : 0U;
  frame.payload = to_vector(in.bytes(in.remaining() - pad));
  frame.pad = to_vector(in.rest());
  return frame;
}

OuterHeaders decode_outer(ByteSpan frame) noexcept {
  OuterHeaders outer;
  ByteReader in(frame);
  outer.ethernet = read_ethernet(in);
  if (!outer.ethernet) return outer;
  bool udp_follows = false;
  if (outer.ethernet->ether_type == ether_type::kIpv4) {
    if (const auto v4 = read_ipv4(in)) {
      outer.ip = *v4;
      udp_follows = v4->protocol == ip_protocol::kUdp && v4->ihl == 5 && v4->fragment_offset == 0;
    }
  } else if (outer.ethernet->ether_type == ether_type::kIpv6) {
    if (const auto v6 = read_ipv6(in)) {
      outer.ip = *v6;
      udp_follows = v6->next_header == ip_protocol::kUdp;
    }
  }
  if (udp_follows) outer.udp = read_udp(in);
  return outer;
}

ByteVector encode(const RoceFrame& frame) {
  ByteVector bytes;
  bytes.reserve(frame_bytes(frame));
  ByteWriter out(bytes);
  write_ethernet(out, frame.ethernet);
  if (const auto* v4 = std::get_if<Ipv4Header>(&frame.ip)) write_ipv4(out, *v4);
  if (const auto* v6 = std::get_if<Ipv6Header>(&frame.ip)) write_ipv6(out, *v6);
  write_udp(out, frame.udp);
  write_bth(out, frame.bth);
  write_if_there(out, frame.deth);
  write_if_there(out, frame.reth);
  write_if_there(out, frame.atomic_eth);
  write_if_there(out, frame.aeth);
  write_if_there(out, frame.atomic_ack_eth);
  write_if_there(out, frame.imm_dt);
  write_if_there(out, frame.ieth);
  write_if_there(out, frame.cnp_reserved);
  out.bytes(frame.payload);
  out.bytes(frame.pad);
  out.bytes(icrc_to_wire(frame.icrc));
  out.bytes(frame.trailer);
  return bytes;
}

std::size_t ip_packet_bytes(const RoceFrame& frame) noexcept {
  return ip_header_bytes(frame.ip) + kUdpBytes + kBthBytes + extension_bytes(frame) +
         frame.payload.size() + frame.pad.size() + kIcrcBytes;
}

std::size_t frame_bytes(const RoceFrame& frame) noexcept {
  return frame.ethernet.bytes() + ip_packet_bytes(frame) + frame.trailer.size();
}

void complete(RoceFrame& frame) {
  fill_ether_type(frame);
  fill_pad(frame);
  fill_lengths(frame);
  fill_ip_checksum(frame);
  fill_icrc(frame);
}

void fill_ether_type(RoceFrame& frame) noexcept {
  frame.ethernet.ether_type =
      std::holds_alternative<Ipv6Header>(frame.ip) ? ether_type::kIpv6 : ether_type::kIpv4;
}

void fill_pad(RoceFrame& frame) {
  const std::size_t pad = (4 - frame.payload.size() % 4) % 4;
  frame.bth.pad_count = static_cast<std::uint8_t>(pad);
  frame.pad.assign(pad, 0);
}

void fill_lengths(RoceFrame& frame) noexcept {
  const std::size_t packet = ip_packet_bytes(frame);
  const auto udp = static_cast<std::uint16_t>(packet - ip_header_bytes(frame.ip));
  frame.udp.length = udp;
  if (auto* v4 = std::get_if<Ipv4Header>(&frame.ip)) {
    v4->total_length = static_cast<std::uint16_t>(packet);
  }
  if (auto* v6 = std::get_if<Ipv6Header>(&frame.ip)) v6->payload_length = udp;
}

void fill_ip_checksum(RoceFrame& frame) noexcept {
  if (auto* v4 = std::get_if<Ipv4Header>(&frame.ip)) {
    v4->header_checksum = ipv4_header_checksum(*v4);
  }
}

void fill_icrc(RoceFrame& frame) {
  const ByteVector bytes = encode(frame);
  frame.icrc =
      icrc(ByteSpan(bytes).subspan(frame.ethernet.bytes(), ip_packet_bytes(frame) - kIcrcBytes));
}

}  // namespace rnic::model
