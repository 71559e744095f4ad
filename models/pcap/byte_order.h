// SPDX-License-Identifier: Apache-2.0
//
// Integers of a capture file, whose writer chose the byte order.
//
// For file headers only; packet headers are always most significant byte first and have their own
// codec in models/wire.
//
//   const ByteOrder order{.big = true};
//   std::uint32_t length = order.u32(block.data() + 4);
#pragma once

#include <cstdint>

namespace rnic::model {

struct ByteOrder {
  bool big = false;

  [[nodiscard]] std::uint16_t u16(const std::uint8_t* p) const noexcept {
    const unsigned first = p[big ? 0 : 1];
    const unsigned second = p[big ? 1 : 0];
    return static_cast<std::uint16_t>(first << 8 | second);
  }
  [[nodiscard]] std::uint32_t u32(const std::uint8_t* p) const noexcept {
    const std::uint32_t high = u16(p + (big ? 0 : 2));
    return high << 16 | u16(p + (big ? 2 : 0));
  }
  [[nodiscard]] std::uint64_t u64(const std::uint8_t* p) const noexcept {
    const std::uint64_t high = u32(p + (big ? 0 : 4));
    return high << 32 | u32(p + (big ? 4 : 0));
  }
};

}  // namespace rnic::model
