// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random frames for the ICRC engine: RoCEv2 of either family with a right ICRC, damaged ones, and
// frames that have no ICRC at all or lie about their length.
//
// Not a packet builder: behind the UDP ports everything is random, since the engine looks no
// further.
//
//   RandomFrames frames(run.rng("frames"));
//   std::vector<uint8_t> bytes = frames.next();                 // any kind
//   bytes = frames.roce({.ipv6 = true, .tpid = 0x8100, .ip_bytes = 700, .trailer_bytes = 3});

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tb/harness/rng.h"

namespace rnic::tb {

struct RandomFrameShape {
  bool ipv6 = false;
  uint16_t tpid = 0;    // 0: untagged
  size_t ip_bytes = 0;  // from the first IP byte through the ICRC; at least 44, IPv6 64
  size_t trailer_bytes = 0;
};

struct RandomFrameMix {
  unsigned damaged_percent = 30;      // of the RoCE frames: one bit of the IP packet flipped
  unsigned odd_percent = 8;           // of all frames: not checkable (see odd())
  unsigned whole_words_percent = 50;  // the least share of lengths that RoCEv2 can have: 4n bytes
};

class RandomFrames {
 public:
  explicit RandomFrames(Rng rng, RandomFrameMix mix = {}) : rng_(rng), mix_(mix) {}

  // A frame of 60..9,600 bytes, short ones more often than long ones.
  std::vector<uint8_t> next();
  // A RoCE frame with a right ICRC; short ones get zero padding up to 60 bytes.
  std::vector<uint8_t> roce(const RandomFrameShape& shape);
  // A frame that must not be judged: other EtherType, two tags, IP options, wrong version, an IP
  // length that is too short, or longer than the frame.
  std::vector<uint8_t> odd();

 private:
  RandomFrameShape random_shape();
  size_t random_length(size_t least, size_t most);

  Rng rng_;
  RandomFrameMix mix_;
};

}  // namespace rnic::tb
