// SPDX-License-Identifier: Apache-2.0
#pragma once

// Names for the bytes of a RoCEv2 frame, so that a report says "BTH.psn" and not "byte 51".
//
// Reads only what it needs to find the layout; a damaged frame gets names as far as they make
// sense. Not a decoder: models/wire/frame.h is.
//
//   FrameScoreboard board(run, "tx frames", roce_field_at);

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tb/harness/scoreboard.h"

namespace rnic::tb {

// All fields in wire order without gaps, from byte 0 to the frame's end. Payload, trailer and what
// cannot be told apart are one field a byte, named "payload[12]".
std::vector<FrameField> roce_fields(std::span<const uint8_t> frame);

// The field that holds `byte`; an empty name behind the frame's end. A FieldNamer.
FrameField roce_field_at(std::span<const uint8_t> frame, size_t byte);

}  // namespace rnic::tb
