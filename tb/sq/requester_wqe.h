// SPDX-License-Identifier: Apache-2.0
#pragma once

// Work requests for the requester's tests: as blocks of a ring, and what must become of them, field
// by field. Written from docs/blocks/sq.md and the header formats (IBTA volume 1, chapter 9), with
// nothing of the RTL in it. It knows one WQE at a time; queues and failures are requester_oracle.h.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/harness/rng.h"
#include "tb/sq/segmenter_walk.h"

namespace rnic::tb {

using WqeBlock = std::array<uint8_t, 64>;

enum class QpType : uint8_t { kRc = 0, kUc = 1, kUd = 3 };

struct RequesterQp {
  uint16_t qp = 1;
  uint32_t qpn = 0x11, remote_qpn = 0x12;
  QpType type = QpType::kRc;
  unsigned pmtu = 3;
  uint8_t dscp = 46, ecn = 0;
  uint32_t sq_psn = 0;
  unsigned ring_log2 = 8;
  unsigned queue = 3;  // the DSCP map's for dscp
};

namespace op {
constexpr uint8_t kSend = 0, kSendImm = 1, kSendInv = 2, kWrite = 3, kWriteImm = 4, kRead = 5,
                  kCmpSwap = 6, kFetchAdd = 7, kCount = 8;
}  // namespace op

struct RequesterWqe {
  uint8_t opcode = op::kSend;
  uint8_t flags = 1;  // bit 0 signaled, 1 solicited, 2 fence, 3 inline
  std::vector<SegmentPiece> pieces{};
  std::optional<uint8_t> piece_count{};  // said in byte 2; default: pieces
  std::optional<uint8_t> blocks_said{};  // default: what the pieces need
  uint32_t imm = 0, rkey = 0;
  uint64_t wr_id = 0, remote_addr = 0, compare = 0, swap = 0;
  bool owner_wrong = false;
  std::optional<unsigned> read_error{};  // block that memory does not give
  uint16_t index = 0;                    // of its first block in the ring

  bool is_atomic() const { return opcode == op::kCmpSwap || opcode == op::kFetchAdd; }
  // Of these the payload is fetched: SEND and WRITE.
  bool has_payload() const { return opcode < op::kRead; }
  unsigned blocks() const;
  uint64_t length() const;
  // Owner bit right or wrong as owner_wrong says, for a ring of 2^ring_log2 blocks.
  std::vector<WqeBlock> encode(unsigned ring_log2) const;
  // First of what is wrong with it, in the order 9, 10, 2, 3, 7, 4, 5, 6; 0: nothing.
  unsigned status(const RequesterQp& qp) const;
  // Its payload for SegmentWalk; no pieces where there is none to fetch.
  SegmentMessage message(const RequesterQp& qp, uint32_t resume_bytes) const;
};

// What a descriptor says of a packet or a record.
struct DescFields {
  bool frame = false, token = false;
  unsigned opcode = 0;
  bool solicited = false, ack_req = false;
  uint32_t dest_qp = 0, psn = 0;
  unsigned dscp = 0, ecn = 0, prio = 0;
  std::vector<uint8_t> ext{};
  uint32_t payload_bytes = 0;
  bool last = false, flushing = false;
  uint64_t wr_id = 0;
  uint32_t qpn = 0;
  unsigned wqe_opcode = 0, status = 0;
  bool signaled = false;
  uint16_t index = 0;
  unsigned blocks = 0;
  uint32_t length = 0;

  bool operator==(const DescFields&) const = default;
};
std::string to_string(const DescFields& desc);

struct SenderChoices {
  unsigned ackreq_every = 66;
  bool congestion = false;
};

// Descriptor of the packet that begins at byte `sent` of the message.
DescFields packet_of(const RequesterQp& qp, const RequesterWqe& wqe, const SenderChoices& choices,
                     uint64_t sent, uint32_t psn);
// PSNs that the packet takes: a READ takes its response's.
uint32_t psns_of(const RequesterQp& qp, const RequesterWqe& wqe);
// A record of the WQE's end without frame.
DescFields record_of(const RequesterQp& qp, const RequesterWqe& wqe, unsigned status,
                     bool flushing);

// A WQE that a QP of the type can send; `most` bounds its length (UD: by the PMTU too).
RequesterWqe random_wqe(Rng& rng, const RequesterQp& qp, uint32_t most);
// The same, made wrong in one way.
RequesterWqe random_bad_wqe(Rng& rng, const RequesterQp& qp);

}  // namespace rnic::tb
