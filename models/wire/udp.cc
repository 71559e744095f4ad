// SPDX-License-Identifier: Apache-2.0
#include "models/wire/udp.h"

namespace rnic::model {

std::optional<UdpHeader> read_udp(ByteReader& in) noexcept {
  UdpHeader header;
  header.source_port = in.u16();
  header.destination_port = in.u16();
  header.length = in.u16();
  header.checksum = in.u16();
  if (!in.ok()) return std::nullopt;
  return header;
}

void write_udp(ByteWriter& out, const UdpHeader& header) {
  out.u16(header.source_port);
  out.u16(header.destination_port);
  out.u16(header.length);
  out.u16(header.checksum);
}

}  // namespace rnic::model
