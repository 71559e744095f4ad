// SPDX-License-Identifier: Apache-2.0
#include "tb/rx/damage.h"

#include <array>

#include "models/wire/ethernet.h"
#include "models/wire/frame.h"
#include "models/wire/opcode.h"

namespace rnic::tb {
namespace {

using model::Reason;
using Family = Damage::Family;

void flip16(RoceDraft& draft, size_t at, uint32_t bit) {
  draft.bytes()[at + 1 - bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
}

void set_version(RoceDraft& draft, Rng& rng) {
  draft.bytes()[draft.ip()] ^= static_cast<uint8_t>(rng.between(1, 15) << 4);
  draft.seal_header();
}

void set_ihl(RoceDraft& draft, uint32_t ihl) {
  draft.bytes()[draft.ip()] = static_cast<uint8_t>(0x40 | ihl);
  draft.seal_header();
}

uint8_t unknown_opcode(Rng& rng) {
  uint8_t opcode = rng.byte();
  while (model::find_opcode(opcode) != nullptr) opcode = rng.byte();
  return opcode;
}

// A packet that ends `bytes` behind its BTH, ICRC included.
void cut_behind_bth(RoceDraft& draft, size_t bytes) {
  draft.set_packet_end(draft.bth() + 12 + bytes);
  draft.seal();
}

constexpr std::array kDamages = {Damage{"RoceV1", Reason::kRoceV1, Family::kBoth,
                                        [](RoceDraft& d, Rng&) {
                                          d.put16(d.type(), model::ether_type::kRoceV1);
                                        }},
                                 Damage{"AnotherType", Reason::kNotIp, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          flip16(d, d.type(), rng.below(16));
                                        }},
                                 Damage{"ASecondTag", Reason::kNotIp, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          const auto tag = rng.chance(50)
                                                               ? model::ether_type::kVlan
                                                               : model::ether_type::kServiceVlan;
                                          d.put16(12, tag);
                                          d.put16(16, tag);
                                        }},
                                 Damage{"TheOtherFamilysType", Reason::kIpHeader, Family::kBoth,
                                        [](RoceDraft& d, Rng&) {
                                          d.put16(d.type(), d.is_ipv6() ? model::ether_type::kIpv4
                                                                        : model::ether_type::kIpv6);
                                        }},
                                 Damage{"AnotherVersion", Reason::kIpHeader, Family::kBoth,
                                        set_version},
                                 Damage{"IhlTooSmall", Reason::kIpHeader, Family::kIpv4,
                                        [](RoceDraft& d, Rng& rng) { set_ihl(d, rng.below(5)); }},
                                 Damage{"IpOptions", Reason::kIpOptions, Family::kIpv4,
                                        [](RoceDraft& d, Rng& rng) {
                                          set_ihl(d, rng.between(6, 15));
                                        }},
                                 Damage{"MoreFragmentsOrAnOffset", Reason::kFragment, Family::kIpv4,
                                        [](RoceDraft& d, Rng& rng) {
                                          flip16(d, d.ip() + 6, rng.below(14));
                                          d.seal();
                                        }},
                                 Damage{"FragmentHeader", Reason::kFragment, Family::kIpv6,
                                        [](RoceDraft& d, Rng&) {
                                          d.bytes()[d.protocol()] = 44;
                                          d.seal();
                                        }},
                                 Damage{"AnotherProtocol", Reason::kNotUdp, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {  // no single bit makes 17 a 44
                                          d.bytes()[d.protocol()] ^=
                                              static_cast<uint8_t>(1u << rng.below(8));
                                          d.seal();
                                        }},
                                 Damage{"AnotherPort", Reason::kNotRocePort, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          flip16(d, d.udp() + 2, rng.below(16));
                                          d.seal();
                                        }},
                                 Damage{"OneByteBehindTheFrame", Reason::kIpLength, Family::kBoth,
                                        [](RoceDraft& d, Rng&) {
                                          d.set_packet_end(d.bytes().size() + 1);
                                          d.seal_header();
                                        }},
                                 Damage{"FarBehindTheFrame", Reason::kIpLength, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          d.set_packet_end(rng.between(
                                              static_cast<uint32_t>(d.bytes().size()) + 1,
                                              0xffff + 14));
                                          d.seal_header();
                                        }},
                                 Damage{"NoRoomForBthAndIcrc", Reason::kIpLength, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          d.set_packet_end(d.udp() + rng.below(8 + 12 + 4));
                                          d.seal_header();
                                        }},
                                 Damage{"Checksum", Reason::kIpChecksum, Family::kIpv4,
                                        [](RoceDraft& d, Rng& rng) {
                                          flip16(d, d.ip() + 10, rng.below(16));
                                        }},
                                 Damage{"CheckedField", Reason::kIpChecksum, Family::kIpv4,
                                        [](RoceDraft& d,
                                           Rng& rng) {  // identification, TTL, addresses; the ICRC
                                                        // stays right
                                          const auto field = std::array{
                                              4u, 5u, 8u, 12u, 15u, 16u, 19u}[rng.below(7)];
                                          d.seal();
                                          const auto checksum = std::array{d.bytes()[d.ip() + 10],
                                                                           d.bytes()[d.ip() + 11]};
                                          d.bytes()[d.ip() + field] ^=
                                              static_cast<uint8_t>(1u << rng.below(8));
                                          d.seal();
                                          d.bytes()[d.ip() + 10] = checksum[0];
                                          d.bytes()[d.ip() + 11] = checksum[1];
                                        }},
                                 Damage{"UdpLength", Reason::kUdpLength, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          flip16(d, d.udp() + 4, rng.below(16));
                                          d.seal();
                                        }},
                                 Damage{"Tver", Reason::kTver, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          d.bytes()[d.bth() + 1] |=
                                              static_cast<uint8_t>(rng.between(1, 15));
                                          d.seal();
                                        }},
                                 Damage{"UnknownOpcode", Reason::kOpcode, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          d.bytes()[d.bth()] = unknown_opcode(rng);
                                          d.seal();
                                        }},
                                 Damage{"NoWholeWord", Reason::kLength, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          d.set_packet_end(d.packet_end() - rng.between(1, 3));
                                          d.seal();
                                        }},
                                 Damage{"NoRoomForExtendedHeaders", Reason::kLength, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          d.bytes()[d.bth()] = model::to_byte(
                                              model::Opcode::kRcSendLastWithImmediate);
                                          d.bytes()[d.bth() + 1] &= 0xc0;  // no pad
                                          cut_behind_bth(d, rng.between(4, 7));
                                        }},
                                 Damage{"NoRoomForThePad", Reason::kLength, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          d.bytes()[d.bth()] =
                                              model::to_byte(model::Opcode::kRcSendOnly);
                                          d.bytes()[d.bth() + 1] |=
                                              static_cast<uint8_t>(rng.between(1, 3) << 4);
                                          cut_behind_bth(d, 4);
                                        }},
                                 Damage{"AckWithPayload", Reason::kLength, Family::kBoth,
                                        [](RoceDraft& d, Rng&) {
                                          d.bytes()[d.bth()] =
                                              model::to_byte(model::Opcode::kRcAcknowledge);
                                          d.bytes()[d.bth() + 1] &= 0xc0;
                                          cut_behind_bth(d, 4 + 4 + 4);
                                        }},
                                 Damage{"Icrc", Reason::kIcrc, Family::kBoth,
                                        [](RoceDraft& d, Rng& rng) {
                                          d.bytes()[d.packet_end() - rng.between(1, 4)] ^=
                                              static_cast<uint8_t>(1u << rng.below(8));
                                        }},
                                 Damage{"ABitOfThePacket", Reason::kIcrc, Family::kBoth,
                                        [](RoceDraft& d,
                                           Rng& rng) {  // QPN, PSN or what is behind them
                                          const size_t from = d.bth() + 5;
                                          d.bytes()[rng.between(
                                              static_cast<uint32_t>(from),
                                              static_cast<uint32_t>(d.packet_end()) - 1)] ^=
                                              static_cast<uint8_t>(1u << rng.below(8));
                                        }}};

}  // namespace

std::span<const Damage> all_damages() noexcept { return kDamages; }

}  // namespace rnic::tb
