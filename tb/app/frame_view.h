// SPDX-License-Identifier: Apache-2.0
//
// Everything the model says of one captured frame, gathered for the three ways of showing it.
//
//   const FrameView view = look_at(frame, map);
//   if (view.roce) use(view.roce->bth.psn);
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/qos/dscp_map.h"
#include "models/rx/frame_record.h"
#include "models/wire/frame.h"
#include "tb/app/capture_stream.h"

namespace rnic::app {

struct FrameView {
  const InputFrame& input;
  model::FrameRecord record;
  model::OuterHeaders outer;             // as far as they can be read, of any frame
  std::optional<model::RoceFrame> roce;  // RoCE frames only
};

// The view refers to `input`.
FrameView look_at(const InputFrame& input, const model::DscpMap& map);

// What led to the record's reason, such as "EtherType 0x0806"; empty where the name says it all.
std::string reason_detail(const FrameView& view);

// "ACK", "RNR_NAK" ... with the value that belongs to it: "ACK credits=3", "RNR_NAK timer=14".
std::string syndrome_text(const model::Aeth& aeth);

// The four bytes as they stand on the wire: "e8 58 18 5f".
std::string icrc_text(std::uint32_t icrc);

// `text` with control characters as \n or \x1b, so that a file cannot write to the terminal.
std::string printable(std::string_view text);

}  // namespace rnic::app
