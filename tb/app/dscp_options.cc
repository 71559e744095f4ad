// SPDX-License-Identifier: Apache-2.0
#include "tb/app/dscp_options.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "tb/app/errors.h"
#include "tb/app/parse_number.h"

namespace rnic::app {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string_view::npos; begin = end + 1) {
    end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
  }
  return parts;
}

}  // namespace

model::DscpMap parse_dscp_map(std::string_view text) {
  if (const auto profile = model::DscpMap::profile(text)) return *profile;
  model::DscpMap map;
  std::array<bool, 64> named = {};
  for (const std::string_view entry : split(text, ',')) {
    const std::size_t equals = entry.find('=');
    const auto dscp = parse_decimal(entry.substr(0, equals));
    const auto priority =
        equals == std::string_view::npos ? std::nullopt : parse_decimal(entry.substr(equals + 1));
    if (!dscp || !priority || *dscp > 63 || *priority > 7) {
      throw InputError(fmt::format(
          "--map: '{}', expected basepod, factory, or DSCP=PRIORITY with 0..63 and 0..7", entry));
    }
    if (named[*dscp]) throw InputError(fmt::format("--map: DSCP {} is given twice", *dscp));
    named[*dscp] = true;
    map.set_priority(static_cast<std::uint8_t>(*dscp), static_cast<std::uint8_t>(*priority));
  }
  return map;
}

std::uint8_t parse_lossless(std::string_view text) {
  unsigned mask = 0;
  if (text.empty()) return 0;
  for (const std::string_view entry : split(text, ',')) {
    const auto priority = parse_decimal(entry);
    if (!priority || *priority > 7) {
      throw InputError(
          fmt::format("--lossless: '{}', expected priorities 0..7 such as 3,4", entry));
    }
    mask |= 1u << *priority;
  }
  return static_cast<std::uint8_t>(mask);
}

model::DscpMap resolve(const DscpSettings& command_line, const DscpSettings& file) noexcept {
  model::DscpMap map =
      command_line.map ? *command_line.map : file.map.value_or(model::DscpMap::basepod());
  const auto lossless = command_line.lossless ? command_line.lossless : file.lossless;
  if (lossless) map.set_lossless_mask(*lossless);
  return map;
}

}  // namespace rnic::app
