// SPDX-License-Identifier: Apache-2.0
#include "tb/rc/request_traffic.h"

#include <algorithm>
#include <array>
#include <vector>

#include "models/rx/rx_bench.h"
#include "models/wire/psn.h"

namespace rnic::tb {
namespace {

using model::Opcode;
using model::OpcodeInfo;
using model::Operation;
using model::Place;
using model::QpType;
using model::RoceFrame;
using model::RxQp;
using model::Transport;

template <size_t N>
std::array<uint8_t, N> random_bytes(Rng& rng) {
  std::array<uint8_t, N> bytes;
  rng.fill(bytes);
  return bytes;
}

model::IpAddress random_ip(Rng& rng, bool ipv6) {
  if (ipv6) return random_bytes<16>(rng);
  return random_bytes<4>(rng);
}

// Opcodes of a transport, by what they are.
template <class Fits>
const OpcodeInfo& pick(Rng& rng, Fits fits) {
  std::vector<const OpcodeInfo*> found;
  for (const OpcodeInfo& info : model::all_opcodes()) {
    if (fits(info)) found.push_back(&info);
  }
  return *found.at(rng.below(static_cast<uint32_t>(found.size())));
}

bool is_response(const OpcodeInfo& info) {
  return info.operation == Operation::kAcknowledge || info.operation == Operation::kReadResponse ||
         info.operation == Operation::kAtomicAcknowledge;
}

Transport transport_of_type(QpType type) {
  switch (type) {
    case QpType::kUc:
      return Transport::kUc;
    case QpType::kUd:
      return Transport::kUd;
    default:
      return Transport::kRc;
  }
}

// From the QP's peer to the QP, where that says who they are.
void address(Rng& rng, RoceFrame& frame, const model::RxQpConfig& config) {
  const bool ipv6 = config.source_ip        ? config.source_ip->index() == 1
                    : config.destination_ip ? config.destination_ip->index() == 1
                                            : rng.chance(30);
  const auto ours = config.source_ip.value_or(random_ip(rng, ipv6));
  const auto theirs = config.destination_ip.value_or(random_ip(rng, ipv6));
  if (ipv6) {
    model::Ipv6Header ip;
    ip.source = std::get<model::Ipv6Address>(theirs);
    ip.destination = std::get<model::Ipv6Address>(ours);
    frame.ip = ip;
  } else {
    model::Ipv4Header ip;
    ip.source = std::get<model::Ipv4Address>(theirs);
    ip.destination = std::get<model::Ipv4Address>(ours);
    frame.ip = ip;
  }
  model::set_traffic_class(frame.ip, rng.byte());
  if (config.vlan || rng.chance(20)) {
    frame.ethernet.tag =
        model::make_vlan_tag(static_cast<uint8_t>(rng.below(8)), config.vlan.value_or(0));
  }
  frame.bth.pkey = config.pkey;
  if ((config.pkey & 0x8000) == 0 || rng.chance(10)) frame.bth.pkey ^= 0x8000;
  if ((config.pkey & 0x8000) == 0) frame.bth.pkey |= 0x8000;
  frame.bth.dest_qp = config.qpn;
  if (frame.deth) frame.deth->queue_key = config.qkey;
}

}  // namespace

model::RxQpConfig random_qp(Rng& rng, uint32_t qpn) {
  constexpr std::array kTypes{QpType::kRc, QpType::kRc, QpType::kRc, QpType::kUc, QpType::kUd};
  constexpr std::array kPmtus{256u, 256u, 256u, 256u, 512u, 1024u, 2048u, 4096u};
  model::RxQpConfig config;
  config.type = kTypes[rng.below(kTypes.size())];
  config.qpn = qpn;
  config.pmtu = kPmtus[rng.below(kPmtus.size())];
  config.pkey = rng.chance(50) ? model::kDefaultPkey : static_cast<uint16_t>(rng.next());
  config.qkey = static_cast<uint32_t>(rng.next());
  const bool ipv6 = rng.chance(30);
  if (rng.chance(70)) config.source_ip = random_ip(rng, ipv6);
  if (rng.chance(70)) config.destination_ip = random_ip(rng, ipv6);
  if (rng.chance(30)) config.vlan = static_cast<uint16_t>(rng.between(1, 4094));
  // Half of them go over the wrap soon.
  config.rq_psn = rng.chance(50) ? (0x1000000 - rng.below(64)) & 0xffffff : rng.below(1 << 24);
  config.sq_una = rng.chance(50) ? (0x1000000 - rng.below(4)) & 0xffffff : rng.below(1 << 24);
  config.sq_psn = model::psn_add(config.sq_una, rng.below(9));
  return config;
}

RoceFrame RequestTraffic::request(const RxQp& qp) {
  const uint32_t pmtu = qp.config.pmtu;
  const Transport transport = transport_of_type(qp.config.type);
  const bool leaves = qp.config.type == QpType::kUc && rng_.chance(5);  // the message in progress
  const OpcodeInfo* info;
  if (qp.message && !leaves) {
    const auto left = qp.message->dma_length - qp.message->received;
    const bool ends = qp.message->operation == Operation::kWrite ? left <= pmtu : rng_.chance(40);
    info = &pick(rng_, [&](const OpcodeInfo& one) {
      return one.transport == transport && one.operation == qp.message->operation &&
             one.place == (ends ? Place::kLast : Place::kMiddle);
    });
  } else {
    info = &pick(rng_, [&](const OpcodeInfo& one) {
      return one.transport == transport && !is_response(one) && one.starts_message();
    });
  }

  uint32_t payload = 0;
  switch (info->place) {
    case Place::kFirst:
    case Place::kMiddle:
      payload = pmtu;
      break;
    case Place::kLast:
      payload = rng_.chance(20) ? pmtu : rng_.between(1, pmtu);
      if (info->operation == Operation::kWrite && qp.message) {
        payload = static_cast<uint32_t>(qp.message->dma_length - qp.message->received);
      }
      break;
    case Place::kOnly:
      if (info->may_carry_payload())
        payload = rng_.chance(70) ? rng_.below(9) : rng_.below(pmtu + 1);
      break;
  }
  RoceFrame frame = model::testing::packet(info->opcode, qp.expected_psn, payload);
  frame.bth.ack_request = rng_.chance(40);
  if (info->operation == Operation::kWrite && info->place == Place::kFirst) {
    const uint32_t full = rng_.between(1, 4) * pmtu;
    frame.reth->dma_length =
        full + (rng_.chance(50) ? rng_.below(2) * (pmtu - 1) + 1 : rng_.between(1, pmtu));
  }
  if (info->operation == Operation::kReadRequest) {
    switch (rng_.below(6)) {
      case 0:
        frame.reth->dma_length = rng_.below(3);
        break;
      case 1:
        frame.reth->dma_length = rng_.between(1, 5) * pmtu;
        break;
      case 2:
        frame.reth->dma_length = rng_.between(1, 5) * pmtu + 1;
        break;
      case 3:
        frame.reth->dma_length = rng_.chance(50) ? 0x80000000 : 0x7fffffff;
        break;
      default:
        frame.reth->dma_length = rng_.below(8 * pmtu);
        break;
    }
  }
  if (frame.atomic_eth) frame.atomic_eth->virtual_address = rng_.next() & ~uint64_t{7};
  if (frame.reth) frame.reth->virtual_address = rng_.next();
  return frame;
}

RoceFrame RequestTraffic::response(const RxQp& qp) {
  const bool rc = qp.config.type == QpType::kRc;
  const OpcodeInfo& info = pick(rng_, [&](const OpcodeInfo& one) {
    return one.transport == Transport::kCnp || (rc && is_response(one));
  });
  const uint32_t pmtu = qp.config.pmtu;
  uint32_t payload = 0;
  if (info.operation == Operation::kReadResponse) {
    payload =
        (info.place == Place::kFirst || info.place == Place::kMiddle) ? pmtu : rng_.between(1, 8);
    if (rng_.chance(20)) payload = rng_.chance(50) ? pmtu + 1 : pmtu - 3;
    if (rng_.chance(10)) payload = 0;
  }
  const uint32_t window = (qp.config.sq_psn - qp.config.sq_una) & 0xffffff;
  uint32_t psn = model::psn_add(qp.config.sq_una, int64_t{rng_.below(window + 3)} - 1);
  if (rng_.chance(5)) psn = model::psn_add(psn, 0x800000);
  RoceFrame frame = model::testing::packet(info.opcode, psn, payload);
  if (frame.aeth) {
    frame.aeth->syndrome =
        rng_.chance(50) ? rng_.byte() : static_cast<uint8_t>(0x60 + rng_.below(5));
  }
  return frame;
}

void RequestTraffic::spoil_psn(RoceFrame& frame) {
  constexpr std::array<int64_t, 8> kSteps{-1, 1, -1, 1, -2, 2, 0x7fffff, -0x800000};
  int64_t step = kSteps[rng_.below(kSteps.size())];
  if (rng_.chance(20)) step = rng_.below(1 << 24);
  if (rng_.chance(30)) step = int64_t{rng_.below(20)} - 10;
  frame.bth.psn = model::psn_add(frame.bth.psn, step);
}

void RequestTraffic::spoil_length(RoceFrame& frame, uint32_t pmtu) {
  const auto now = static_cast<uint32_t>(frame.payload.size());
  const std::array<uint32_t, 7> lengths{now + 1,  now + 4, now == 0 ? 0 : now - 1, 0, pmtu,
                                        pmtu + 1, pmtu - 1};
  frame.payload.assign(lengths[rng_.below(lengths.size())], 0x5a);
}

void RequestTraffic::spoil_dma(RoceFrame& frame, uint32_t pmtu) {
  const uint32_t now = frame.reth->dma_length;
  const std::array<uint32_t, 9> lengths{now + 1,    now - 1,    0,
                                        pmtu,       pmtu - 1,   0x80000000,
                                        0x80000001, 0xffffffff, static_cast<uint32_t>(rng_.next())};
  frame.reth->dma_length = lengths[rng_.below(lengths.size())];
}

void RequestTraffic::spoil_origin(RoceFrame& frame, const model::RxQpConfig& config) {
  switch (rng_.below(7)) {
    case 0:  // other addresses, or another family
      frame.ip =
          model::Ipv4Header{.source = random_bytes<4>(rng_), .destination = random_bytes<4>(rng_)};
      break;
    case 1:
      if (auto* v6 = std::get_if<model::Ipv6Header>(&frame.ip)) {
        (rng_.chance(50) ? v6->source : v6->destination)[rng_.below(16)] ^= 0x10;
      } else {
        auto& v4 = std::get<model::Ipv4Header>(frame.ip);
        (rng_.chance(50) ? v4.source : v4.destination)[rng_.below(4)] ^= 0x10;
      }
      break;
    case 2:
      frame.ethernet.tag = model::make_vlan_tag(3, static_cast<uint16_t>(rng_.below(3)));
      break;
    case 3:
      frame.ethernet.tag.reset();
      break;
    case 4:
      frame.bth.pkey ^= static_cast<uint16_t>(rng_.chance(50) ? 0x8000 : 1u << rng_.below(15));
      break;
    case 5:
      if (frame.deth)
        frame.deth->queue_key ^= 1u << rng_.below(32);
      else
        frame.bth.dest_qp ^= 1u << rng_.below(24);
      break;
    default: {  // a packet of any transport
      const OpcodeInfo& info = pick(rng_, [](const OpcodeInfo&) { return true; });
      const RoceFrame from = frame;
      frame = model::testing::packet(info.opcode, from.bth.psn, 0);
      address(rng_, frame, config);
      break;
    }
  }
}

RoceFrame RequestTraffic::next(const RxQp& qp) {
  const uint32_t pmtu = qp.config.pmtu;
  const bool other = qp.config.type != QpType::kUd && rng_.chance(mix_.other);
  RoceFrame frame = other ? response(qp) : request(qp);
  const auto expected = frame.bth.psn;
  if (!other && rng_.chance(mix_.fatal)) {
    switch (rng_.below(4)) {
      case 0: {  // any place of any message
        const OpcodeInfo& info = pick(rng_, [&](const OpcodeInfo& one) {
          return one.transport == transport_of_type(qp.config.type) && !is_response(one);
        });
        frame = model::testing::packet(info.opcode, expected, info.may_carry_payload() ? pmtu : 0);
        break;
      }
      case 1:
        if (frame.reth) {
          spoil_dma(frame, pmtu);
          break;
        }
        [[fallthrough]];
      case 2:
        if (frame.atomic_eth && rng_.chance(50)) {
          frame.atomic_eth->virtual_address ^= 1u << rng_.below(4);
          break;
        }
        [[fallthrough]];
      default:
        spoil_length(frame, pmtu);
        break;
    }
  }
  if (!other && rng_.chance(mix_.psn)) spoil_psn(frame);
  address(rng_, frame, qp.config);
  if (rng_.chance(mix_.foreign)) spoil_origin(frame, qp.config);
  model::complete(frame);
  if (rng_.chance(mix_.damaged)) {
    switch (rng_.below(3)) {
      case 0:
        frame.icrc ^= 1u << rng_.below(32);
        break;
      case 1:
        frame.bth.transport_version = 1;
        model::fill_icrc(frame);
        break;
      default:
        frame.udp.length ^= 1;
        break;
    }
  }
  return frame;
}

}  // namespace rnic::tb
