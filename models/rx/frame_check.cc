// SPDX-License-Identifier: Apache-2.0
#include "models/rx/frame_check.h"

#include "models/crc/icrc.h"

namespace rnic::model {
namespace {

std::size_t ip_payload_bytes(const IpHeader& ip) noexcept {
  if (const auto* v4 = std::get_if<Ipv4Header>(&ip)) return v4->total_length - kIpv4Bytes;
  return std::get<Ipv6Header>(ip).payload_length;
}

std::size_t ip_header_bytes(const IpHeader& ip) noexcept {
  return std::holds_alternative<Ipv4Header>(ip) ? kIpv4Bytes : kIpv6Bytes;
}

bool is_bare(Operation operation) noexcept {
  return operation == Operation::kAcknowledge || operation == Operation::kAtomicAcknowledge ||
         operation == Operation::kCongestionNotification;
}

// Fills in where the payload lies; false if the packet's length does not fit its opcode.
bool measure(FrameCheck& check) noexcept {
  const RoceFrame& frame = *check.frame;
  const std::size_t headers = kBthBytes + check.opcode->extension_bytes();
  const std::size_t packet = ip_payload_bytes(frame.ip) - kUdpBytes;  // BTH .. ICRC
  const std::size_t pad = frame.bth.pad_count;
  if (packet < headers + pad + kIcrcBytes) return false;

  const std::size_t payload_and_pad = packet - headers - kIcrcBytes;
  if (payload_and_pad % 4 != 0) return false;
  if (is_bare(check.opcode->operation) && payload_and_pad != 0) return false;

  check.payload_offset = static_cast<std::uint32_t>(
      frame.ethernet.bytes() + ip_header_bytes(frame.ip) + kUdpBytes + headers);
  check.payload_bytes = static_cast<std::uint32_t>(payload_and_pad - pad);
  check.pad = frame.bth.pad_count;
  return true;
}

}  // namespace

FrameCheck check_frame(ByteSpan frame, bool mac_error, const std::optional<MacAddress>& our_mac) {
  FrameCheck check;
  check.reason = reason_of(judge_frame(frame, mac_error, our_mac));
  if (check.reason) return check;
  check.frame = decode(frame);

  if (check.frame->bth.transport_version != 0) {
    check.reason = Reason::kTver;
    return check;
  }
  check.opcode = find_opcode(check.frame->bth.opcode);
  if (check.opcode == nullptr) {
    check.reason = Reason::kOpcode;
    return check;
  }
  check.length_ok = measure(check);
  if (!check.length_ok) {
    check.reason = Reason::kLength;
    return check;
  }
  check.icrc_ok = check_icrc(frame)->ok();
  if (!*check.icrc_ok) check.reason = Reason::kIcrc;
  return check;
}

Verdict verdict_of_frame(Reason reason) noexcept {
  switch (reason) {
    case Reason::kNotForUs:
    case Reason::kRoceV1:
    case Reason::kNotIp:
    case Reason::kIpOptions:
    case Reason::kFragment:
    case Reason::kNotUdp:
    case Reason::kNotRocePort:
      return Verdict::kNotRoce;
    default:
      return Verdict::kDrop;
  }
}

}  // namespace rnic::model
