// SPDX-License-Identifier: Apache-2.0
#include "tb/sq/requester_wqe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/host/wqe.h"

namespace rnic::tb {

static_assert(op::kCount == model::kWqeOpcodes, "an operation of the model is not known here");

namespace {

unsigned blocks_for(size_t pieces) {
  return pieces <= 2 ? 1 : 1 + static_cast<unsigned>((pieces - 2 + 3) / 4);
}

void put_le(WqeBlock& block, size_t at, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) block[at + i] = static_cast<uint8_t>(value >> (8 * i));
}

void append_be(std::vector<uint8_t>& out, uint64_t value, size_t bytes) {
  for (size_t i = bytes; i-- > 0;) out.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

bool has_imm(uint8_t opcode) {
  return opcode == op::kSendImm || opcode == op::kWriteImm || opcode == op::kSendInv;
}

}  // namespace

unsigned RequesterWqe::blocks() const {
  if (read_error == 0u) return 1;  // its count cannot be known
  return blocks_said.value_or(static_cast<uint8_t>(std::min(4u, blocks_for(pieces.size()))));
}

uint64_t RequesterWqe::length() const {
  uint64_t sum = 0;
  for (const SegmentPiece& piece : pieces) sum += piece.bytes;
  return sum;
}

std::vector<WqeBlock> RequesterWqe::encode(unsigned ring_log2) const {
  const unsigned count =
      blocks_said.value_or(static_cast<uint8_t>(std::min(4u, blocks_for(pieces.size()))));
  std::vector<WqeBlock> out(count);
  // What is no field and no piece is noise that nobody may look at.
  Rng noise(wr_id * 77 + index);
  for (WqeBlock& block : out) noise.fill(block);
  WqeBlock& first = out[0];
  const bool owner = (((index >> ring_log2) & 1) == 0) != owner_wrong;
  first[0] = opcode;
  first[1] = flags;
  first[2] = piece_count.value_or(static_cast<uint8_t>(pieces.size()));
  first[3] = static_cast<uint8_t>((count - 1) | (first[3] & 0x7c) | (owner ? 0x80 : 0));
  put_le(first, 4, imm, 4);
  put_le(first, 8, wr_id, 8);
  put_le(first, 16, remote_addr, 8);
  put_le(first, 24, rkey, 4);
  for (size_t i = 0; i < pieces.size(); ++i) {
    const size_t block = i < 2 ? 0 : 1 + (i - 2) / 4;
    const size_t at = i < 2 ? 32 + 16 * i : 16 * ((i - 2) % 4);
    if (block >= count) break;
    put_le(out[block], at, pieces[i].addr, 8);
    put_le(out[block], at + 8, pieces[i].bytes, 4);
  }
  if (is_atomic()) {
    put_le(first, 48, compare, 8);
    put_le(first, 56, swap, 8);
  }
  return out;
}

unsigned RequesterWqe::status(const RequesterQp& qp) const {
  const unsigned count = piece_count.value_or(static_cast<uint8_t>(pieces.size()));
  const bool is_send = opcode == op::kSend || opcode == op::kSendImm;
  const bool is_write = opcode == op::kWrite || opcode == op::kWriteImm;
  if (read_error) return 9;
  if (owner_wrong) return 10;
  if (opcode >= op::kCount) return 2;
  if (qp.type == QpType::kUc && !is_send && !is_write) return 3;
  if (qp.type == QpType::kUd && !is_send) return 3;
  if ((flags & 8) != 0) return 7;
  if (count > 14 || blocks() != blocks_for(count)) return 4;
  if (is_atomic() && (count != 1 || blocks() != 1)) return 4;
  if (length() > 0x8000'0000) return 5;
  if (qp.type == QpType::kUd && length() > (128u << qp.pmtu)) return 5;
  if (is_atomic() && length() != 8) return 5;
  if (is_atomic() && remote_addr % 8 != 0) return 6;
  return 0;
}

SegmentMessage RequesterWqe::message(const RequesterQp& qp, uint32_t resume_bytes) const {
  SegmentMessage message{.pmtu = qp.pmtu, .resume_bytes = resume_bytes, .qp = qp.qp};
  if (has_payload()) message.pieces = pieces;
  return message;
}

DescFields packet_of(const RequesterQp& qp, const RequesterWqe& wqe, const SenderChoices& choices,
                     uint64_t sent, uint32_t psn) {
  const uint64_t length = wqe.length();
  const uint32_t pmtu = 128u << qp.pmtu;
  DescFields desc{.frame = true,
                  .dest_qp = qp.remote_qpn,
                  .psn = psn,
                  .dscp = qp.dscp,
                  .ecn = choices.congestion ? 2u : qp.ecn,
                  .prio = qp.queue,
                  .wr_id = wqe.wr_id,
                  .qpn = qp.qpn,
                  .wqe_opcode = wqe.opcode,
                  .signaled = (wqe.flags & 1) != 0,
                  .index = wqe.index,
                  .blocks = wqe.blocks(),
                  .length = static_cast<uint32_t>(length)};
  if (wqe.has_payload()) {
    desc.payload_bytes = static_cast<uint32_t>(std::min<uint64_t>(pmtu, length - sent));
  }
  const bool first = sent == 0;
  const bool last = !wqe.has_payload() || sent + desc.payload_bytes == length;
  desc.last = last;
  desc.solicited = last && (wqe.flags & 2) != 0 && wqe.has_payload() && wqe.opcode != op::kWrite;
  const uint64_t number = sent / pmtu;
  desc.ack_req = qp.type == QpType::kRc &&
                 (last || (choices.ackreq_every != 0 &&
                           number % choices.ackreq_every == choices.ackreq_every - 1));

  // Opcode: the transport on top, then the operation (9.2.1, table of BTH opcodes).
  const auto place = [&](unsigned send_first) {  // First, Middle, Last, Last+imm, Only, Only+imm
    if (!last) return send_first + (first ? 0 : 1);
    const unsigned imm = wqe.opcode == op::kSendImm || wqe.opcode == op::kWriteImm ? 1 : 0;
    return send_first + (first ? 4 : 2) + imm;
  };
  switch (wqe.opcode) {
    case op::kSend:
    case op::kSendImm:
      desc.opcode = place(0x00);
      break;
    case op::kSendInv:
      desc.opcode = last ? (first ? 0x17 : 0x16) : place(0x00);
      break;
    case op::kWrite:
    case op::kWriteImm:
      desc.opcode = place(0x06);
      break;
    case op::kRead:
      desc.opcode = 0x0c;
      break;
    case op::kCmpSwap:
      desc.opcode = 0x13;
      break;
    default:
      desc.opcode = 0x14;
      break;
  }
  desc.opcode |= qp.type == QpType::kUc ? 0x20 : qp.type == QpType::kUd ? 0x60 : 0;

  const bool is_write = wqe.opcode == op::kWrite || wqe.opcode == op::kWriteImm;
  if (qp.type == QpType::kUd) {
    desc.dest_qp = wqe.remote_addr & 0xffffff;
    append_be(desc.ext, wqe.rkey, 4);
    append_be(desc.ext, qp.qpn, 4);
  } else if (wqe.is_atomic()) {
    append_be(desc.ext, wqe.remote_addr, 8);
    append_be(desc.ext, wqe.rkey, 4);
    append_be(desc.ext, wqe.swap, 8);
    append_be(desc.ext, wqe.opcode == op::kCmpSwap ? wqe.compare : 0, 8);
  } else if (wqe.opcode == op::kRead || (is_write && first)) {
    append_be(desc.ext, wqe.remote_addr, 8);
    append_be(desc.ext, wqe.rkey, 4);
    append_be(desc.ext, length, 4);
  }
  if (has_imm(wqe.opcode) && last) append_be(desc.ext, wqe.imm, 4);
  return desc;
}

uint32_t psns_of(const RequesterQp& qp, const RequesterWqe& wqe) {
  if (wqe.opcode != op::kRead) return 1;
  const uint64_t pmtu = 128u << qp.pmtu;
  return static_cast<uint32_t>(std::max<uint64_t>(1, (wqe.length() + pmtu - 1) / pmtu));
}

DescFields record_of(const RequesterQp& qp, const RequesterWqe& wqe, unsigned status,
                     bool flushing) {
  const bool dead_end = status >= 9 && status <= 11;
  return {.last = true,
          .flushing = flushing,
          .wr_id = wqe.wr_id,
          .qpn = qp.qpn,
          .wqe_opcode = wqe.opcode,
          .status = status,
          .signaled = (wqe.flags & 1) != 0,
          .index = wqe.index,
          .blocks = dead_end ? 0 : wqe.blocks()};
}

std::string to_string(const DescFields& d) {
  if (d.token) return "token";
  std::string text =
      fmt::format("wr_id {:#x} index {} blocks {} status {}{}{}", d.wr_id, d.index, d.blocks,
                  d.status, d.signaled ? " signaled" : "", d.flushing ? " flushing" : "");
  text += fmt::format(" qpn {:#x} wqe_opcode {} length {}", d.qpn, d.wqe_opcode, d.length);
  if (!d.frame) return "record: " + text;
  return fmt::format(
      "opcode {:#04x} psn {:#x} dest {:#x}{}{} dscp {} ecn {} prio {} payload {}{} "
      "ext [{:02x}] {}",
      d.opcode, d.psn, d.dest_qp, d.solicited ? " SE" : "", d.ack_req ? " A" : "", d.dscp, d.ecn,
      d.prio, d.payload_bytes, d.last ? " last" : "", fmt::join(d.ext, " "), text);
}

RequesterWqe random_wqe(Rng& rng, const RequesterQp& qp, uint32_t most) {
  static constexpr uint8_t kUc[] = {op::kSend, op::kSendImm, op::kWrite, op::kWriteImm};
  RequesterWqe wqe{.flags = static_cast<uint8_t>(rng.below(8)),
                   .imm = static_cast<uint32_t>(rng()),
                   .rkey = static_cast<uint32_t>(rng()),
                   .wr_id = rng(),
                   .remote_addr = rng(),
                   .compare = rng(),
                   .swap = rng()};
  wqe.flags = static_cast<uint8_t>(wqe.flags | (rng.byte() & 0xf0));
  wqe.opcode = static_cast<uint8_t>(qp.type == QpType::kRc   ? rng.below(op::kCount)
                                    : qp.type == QpType::kUc ? kUc[rng.below(4)]
                                                             : rng.below(2));
  if (wqe.is_atomic()) {
    wqe.remote_addr &= ~uint64_t{7};
    wqe.pieces = {{rng(), 8}};
    return wqe;
  }
  if (qp.type == QpType::kUd) most = std::min(most, 128u << qp.pmtu);
  uint32_t left = rng.below(most + 1);
  for (uint32_t i = rng.chance(50) ? rng.below(3) : rng.below(15); i > 0; --i) {
    const uint32_t bytes = i == 1 ? left : rng.chance(25) ? 0 : rng.below(left + 1);
    wqe.pieces.push_back({rng(), bytes});
    left -= bytes;
  }
  return wqe;
}

RequesterWqe random_bad_wqe(Rng& rng, const RequesterQp& qp) {
  RequesterWqe wqe = random_wqe(rng, qp, 3000);
  switch (rng.below(9)) {
    case 0:
      wqe.opcode = static_cast<uint8_t>(rng.between(op::kCount, 255));
      break;
    case 1:
      wqe.opcode = op::kSendInv;
      wqe.flags |= 8;
      break;
    case 2:
      wqe.flags |= 8;
      break;
    case 3:
      wqe.piece_count = static_cast<uint8_t>(rng.between(15, 255));
      break;
    case 4:
      wqe.blocks_said = static_cast<uint8_t>(1 + wqe.blocks() % 4);
      break;
    case 5:
      wqe.opcode = op::kSend;
      wqe.pieces = {{rng(), 0x7fff'ffff}, {rng(), 2}};
      break;
    case 6:
      wqe.opcode = op::kFetchAdd;
      wqe.pieces = {{rng(), 8}};
      wqe.remote_addr |= 4;
      break;
    case 7:
      wqe.owner_wrong = true;
      break;
    default:
      wqe.read_error = rng.below(wqe.blocks());
      break;
  }
  return wqe;
}

}  // namespace rnic::tb
