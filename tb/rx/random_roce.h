// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random frames for a receiver: right ones of every opcode, ones damaged by field, and ones that
// something ran over: flipped bits, cut ends, changed lengths, bytes of nothing at all.
//
//   RandomRoce frames(run.rng("frames"));
//   SegFrame frame = frames.next();          // err set on a few

#include <cstddef>

#include "tb/harness/rng.h"
#include "tb/harness/seg_bus.h"
#include "tb/rx/roce_draft.h"

namespace rnic::tb {

class RandomRoce {
 public:
  explicit RandomRoce(Rng rng) : rng_(rng) {}

  // 60..9,600 bytes, short ones more often than long ones. About half of them are right.
  SegFrame next();
  // A right frame of this shape, of any, of at least so many bytes of payload.
  std::vector<uint8_t> right(const RoceShape& shape) { return RoceDraft(shape, rng_).take(); }
  std::vector<uint8_t> right() { return right(shape(0)); }
  RoceShape shape(size_t least_payload);

 private:
  std::vector<uint8_t> damaged();
  void run_over(std::vector<uint8_t>& frame);

  Rng rng_;
};

}  // namespace rnic::tb
