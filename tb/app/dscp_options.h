// SPDX-License-Identifier: Apache-2.0
//
// The site's DSCP map as a command gets it: from `--map` and `--lossless`, from `[nic]` of a TOML
// file, or by default. Each of the two settings is taken from the first place that has it, in that
// order; lossless priorities that nobody gave are those of the map's profile.
//
//   DscpSettings line = {.map = parse_dscp_map("46=3,26=4"), .lossless = std::nullopt};
//   const model::DscpMap map = resolve(line, from_file);
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "models/qos/dscp_map.h"

namespace rnic::app {

struct DscpSettings {
  std::optional<model::DscpMap> map = std::nullopt;
  std::optional<std::uint8_t> lossless = std::nullopt;  // bit n = priority n
};

// "basepod", "factory", or a table "46=3,26=4" whose other DSCPs have priority 0 and which has no
// lossless priority. Throws InputError.
model::DscpMap parse_dscp_map(std::string_view text);

// "3", "3,4", or "" for none. Throws InputError.
std::uint8_t parse_lossless(std::string_view text);

// `basepod` where neither gives a map.
model::DscpMap resolve(const DscpSettings& command_line, const DscpSettings& file) noexcept;

}  // namespace rnic::app
