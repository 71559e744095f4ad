// SPDX-License-Identifier: Apache-2.0
#include "models/wire/bth.h"

namespace rnic::model {

std::optional<BthHeader> read_bth(ByteReader& in) noexcept {
  BthHeader header;
  header.opcode = in.u8();
  const std::uint8_t flags = in.u8();
  header.solicited = (flags & 0x80) != 0;
  header.mig_req = (flags & 0x40) != 0;
  header.pad_count = (flags >> 4) & 3;
  header.transport_version = flags & 0x0F;
  header.pkey = in.u16();
  const std::uint8_t congestion = in.u8();
  header.fecn = (congestion & 0x80) != 0;
  header.becn = (congestion & 0x40) != 0;
  header.reserved6 = congestion & 0x3F;
  header.dest_qp = in.u24();
  const std::uint8_t ack = in.u8();
  header.ack_request = (ack & 0x80) != 0;
  header.reserved7 = ack & 0x7F;
  header.psn = in.u24();
  if (!in.ok()) return std::nullopt;
  return header;
}

void write_bth(ByteWriter& out, const BthHeader& header) {
  out.u8(header.opcode);
  out.u8(static_cast<std::uint8_t>((header.solicited ? 0x80 : 0) | (header.mig_req ? 0x40 : 0) |
                                   (header.pad_count & 3) << 4 |
                                   (header.transport_version & 0x0F)));
  out.u16(header.pkey);
  out.u8(static_cast<std::uint8_t>((header.fecn ? 0x80 : 0) | (header.becn ? 0x40 : 0) |
                                   (header.reserved6 & 0x3F)));
  out.u24(header.dest_qp);
  out.u8(static_cast<std::uint8_t>((header.ack_request ? 0x80 : 0) | (header.reserved7 & 0x7F)));
  out.u24(header.psn);
}

}  // namespace rnic::model
