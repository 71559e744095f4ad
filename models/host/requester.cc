// SPDX-License-Identifier: Apache-2.0
#include "models/host/requester.h"

#include <algorithm>
#include <utility>

#include "models/host/send_ring.h"
#include "models/host/tx_frame.h"
#include "models/wire/psn.h"

namespace rnic::model {

Requester::Requester(const QpContext& qp, const NicSettings& nic, const HostMemory& memory)
    : qp_(qp), nic_(nic), memory_(&memory), next_psn_(qp.sq_psn & kPsnMask) {}

void Requester::doorbell(std::uint16_t count, std::uint16_t sq_free) {
  if (state_ == State::kStopped || overrun_) return;
  const auto claimed = static_cast<std::uint16_t>(count - sq_free);
  const std::uint32_t slots = std::uint32_t{1} << qp_.ring_log2_blocks;
  if (claimed > slots) {
    overrun_ = true;
    return;
  }
  if (claimed <= static_cast<std::uint16_t>(producer_ - sq_free)) return;
  for (; producer_ != count; ++producer_) {
    WqeBlock block{};
    const std::uint64_t address = qp_.ring_base + producer_ % slots * kWqeBlockBytes;
    const bool good = memory_->read(address, block);
    blocks_.push_back(good ? std::optional<WqeBlock>(block) : std::nullopt);
  }
}

std::optional<RequesterOutput> Requester::next() {
  while (true) {
    if (message_) {
      if (message_->next_packet < message_->segments.packets()) return next_of_message();
      if (message_->wqe.signaled()) return success();
      message_.reset();
    }
    if (state_ == State::kStopped) return std::nullopt;
    if (blocks_.empty()) return end_of_work();
    if (!blocks_.front()) return stop(CompletionStatus::kWqeReadError, taken_);
    if (read_wqe_head(*blocks_.front()).block_count > blocks_.size()) return end_of_work();
    if (auto record = take_wqe()) return record;
  }
}

// The next packet, or the record of the read that failed.
RequesterOutput Requester::next_of_message() {
  Message& message = *message_;
  const PacketPlan packet = message.segments.packet(message.next_packet);
  ByteVector payload;
  if (!gather(message.wqe, packet, payload)) {
    const CompletionRecord record{.wr_id = message.wqe.wr_id,
                                  .qpn = qp_.qpn,
                                  .opcode = message.wqe.opcode,
                                  .status = CompletionStatus::kReadError,
                                  .signaled = message.wqe.signaled(),
                                  .index = message.index};
    sq_free_ = static_cast<std::uint16_t>(message.index + message.blocks);
    state_ = State::kFlushing;
    message_.reset();
    return record;
  }
  ++message.next_packet;
  if (message.next_packet == message.segments.packets()) {
    sq_free_ = static_cast<std::uint16_t>(message.index + message.blocks);
  }
  const std::uint32_t psn = psn_add(message.first_psn, packet.psn_offset);
  return SentFrame{
      .bytes = encode(build_request(qp_, nic_, message.wqe, packet, psn, std::move(payload))),
      .qpn = qp_.qpn,
      .opcode = to_byte(packet.opcode),
      .psn = psn,
      .payload_bytes = packet.payload_bytes,
      .priority = nic_.dscp_map.priority(qp_.dscp),
      .wqe_index = message.index};
}

RequesterOutput Requester::success() {
  const CompletionRecord record{
      .wr_id = message_->wqe.wr_id,
      .qpn = qp_.qpn,
      .opcode = message_->wqe.opcode,
      .status = qp_.type == QpType::kRc ? CompletionStatus::kSent : CompletionStatus::kOk,
      .signaled = true,
      .index = message_->index,
      .length = static_cast<std::uint32_t>(message_->wqe.length())};
  message_.reset();
  return record;
}

// Judges the WQE at the head, whose blocks are all covered. Nothing: it became message_.
std::optional<RequesterOutput> Requester::take_wqe() {
  const WqeHead head = read_wqe_head(*blocks_.front());
  ByteVector bytes;
  for (std::size_t i = 0; i < head.block_count; ++i) {
    if (!blocks_[i]) return stop(CompletionStatus::kWqeReadError, taken_);
    bytes.insert(bytes.end(), blocks_[i]->begin(), blocks_[i]->end());
  }
  if (state_ == State::kFlushing) return refuse(head, CompletionStatus::kFlushed);
  if (head.owner != owner_of_lap(taken_, qp_.ring_log2_blocks)) {
    return stop(CompletionStatus::kOwner, taken_);
  }
  auto decoded = decode_wqe(bytes, qp_.type, qp_.pmtu);
  if (const auto* fault = std::get_if<CompletionStatus>(&decoded)) return refuse(head, *fault);

  Wqe& wqe = std::get<Wqe>(decoded);
  const Segmenter segments(wqe, qp_.type, qp_.pmtu, nic_.ackreq_every);
  message_ = Message{.wqe = std::move(wqe),
                     .segments = segments,
                     .first_psn = next_psn_,
                     .index = taken_,
                     .blocks = head.block_count};
  next_psn_ = psn_add(next_psn_, segments.psns());
  drop_blocks(head.block_count);
  return std::nullopt;
}

std::optional<RequesterOutput> Requester::end_of_work() {
  if (!overrun_) return std::nullopt;
  return stop(CompletionStatus::kDoorbellOverrun, producer_);
}

// The record of a WQE that is not executed; the ones behind it are flushed.
CompletionRecord Requester::refuse(const WqeHead& head, CompletionStatus status) {
  const CompletionRecord record{.wr_id = head.wr_id,
                                .qpn = qp_.qpn,
                                .opcode = head.opcode,
                                .status = status,
                                .signaled = head.signaled(),
                                .index = taken_};
  state_ = State::kFlushing;
  drop_blocks(head.block_count);
  sq_free_ = taken_;
  return record;
}

// The record of a fault behind which no WQE can be found.
CompletionRecord Requester::stop(CompletionStatus status, std::uint16_t index) {
  state_ = State::kStopped;
  blocks_.clear();
  return {.qpn = qp_.qpn, .opcode = kNoOpcode, .status = status, .index = index};
}

void Requester::drop_blocks(std::size_t count) {
  blocks_.erase(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(count));
  taken_ = static_cast<std::uint16_t>(taken_ + count);
}

// Collects the packet's bytes from the pieces it touches. False: the bus refused a line.
bool Requester::gather(const Wqe& wqe, const PacketPlan& packet, ByteVector& payload) const {
  payload.resize(packet.payload_bytes);
  std::span<std::uint8_t> room(payload);
  std::uint64_t skip = packet.payload_offset;
  for (const WqePiece& piece : wqe.pieces) {
    if (room.empty()) break;
    if (skip >= piece.length) {
      skip -= piece.length;
      continue;
    }
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(piece.length - skip, room.size()));
    if (!memory_->read(piece.address + skip, room.first(count))) return false;
    room = room.subspan(count);
    skip = 0;
  }
  return true;
}

void Requester::update_addresses(const QpContext& qp) {
  QpContext updated = qp;
  updated.type = qp_.type;
  updated.qpn = qp_.qpn;
  updated.remote_qpn = qp_.remote_qpn;
  updated.qkey = qp_.qkey;
  updated.ring_base = qp_.ring_base;
  updated.ring_log2_blocks = qp_.ring_log2_blocks;
  updated.sq_psn = qp_.sq_psn;
  updated.sq_una = qp_.sq_una;
  updated.rq_psn = qp_.rq_psn;
  qp_ = updated;
}

}  // namespace rnic::model
