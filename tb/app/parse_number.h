// SPDX-License-Identifier: Apache-2.0
//
// Decimal numbers on the command line, whole text or nothing: no sign, no blanks, no overflow.
//
//   const auto dscp = parse_decimal("46");
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rnic::app {

inline std::optional<std::uint64_t> parse_decimal(std::string_view text) noexcept {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

}  // namespace rnic::app
