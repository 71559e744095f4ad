// SPDX-License-Identifier: Apache-2.0
//
// BTH opcodes (IBTA volume 1, 9.2.1 and annex A17.9.3) and what each means for a packet's
// layout. Known are RC, UC, UD and CNP; RD, XRC and reserved opcodes have no entry.
//
//   if (const OpcodeInfo* info = find_opcode(0x0A)) {
//     info->name;                  // "RC_RDMA_WRITE_ONLY"
//     info->extension_bytes();     // 16: RETH
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace rnic::model {

enum class Opcode : std::uint8_t {
  kRcSendFirst = 0x00,
  kRcSendMiddle = 0x01,
  kRcSendLast = 0x02,
  kRcSendLastWithImmediate = 0x03,
  kRcSendOnly = 0x04,
  kRcSendOnlyWithImmediate = 0x05,
  kRcRdmaWriteFirst = 0x06,
  kRcRdmaWriteMiddle = 0x07,
  kRcRdmaWriteLast = 0x08,
  kRcRdmaWriteLastWithImmediate = 0x09,
  kRcRdmaWriteOnly = 0x0A,
  kRcRdmaWriteOnlyWithImmediate = 0x0B,
  kRcRdmaReadRequest = 0x0C,
  kRcRdmaReadResponseFirst = 0x0D,
  kRcRdmaReadResponseMiddle = 0x0E,
  kRcRdmaReadResponseLast = 0x0F,
  kRcRdmaReadResponseOnly = 0x10,
  kRcAcknowledge = 0x11,
  kRcAtomicAcknowledge = 0x12,
  kRcCompareSwap = 0x13,
  kRcFetchAdd = 0x14,
  kRcSendLastWithInvalidate = 0x16,
  kRcSendOnlyWithInvalidate = 0x17,

  kUcSendFirst = 0x20,
  kUcSendMiddle = 0x21,
  kUcSendLast = 0x22,
  kUcSendLastWithImmediate = 0x23,
  kUcSendOnly = 0x24,
  kUcSendOnlyWithImmediate = 0x25,
  kUcRdmaWriteFirst = 0x26,
  kUcRdmaWriteMiddle = 0x27,
  kUcRdmaWriteLast = 0x28,
  kUcRdmaWriteLastWithImmediate = 0x29,
  kUcRdmaWriteOnly = 0x2A,
  kUcRdmaWriteOnlyWithImmediate = 0x2B,

  kUdSendOnly = 0x64,
  kUdSendOnlyWithImmediate = 0x65,

  kCnp = 0x81,
};

constexpr std::uint8_t to_byte(Opcode opcode) noexcept { return static_cast<std::uint8_t>(opcode); }

// Opcode bits 7:5. Values 5 (XRC) and 2 (RD) exist on the wire but have no opcodes here; 6 and 7
// are reserved or vendor-defined.
enum class Transport : std::uint8_t { kRc = 0, kUc = 1, kRd = 2, kUd = 3, kCnp = 4, kXrc = 5 };

constexpr Transport transport_of(std::uint8_t opcode) noexcept {
  return static_cast<Transport>(opcode >> 5);
}

enum class Operation : std::uint8_t {
  kSend,
  kWrite,
  kReadRequest,
  kReadResponse,
  kAcknowledge,
  kAtomicAcknowledge,
  kCompareSwap,
  kFetchAdd,
  kCongestionNotification,
};

// Place of the packet in its message. Single packets (requests for READ, atomics, answers
// without data, CNP) are kOnly.
enum class Place : std::uint8_t { kFirst, kMiddle, kLast, kOnly };

enum class Extension : std::uint8_t {
  kReth,          // 16 bytes
  kAeth,          // 4
  kAtomicEth,     // 28
  kAtomicAckEth,  // 8
  kDeth,          // 8
  kImmDt,         // 4
  kIeth,          // 4
  kCnpReserved,   // 16
};

// Bytes on the wire.
std::size_t size_of(Extension extension) noexcept;

struct OpcodeInfo {
  Opcode opcode;
  std::string_view name;  // as in the Linux headers without IB_OPCODE_
  Transport transport;
  Operation operation;
  Place place;
  std::span<const Extension> extensions;  // in wire order, directly behind the BTH

  // Bytes between the end of the BTH and the payload.
  std::size_t extension_bytes() const noexcept;
  bool starts_message() const noexcept { return place == Place::kFirst || place == Place::kOnly; }
  bool ends_message() const noexcept { return place == Place::kLast || place == Place::kOnly; }
  // SEND, WRITE and READ response packets; the others have no payload.
  bool may_carry_payload() const noexcept {
    return operation == Operation::kSend || operation == Operation::kWrite ||
           operation == Operation::kReadResponse;
  }
};

// All known opcodes in rising order; lives as long as the program.
std::span<const OpcodeInfo> all_opcodes() noexcept;

// The entry of all_opcodes(), or nullptr for an opcode that is not known.
const OpcodeInfo* find_opcode(std::uint8_t opcode) noexcept;
inline const OpcodeInfo* find_opcode(Opcode opcode) noexcept {
  return find_opcode(to_byte(opcode));
}

}  // namespace rnic::model
