// SPDX-License-Identifier: Apache-2.0
//
// Decimal numbers on the command line, whole text or nothing: no sign, no blanks, no overflow.
//
//   const auto dscp = parse_decimal("46");
//   const std::uint64_t seed = parse_number("--seed", text);
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tb/app/errors.h"

namespace rnic::app {

inline std::optional<std::uint64_t> parse_decimal(std::string_view text) noexcept {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

// The value of an option that takes one number. Throws InputError.
inline std::uint64_t parse_number(std::string_view option, std::string_view text) {
  if (const auto value = parse_decimal(text)) return *value;
  throw InputError(std::string(option) + ": '" + std::string(text) +
                   "', expected a number from 0 to 18446744073709551615");
}

}  // namespace rnic::app
