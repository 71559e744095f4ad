// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench/rx_traffic.h"

#include <algorithm>
#include <array>
#include <span>

#include "models/rx/replay_rules.h"
#include "models/wire/psn.h"

namespace rnic::app {
namespace {

using model::Opcode;

constexpr std::uint32_t kFirstQpn = 0x21'0000;
constexpr model::MacAddress kOurMac = {2, 0, 0, 0, 0, 2};
constexpr model::MacAddress kPeerMac = {2, 0, 0, 0, 0, 1};
constexpr model::Ipv4Address kOurIpv4 = {10, 0, 1, 1};
constexpr model::Ipv4Address kPeerIpv4 = {10, 0, 0, 1};
constexpr model::Ipv6Address kOurIpv6 = {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1};
constexpr model::Ipv6Address kPeerIpv6 = {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
constexpr std::uint16_t kVid = 77;
constexpr std::uint32_t kWindow = 200;  // of responses

constexpr std::array kPmtus = {1024u, 4096u, 256u, 2048u, 512u};

bool is_ipv6(const model::RxQpConfig& qp) {
  return qp.source_ip && std::holds_alternative<model::Ipv6Address>(*qp.source_ip);
}

// From the frame's first byte to the payload, and the ICRC.
std::size_t overhead(const model::RxQpConfig& qp, Opcode opcode) {
  return model::kEthernetBytes + (qp.vlan ? model::kVlanTagBytes : 0) +
         (is_ipv6(qp) ? model::kIpv6Bytes : model::kIpv4Bytes) + model::kUdpBytes +
         model::kBthBytes + model::find_opcode(opcode)->extension_bytes() + model::kIcrcBytes;
}

// The same opcode of the other connected transport.
Opcode of_transport(bool is_rc, Opcode rc) {
  return is_rc ? rc : static_cast<Opcode>(model::to_byte(rc) | 0x20);
}

}  // namespace

RxTraffic::RxTraffic(const RxTrafficMix& mix, tb::Rng rng) : mix_(mix), rng_(rng) {
  for (std::uint32_t i = 0; i < mix_.qps; ++i) {
    model::RxQpConfig qp{.qpn = kFirstQpn + i};
    // The first is the one that takes frames of any size: RC, IPv4, untagged.
    if (i % 8 == 5) qp.type = model::QpType::kUc;
    if (i % 8 == 7) qp.type = model::QpType::kUd;
    qp.pmtu = kPmtus[i % kPmtus.size()];
    qp.qkey = 0x1111'0000 + i;
    if (i % 3 == 0) qp.source_ip = kOurIpv4, qp.destination_ip = kPeerIpv4;
    if (i % 6 == 4) qp.source_ip = kOurIpv6, qp.destination_ip = kPeerIpv6;
    if (i % 4 == 2) qp.vlan = kVid;
    configs_.push_back(qp);
  }
  renew_psns();
}

void RxTraffic::renew_psns() {
  for (model::RxQpConfig& qp : configs_) {
    qp.rq_psn = rng_.below(model::kPsnMask + 1);
    // Every fourth soon passes the end of the PSNs.
    if (rng_.chance(25)) qp.rq_psn = model::psn_add(0, -std::int64_t{rng_.below(30)});
    qp.sq_una = rng_.below(model::kPsnMask + 1);
    qp.sq_psn = model::psn_add(qp.sq_una, kWindow);
  }
}

// One whose shortest packet fits the frame.
const model::RxQp& RxTraffic::pick(const model::Receiver& receiver) {
  for (int tries = 0; tries < 8; ++tries) {
    const model::RxQpConfig& qp = configs_[rng_.below(mix_.qps)];
    const Opcode shortest =
        qp.type == model::QpType::kUd ? Opcode::kUdSendOnly : Opcode::kRcSendOnly;
    if (mix_.frame_bytes == 0 || overhead(qp, shortest) <= mix_.frame_bytes) {
      return *receiver.find_qp(qp.qpn);
    }
  }
  return *receiver.find_qp(configs_.front().qpn);
}

// Bytes of payload that the frame and the path have room for, a multiple of four.
std::size_t RxTraffic::room(const model::RxQpConfig& qp, Opcode opcode) const {
  const std::size_t most = mix_.frame_bytes == 0 ? model::kMaxFrameBytes : mix_.frame_bytes;
  const std::size_t taken = overhead(qp, opcode);
  return taken > most ? 0 : std::min<std::size_t>((most - taken) & ~std::size_t{3}, qp.pmtu);
}

std::size_t RxTraffic::any_payload(const model::RxQpConfig& qp, Opcode opcode) {
  const auto most = static_cast<std::uint32_t>(room(qp, opcode));
  if (mix_.frame_bytes != 0) return most - std::min(most, rng_.below(4));
  const std::uint32_t kind = rng_.below(100);
  return rng_.below(std::min(most, kind < 50 ? 64u : kind < 85 ? 400u : 4096u) + 1);
}

std::uint32_t RxTraffic::around(std::uint32_t psn) {
  return rng_.chance(mix_.off_psn) ? model::psn_add(psn, std::int64_t{rng_.below(9)} - 4) : psn;
}

model::RoceFrame RxTraffic::packet(const model::RxQpConfig& qp, Opcode opcode, std::uint32_t psn,
                                   std::size_t payload) {
  model::RoceFrame frame;
  frame.ethernet.destination = kOurMac;
  frame.ethernet.source = kPeerMac;
  const auto dscp = static_cast<std::uint8_t>(rng_.chance(80) ? 46 : rng_.below(64));
  const auto ecn = static_cast<std::uint8_t>(rng_.chance(15) ? 3 : rng_.below(3));
  if (is_ipv6(qp)) {
    frame.ip = model::Ipv6Header{.source = kPeerIpv6, .destination = kOurIpv6};
  } else {
    frame.ip = model::Ipv4Header{.source = kPeerIpv4, .destination = kOurIpv4};
  }
  model::set_traffic_class(frame.ip, static_cast<std::uint8_t>(dscp << 2 | ecn));
  if (qp.vlan) {
    const auto pcp = static_cast<std::uint8_t>(rng_.chance(80) ? 3 : rng_.below(8));
    frame.ethernet.tag = model::make_vlan_tag(pcp, *qp.vlan);
  }
  frame.bth.opcode = model::to_byte(opcode);
  frame.bth.dest_qp = qp.qpn;
  frame.bth.psn = psn;
  frame.bth.ack_request = rng_.chance(50);
  for (const model::Extension extension : model::find_opcode(opcode)->extensions) {
    switch (extension) {
      case model::Extension::kReth:
        frame.reth = model::Reth{.virtual_address = rng_.next(),
                                 .remote_key = 0x1234,
                                 .dma_length = static_cast<std::uint32_t>(payload)};
        break;
      case model::Extension::kAeth:
        frame.aeth = model::Aeth{.syndrome = 0x1F};
        break;
      case model::Extension::kAtomicEth:
        frame.atomic_eth = model::AtomicEth{.virtual_address = rng_.next() & ~std::uint64_t{7}};
        break;
      case model::Extension::kAtomicAckEth:
        frame.atomic_ack_eth.emplace();
        break;
      case model::Extension::kDeth:
        frame.deth = model::Deth{.queue_key = qp.qkey, .source_qp = 0x55};
        break;
      case model::Extension::kImmDt:
        frame.imm_dt = model::ImmDt{.data = 0x11223344};
        break;
      case model::Extension::kIeth:
        frame.ieth.emplace();
        break;
      case model::Extension::kCnpReserved:
        frame.cnp_reserved.emplace();
        break;
    }
  }
  frame.payload.resize(payload);
  rng_.fill(frame.payload);
  return frame;
}

model::RoceFrame RxTraffic::message_start(const model::RxQp& qp, bool is_rc, std::uint32_t psn) {
  const model::RxQpConfig& config = qp.config;
  const Opcode first =
      of_transport(is_rc, rng_.chance(50) ? Opcode::kRcSendFirst : Opcode::kRcRdmaWriteFirst);
  if (rng_.chance(40) && room(config, first) == config.pmtu) {
    model::RoceFrame frame = packet(config, first, psn, config.pmtu);
    if (frame.reth) frame.reth->dma_length = config.pmtu + rng_.between(1, 4 * config.pmtu);
    return frame;
  }
  constexpr std::array kOnly = {Opcode::kRcSendOnly,
                                Opcode::kRcRdmaWriteOnly,
                                Opcode::kRcSendOnlyWithImmediate,
                                Opcode::kRcRdmaWriteOnlyWithImmediate,
                                Opcode::kRcSendOnlyWithInvalidate,
                                Opcode::kRcRdmaReadRequest,
                                Opcode::kRcFetchAdd,
                                Opcode::kRcCompareSwap};
  // UC has the first four.
  Opcode only = of_transport(is_rc, kOnly[rng_.below(is_rc ? std::uint32_t{kOnly.size()} : 4)]);
  if (mix_.frame_bytes != 0 && overhead(config, only) > mix_.frame_bytes) {
    only = of_transport(is_rc, Opcode::kRcSendOnly);
  }
  const bool has_payload = model::find_opcode(only)->may_carry_payload();
  model::RoceFrame frame = packet(config, only, psn, has_payload ? any_payload(config, only) : 0);
  if (only == Opcode::kRcRdmaReadRequest) frame.reth->dma_length = rng_.below(5 * config.pmtu);
  return frame;
}

// The next packet of the message that is open.
model::RoceFrame RxTraffic::message_rest(const model::RxQp& qp, bool is_rc, std::uint32_t psn) {
  const model::RxQpConfig& config = qp.config;
  const bool is_write = qp.message->operation == model::Operation::kWrite;
  const std::uint64_t left =
      is_write ? qp.message->dma_length - qp.message->received : rng_.between(1, 2 * config.pmtu);
  const Opcode middle =
      of_transport(is_rc, is_write ? Opcode::kRcRdmaWriteMiddle : Opcode::kRcSendMiddle);
  if (left > config.pmtu) return packet(config, middle, psn, config.pmtu);
  const bool has_immediate = mix_.frame_bytes == 0 && rng_.chance(30);
  const Opcode last =
      is_write ? (has_immediate ? Opcode::kRcRdmaWriteLastWithImmediate : Opcode::kRcRdmaWriteLast)
               : (has_immediate ? Opcode::kRcSendLastWithImmediate : Opcode::kRcSendLast);
  return packet(config, of_transport(is_rc, last), psn, left);
}

model::RoceFrame RxTraffic::connected_request(const model::RxQp& qp, bool is_rc) {
  const std::uint32_t psn = around(qp.expected_psn);
  // A frame of another PSN is judged by that, whatever it asks for.
  model::RoceFrame frame = qp.message && (is_rc || rng_.chance(90)) ? message_rest(qp, is_rc, psn)
                                                                    : message_start(qp, is_rc, psn);
  if (is_rc && rng_.below(1000) < mix_.fatal_permille) make_fatal(frame, qp);
  return frame;
}

model::RoceFrame RxTraffic::response(const model::RxQpConfig& qp) {
  // Mostly inside the window, sometimes around either end.
  std::uint32_t psn = model::psn_add(qp.sq_una, rng_.below(kWindow));
  if (rng_.chance(20))
    psn = model::psn_add(rng_.chance(50) ? qp.sq_una : qp.sq_psn, std::int64_t{rng_.below(5)} - 2);
  constexpr std::array kOpcodes = {Opcode::kRcAcknowledge, Opcode::kRcAtomicAcknowledge,
                                   Opcode::kRcRdmaReadResponseOnly,
                                   Opcode::kRcRdmaReadResponseMiddle, Opcode::kCnp};
  Opcode opcode = kOpcodes[rng_.below(kOpcodes.size())];
  if (mix_.frame_bytes != 0 && overhead(qp, opcode) > mix_.frame_bytes)
    opcode = Opcode::kRcSendOnly;
  const bool has_payload = model::find_opcode(opcode)->may_carry_payload();
  std::size_t payload = has_payload ? any_payload(qp, opcode) : 0;
  if (opcode == Opcode::kRcRdmaReadResponseMiddle && rng_.chance(80)) payload = room(qp, opcode);
  model::RoceFrame frame = packet(qp, opcode, psn, payload);
  if (frame.aeth) {
    constexpr std::array<std::uint8_t, 6> kSyndromes = {0x1F, 0x00, 0x60, 0x62, 0x2A, 0x65};
    frame.aeth->syndrome = kSyndromes[rng_.below(kSyndromes.size())];
    frame.aeth->msn = rng_.below(model::kPsnMask + 1);
  }
  return frame;
}

model::RoceFrame RxTraffic::request(const model::RxQp& qp) {
  switch (qp.config.type) {
    case model::QpType::kRc:
      return rng_.chance(15) ? response(qp.config) : connected_request(qp, true);
    case model::QpType::kUc:
      return connected_request(qp, false);
    case model::QpType::kUd:
      break;
  }
  return packet(qp.config, Opcode::kUdSendOnly, rng_.below(model::kPsnMask + 1),
                any_payload(qp.config, Opcode::kUdSendOnly));
}

void RxTraffic::make_strange(model::RoceFrame& frame) {
  switch (rng_.below(6)) {
    case 0:
      frame.bth.pkey = static_cast<std::uint16_t>(rng_.next());
      break;
    case 1:
      frame.bth.dest_qp ^= 1u << rng_.below(24);
      break;
    case 2:
      if (frame.ethernet.tag)
        frame.ethernet.tag->tci ^= static_cast<std::uint16_t>(1u << rng_.below(16));
      break;
    case 3:
      // Another transport, and so no request of this QP that could end it.
      frame.bth.opcode ^= static_cast<std::uint8_t>(0x20u << rng_.below(3));
      break;
    case 4:
      if (frame.deth) frame.deth->queue_key ^= 1;
      frame.bth.transport_version = static_cast<std::uint8_t>(rng_.below(2));
      break;
    default:
      if (auto* ip = std::get_if<model::Ipv4Header>(&frame.ip)) {
        (rng_.chance(50) ? ip->source : ip->destination)[3] ^= 1;
      }
  }
}

// What a responder answers with NAK 0x61 when its PSN is the expected one.
void RxTraffic::make_fatal(model::RoceFrame& frame, const model::RxQp& qp) {
  if (frame.reth) {
    frame.reth->dma_length += rng_.chance(50) ? 1 : 0x8000'0000;
  } else if (frame.atomic_eth) {
    frame.atomic_eth->virtual_address += rng_.between(1, 7);
  } else if (qp.message) {
    frame = packet(qp.config, Opcode::kRcSendOnly, frame.bth.psn, 0);
  } else {
    frame = packet(qp.config, Opcode::kRcSendMiddle, frame.bth.psn, frame.payload.size());
  }
}

std::vector<std::uint8_t> RxTraffic::finished(model::RoceFrame frame) {
  model::complete(frame);
  const std::size_t bytes = model::frame_bytes(frame);
  std::size_t trailer = 0;
  if (bytes < mix_.frame_bytes) trailer = mix_.frame_bytes - bytes;
  if (mix_.frame_bytes == 0 && rng_.chance(15)) trailer = rng_.below(64);
  frame.trailer.resize(trailer);
  rng_.fill(frame.trailer);
  model::ByteVector wire = model::prepare_for_replay(model::encode(frame)).bytes;
  if (rng_.chance(mix_.damaged)) {
    // Behind the MAC addresses: another type, header, payload, ICRC or trailer.
    const auto at = 12 + rng_.below(static_cast<std::uint32_t>(wire.size()) - 12);
    wire[at] ^= static_cast<std::uint8_t>(1u << rng_.below(8));
  }
  return wire;
}

std::vector<std::uint8_t> RxTraffic::other_frame() {
  std::vector<std::uint8_t> wire(
      mix_.frame_bytes != 0 ? mix_.frame_bytes : 60 + rng_.below(rng_.chance(90) ? 200 : 9541));
  rng_.fill(wire);
  constexpr std::array<std::uint16_t, 5> kTypes = {
      model::ether_type::kArp, model::ether_type::kRoceV1, model::ether_type::kIpv4,
      model::ether_type::kIpv6, 0x88CC};
  const std::uint16_t type = kTypes[rng_.below(kTypes.size())];
  wire[12] = static_cast<std::uint8_t>(type >> 8);
  wire[13] = static_cast<std::uint8_t>(type);
  return wire;
}

RxTrafficFrame RxTraffic::next(const model::Receiver& receiver) {
  RxTrafficFrame made{.mac_error = rng_.chance(mix_.mac_error)};
  if (rng_.chance(mix_.other)) {
    made.bytes = other_frame();
    return made;
  }
  model::RoceFrame frame = request(pick(receiver));
  if (rng_.chance(mix_.strange)) make_strange(frame);
  made.bytes = finished(std::move(frame));
  return made;
}

}  // namespace rnic::app
