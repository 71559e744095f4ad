// SPDX-License-Identifier: Apache-2.0
//
// The part of a verdict that needs no QP: is it a RoCE frame (frame_gate.h), and does its
// transport header hold together. Remembers nothing between frames.
//
// Behind frame_gate.h, in this order; the first that applies gives the reason, always a drop:
//   tver    TVer is not 0
//   opcode  not RC, UC, UD or CNP, or reserved there (opcode.h lists the known ones)
//   length  shorter than BTH, the opcode's extended headers, pad and ICRC; payload + pad not a
//           multiple of 4; ACK, atomic acknowledge or CNP with anything behind its headers
//   icrc    wrong
//
//   const FrameCheck check = check_frame(frame, /*mac_error=*/false);
//   if (!check.reason) use(*check.frame, check.payload_bytes);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/rx/verdict.h"
#include "models/wire/address.h"
#include "models/wire/byte_io.h"
#include "models/wire/frame.h"

namespace rnic::model {

struct FrameCheck {
  std::optional<Reason> reason = std::nullopt;    // absent: nothing wrong so far
  std::optional<RoceFrame> frame = std::nullopt;  // a RoCE frame, whatever is wrong behind
  const OpcodeInfo* opcode = nullptr;             // once TVer and opcode are right
  bool length_ok = false;                         // the three below mean something
  std::uint32_t payload_offset = 0;               // in the frame
  std::uint32_t payload_bytes = 0;                // without the pad
  std::uint8_t pad = 0;
  std::optional<bool> icrc_ok = std::nullopt;  // once it was looked at
};

// `frame` as it comes from the bus: without FCS, padded and cut (replay_rules.h does that to a
// captured one). `mac_error` is the mark on its last segment; `our_mac` switches the MAC filter on.
FrameCheck check_frame(ByteSpan frame, bool mac_error,
                       const std::optional<MacAddress>& our_mac = std::nullopt);

// kDrop or kNotRoce, for the reasons that check_frame() gives.
Verdict verdict_of_frame(Reason reason) noexcept;

}  // namespace rnic::model
