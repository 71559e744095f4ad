// SPDX-License-Identifier: Apache-2.0
#pragma once

// A RoCEv2 frame that is right in everything, as bytes whose places are known, to be damaged.
//
// Not a packet builder: what no header fixes is random (addresses, keys, payload, even reserved
// bits), and opcode and payload need not fit each other.
//
//   RoceDraft draft({.ipv6 = true, .tpid = 0x8100, .opcode = 0x0A, .payload = 5}, rng);
//   draft.put16(draft.udp() + 2, 4792);      // another port
//   draft.seal();                            // header checksum and ICRC of what is there now
//   std::vector<uint8_t> frame = draft.take();

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tb/harness/rng.h"

namespace rnic::tb {

struct RoceShape {
  bool ipv6 = false;
  uint16_t tpid = 0;  // 0: untagged
  uint8_t opcode = 0x04;
  size_t extension = 0;  // bytes between BTH and payload
  size_t payload = 0;    // the pad is added
  size_t trailer = 0;    // bytes behind the IP packet, before padding to 60
};

// What the opcode's headers take; nothing for an opcode that is not known.
RoceShape with_opcode(RoceShape shape, uint8_t opcode);

class RoceDraft {
 public:
  RoceDraft(const RoceShape& shape, Rng& rng);

  std::vector<uint8_t>& bytes() noexcept { return bytes_; }
  std::vector<uint8_t> take() noexcept { return std::move(bytes_); }
  bool is_ipv6() const noexcept { return ipv6_; }

  // Where things begin.
  size_t type() const noexcept { return ip_ - 2; }
  size_t ip() const noexcept { return ip_; }
  size_t ip_length() const noexcept { return ip_ + (ipv6_ ? 4 : 2); }
  size_t protocol() const noexcept { return ip_ + (ipv6_ ? 6 : 9); }
  size_t udp() const noexcept { return ip_ + (ipv6_ ? 40 : 20); }
  size_t bth() const noexcept { return udp() + 8; }
  size_t packet_end() const noexcept { return end_; }  // behind the ICRC

  void put16(size_t at, size_t value);
  // IP and UDP length for a packet that ends at `end`, wherever the frame does.
  void set_packet_end(size_t end);
  // The IPv4 header checksum alone, and with the ICRC. The packet must lie inside the frame.
  void seal_header();
  void seal();

 private:
  std::vector<uint8_t> bytes_;
  bool ipv6_;
  size_t ip_;
  size_t end_ = 0;
};

}  // namespace rnic::tb
