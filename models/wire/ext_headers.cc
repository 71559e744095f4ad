// SPDX-License-Identifier: Apache-2.0
#include "models/wire/ext_headers.h"

namespace rnic::model {
namespace {

template <typename Header>
std::optional<Header> if_ok(const ByteReader& in, const Header& header) noexcept {
  if (!in.ok()) return std::nullopt;
  return header;
}

}  // namespace

SyndromeKind syndrome_kind(std::uint8_t syndrome) noexcept {
  if (syndrome <= 0x1F) return SyndromeKind::kAck;
  if (syndrome <= 0x3F) return SyndromeKind::kRnrNak;
  switch (syndrome) {
    case 0x60:
      return SyndromeKind::kNakPsnSequence;
    case 0x61:
      return SyndromeKind::kNakInvalidRequest;
    case 0x62:
      return SyndromeKind::kNakRemoteAccess;
    case 0x63:
      return SyndromeKind::kNakRemoteOperation;
    default:
      return SyndromeKind::kReserved;
  }
}

std::string_view name_of(SyndromeKind kind) noexcept {
  switch (kind) {
    case SyndromeKind::kAck:
      return "ACK";
    case SyndromeKind::kRnrNak:
      return "RNR_NAK";
    case SyndromeKind::kNakPsnSequence:
      return "NAK_PSN_SEQUENCE";
    case SyndromeKind::kNakInvalidRequest:
      return "NAK_INVALID_REQUEST";
    case SyndromeKind::kNakRemoteAccess:
      return "NAK_REMOTE_ACCESS";
    case SyndromeKind::kNakRemoteOperation:
      return "NAK_REMOTE_OPERATION";
    case SyndromeKind::kReserved:
      break;
  }
  return "RESERVED";
}

// The members of a braced list are evaluated from left to right, so the readers below read the
// fields in the order in which they are written.

std::optional<Reth> read_reth(ByteReader& in) noexcept {
  const Reth header{.virtual_address = in.u64(), .remote_key = in.u32(), .dma_length = in.u32()};
  return if_ok(in, header);
}

std::optional<Aeth> read_aeth(ByteReader& in) noexcept {
  const Aeth header{.syndrome = in.u8(), .msn = in.u24()};
  return if_ok(in, header);
}

std::optional<AtomicEth> read_atomic_eth(ByteReader& in) noexcept {
  const AtomicEth header{.virtual_address = in.u64(),
                         .remote_key = in.u32(),
                         .swap_or_add = in.u64(),
                         .compare = in.u64()};
  return if_ok(in, header);
}

std::optional<AtomicAckEth> read_atomic_ack_eth(ByteReader& in) noexcept {
  const AtomicAckEth header{.original = in.u64()};
  return if_ok(in, header);
}

std::optional<Deth> read_deth(ByteReader& in) noexcept {
  const Deth header{.queue_key = in.u32(), .reserved = in.u8(), .source_qp = in.u24()};
  return if_ok(in, header);
}

std::optional<ImmDt> read_imm_dt(ByteReader& in) noexcept {
  const ImmDt header{.data = in.u32()};
  return if_ok(in, header);
}

std::optional<Ieth> read_ieth(ByteReader& in) noexcept {
  const Ieth header{.remote_key = in.u32()};
  return if_ok(in, header);
}

std::optional<CnpReserved> read_cnp_reserved(ByteReader& in) noexcept {
  const CnpReserved header{.bytes = in.array<CnpReserved::kBytes>()};
  return if_ok(in, header);
}

void write(ByteWriter& out, const Reth& header) {
  out.u64(header.virtual_address);
  out.u32(header.remote_key);
  out.u32(header.dma_length);
}

void write(ByteWriter& out, const Aeth& header) {
  out.u8(header.syndrome);
  out.u24(header.msn);
}

void write(ByteWriter& out, const AtomicEth& header) {
  out.u64(header.virtual_address);
  out.u32(header.remote_key);
  out.u64(header.swap_or_add);
  out.u64(header.compare);
}

void write(ByteWriter& out, const AtomicAckEth& header) { out.u64(header.original); }

void write(ByteWriter& out, const Deth& header) {
  out.u32(header.queue_key);
  out.u8(header.reserved);
  out.u24(header.source_qp);
}

void write(ByteWriter& out, const ImmDt& header) { out.u32(header.data); }

void write(ByteWriter& out, const Ieth& header) { out.u32(header.remote_key); }

void write(ByteWriter& out, const CnpReserved& header) { out.bytes(header.bytes); }

}  // namespace rnic::model
