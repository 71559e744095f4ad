// SPDX-License-Identifier: Apache-2.0
//
// The first question about a received frame: is it a RoCEv2 frame, and if not, why not.
// Transport header, ICRC and QP are judged later and not here.
//
// Rules, in this order; the first that applies gives the reason:
//   mac_error      the MAC or its adapter marked the frame
//   not_for_us     with a MAC filter: destination neither ours nor a group address
//   roce_v1        EtherType behind at most one tag (0x8100, 0x88A8) is 0x8915
//   not_ip         that EtherType is neither 0x0800 nor 0x86DD
//   ip_header      version contradicts the EtherType, or IHL < 5
//   ip_options     IHL > 5
//   fragment       IPv4: MF or an offset; IPv6: fragment header
//   not_udp        protocol or next header is not 17 (other IPv6 extension headers too)
//   not_roce_port  UDP destination port is not 4791
//   ip_length      IP packet longer than the frame, or no room for UDP + BTH + ICRC
//   ip_checksum    IPv4 header checksum wrong
//   udp_length     UDP length is not the IP payload length
// A field that the frame is too short to hold is judged as `not_ip` before the EtherType is
// known and as `ip_length` afterwards.
//
//   const FrameReason reason = judge_frame(frame, /*mac_error=*/false);
//   if (reason == FrameReason::kNone) { /* a RoCE frame */ }
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "models/wire/address.h"
#include "models/wire/byte_io.h"

namespace rnic::model {

enum class FrameReason : std::uint8_t {
  kNone,  // a RoCE frame
  kMacError,
  kNotForUs,
  kRoceV1,
  kNotIp,
  kIpHeader,
  kIpOptions,
  kFragment,
  kNotUdp,
  kNotRocePort,
  kIpLength,
  kIpChecksum,
  kUdpLength,
};

// What becomes of a frame. kAccept, kDuplicate and kRefuse are for later stages.
enum class Verdict : std::uint8_t { kAccept, kDuplicate, kRefuse, kDrop, kNotRoce, kSkipped };

// As in the list above: "mac_error" ...; empty for kNone.
std::string_view name_of(FrameReason reason) noexcept;
// "accept", "duplicate", "refuse", "drop", "not_roce", "skipped"
std::string_view name_of(Verdict verdict) noexcept;

// kDrop for frames that are damaged, kNotRoce for those that are something else; nothing for
// kNone, which later stages decide.
std::optional<Verdict> verdict_of(FrameReason reason) noexcept;

// `frame` is the Ethernet frame without FCS; `mac_error` the MAC's error mark; `our_mac` switches
// the MAC filter on.
FrameReason judge_frame(ByteSpan frame, bool mac_error,
                        const std::optional<MacAddress>& our_mac = std::nullopt) noexcept;

}  // namespace rnic::model
