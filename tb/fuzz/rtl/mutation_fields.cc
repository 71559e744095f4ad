// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "tb/fuzz/rtl/mutation.h"

namespace rnic::fuzz {
namespace {

using From = MutationField::From;

// The first 28 bytes behind the BTH hold every extended header; fields of several are named for the
// one that the receiver looks at.
constexpr std::array kFields = {
    MutationField{"ethernet.destination", From::kFrame, 0, 48},
    MutationField{"ethernet.source", From::kFrame, 48, 48},
    MutationField{"ethernet.first_type", From::kFrame, 96, 16},
    MutationField{"vlan.tci", From::kFrame, 112, 16},
    MutationField{"ethernet.type", From::kType, 0, 16},
    MutationField{"ipv4.version", From::kIpv4, 0, 4},
    MutationField{"ipv4.ihl", From::kIpv4, 4, 4},
    MutationField{"ipv4.tos", From::kIpv4, 8, 8},
    MutationField{"ipv4.total_length", From::kIpv4, 16, 16},
    MutationField{"ipv4.identification", From::kIpv4, 32, 16},
    MutationField{"ipv4.flags", From::kIpv4, 48, 3},
    MutationField{"ipv4.fragment_offset", From::kIpv4, 51, 13},
    MutationField{"ipv4.ttl", From::kIpv4, 64, 8},
    MutationField{"ipv4.protocol", From::kIpv4, 72, 8},
    MutationField{"ipv4.checksum", From::kIpv4, 80, 16},
    MutationField{"ipv4.source", From::kIpv4, 96, 32},
    MutationField{"ipv4.destination", From::kIpv4, 128, 32},
    MutationField{"ipv6.version", From::kIpv6, 0, 4},
    MutationField{"ipv6.traffic_class", From::kIpv6, 4, 8},
    MutationField{"ipv6.flow_label", From::kIpv6, 12, 20},
    MutationField{"ipv6.payload_length", From::kIpv6, 32, 16},
    MutationField{"ipv6.next_header", From::kIpv6, 48, 8},
    MutationField{"ipv6.hop_limit", From::kIpv6, 56, 8},
    MutationField{"ipv6.source", From::kIpv6, 128, 64},
    MutationField{"ipv6.destination", From::kIpv6, 256, 64},
    MutationField{"udp.source_port", From::kUdp, 0, 16},
    MutationField{"udp.destination_port", From::kUdp, 16, 16},
    MutationField{"udp.length", From::kUdp, 32, 16},
    MutationField{"udp.checksum", From::kUdp, 48, 16},
    MutationField{"bth.opcode", From::kBth, 0, 8},
    MutationField{"bth.solicited", From::kBth, 8, 1},
    MutationField{"bth.migreq", From::kBth, 9, 1},
    MutationField{"bth.pad_count", From::kBth, 10, 2},
    MutationField{"bth.tver", From::kBth, 12, 4},
    MutationField{"bth.pkey", From::kBth, 16, 16},
    MutationField{"bth.fecn_becn_reserved", From::kBth, 32, 8},
    MutationField{"bth.dest_qp", From::kBth, 40, 24},
    MutationField{"bth.ackreq", From::kBth, 64, 1},
    MutationField{"bth.reserved7", From::kBth, 65, 7},
    MutationField{"bth.psn", From::kBth, 72, 24},
    MutationField{"extended.word0", From::kBth, 96, 32},  // AETH, Q_Key, address
    MutationField{"extended.word1", From::kBth, 128, 32},
    MutationField{"extended.word2", From::kBth, 160, 32},
    MutationField{"extended.word3", From::kBth, 192, 32},  // DMALen
    MutationField{"icrc", From::kEnd, 32, 32},
};

}  // namespace

std::span<const MutationField> mutation_fields() noexcept { return kFields; }

std::optional<std::size_t> place_of(const MutationField& field, const FrameDraft& draft) {
  if (field.from == From::kFrame) return field.bit;
  if (!draft.is_roce()) return std::nullopt;
  switch (field.from) {
    case From::kFrame:
      break;
    case From::kType:
      return 8 * (draft.ip() - 2) + field.bit;
    case From::kIpv4:
      if (draft.is_ipv6()) return std::nullopt;
      return 8 * draft.ip() + field.bit;
    case From::kIpv6:
      if (!draft.is_ipv6()) return std::nullopt;
      return 8 * draft.ip() + field.bit;
    case From::kUdp:
      return 8 * draft.udp() + field.bit;
    case From::kBth:
      return 8 * draft.bth() + field.bit;
    case From::kEnd:
      return 8 * draft.packet_end() - field.bit;
  }
  return std::nullopt;
}

}  // namespace rnic::fuzz
