// SPDX-License-Identifier: Apache-2.0
//
// Integers in host memory: least significant byte first, at fixed offsets. Not for the wire, which
// is the other way round (models/wire/byte_io.h).
//
//   std::array<std::uint8_t, 64> block{};
//   put_little<8>(block, 8, wr_id);
//   get_little<3>(block, 16);  // 24 bits
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace rnic::model {

// The Bytes (1 to 8) bytes from `offset` on. They must lie inside `bytes`.
template <std::size_t Bytes>
constexpr std::uint64_t get_little(std::span<const std::uint8_t> bytes,
                                   std::size_t offset) noexcept {
  static_assert(Bytes >= 1 && Bytes <= 8);
  std::uint64_t value = 0;
  for (std::size_t i = Bytes; i > 0; --i) value = value << 8 | bytes[offset + i - 1];
  return value;
}

// Writes the value's low Bytes bytes; higher ones are cut off.
template <std::size_t Bytes>
constexpr void put_little(std::span<std::uint8_t> bytes, std::size_t offset,
                          std::uint64_t value) noexcept {
  static_assert(Bytes >= 1 && Bytes <= 8);
  for (std::size_t i = 0; i < Bytes; ++i) {
    bytes[offset + i] = static_cast<std::uint8_t>(value >> (8 * i));
  }
}

}  // namespace rnic::model
