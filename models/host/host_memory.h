// SPDX-License-Identifier: Apache-2.0
//
// The host's memory as the NIC's bus sees it: regions with a rule for their bytes, judged by
// 128-byte line. A line that any region touches can be read, bytes of it outside regions are 0;
// every other line is a bus error. Fills are computed when read, so a region may be far larger
// than this machine's memory. No timing, no protection keys.
//
//   HostMemory memory;
//   memory.add_region(0x100000, 0x20000, CounterFill{.seed = 0x11});
//   std::array<std::uint8_t, 5> bytes{};
//   memory.read(0x100003, bytes);   // true; 0x14 0x15 0x16 0x17 0x18
//   memory.read(0x200000, bytes);   // false: no region there
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <variant>

#include "models/wire/byte_io.h"

namespace rnic::model {

// Byte i of a region, counted from its start:
struct ZeroFill {};
struct CounterFill {
  std::uint64_t seed = 0;  // (i + 31 * (i >> 8) + seed) mod 256
};
struct RandomFill {
  std::uint64_t seed = 0;  // low byte of splitmix64(seed + i)
};
struct BytesFill {
  ByteVector bytes{};  // byte i; 0 behind the last one. The only fill that can be written.
};
using MemoryFill = std::variant<ZeroFill, CounterFill, RandomFill, BytesFill>;

// The first output of the generator of that name whose state is `state`;
// splitmix64(0) = 0xE220A8397B1DCDAF.
constexpr std::uint64_t splitmix64(std::uint64_t state) noexcept {
  std::uint64_t z = state + 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

class HostMemory {
 public:
  static constexpr std::size_t kLineBytes = 128;
  using Line = std::array<std::uint8_t, kLineBytes>;

  // False, and nothing changed, if the size is 0, the region runs past the last address, or it
  // shares a byte with another one. A BytesFill longer than the region is cut, a shorter one is
  // filled up with zeros.
  bool add_region(std::uint64_t address, std::uint64_t size, MemoryFill fill);

  // Every read of the line that holds this address fails from now on, region or not.
  void fail_line(std::uint64_t address);

  // The line that holds `address`; nothing: the bus answers with an error.
  std::optional<Line> read_line(std::uint64_t address) const;

  // Any bytes, across lines; addresses wrap modulo 2^64. False if one of the lines fails, and
  // `out` holds no meaning then. Reading no bytes succeeds anywhere.
  bool read(std::uint64_t address, std::span<std::uint8_t> out) const;

  // What the driver does: not judged by line. False, and nothing changed, unless all bytes lie in
  // one BytesFill region.
  bool write(std::uint64_t address, ByteSpan bytes);

 private:
  struct Region {
    std::uint64_t last;  // address of the last byte: a region may end at 2^64
    MemoryFill fill;
  };

  std::map<std::uint64_t, Region> regions_;  // by first address
  std::set<std::uint64_t> failing_lines_;
};

}  // namespace rnic::model
