// SPDX-License-Identifier: Apache-2.0
//
// What a driver says about one QP before work starts, and what it says about the whole NIC.
// Values only: nothing here checks ranges, and what moves while the QP runs (next PSN, indices)
// is in Requester.
//
//   QpContext qp;
//   qp.qpn = 0x11;
//   qp.remote_qpn = 0x12;
//   qp.source_ip = Ipv4Address{10, 0, 0, 1};
//   qp.destination_ip = Ipv4Address{10, 0, 1, 1};
//   qp.udp_source_port = usual_source_port(qp);  // 0xC132
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "models/qos/dscp_map.h"
#include "models/qos/source_port.h"
#include "models/wire/address.h"
#include "models/wire/bth.h"

namespace rnic::model {

enum class QpType : std::uint8_t { kRc, kUc, kUd };

using IpAddress = std::variant<Ipv4Address, Ipv6Address>;

struct QpContext {
  QpType type = QpType::kRc;
  std::uint32_t qpn = 0;         // 24 bits
  std::uint32_t remote_qpn = 0;  // 24 bits; UD: each WQE names its own
  std::uint32_t pmtu = 1024;     // payload bytes a packet: 256, 512, 1024, 2048, 4096

  MacAddress source_mac{};
  MacAddress next_hop_mac{};
  std::optional<std::uint16_t> vlan = std::nullopt;  // VID; nothing: untagged
  IpAddress source_ip{};                             // both of one family
  IpAddress destination_ip{};
  std::uint8_t dscp = 46;
  std::uint8_t ecn = 0;  // of data packets while congestion control is off
  std::uint8_t ttl = 64;
  std::uint32_t flow_label = 0;            // 20 bits, IPv6
  std::uint16_t udp_source_port = 0xC000;  // as the driver worked it out
  std::uint16_t pkey = kDefaultPkey;
  std::uint32_t qkey = 0;  // UD, receive side
  bool mig_req = false;

  std::uint64_t ring_base = 0;    // a multiple of 64
  unsigned ring_log2_blocks = 6;  // 4..15
  std::uint32_t sq_psn = 0;       // next PSN to send
  std::uint32_t sq_una = 0;       // oldest unacknowledged
  std::uint32_t rq_psn = 0;       // expected

  bool operator==(const QpContext&) const = default;
};

// The UDP source port where the configuration names none.
inline std::uint16_t usual_source_port(const QpContext& qp) noexcept {
  return qp.type == QpType::kUd ? datagram_source_port(qp.qpn)
                                : connected_source_port(qp.flow_label, qp.qpn, qp.remote_qpn);
}

struct NicSettings {
  DscpMap dscp_map = DscpMap::basepod();
  bool congestion_control = false;  // true: data packets leave as ECT(0)
  std::uint32_t ackreq_every = 66;  // AckReq inside long messages: every so many packets; 0: off
};

}  // namespace rnic::model
