// SPDX-License-Identifier: Apache-2.0
#include "tb/rx/random_roce.h"

#include <algorithm>

#include "models/wire/bth.h"
#include "models/wire/ethernet.h"
#include "models/wire/opcode.h"
#include "tb/rx/damage.h"

namespace rnic::tb {

RoceShape RandomRoce::shape(size_t least_payload) {
  const auto opcodes = model::all_opcodes();
  const auto* info = &opcodes[rng_.below(static_cast<uint32_t>(opcodes.size()))];
  while (least_payload > 0 && !info->may_carry_payload()) {
    info = &opcodes[rng_.below(static_cast<uint32_t>(opcodes.size()))];
  }
  RoceShape made = with_opcode({}, model::to_byte(info->opcode));
  made.ipv6 = rng_.chance(50);
  made.tpid = rng_.chance(50)   ? 0
              : rng_.chance(80) ? model::ether_type::kVlan
                                : model::ether_type::kServiceVlan;
  if (info->may_carry_payload() && !(least_payload == 0 && rng_.chance(10))) {
    // Half of the frames fit one or two beats, where starts and ends meet.
    const uint32_t kind = rng_.below(100);
    const uint32_t longest = kind < 60 ? 100 : kind < 90 ? 360 : kind < 98 ? 1500 : 9400;
    made.payload = rng_.between(static_cast<uint32_t>(least_payload), longest);
  }
  if (rng_.chance(25)) made.trailer = rng_.between(1, rng_.chance(80) ? 40 : 80);
  return made;
}

std::vector<uint8_t> RandomRoce::damaged() {
  const RoceShape made = shape(8);
  RoceDraft draft(made, rng_);
  const auto damages = all_damages();
  const auto apply_one = [&] {
    const Damage& damage = damages[rng_.below(static_cast<uint32_t>(damages.size()))];
    // The first one may have left a packet that ends beyond its frame, or in front of its PSN.
    const bool is_whole = draft.packet_end() <= draft.bytes().size() &&
                          draft.packet_end() >= draft.bth() + model::kBthBytes;
    if (damage.fits(made) && is_whole) damage.apply(draft, rng_);
  };
  apply_one();
  if (rng_.chance(40)) apply_one();
  return draft.take();
}

void RandomRoce::run_over(std::vector<uint8_t>& frame) {
  const auto any_byte = [&](size_t below) { return rng_.below(static_cast<uint32_t>(below)); };
  switch (rng_.below(5)) {
    case 0:  // bits of the headers
      for (uint32_t n = rng_.between(1, 3); n > 0; --n) {
        frame[any_byte(std::min<size_t>(frame.size(), 106))] ^=
            static_cast<uint8_t>(1u << rng_.below(8));
      }
      break;
    case 1:  // bits anywhere
      for (uint32_t n = rng_.between(1, 4); n > 0; --n) {
        frame[any_byte(frame.size())] ^= static_cast<uint8_t>(1u << rng_.below(8));
      }
      break;
    case 2:  // its end
      frame.resize(std::max<size_t>(kMinFrameBytes, any_byte(frame.size())));
      break;
    case 3:  // a run of its bytes
      for (size_t at = any_byte(frame.size()), n = rng_.between(1, 20); n > 0 && at < frame.size();
           ++at, --n) {
        frame[at] = rng_.byte();
      }
      break;
    default:  // all of it
      rng_.fill(frame);
  }
}

SegFrame RandomRoce::next() {
  const uint32_t kind = rng_.below(100);
  SegFrame frame{.bytes = kind < 70 ? right() : damaged(), .err = rng_.chance(2)};
  if (kind < 20) run_over(frame.bytes);
  frame.bytes.resize(std::clamp(frame.bytes.size(), kMinFrameBytes, kMaxFrameBytes));
  return frame;
}

}  // namespace rnic::tb
