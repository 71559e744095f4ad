// SPDX-License-Identifier: Apache-2.0
//
// A frame as layers of named fields, the one description behind `inspect -v` and `inspect --json`.
//
//   for (const Layer& layer : layers_of(view)) {
//     for (const Field& field : layer.fields) fmt::print("{} {}\n", field.name, text_of(field));
//   }
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tb/app/frame_view.h"

namespace rnic::app {

struct Field {
  enum class Kind { kDecimal, kHexadecimal, kFlag, kText };
  std::string_view name;
  Kind kind;
  std::uint64_t number = 0;  // a flag is 0 or 1
  int digits = 0;            // hexadecimal ones
  std::string text = {};     // of kText
};

// "7", "0x0002bd", "1", the text: as a person reads it.
std::string text_of(const Field& field);

struct Layer {
  std::string_view name;  // "ethernet", "vlan", "ip", "udp", "bth", "reth" ...
  std::vector<Field> fields;
};

// In wire order, as far as the frame can be read.
std::vector<Layer> layers_of(const FrameView& view);

// Frame, time and lengths in one line, then a line a layer.
void print_layers(std::ostream& out, const FrameView& view);

// The record of the frame (model::to_json) with `time_ns`, `length`, `captured_length`, the sizes
// of payload and pad, `icrc_got` and `icrc_want` (hex, wire order), `skipped`, `comment`, and one
// object a layer; null where there is none.
nlohmann::ordered_json json_of(const FrameView& view);

}  // namespace rnic::app
