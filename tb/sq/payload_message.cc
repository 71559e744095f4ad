// SPDX-License-Identifier: Apache-2.0
#include "tb/sq/payload_message.h"

#include <algorithm>
#include <cstring>

namespace rnic::tb {
namespace {

constexpr uint32_t kMostBeyond = 127;

uint64_t memory_word(uint64_t addr) noexcept {
  uint64_t z = addr * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 29)) * 0xbf58476d1ce4e5b9;
  return z ^ (z >> 32);
}

}  // namespace

uint8_t memory_byte(uint64_t addr) noexcept {
  return static_cast<uint8_t>(memory_word(addr & ~uint64_t{7}) >> (8 * (addr & 7)));
}

void read_line(uint64_t addr, std::array<uint8_t, kRowBytes>& bytes) noexcept {
  for (size_t i = 0; i < kRowBytes; i += 8) {
    const uint64_t word = memory_word(addr + i);
    std::memcpy(&bytes[i], &word, sizeof word);
  }
}

std::vector<PayloadPacket> cut(const PayloadMessage& message, size_t from) {
  std::vector<PayloadPacket> packets;
  size_t number = 0;
  bool begins_packet = true;
  for (size_t p = 0; p < message.pieces.size(); ++p) {
    const Piece& piece = message.pieces[p];
    for (uint32_t done = 0; done < piece.bytes;) {
      if (begins_packet) packets.push_back({.queue = message.queue, .qp = message.qp});
      PayloadPacket& packet = packets.back();
      const uint32_t n = std::min(piece.bytes - done, message.pmtu - packet.bytes);
      packet.fragments.push_back({.queue = message.queue,
                                  .qp = message.qp,
                                  .addr = piece.addr + done,
                                  .bytes = n,
                                  .first = begins_packet,
                                  .restart = number == from,
                                  .adjoins = done != 0 && number != from,
                                  .beyond = std::min(piece.bytes - done - n, kMostBeyond)});
      packet.bytes += n;
      done += n;
      begins_packet = packet.bytes == message.pmtu;
      if (begins_packet) ++number;
    }
  }
  packets.back().fragments.back().message_end = true;
  packets.erase(packets.begin(), packets.begin() + static_cast<std::ptrdiff_t>(from));
  for (PayloadPacket& packet : packets) {
    packet.rows = static_cast<unsigned>((packet.bytes + kRowBytes - 1) / kRowBytes);
    for (Fragment& fragment : packet.fragments) fragment.packet_rows = packet.rows;
  }
  return packets;
}

}  // namespace rnic::tb
