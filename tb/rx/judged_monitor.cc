// SPDX-License-Identifier: Apache-2.0
#include "tb/rx/judged_monitor.h"

#include <cstring>

namespace rnic::tb {
namespace {

// Slot `slot` of a port that holds both, `bits` each.
template <class T>
T field(uint64_t port, unsigned slot, unsigned bits) {
  return static_cast<T>((port >> (slot * bits)) & (~uint64_t{0} >> (64 - bits)));
}

template <size_t N, class Port>
std::array<uint8_t, N> bytes(const Port& port, unsigned slot) {
  std::array<uint8_t, N> out;
  std::memcpy(out.data(), reinterpret_cast<const uint8_t*>(port.data()) + slot * N, N);
  return out;
}

}  // namespace

void JudgedMonitor::sample(uint64_t clock) {
  const Vtb_rnic_rx_verdict& m = model_;
  for (uint8_t slot = 0; slot < 2; ++slot) {
    const auto flag = [&](uint8_t port) { return field<bool>(port, slot, 1); };
    if (flag(m.parsed_valid_o)) {
      parsed_.push_back({.clock = clock,
                         .slot = slot,
                         .reason = field<uint8_t>(m.parsed_reason_o, slot, 8),
                         .roce = flag(m.parsed_roce_o),
                         .sized = flag(m.parsed_sized_o),
                         .frame_bytes = field<uint16_t>(m.parsed_bytes_o, slot, 16)});
    }
    if (!flag(m.valid_o)) continue;
    judged_.push_back({.clock = clock,
                       .slot = slot,
                       .reason = field<uint8_t>(m.reason_o, slot, 8),
                       .roce = flag(m.roce_o),
                       .sized = flag(m.sized_o),
                       .icrc = field<IcrcWord>(m.icrc_o, slot, 2),
                       .prio = field<uint8_t>(m.prio_o, slot, 3),
                       .pcp_mismatch = flag(m.pcp_mismatch_o),
                       .lossy = flag(m.lossy_o),
                       .ecn = field<uint8_t>(m.ecn_o, slot, 2),
                       .frame_bytes = field<uint16_t>(m.bytes_o, slot, 16),
                       .vlan = flag(m.vlan_o),
                       .tci = field<uint16_t>(m.tci_o, slot, 16),
                       .ipv6 = flag(m.ipv6_o),
                       .tclass = field<uint8_t>(m.tclass_o, slot, 8),
                       .src_ip = bytes<16>(m.src_ip_o, slot),
                       .dst_ip = bytes<16>(m.dst_ip_o, slot),
                       .opcode = field<uint8_t>(m.opcode_o, slot, 8),
                       .solicited = flag(m.solicited_o),
                       .ackreq = flag(m.ackreq_o),
                       .pkey = field<uint16_t>(m.pkey_o, slot, 16),
                       .qpn = field<uint32_t>(m.qpn_o, slot, 32),
                       .psn = field<uint32_t>(m.psn_o, slot, 32),
                       .ext = bytes<28>(m.ext_o, slot),
                       .payload_offset = field<uint8_t>(m.payload_offset_o, slot, 8),
                       .payload_bytes = field<uint16_t>(m.payload_bytes_o, slot, 16),
                       .pad = field<uint8_t>(m.pad_o, slot, 2)});
  }
}

}  // namespace rnic::tb
