// SPDX-License-Identifier: Apache-2.0
//
// Packet sequence number arithmetic: 24 bits, modulo 2^24, order by signed difference.
// Message sequence numbers (MSN) count the same way. Values are kept in the low 24 bits of a
// std::uint32_t; higher bits of an argument are ignored.
//
//   psn_add(0xFFFFFF, 1) == 0
//   psn_distance(0xFFFFFE, 1) == 3
#pragma once

#include <cstdint>

namespace rnic::model {

inline constexpr std::uint32_t kPsnMask = 0xFFFFFF;

// psn + count modulo 2^24; count may be negative.
constexpr std::uint32_t psn_add(std::uint32_t psn, std::int64_t count) noexcept {
  return static_cast<std::uint32_t>(psn + static_cast<std::uint64_t>(count)) & kPsnMask;
}

// How far `to` lies ahead of `from`: -2^23 .. 2^23 - 1. At half the circle "ahead" and "behind"
// are the same place; it counts as behind, -2^23.
constexpr std::int32_t psn_distance(std::uint32_t from, std::uint32_t to) noexcept {
  const std::uint32_t ahead = (to - from) & kPsnMask;
  const auto signed_ahead = static_cast<std::int32_t>(ahead);
  return ahead < 0x800000 ? signed_ahead : signed_ahead - 0x1000000;
}

// True if a comes before b.
constexpr bool psn_before(std::uint32_t a, std::uint32_t b) noexcept {
  return psn_distance(b, a) < 0;
}

}  // namespace rnic::model
