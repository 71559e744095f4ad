// SPDX-License-Identifier: Apache-2.0
#include "models/rx/frame_gate.h"

#include "models/wire/bth.h"
#include "models/wire/ethernet.h"
#include "models/wire/frame.h"
#include "models/wire/ip.h"
#include "models/wire/udp.h"

namespace rnic::model {
namespace {

constexpr std::size_t kLeastUdpLength = kUdpBytes + kBthBytes + kIcrcBytes;

// The port is read wherever the frame holds it, even behind the end that the IP length gives: a
// packet for another port is not ours to complain about. `rest` is the frame behind the IP header.
FrameReason judge_udp_port(ByteSpan rest) noexcept {
  ByteReader in(rest);
  in.u16();
  const std::uint16_t destination_port = in.u16();
  if (!in.ok()) return FrameReason::kIpLength;
  return destination_port == kRocePort ? FrameReason::kNone : FrameReason::kNotRocePort;
}

FrameReason judge_udp_length(ByteSpan rest, std::size_t ip_payload) noexcept {
  ByteReader in(rest);
  in.u32();
  return in.u16() == ip_payload ? FrameReason::kNone : FrameReason::kUdpLength;
}

FrameReason judge_ipv4(ByteSpan packet) noexcept {
  if (packet.empty()) return FrameReason::kIpLength;
  const unsigned version = packet[0] >> 4;
  const unsigned ihl = packet[0] & 0x0FU;
  if (version != 4 || ihl < 5) return FrameReason::kIpHeader;
  if (ihl > 5) return FrameReason::kIpOptions;
  ByteReader in(packet);
  const auto ip = read_ipv4(in);
  if (!ip) return FrameReason::kIpLength;
  if (ip->more_fragments || ip->fragment_offset != 0) return FrameReason::kFragment;
  if (ip->protocol != ip_protocol::kUdp) return FrameReason::kNotUdp;
  if (const auto port = judge_udp_port(in.rest()); port != FrameReason::kNone) return port;
  if (ip->total_length > packet.size() || ip->total_length < kIpv4Bytes + kLeastUdpLength) {
    return FrameReason::kIpLength;
  }
  if (ones_complement_sum(packet.first(kIpv4Bytes)) != 0xFFFF) return FrameReason::kIpChecksum;
  return judge_udp_length(in.rest(), ip->total_length - kIpv4Bytes);
}

FrameReason judge_ipv6(ByteSpan packet) noexcept {
  if (packet.empty()) return FrameReason::kIpLength;
  if (packet[0] >> 4 != 6) return FrameReason::kIpHeader;
  ByteReader in(packet);
  const auto ip = read_ipv6(in);
  if (!ip) return FrameReason::kIpLength;
  if (ip->next_header == ip_protocol::kIpv6Fragment) return FrameReason::kFragment;
  if (ip->next_header != ip_protocol::kUdp) return FrameReason::kNotUdp;
  if (const auto port = judge_udp_port(in.rest()); port != FrameReason::kNone) return port;
  if (kIpv6Bytes + ip->payload_length > packet.size() || ip->payload_length < kLeastUdpLength) {
    return FrameReason::kIpLength;
  }
  return judge_udp_length(in.rest(), ip->payload_length);
}

}  // namespace

std::string_view name_of(FrameReason reason) noexcept {
  switch (reason) {
    case FrameReason::kNone:
      return "";
    case FrameReason::kMacError:
      return "mac_error";
    case FrameReason::kNotForUs:
      return "not_for_us";
    case FrameReason::kRoceV1:
      return "roce_v1";
    case FrameReason::kNotIp:
      return "not_ip";
    case FrameReason::kIpHeader:
      return "ip_header";
    case FrameReason::kIpOptions:
      return "ip_options";
    case FrameReason::kFragment:
      return "fragment";
    case FrameReason::kNotUdp:
      return "not_udp";
    case FrameReason::kNotRocePort:
      return "not_roce_port";
    case FrameReason::kIpLength:
      return "ip_length";
    case FrameReason::kIpChecksum:
      return "ip_checksum";
    case FrameReason::kUdpLength:
      return "udp_length";
  }
  return "";
}

std::string_view name_of(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kAccept:
      return "accept";
    case Verdict::kDuplicate:
      return "duplicate";
    case Verdict::kRefuse:
      return "refuse";
    case Verdict::kDrop:
      return "drop";
    case Verdict::kNotRoce:
      return "not_roce";
    case Verdict::kSkipped:
      return "skipped";
  }
  return "";
}

std::optional<Verdict> verdict_of(FrameReason reason) noexcept {
  switch (reason) {
    case FrameReason::kNone:
      return std::nullopt;
    case FrameReason::kMacError:
    case FrameReason::kIpHeader:
    case FrameReason::kIpLength:
    case FrameReason::kIpChecksum:
    case FrameReason::kUdpLength:
      return Verdict::kDrop;
    case FrameReason::kNotForUs:
    case FrameReason::kRoceV1:
    case FrameReason::kNotIp:
    case FrameReason::kIpOptions:
    case FrameReason::kFragment:
    case FrameReason::kNotUdp:
    case FrameReason::kNotRocePort:
      return Verdict::kNotRoce;
  }
  return std::nullopt;
}

FrameReason judge_frame(ByteSpan frame, bool mac_error,
                        const std::optional<MacAddress>& our_mac) noexcept {
  if (mac_error) return FrameReason::kMacError;
  ByteReader in(frame);
  const MacAddress destination = in.array<6>();
  if (our_mac && in.ok() && destination != *our_mac && !is_group(destination)) {
    return FrameReason::kNotForUs;
  }
  in = ByteReader(frame);
  const auto ethernet = read_ethernet(in);
  if (!ethernet) return FrameReason::kNotIp;
  switch (ethernet->ether_type) {
    case ether_type::kRoceV1:
      return FrameReason::kRoceV1;
    case ether_type::kIpv4:
      return judge_ipv4(in.rest());
    case ether_type::kIpv6:
      return judge_ipv6(in.rest());
    default:
      return FrameReason::kNotIp;
  }
}

}  // namespace rnic::model
