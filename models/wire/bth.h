// SPDX-License-Identifier: Apache-2.0
//
// Base transport header (IBTA volume 1, 9.2): 12 bytes at the start of every IB packet.
// Every bit is a field here, reserved ones too, so a header read and written again is the same.
//
//   BthHeader bth;
//   bth.opcode = to_byte(Opcode::kRcSendOnly);
//   bth.dest_qp = 0x11;
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/wire/byte_io.h"

namespace rnic::model {

inline constexpr std::size_t kBthBytes = 12;
inline constexpr std::uint16_t kDefaultPkey = 0xFFFF;

struct BthHeader {
  std::uint8_t opcode = 0;  // a number: it need not be one of enum Opcode
  bool solicited = false;   // SE
  bool mig_req = false;
  std::uint8_t pad_count = 0;          // 2 bits
  std::uint8_t transport_version = 0;  // TVer, 4 bits
  std::uint16_t pkey = kDefaultPkey;
  bool fecn = false;  // FECN, BECN and reserved6 are byte 4, outside the ICRC
  bool becn = false;
  std::uint8_t reserved6 = 0;  // 6 bits
  std::uint32_t dest_qp = 0;   // 24 bits
  bool ack_request = false;    // AckReq
  std::uint8_t reserved7 = 0;  // 7 bits, inside the ICRC
  std::uint32_t psn = 0;       // 24 bits

  bool operator==(const BthHeader&) const = default;
};

// Nothing if fewer than 12 bytes are left.
std::optional<BthHeader> read_bth(ByteReader& in) noexcept;
// A value wider than its field is cut to the field.
void write_bth(ByteWriter& out, const BthHeader& header);

}  // namespace rnic::model
