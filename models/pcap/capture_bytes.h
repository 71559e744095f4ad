// SPDX-License-Identifier: Apache-2.0
//
// Builds capture files byte by byte for the tests of this folder, in either byte order, right or
// wrong on purpose. Not a writer: see capture_writer.h.
//
//   const bool big = true;
//   Bytes file = section(big) + interface(big, 1) + enhanced_packet(big, {.data = frame});
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/pcap/capture_reader.h"

namespace rnic::model::test {

using Bytes = std::vector<std::uint8_t>;

inline Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

inline Bytes integer(bool big, std::uint64_t value, unsigned bytes) {
  Bytes out;
  for (unsigned i = 0; i < bytes; ++i) {
    out.push_back(static_cast<std::uint8_t>(value >> (8 * (big ? bytes - 1 - i : i))));
  }
  return out;
}
inline Bytes u16(bool big, std::uint64_t value) { return integer(big, value, 2); }
inline Bytes u32(bool big, std::uint64_t value) { return integer(big, value, 4); }

inline Bytes padded(Bytes bytes) {
  bytes.resize((bytes.size() + 3) & ~std::size_t{3});
  return bytes;
}

inline Bytes text(std::string_view value) { return {value.begin(), value.end()}; }

// `size` bytes that differ from each other and from those of another `seed`.
inline Bytes pattern(std::size_t size, std::uint8_t seed = 0) {
  Bytes out(size);
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<std::uint8_t>(seed + 7 * i);
  return out;
}

// ---- pcap

inline constexpr std::uint32_t kMicroseconds = 0xA1B2C3D4;
inline constexpr std::uint32_t kNanoseconds = 0xA1B23C4D;

inline Bytes pcap_header(bool big, std::uint32_t magic, std::uint32_t link_type = 1,
                         std::uint32_t snap_length = 65535) {
  return u32(big, magic) + u16(big, 2) + u16(big, 4) + u32(big, 0) + u32(big, 0) +
         u32(big, snap_length) + u32(big, link_type);
}

inline Bytes pcap_record(bool big, std::uint32_t seconds, std::uint32_t fraction, const Bytes& data,
                         std::optional<std::uint32_t> original = {}) {
  return u32(big, seconds) + u32(big, fraction) + u32(big, data.size()) +
         u32(big, original.value_or(static_cast<std::uint32_t>(data.size()))) + data;
}

// ---- pcapng

inline Bytes block(bool big, std::uint32_t type, const Bytes& body) {
  const Bytes length = u32(big, body.size() + 12);
  return u32(big, type) + length + body + length;
}

inline Bytes option(bool big, std::uint16_t code, const Bytes& value) {
  return u16(big, code) + u16(big, value.size()) + padded(value);
}

inline Bytes section(bool big, const Bytes& options = {}) {
  return block(big, 0x0A0D0D0A,
               u32(big, 0x1A2B3C4D) + u16(big, 1) + u16(big, 0) + integer(big, ~0ull, 8) + options);
}

inline Bytes interface(bool big, std::uint16_t link_type, std::uint32_t snap_length = 0,
                       const Bytes& options = {}) {
  return block(big, 1, u16(big, link_type) + u16(big, 0) + u32(big, snap_length) + options);
}

struct Packet {
  std::uint32_t interface = 0;
  std::uint64_t stamp = 0;
  Bytes data = {};
  std::optional<std::uint32_t> captured = {};  // what the block claims
  std::optional<std::uint32_t> original = {};
  Bytes options = {};
};

inline Bytes enhanced_packet(bool big, const Packet& packet) {
  const std::size_t size = packet.data.size();
  return block(big, 6,
               u32(big, packet.interface) + u32(big, packet.stamp >> 32) +
                   u32(big, packet.stamp & 0xFFFFFFFF) + u32(big, packet.captured.value_or(size)) +
                   u32(big, packet.original.value_or(size)) + padded(packet.data) + packet.options);
}

// ---- reading

struct ReadFrame {
  std::uint64_t number = 0;
  std::optional<std::int64_t> time_ns;
  Bytes bytes;
  std::uint32_t original_length = 0;
  bool truncated = false;
  CaptureInterface interface;
  std::string comment;
};

struct ReadResult {
  std::vector<ReadFrame> frames;
  std::string error;  // empty at a clean end
  std::optional<CapturePlace> place;
};

inline ReadResult read_all(CaptureReader& reader) {
  ReadResult result;
  try {
    for (CaptureFrame frame; reader.next(frame);) {
      result.frames.push_back({frame.number, frame.time_ns,
                               Bytes(frame.bytes.begin(), frame.bytes.end()), frame.original_length,
                               frame.truncated(), frame.interface, frame.comment});
    }
  } catch (const CaptureError& error) {
    result.error = error.what();
    result.place = error.place();
  }
  return result;
}

inline ReadResult read_all(const Bytes& file) {
  try {
    CaptureReader reader(file, "test");
    return read_all(reader);
  } catch (const CaptureError& error) {
    return {.frames = {}, .error = error.what(), .place = error.place()};
  }
}

}  // namespace rnic::model::test
