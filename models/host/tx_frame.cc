// SPDX-License-Identifier: Apache-2.0
#include "models/host/tx_frame.h"

#include <utility>

namespace rnic::model {
namespace {

IpHeader ip_header(const QpContext& qp, const NicSettings& nic) {
  constexpr std::uint8_t kEct0 = 2;
  const std::uint8_t ecn = nic.congestion_control ? kEct0 : qp.ecn & 3;
  const auto traffic_class = static_cast<std::uint8_t>(qp.dscp << 2 | ecn);
  if (const auto* source = std::get_if<Ipv6Address>(&qp.source_ip)) {
    Ipv6Header ip;
    ip.traffic_class = traffic_class;
    ip.flow_label = qp.flow_label;
    ip.hop_limit = qp.ttl;
    ip.source = *source;
    ip.destination = std::get<Ipv6Address>(qp.destination_ip);
    return ip;
  }
  Ipv4Header ip;  // identification 0, DF
  ip.traffic_class = traffic_class;
  ip.time_to_live = qp.ttl;
  ip.source = std::get<Ipv4Address>(qp.source_ip);
  ip.destination = std::get<Ipv4Address>(qp.destination_ip);
  return ip;
}

void add_extensions(RoceFrame& frame, const OpcodeInfo& info, const QpContext& qp, const Wqe& wqe) {
  for (const Extension extension : info.extensions) {
    switch (extension) {
      case Extension::kReth:
        frame.reth = Reth{.virtual_address = wqe.remote_address,
                          .remote_key = wqe.remote_key,
                          .dma_length = static_cast<std::uint32_t>(wqe.length())};
        break;
      case Extension::kAtomicEth:
        frame.atomic_eth =
            AtomicEth{.virtual_address = wqe.remote_address,
                      .remote_key = wqe.remote_key,
                      .swap_or_add = wqe.swap_or_add,
                      .compare = info.operation == Operation::kCompareSwap ? wqe.compare : 0};
        break;
      case Extension::kDeth:
        frame.deth = Deth{.queue_key = wqe.queue_key(), .source_qp = qp.qpn};
        break;
      case Extension::kImmDt:
        frame.imm_dt = ImmDt{.data = wqe.immediate};
        break;
      case Extension::kIeth:
        frame.ieth = Ieth{.remote_key = wqe.immediate};
        break;
      case Extension::kAeth:
      case Extension::kAtomicAckEth:
      case Extension::kCnpReserved:
        break;  // of answers, never of a request
    }
  }
}

}  // namespace

RoceFrame build_request(const QpContext& qp, const NicSettings& nic, const Wqe& wqe,
                        const PacketPlan& packet, std::uint32_t psn, ByteVector payload) {
  RoceFrame frame;
  frame.ethernet.destination = qp.next_hop_mac;
  frame.ethernet.source = qp.source_mac;
  if (qp.vlan) frame.ethernet.tag = make_vlan_tag(nic.dscp_map.priority(qp.dscp), *qp.vlan);
  frame.ip = ip_header(qp, nic);
  frame.udp.source_port = qp.udp_source_port;
  frame.bth.opcode = to_byte(packet.opcode);
  frame.bth.solicited = packet.solicited;
  frame.bth.mig_req = qp.mig_req;
  frame.bth.pkey = qp.pkey;
  frame.bth.dest_qp = qp.type == QpType::kUd ? wqe.remote_qpn() : qp.remote_qpn;
  frame.bth.ack_request = packet.ack_request;
  frame.bth.psn = psn;
  add_extensions(frame, *find_opcode(packet.opcode), qp, wqe);
  frame.payload = std::move(payload);
  complete(frame);
  if (const std::size_t bytes = frame_bytes(frame); bytes < kMinFrameBytes) {
    frame.trailer.assign(kMinFrameBytes - bytes, 0);
  }
  return frame;
}

}  // namespace rnic::model
