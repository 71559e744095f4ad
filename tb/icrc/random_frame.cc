// SPDX-License-Identifier: Apache-2.0
#include "tb/icrc/random_frame.h"

#include <algorithm>
#include <span>

#include "models/crc/icrc.h"
#include "models/wire/ethernet.h"
#include "models/wire/frame.h"
#include "models/wire/ip.h"
#include "tb/harness/seg_bus.h"

namespace rnic::tb {
namespace {

void put16(std::vector<uint8_t>& bytes, size_t at, size_t value) {
  bytes[at] = static_cast<uint8_t>(value >> 8);
  bytes[at + 1] = static_cast<uint8_t>(value);
}

size_t l2_bytes(const RandomFrameShape& shape) {
  return model::kEthernetBytes + (shape.tpid != 0 ? model::kVlanTagBytes : 0);
}

size_t least_ip_bytes(bool ipv6) { return ipv6 ? 64 : 44; }

}  // namespace

std::vector<uint8_t> RandomFrames::roce(const RandomFrameShape& shape) {
  const size_t ip = l2_bytes(shape);
  std::vector<uint8_t> bytes(ip + shape.ip_bytes + shape.trailer_bytes);
  rng_.fill(bytes);
  if (shape.tpid != 0) put16(bytes, 12, shape.tpid);
  const size_t udp = ip + (shape.ipv6 ? model::kIpv6Bytes : model::kIpv4Bytes);
  if (shape.ipv6) {
    put16(bytes, ip - 2, model::ether_type::kIpv6);
    bytes[ip] = static_cast<uint8_t>(0x60 | (bytes[ip] & 0xf));
    put16(bytes, ip + 4, shape.ip_bytes - model::kIpv6Bytes);
    bytes[ip + 6] = model::ip_protocol::kUdp;
  } else {
    put16(bytes, ip - 2, model::ether_type::kIpv4);
    bytes[ip] = 0x45;
    put16(bytes, ip + 2, shape.ip_bytes);
    put16(bytes, ip + 6, 0x4000);  // DF, no fragment
    bytes[ip + 9] = model::ip_protocol::kUdp;
  }
  put16(bytes, udp + 2, 4791);
  put16(bytes, udp + 4, ip + shape.ip_bytes - udp);

  const size_t icrc_at = ip + shape.ip_bytes - model::kIcrcBytes;
  const auto icrc = model::icrc_to_wire(model::icrc(std::span(bytes).subspan(ip, icrc_at - ip)));
  std::ranges::copy(icrc, bytes.begin() + static_cast<ptrdiff_t>(icrc_at));
  if (bytes.size() < kMinFrameBytes) bytes.resize(kMinFrameBytes, 0);
  return bytes;
}

// Half of the frames fit one or two beats, where starts and ends meet.
size_t RandomFrames::random_length(size_t least, size_t most) {
  const uint32_t kind = rng_.below(100);
  const size_t longest = kind < 50 ? 150 : kind < 80 ? 420 : kind < 97 ? 1600 : most;
  return rng_.between(static_cast<uint32_t>(least),
                      static_cast<uint32_t>(std::max(least, std::min(longest, most))));
}

RandomFrameShape RandomFrames::random_shape() {
  RandomFrameShape shape;
  shape.ipv6 = rng_.chance(50);
  shape.tpid = rng_.chance(50)   ? 0
               : rng_.chance(80) ? model::ether_type::kVlan
                                 : model::ether_type::kServiceVlan;
  const size_t room = kMaxFrameBytes - l2_bytes(shape);
  shape.ip_bytes = random_length(least_ip_bytes(shape.ipv6), room);
  if (rng_.chance(mix_.whole_words_percent)) shape.ip_bytes &= ~size_t{3};
  if (rng_.chance(35)) shape.trailer_bytes = random_length(1, room - shape.ip_bytes);
  if (shape.ip_bytes + shape.trailer_bytes > room) shape.trailer_bytes = 0;
  return shape;
}

std::vector<uint8_t> RandomFrames::odd() {
  const RandomFrameShape shape = random_shape();
  std::vector<uint8_t> bytes = roce(shape);
  const size_t ip = l2_bytes(shape);
  const size_t header = shape.ipv6 ? model::kIpv6Bytes : 0;
  const size_t length_at = ip + (shape.ipv6 ? 4u : 2u);
  switch (rng_.below(6)) {
    case 0:  // another type, wrong in any of its bits
      put16(bytes, ip - 2, (shape.ipv6 ? 0x86ddu : 0x0800u) ^ (1u << rng_.below(16)));
      break;
    case 1:  // one tag more than is looked behind
      if (shape.tpid == 0) put16(bytes, 12, model::ether_type::kVlan);
      put16(bytes, 16,
            rng_.chance(50) ? model::ether_type::kVlan : model::ether_type::kServiceVlan);
      break;
    case 2:  // the other version, or IPv4 options
      bytes[ip] = static_cast<uint8_t>(shape.ipv6 ? bytes[ip] ^ (0x10u << rng_.below(4))
                                                  : bytes[ip] ^ (1u << rng_.below(8)));
      break;
    case 3:  // too short for UDP, BTH and ICRC
      put16(bytes, length_at,
            rng_.below(static_cast<uint32_t>(least_ip_bytes(shape.ipv6) - header)));
      break;
    case 4:  // a little longer than the frame: it would end in a neighbour
      put16(bytes, length_at, bytes.size() - ip - header + rng_.between(1, 100));
      break;
    default:  // much longer
      put16(bytes, length_at, rng_.between(static_cast<uint32_t>(bytes.size()), 0xffff));
  }
  return bytes;
}

std::vector<uint8_t> RandomFrames::next() {
  if (rng_.chance(mix_.odd_percent)) return odd();
  const RandomFrameShape shape = random_shape();
  std::vector<uint8_t> bytes = roce(shape);
  if (rng_.chance(mix_.damaged_percent)) {
    // Behind the length fields, so that the packet stays where it is.
    const size_t first = l2_bytes(shape) + 6;
    const size_t last = l2_bytes(shape) + shape.ip_bytes - 1;
    bytes[rng_.between(static_cast<uint32_t>(first), static_cast<uint32_t>(last))] ^=
        static_cast<uint8_t>(1u << rng_.below(8));
  }
  return bytes;
}

}  // namespace rnic::tb
