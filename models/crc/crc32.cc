// SPDX-License-Identifier: Apache-2.0
#include "models/crc/crc32.h"

#include <array>

namespace rnic::model {
namespace {

constexpr std::uint32_t kReflectedPolynomial = 0xEDB88320;

// Entry i: what a register holding i becomes after eight zero bits.
constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value >> 1) ^ ((value & 1) != 0 ? kReflectedPolynomial : 0);
    }
    table[i] = value;
  }
  return table;
}

constexpr std::array<std::uint32_t, 256> kTable = make_table();

}  // namespace

void Crc32::update(std::uint8_t byte) noexcept {
  register_ = (register_ >> 8) ^ kTable[(register_ ^ byte) & 0xFF];
}

void Crc32::update(ByteSpan bytes) noexcept {
  for (const std::uint8_t byte : bytes) update(byte);
}

}  // namespace rnic::model
