// SPDX-License-Identifier: Apache-2.0
#pragma once

// Writes and reads ports whose width is no whole number of bytes or words.
//
// A Verilated port is a plain integer or an array of 32-bit words; bits above the port's width leak
// into neighbours, so every write here is cut to the width. Word 0 holds bits 31:0, and byte n of a
// wide port is bits 8n+7:8n. Whole-word buses (SegPins) need none of this.
//
//   write_pin<10>(dut->length_i, 2047);                   // arrives as 1023
//   write_pin<70>(dut->context_i, bytes);                 // byte 0 in bits 7:0
//   std::array<uint8_t, 9> out; read_pin<70>(dut->context_o, out);

#include <verilated.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace rnic::tb {

template <unsigned Bits, class Pin>
void write_pin(Pin& pin, uint64_t value) noexcept {
  static_assert(Bits >= 1 && Bits <= 8 * sizeof(Pin), "the port has fewer bits");
  constexpr uint64_t kMask = Bits == 64 ? ~uint64_t{0} : (uint64_t{1} << (Bits % 64)) - 1;
  pin = static_cast<Pin>(value & kMask);
}

// Bytes beyond the port are cut, missing ones are zero.
template <unsigned Bits, size_t Words>
void write_pin(VlWide<Words>& pin, std::span<const uint8_t> bytes) noexcept {
  static_assert(std::endian::native == std::endian::little);
  static_assert(Words == (Bits + 31) / 32, "the port has another width");
  std::memset(pin.data(), 0, 4 * Words);
  if (!bytes.empty()) std::memcpy(pin.data(), bytes.data(), std::min(bytes.size(), 4 * Words));
  if constexpr (Bits % 32 != 0) pin.data()[Words - 1] &= (uint32_t{1} << (Bits % 32)) - 1;
}

// Fills `bytes`, with zeros beyond the port.
template <unsigned Bits, size_t Words>
void read_pin(const VlWide<Words>& pin, std::span<uint8_t> bytes) noexcept {
  static_assert(std::endian::native == std::endian::little);
  static_assert(Words == (Bits + 31) / 32, "the port has another width");
  const size_t n = std::min(bytes.size(), 4 * Words);
  std::ranges::fill(bytes, uint8_t{0});
  if (n != 0) std::memcpy(bytes.data(), pin.data(), n);
}

}  // namespace rnic::tb
