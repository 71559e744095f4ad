// SPDX-License-Identifier: Apache-2.0
//
// Reading and writing integers in network order (most significant byte first) on byte spans.
//
// ByteReader never reads outside its span: a read that does not fit gives 0, moves nothing and
// leaves ok() false from then on, so a whole header can be read first and judged once.
// It knows no protocol, and no little-endian fields either: the one on the wire, the ICRC, is
// turned round by frame.cc.
//
//   ByteReader in(bytes);
//   const std::uint16_t source_port = in.u16();
//   const std::uint16_t destination_port = in.u16();
//   if (!in.ok()) return std::nullopt;
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rnic::model {

using ByteSpan = std::span<const std::uint8_t>;
using ByteVector = std::vector<std::uint8_t>;

class ByteReader {
 public:
  constexpr explicit ByteReader(ByteSpan bytes) noexcept : bytes_(bytes) {}

  constexpr std::uint8_t u8() noexcept { return static_cast<std::uint8_t>(unsigned_int(1)); }
  constexpr std::uint16_t u16() noexcept { return static_cast<std::uint16_t>(unsigned_int(2)); }
  constexpr std::uint32_t u24() noexcept { return static_cast<std::uint32_t>(unsigned_int(3)); }
  constexpr std::uint32_t u32() noexcept { return static_cast<std::uint32_t>(unsigned_int(4)); }
  constexpr std::uint64_t u64() noexcept { return unsigned_int(8); }

  // The next `count` bytes, or an empty span if there are not that many.
  constexpr ByteSpan bytes(std::size_t count) noexcept {
    if (!take(count)) return {};
    return bytes_.subspan(position_ - count, count);
  }

  // The next N bytes as an array, zeros if there are not that many.
  template <std::size_t N>
  constexpr std::array<std::uint8_t, N> array() noexcept {
    std::array<std::uint8_t, N> out{};
    std::ranges::copy(bytes(N), out.begin());
    return out;
  }

  // Everything not read yet, without reading it.
  constexpr ByteSpan rest() const noexcept { return bytes_.subspan(position_); }
  constexpr std::size_t remaining() const noexcept { return bytes_.size() - position_; }
  // Bytes read so far.
  constexpr std::size_t position() const noexcept { return position_; }
  // False once any read did not fit.
  constexpr bool ok() const noexcept { return ok_; }

 private:
  constexpr bool take(std::size_t count) noexcept {
    if (count > remaining()) {
      ok_ = false;
      return false;
    }
    position_ += count;
    return true;
  }

  constexpr std::uint64_t unsigned_int(std::size_t count) noexcept {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : bytes(count)) value = value << 8 | byte;
    return value;
  }

  ByteSpan bytes_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

// Appends to a vector that the caller owns. A value wider than its field is cut to the field's
// low bits (u24 of 0x1000005 writes 00 00 05).
class ByteWriter {
 public:
  explicit ByteWriter(ByteVector& out) noexcept : out_(out) {}

  void u8(std::uint8_t value) { unsigned_int(value, 1); }
  void u16(std::uint16_t value) { unsigned_int(value, 2); }
  void u24(std::uint32_t value) { unsigned_int(value, 3); }
  void u32(std::uint32_t value) { unsigned_int(value, 4); }
  void u64(std::uint64_t value) { unsigned_int(value, 8); }
  void bytes(ByteSpan bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }

 private:
  void unsigned_int(std::uint64_t value, unsigned count) {
    for (unsigned shift = 8 * count; shift > 0; shift -= 8) {
      out_.push_back(static_cast<std::uint8_t>(value >> (shift - 8)));
    }
  }

  ByteVector& out_;
};

}  // namespace rnic::model
