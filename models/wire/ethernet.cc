// SPDX-License-Identifier: Apache-2.0
#include "models/wire/ethernet.h"

namespace rnic::model {

std::optional<EthernetHeader> read_ethernet(ByteReader& in) noexcept {
  EthernetHeader header;
  header.destination = in.array<6>();
  header.source = in.array<6>();
  header.ether_type = in.u16();
  if (is_vlan_tpid(header.ether_type)) {
    header.tag = VlanTag{.tpid = header.ether_type, .tci = in.u16()};
    header.ether_type = in.u16();
  }
  if (!in.ok()) return std::nullopt;
  return header;
}

void write_ethernet(ByteWriter& out, const EthernetHeader& header) {
  out.bytes(header.destination);
  out.bytes(header.source);
  if (header.tag) {
    out.u16(header.tag->tpid);
    out.u16(header.tag->tci);
  }
  out.u16(header.ether_type);
}

}  // namespace rnic::model
