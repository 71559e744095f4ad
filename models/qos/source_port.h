// SPDX-License-Identifier: Apache-2.0
//
// The UDP source port a sender gives each QP, always 0xC000..0xFFFF and the same for the QP's
// life: switches spread flows over paths by it. Receivers take any source port.
//
//   connected_source_port(0, 0x11, 0x12);   // 0xC132
#pragma once

#include <cstdint>

namespace rnic::model {

// RC and UC, the rule of Linux drivers (rdma_flow_label_to_udp_sport in include/rdma/ib_verbs.h):
// the 20-bit label is the flow label, or, where that is 0, the product of both QPNs folded; so
// both ends of a connection get the same port. Only the low 20 (24) bits of the arguments count.
std::uint16_t connected_source_port(std::uint32_t flow_label, std::uint32_t qpn,
                                    std::uint32_t remote_qpn) noexcept;

// UD: from the sender's QPN alone.
std::uint16_t datagram_source_port(std::uint32_t qpn) noexcept;

}  // namespace rnic::model
