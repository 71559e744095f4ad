// SPDX-License-Identifier: Apache-2.0
//
// A frame as bytes whose places are known, so that one field at a time can be made wrong, and what
// follows from it right again. Places are those of the frame it was made of: what a mutation says
// of lengths and types moves none of them. A frame that is no RoCE frame has no places.
//
//   FrameDraft draft(frame, /*error=*/false);
//   draft.set_bits(8 * draft.udp() + 16, 16, 4792);   // another port
//   draft.seal_all();                                 // header checksum and ICRC
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/wire/byte_io.h"

namespace rnic::fuzz {

class FrameDraft {
 public:
  FrameDraft(model::ByteVector frame, bool error);

  // Bits `first` to `first + width - 1`, the most significant bit of byte 0 being bit 0; at
  // most 64. What lies outside the frame reads 0 and is not written.
  [[nodiscard]] std::uint64_t bits(std::size_t first, unsigned width) const noexcept;
  void set_bits(std::size_t first, unsigned width, std::uint64_t value) noexcept;

  [[nodiscard]] bool is_roce() const noexcept { return is_roce_; }
  [[nodiscard]] bool is_ipv6() const noexcept { return is_ipv6_; }
  [[nodiscard]] std::size_t ip() const noexcept { return ip_; }
  [[nodiscard]] std::size_t udp() const noexcept { return ip_ + (is_ipv6_ ? 40 : 20); }
  [[nodiscard]] std::size_t bth() const noexcept { return udp() + 8; }
  // Behind the ICRC.
  [[nodiscard]] std::size_t packet_end() const noexcept { return end_; }
  // IP and UDP length for a packet that ends there.
  void set_packet_end(std::size_t end) noexcept;

  // The IPv4 header checksum alone, and with the ICRC, of what is there now; as far as it is there.
  void seal_checksum() noexcept;
  void seal_all() noexcept;

  model::ByteVector bytes;
  bool mac_error = false;

 private:
  bool is_roce_ = false;
  bool is_ipv6_ = false;
  std::size_t ip_ = 0;
  std::size_t end_ = 0;
};

}  // namespace rnic::fuzz
