// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/rtl/mutation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "models/wire/frame.h"

namespace rnic::fuzz {
namespace {

using Kind = Mutation::Kind;
using Seal = Mutation::Seal;

std::uint64_t mask_of(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

// The extended headers of the frame's opcode, those that are missing made up.
void fill_extensions(model::RoceFrame& frame, const model::OpcodeInfo& info) {
  const auto old = std::exchange(frame, model::RoceFrame{.ethernet = frame.ethernet,
                                                         .ip = frame.ip,
                                                         .udp = frame.udp,
                                                         .bth = frame.bth,
                                                         .payload = frame.payload,
                                                         .trailer = frame.trailer});
  const auto length = static_cast<std::uint32_t>(frame.payload.size());
  for (const model::Extension extension : info.extensions) {
    switch (extension) {
      case model::Extension::kReth:
        frame.reth = old.reth.value_or(model::Reth{.dma_length = length});
        break;
      case model::Extension::kAeth:
        frame.aeth = old.aeth.value_or(model::Aeth{.syndrome = 0x1F});
        break;
      case model::Extension::kAtomicEth:
        frame.atomic_eth = old.atomic_eth.value_or(model::AtomicEth{});
        break;
      case model::Extension::kAtomicAckEth:
        frame.atomic_ack_eth = old.atomic_ack_eth.value_or(model::AtomicAckEth{});
        break;
      case model::Extension::kDeth:
        frame.deth = old.deth.value_or(model::Deth{});
        break;
      case model::Extension::kImmDt:
        frame.imm_dt = old.imm_dt.value_or(model::ImmDt{});
        break;
      case model::Extension::kIeth:
        frame.ieth = old.ieth.value_or(model::Ieth{});
        break;
      case model::Extension::kCnpReserved:
        frame.cnp_reserved.emplace();
        break;
    }
  }
  if (!info.may_carry_payload()) frame.payload.clear();
}

template <class Change>
void rebuild(FrameDraft& draft, Change change) {
  auto frame = model::decode(draft.bytes);
  if (!frame) return;
  change(*frame);
  model::complete(*frame);
  draft = FrameDraft(model::encode(*frame), draft.mac_error);
}

void set_opcode(FrameDraft& draft, std::uint8_t opcode) {
  const model::OpcodeInfo* info = model::find_opcode(opcode);
  if (info == nullptr) return;
  rebuild(draft, [&](model::RoceFrame& frame) {
    frame.bth.opcode = opcode;
    fill_extensions(frame, *info);
  });
}

void set_tag(FrameDraft& draft, std::uint64_t type, std::uint32_t tci) {
  const std::array<std::uint8_t, 4> tag = {
      static_cast<std::uint8_t>(type >> 8), static_cast<std::uint8_t>(type),
      static_cast<std::uint8_t>(tci >> 8), static_cast<std::uint8_t>(tci)};
  draft.bytes.insert(draft.bytes.begin() + 12, tag.begin(), tag.end());
  // A second tag leaves no RoCE frame; its fields are not looked for any more.
  draft = FrameDraft(std::move(draft.bytes), draft.mac_error);
}

void seal(FrameDraft& draft, Seal seal) {
  if (seal == Seal::kChecksum) draft.seal_checksum();
  if (seal == Seal::kAll) draft.seal_all();
}

std::uint64_t random_value(std::uint64_t old, unsigned width, tb::Rng& rng) {
  const std::uint64_t mask = mask_of(width);
  switch (rng.below(8)) {
    case 0:
    case 1:
    case 2:  // one bit
      return old ^ (std::uint64_t{1} << rng.below(width));
    case 3:
      return (old + 1 + rng.below(4)) & mask;
    case 4:
      return (old - 1 - rng.below(4)) & mask;
    case 5:
      return rng.chance(50) ? 0 : mask;
    default:
      return rng.next() & mask;
  }
}

Seal random_seal(tb::Rng& rng) {
  const std::uint32_t kind = rng.below(100);
  return kind < 70 ? Seal::kAll : kind < 85 ? Seal::kChecksum : Seal::kNothing;
}

Mutation random_field(const FrameDraft& draft, tb::Rng& rng) {
  while (true) {
    const auto index =
        static_cast<std::uint8_t>(rng.below(static_cast<std::uint32_t>(mutation_fields().size())));
    const MutationField& field = mutation_fields()[index];
    const auto place = place_of(field, draft);
    if (!place) continue;
    // A checksum made right again would be no mutation.
    const bool is_sum = field.name == "icrc" || field.name == "ipv4.checksum";
    return {.kind = Kind::kField,
            .seal = is_sum ? Seal::kNothing : random_seal(rng),
            .field = index,
            .value = random_value(draft.bits(*place, field.width), field.width, rng)};
  }
}

std::string_view text_of(Seal seal) {
  switch (seal) {
    case Seal::kNothing:
      return "";
    case Seal::kChecksum:
      return ", header checksum made right";
    case Seal::kAll:
      return ", header checksum and ICRC made right";
  }
  return "";
}

}  // namespace

void apply(const Mutation& mutation, FrameDraft& draft) {
  switch (mutation.kind) {
    case Kind::kField: {
      const MutationField& field = mutation_fields()[mutation.field];
      const auto place = place_of(field, draft);
      if (place) draft.set_bits(*place, field.width, mutation.value);
      break;
    }
    case Kind::kByte:
      if (mutation.value < draft.bytes.size()) {
        draft.bytes[mutation.value] ^= static_cast<std::uint8_t>(mutation.extra);
      }
      break;
    case Kind::kCut:
      if (mutation.value < draft.bytes.size()) draft.bytes.resize(mutation.value);
      break;
    case Kind::kAppend:
      draft.bytes.insert(draft.bytes.end(), mutation.value,
                         static_cast<std::uint8_t>(mutation.extra));
      break;
    case Kind::kPacketEnd:
      if (draft.is_roce()) draft.set_packet_end(mutation.value);
      break;
    case Kind::kOpcode:
      set_opcode(draft, static_cast<std::uint8_t>(mutation.value));
      break;
    case Kind::kPayload:
      rebuild(draft, [&](model::RoceFrame& frame) { frame.payload.resize(mutation.value); });
      break;
    case Kind::kTag:
      set_tag(draft, mutation.value, mutation.extra);
      break;
    case Kind::kUntag:
      rebuild(draft, [](model::RoceFrame& frame) { frame.ethernet.tag.reset(); });
      break;
    case Kind::kMacError:
      draft.mac_error = true;
      break;
  }
  seal(draft, mutation.seal);
}

Mutation random_mutation(const FrameDraft& draft, tb::Rng& rng) {
  const auto size = static_cast<std::uint32_t>(draft.bytes.size());
  const auto opcodes = model::all_opcodes();
  const std::uint32_t kind = rng.below(100);
  if (kind < 55) return random_field(draft, rng);
  if (kind < 62) {
    return {.kind = Kind::kByte,
            .seal = rng.chance(40) ? Seal::kAll : Seal::kNothing,
            .value = rng.below(size),
            .extra = 1u << rng.below(8)};
  }
  if (kind < 67) return {.kind = Kind::kCut, .value = rng.between(60, size)};
  if (kind < 72) return {.kind = Kind::kAppend, .value = rng.between(1, 40), .extra = rng.byte()};
  if (kind < 79) {
    // Most often by a few bytes, either way.
    const std::size_t end = draft.packet_end();
    const std::size_t moved = rng.chance(80) ? end + rng.below(17) - 8 : rng.below(size + 64);
    return {.kind = Kind::kPacketEnd, .seal = random_seal(rng), .value = moved};
  }
  if (kind < 87) {
    const auto& info = opcodes[rng.below(static_cast<std::uint32_t>(opcodes.size()))];
    return {.kind = Kind::kOpcode, .value = model::to_byte(info.opcode)};
  }
  if (kind < 92) {
    return {.kind = Kind::kPayload, .value = rng.chance(70) ? rng.below(80) : 256u << rng.below(5)};
  }
  if (kind < 95) {
    const std::uint32_t type = rng.chance(70) ? 0x8100 : 0x88A8;
    return {
        .kind = Kind::kTag, .value = type, .extra = static_cast<std::uint32_t>(rng.below(65536))};
  }
  if (kind < 97) return {.kind = Kind::kUntag};
  return {.kind = Kind::kMacError};
}

std::string text_of(const Mutation& mutation) {
  std::string text;
  switch (mutation.kind) {
    case Kind::kField: {
      const MutationField& field = mutation_fields()[mutation.field];
      text = fmt::format("{} = {:#0{}x}", field.name, mutation.value, 2 + (field.width + 3) / 4);
      break;
    }
    case Kind::kByte:
      text = fmt::format("byte {} changed by {:#04x}", mutation.value, mutation.extra);
      break;
    case Kind::kCut:
      text = fmt::format("cut to {} bytes", mutation.value);
      break;
    case Kind::kAppend:
      text = fmt::format("{} bytes {:#04x} behind it", mutation.value, mutation.extra);
      break;
    case Kind::kPacketEnd:
      text = fmt::format("IP and UDP length of a packet that ends at byte {}", mutation.value);
      break;
    case Kind::kOpcode:
      text = fmt::format("made a {}",
                         model::find_opcode(static_cast<std::uint8_t>(mutation.value))->name);
      break;
    case Kind::kPayload:
      text = fmt::format("payload of {} bytes", mutation.value);
      break;
    case Kind::kTag:
      text = fmt::format("a tag {:#06x} {:#06x} in front", mutation.value, mutation.extra);
      break;
    case Kind::kUntag:
      text = "without its tag";
      break;
    case Kind::kMacError:
      text = "marked by the MAC";
      break;
  }
  return text + std::string(text_of(mutation.seal));
}

}  // namespace rnic::fuzz
