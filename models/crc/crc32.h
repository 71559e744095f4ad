// SPDX-License-Identifier: Apache-2.0
//
// CRC-32 of IEEE 802.3, one byte at a time: polynomial 0x04C11DB7, bits taken least significant
// first, register starts all ones, result inverted. It knows no packet; see icrc.h.
//
//   Crc32 crc;
//   crc.update(first_part);
//   crc.update(second_part);
//   const std::uint32_t value = crc.value();   // "123456789" gives 0xCBF43926
#pragma once

#include <cstdint>

#include "models/wire/byte_io.h"

namespace rnic::model {

class Crc32 {
 public:
  void update(std::uint8_t byte) noexcept;
  void update(ByteSpan bytes) noexcept;

  // The CRC of everything so far: the register inverted.
  std::uint32_t value() const noexcept { return ~register_; }
  // The register itself, in the reflected form (bit 31 of the polynomial's view is bit 0 here).
  std::uint32_t register_value() const noexcept { return register_; }

 private:
  std::uint32_t register_ = 0xFFFFFFFF;
};

}  // namespace rnic::model
