// SPDX-License-Identifier: Apache-2.0
#include "tb/app/frame_view.h"

#include <fmt/format.h>

#include <variant>

namespace rnic::app {
namespace {

using model::FrameReason;

std::string protocol_detail(const model::IpHeader& ip) {
  if (const auto* v4 = std::get_if<model::Ipv4Header>(&ip)) {
    return fmt::format("protocol {}", v4->protocol);
  }
  return fmt::format("next header {}", std::get<model::Ipv6Header>(ip).next_header);
}

std::string header_detail(const model::IpHeader& ip) {
  if (const auto* v4 = std::get_if<model::Ipv4Header>(&ip)) {
    return fmt::format("version {}, IHL {}", v4->version, v4->ihl);
  }
  return fmt::format("version {}", std::get<model::Ipv6Header>(ip).version);
}

std::string length_detail(const model::IpHeader& ip) {
  if (const auto* v4 = std::get_if<model::Ipv4Header>(&ip)) {
    return fmt::format("total length {}", v4->total_length);
  }
  return fmt::format("payload length {}", std::get<model::Ipv6Header>(ip).payload_length);
}

std::string fragment_detail(const model::IpHeader& ip) {
  const auto* v4 = std::get_if<model::Ipv4Header>(&ip);
  if (v4 == nullptr) return "fragment header";
  return fmt::format("MF {}, offset {}", v4->more_fragments ? 1 : 0, v4->fragment_offset);
}

std::string checksum_detail(const model::IpHeader& ip) {
  const auto* v4 = std::get_if<model::Ipv4Header>(&ip);
  if (v4 == nullptr) return {};
  return fmt::format("got {:#06x}, want {:#06x}", v4->header_checksum,
                     model::ipv4_header_checksum(*v4));
}

}  // namespace

FrameView look_at(const InputFrame& input, const model::DscpMap& map) {
  const model::ByteSpan bytes = input.replayed.bytes;
  FrameView view{.input = input,
                 .record = model::make_skipped_record(input.number),
                 .outer = model::decode_outer(bytes),
                 .roce = std::nullopt};
  if (input.skipped()) return view;
  view.record = model::make_record(input.number, bytes, input.replayed.mac_error,
                                   model::RecordOptions{.map = map, .our_mac = std::nullopt});
  if (view.record.roce) view.roce = model::decode(bytes);
  return view;
}

std::string reason_detail(const FrameView& view) {
  const auto& [ethernet, ip, udp] = view.outer;
  switch (view.record.reason) {
    case FrameReason::kMacError:
      return fmt::format("{} bytes, cut at {}", view.input.length, model::kMaxFrameBytes);
    case FrameReason::kNotIp:
      return ethernet ? fmt::format("EtherType {:#06x}", ethernet->ether_type) : "";
    case FrameReason::kIpHeader:
    case FrameReason::kIpOptions:
      return ip ? header_detail(*ip) : "";
    case FrameReason::kFragment:
      return ip ? fragment_detail(*ip) : "";
    case FrameReason::kNotUdp:
      return ip ? protocol_detail(*ip) : "";
    case FrameReason::kNotRocePort:
      return udp ? fmt::format("port {}", udp->destination_port) : "";
    case FrameReason::kIpLength:
      return ip ? length_detail(*ip) : "";
    case FrameReason::kIpChecksum:
      return ip ? checksum_detail(*ip) : "";
    case FrameReason::kUdpLength:
      return ip && udp ? fmt::format("UDP length {}, IP {}", udp->length, length_detail(*ip)) : "";
    case FrameReason::kNone:
    case FrameReason::kNotForUs:
    case FrameReason::kRoceV1:
      break;
  }
  return {};
}

std::string syndrome_text(const model::Aeth& aeth) {
  const auto name = model::name_of(aeth.kind());
  switch (aeth.kind()) {
    case model::SyndromeKind::kAck:
      return fmt::format("{} credits={}", name, aeth.value());
    case model::SyndromeKind::kRnrNak:
      return fmt::format("{} timer={}", name, aeth.value());
    case model::SyndromeKind::kReserved:
      return fmt::format("{} {:#04x}", name, aeth.syndrome);
    default:
      return std::string(name);
  }
}

std::string icrc_text(std::uint32_t icrc) {
  return fmt::format("{:02x}", fmt::join(model::icrc_to_wire(icrc), " "));
}

std::string printable(std::string_view text) {
  std::string out;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += character;
    }
  }
  return out;
}

}  // namespace rnic::app
