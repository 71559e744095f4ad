// SPDX-License-Identifier: Apache-2.0
//
// The sender of one QP: doorbells in; the frames that must leave and the completion records that
// must appear out, in order, one at a time. It has no clock and knows no other QP.
//
//   Requester requester(qp, nic, memory);         // ready, indices 0, next PSN = qp.sq_psn
//   SendRing ring(memory, qp.ring_base, qp.ring_log2_blocks);
//   ring.post(wqe);
//   requester.doorbell(ring.count());
//   while (const auto output = requester.next()) {
//     if (const auto* frame = std::get_if<SentFrame>(&*output)) compare(frame->bytes);
//     if (const auto* record = std::get_if<CompletionRecord>(&*output)) compare(*record);
//   }
//
// Frames come in posting order, records too. Between the two the order here is that of the WQEs:
// all frames of a WQE, then its record. A device may send frames of the next WQE before that.
//
// Where the format description leaves room, this is what the model does:
// - WQE blocks are copied when a doorbell covers them; what is written to them later has no
//   effect. Payload is read when next() builds its packet.
// - A WQE is judged when the producer count covers all blocks that its block 0 claims: a wrong
//   owner bit or a bus error on a later block is not reported before. A bus error on block 0
//   itself is reported at once. A bus error on any block goes before the owner bit.
// - A doorbell with a count between `sq_free` and the producer count changes nothing.
// - In the error state behind a flushing error (2 to 8) each complete WQE up to the producer count
//   gives `flushed`, owner bits not looked at. A bus error on one of its blocks gives
//   `wqe_read_error`, and nothing follows. An overrun there gives `doorbell_overrun` in its place.
// - Behind 9, 10 and 11 nothing comes, whatever doorbells follow; behind an overrun doorbell that
//   is not reported yet no later one counts.
// - An overrun is placed at the old producer count, even if the WQE before it is incomplete: that
//   one gets no record.
// - Records of 9, 10 and 11: wr_id 0, opcode 0xFF, not signaled; index of the WQE's block 0, for
//   11 the old producer count. In all other errors the signaled bit is the WQE's own.
// - Piece addresses wrap modulo 2^64.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <variant>

#include "models/host/completion.h"
#include "models/host/host_memory.h"
#include "models/host/qp_context.h"
#include "models/host/segmenter.h"
#include "models/host/wqe.h"

namespace rnic::model {

struct SentFrame {
  ByteVector bytes{};     // without FCS, at least 60
  std::uint32_t qpn = 0;  // the sender's
  std::uint8_t opcode = 0;
  std::uint32_t psn = 0;
  std::uint32_t payload_bytes = 0;
  std::uint8_t priority = 0;    // queue, and PCP where tagged
  std::uint16_t wqe_index = 0;  // of its WQE's block 0

  bool operator==(const SentFrame&) const = default;
};

using RequesterOutput = std::variant<SentFrame, CompletionRecord>;

class Requester {
 public:
  // `memory` holds rings and payload and must outlive the requester.
  Requester(const QpContext& qp, const NicSettings& nic, const HostMemory& memory);

  // The overrun is judged by this sq_free, for drivers that can say what the device had: the
  // device frees blocks while it works, the model only while next() is called.
  void doorbell(std::uint16_t count, std::uint16_t sq_free);
  void doorbell(std::uint16_t count) { doorbell(count, sq_free_); }

  // Nothing: no more until the next doorbell.
  std::optional<RequesterOutput> next();

  // Takes over the fields of a commit from ready to ready. From the next packet on: addresses,
  // VLAN, DSCP, ECN, TTL, flow label, source port, P_Key, MigReq. From the next message on: PMTU.
  // All others keep their values. (A device takes PMTU, DSCP and ECN with the WQE when it reads it,
  // and so may send those with the old values that it had read ahead.)
  void update_addresses(const QpContext& qp);

  // True once an error record was handed out.
  bool in_error() const noexcept { return state_ != State::kRunning; }
  std::uint16_t producer_count() const noexcept { return producer_; }
  // Blocks below are the driver's again. Advances with a WQE's last frame or its error record;
  // not behind 9, 10, 11.
  std::uint16_t sq_free() const noexcept { return sq_free_; }
  std::uint32_t next_psn() const noexcept { return next_psn_; }
  const QpContext& context() const noexcept { return qp_; }

 private:
  enum class State { kRunning, kFlushing, kStopped };

  // A WQE whose packets are on their way, or all sent and only the record missing.
  struct Message {
    Wqe wqe;
    Segmenter segments;
    std::uint32_t first_psn;
    std::uint16_t index;
    std::size_t blocks;
    std::uint64_t next_packet = 0;
  };

  RequesterOutput next_of_message();
  RequesterOutput success();
  std::optional<RequesterOutput> take_wqe();
  std::optional<RequesterOutput> end_of_work();
  CompletionRecord refuse(const WqeHead& head, CompletionStatus status);
  CompletionRecord stop(CompletionStatus status, std::uint16_t index);
  void drop_blocks(std::size_t count);
  bool gather(const Wqe& wqe, const PacketPlan& packet, ByteVector& payload) const;

  QpContext qp_;
  NicSettings nic_;
  const HostMemory* memory_;
  State state_ = State::kRunning;
  std::deque<std::optional<WqeBlock>> blocks_{};  // covered, not taken; nothing: bus error
  std::optional<Message> message_ = std::nullopt;
  std::uint16_t producer_ = 0;
  std::uint16_t taken_ = 0;  // index of blocks_.front()
  std::uint16_t sq_free_ = 0;
  std::uint32_t next_psn_;
  bool overrun_ = false;
};

}  // namespace rnic::model
