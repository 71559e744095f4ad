// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reference of the payload path, byte by byte: memory without a map, messages, their packets.
//
// A message's bytes are its pieces' one after the other; a packet is the next PMTU of them. Nothing
// here knows rows, lines or rotations beyond what the fragments' fields are said to mean.
//
//   PayloadMessage message{.queue = 3, .qp = 17, .pmtu = 1024, .pieces = {{0x1000, 5000}}};
//   for (const PayloadPacket& packet : cut(message, true)) …

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rnic::tb {

inline constexpr size_t kRowBytes = 128;

// The byte that stands at an address.
uint8_t memory_byte(uint64_t addr) noexcept;
// The 128 bytes of a line; addr is a multiple of 128.
void read_line(uint64_t addr, std::array<uint8_t, kRowBytes>& bytes) noexcept;

struct Piece {
  uint64_t addr = 0;
  uint32_t bytes = 0;
};

struct PayloadMessage {
  unsigned queue = 0;
  unsigned qp = 0;
  uint32_t pmtu = 1024;
  std::vector<Piece> pieces{};
};

// As tx_frag_t.
struct Fragment {
  unsigned queue = 0;
  unsigned qp = 0;
  uint64_t addr = 0;
  uint32_t bytes = 0;
  bool first = false;
  unsigned packet_rows = 0;
  bool restart = false;
  bool adjoins = false;
  unsigned beyond = 0;
  bool message_end = false;
};

struct PayloadPacket {
  unsigned queue = 0;
  unsigned qp = 0;
  unsigned rows = 0;
  uint32_t bytes = 0;
  std::vector<Fragment> fragments{};
  bool dead_before = false;  // its QP was dead before any fragment was offered
  bool killed = false;       // its QP died while the packet may have been on its way
};

// The packets of a message from packet `from` on. A message that was interrupted is cut a second
// time with the number of packets that went before.
std::vector<PayloadPacket> cut(const PayloadMessage& message, size_t from = 0);

}  // namespace rnic::tb
