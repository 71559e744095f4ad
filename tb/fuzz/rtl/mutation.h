// SPDX-License-Identifier: Apache-2.0
//
// One change of one frame, small enough to be named in a report and to be taken back alone.
//
// A mutation is a value: applied to the same frame it gives the same bytes, whoever applies it and
// when. Chances are in random_mutation() only.
//
//   const Mutation mutation = random_mutation(FrameDraft(frame, false), rng);
//   apply(mutation, draft);
//   text_of(mutation);       // "bth.psn = 0x000123, checksum and ICRC made right"
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tb/fuzz/rtl/frame_draft.h"
#include "tb/harness/rng.h"

namespace rnic::fuzz {

struct Mutation {
  enum class Kind : std::uint8_t {
    kField,      // `field` of mutation_fields() becomes `value`
    kByte,       // the byte at `value` is inverted in the bits of `extra`
    kCut,        // the frame is cut to `value` bytes (and padded to 60, if it is to be)
    kAppend,     // `value` bytes behind the frame, each `extra`
    kPacketEnd,  // IP and UDP length are made those of a packet that ends at byte `value`
    kOpcode,     // another opcode with the headers it needs; payload, QP and PSN stay
    kPayload,    // a payload of `value` bytes, pad and lengths with it
    kTag,        // a tag of type `value`, `extra` in it, in front of what there is
    kUntag,      // without its tag
    kMacError,   // marked by the MAC
  };
  enum class Seal : std::uint8_t { kNothing, kChecksum, kAll };

  Kind kind = Kind::kField;
  Seal seal = Seal::kNothing;  // what is made right behind it
  std::uint8_t field = 0;
  std::uint64_t value = 0;
  std::uint32_t extra = 0;

  bool operator==(const Mutation&) const = default;
};

// The header fields by name, in wire order.
struct MutationField {
  std::string_view name;
  enum class From : std::uint8_t { kFrame, kType, kIpv4, kIpv6, kUdp, kBth, kEnd } from;
  std::uint16_t bit;   // from there; kEnd: to there, backwards from the end of the packet
  std::uint8_t width;  // bits
};
std::span<const MutationField> mutation_fields() noexcept;
// Where the field's first bit is in this frame; nothing: it has none.
std::optional<std::size_t> place_of(const MutationField& field, const FrameDraft& draft);

// Changes nothing where it does not fit: a field of another family, a frame without places.
void apply(const Mutation& mutation, FrameDraft& draft);
Mutation random_mutation(const FrameDraft& draft, tb::Rng& rng);
std::string text_of(const Mutation& mutation);

}  // namespace rnic::fuzz
