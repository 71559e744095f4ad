// SPDX-License-Identifier: Apache-2.0
#pragma once

// Ways to spoil a right RoCEv2 frame in one place, each with the reason that it must get.
//
//   for (const Damage& damage : kDamages) {
//     if (!damage.fits(shape)) continue;
//     RoceDraft draft(shape, rng);
//     damage.apply(draft, rng);
//   }
//
// Everything but the damaged field stays right, checksum and ICRC included, so that a receiver that
// misses it accepts the frame. mac_error and not_for_us are not in the bytes and not in the list.

#include <span>

#include "models/rx/verdict.h"
#include "tb/rx/roce_draft.h"

namespace rnic::tb {

struct Damage {
  const char* name;
  model::Reason reason;
  enum class Family { kBoth, kIpv4, kIpv6 } family = Family::kBoth;
  void (*apply)(RoceDraft& draft, Rng& rng);

  bool fits(const RoceShape& shape) const noexcept {
    return family == Family::kBoth || (family == Family::kIpv6) == shape.ipv6;
  }
};

// For drafts of an opcode that may carry payload, with at least 8 bytes of it.
std::span<const Damage> all_damages() noexcept;

}  // namespace rnic::tb
