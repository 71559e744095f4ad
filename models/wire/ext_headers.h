// SPDX-License-Identifier: Apache-2.0
//
// Extended transport headers (IBTA volume 1, 9.3): what stands between the BTH and the payload.
// Plain fields; which opcode carries which header is in opcode.h.
//
// Readers give nothing if the header does not fit; writers cut a value to its field.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "models/wire/byte_io.h"

namespace rnic::model {

// RDMA extended transport header, 16 bytes: WRITE First/Only and READ request.
struct Reth {
  static constexpr std::size_t kBytes = 16;
  std::uint64_t virtual_address = 0;
  std::uint32_t remote_key = 0;
  std::uint32_t dma_length = 0;  // bytes of the whole message

  bool operator==(const Reth&) const = default;
};

// What an AETH syndrome says (IBTA volume 1, 9.7.5.1 and 9.7.5.2).
enum class SyndromeKind : std::uint8_t {
  kAck,                 // 0x00..0x1F, low five bits: credits, 0x1F for none given
  kRnrNak,              // 0x20..0x3F, low five bits: timer code
  kNakPsnSequence,      // 0x60
  kNakInvalidRequest,   // 0x61
  kNakRemoteAccess,     // 0x62
  kNakRemoteOperation,  // 0x63
  kReserved,            // all others
};

SyndromeKind syndrome_kind(std::uint8_t syndrome) noexcept;
// "ACK", "RNR_NAK", "NAK_PSN_SEQUENCE", "NAK_INVALID_REQUEST", "NAK_REMOTE_ACCESS",
// "NAK_REMOTE_OPERATION", "RESERVED".
std::string_view name_of(SyndromeKind kind) noexcept;

// ACK extended transport header, 4 bytes: ACK, NAK, READ response First/Last/Only, atomic answer.
struct Aeth {
  static constexpr std::size_t kBytes = 4;
  std::uint8_t syndrome = 0;
  std::uint32_t msn = 0;  // 24 bits

  SyndromeKind kind() const noexcept { return syndrome_kind(syndrome); }
  // Credit count of an ACK, timer code of an RNR NAK.
  std::uint8_t value() const noexcept { return syndrome & 0x1F; }

  bool operator==(const Aeth&) const = default;
};

// Atomic request, 28 bytes.
struct AtomicEth {
  static constexpr std::size_t kBytes = 28;
  std::uint64_t virtual_address = 0;
  std::uint32_t remote_key = 0;
  std::uint64_t swap_or_add = 0;
  std::uint64_t compare = 0;

  bool operator==(const AtomicEth&) const = default;
};

// Atomic answer, 8 bytes: the value before the operation.
struct AtomicAckEth {
  static constexpr std::size_t kBytes = 8;
  std::uint64_t original = 0;

  bool operator==(const AtomicAckEth&) const = default;
};

// Datagram extended transport header, 8 bytes: UD.
struct Deth {
  static constexpr std::size_t kBytes = 8;
  std::uint32_t queue_key = 0;
  std::uint8_t reserved = 0;
  std::uint32_t source_qp = 0;  // 24 bits

  bool operator==(const Deth&) const = default;
};

// Immediate data, 4 bytes. The value's most significant byte goes first.
struct ImmDt {
  static constexpr std::size_t kBytes = 4;
  std::uint32_t data = 0;

  bool operator==(const ImmDt&) const = default;
};

// Invalidate extended transport header, 4 bytes.
struct Ieth {
  static constexpr std::size_t kBytes = 4;
  std::uint32_t remote_key = 0;

  bool operator==(const Ieth&) const = default;
};

// The 16 bytes behind the BTH of a CNP (annex A17.9.3): zeros from a correct sender.
struct CnpReserved {
  static constexpr std::size_t kBytes = 16;
  std::array<std::uint8_t, kBytes> bytes{};

  bool operator==(const CnpReserved&) const = default;
};

std::optional<Reth> read_reth(ByteReader& in) noexcept;
std::optional<Aeth> read_aeth(ByteReader& in) noexcept;
std::optional<AtomicEth> read_atomic_eth(ByteReader& in) noexcept;
std::optional<AtomicAckEth> read_atomic_ack_eth(ByteReader& in) noexcept;
std::optional<Deth> read_deth(ByteReader& in) noexcept;
std::optional<ImmDt> read_imm_dt(ByteReader& in) noexcept;
std::optional<Ieth> read_ieth(ByteReader& in) noexcept;
std::optional<CnpReserved> read_cnp_reserved(ByteReader& in) noexcept;

void write(ByteWriter& out, const Reth& header);
void write(ByteWriter& out, const Aeth& header);
void write(ByteWriter& out, const AtomicEth& header);
void write(ByteWriter& out, const AtomicAckEth& header);
void write(ByteWriter& out, const Deth& header);
void write(ByteWriter& out, const ImmDt& header);
void write(ByteWriter& out, const Ieth& header);
void write(ByteWriter& out, const CnpReserved& header);

}  // namespace rnic::model
