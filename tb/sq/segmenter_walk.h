// SPDX-License-Identifier: Apache-2.0
#pragma once

// A walk through one message by the book: packets by length alone, pieces in order. What a
// segmenter must do, one step after the other. It holds no list of packets, so that a message of
// 2^31 bytes costs its steps and no memory. Knows nothing of WQEs, QPs' states or frames.
//
//   SegmentWalk walk({.pieces = {{0x1000, 5000}}, .pmtu = 3}, 0);
//   while (const auto step = walk.next()) …                       // 5 packets

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rnic::tb {

struct SegmentPiece {
  uint64_t addr = 0;
  uint32_t bytes = 0;
};

struct SegmentMessage {
  std::vector<SegmentPiece> pieces{};  // of a SEND or WRITE; none: no payload
  unsigned pmtu = 3;                   // code: 128 << pmtu bytes
  uint32_t resume_bytes = 0;
  uint16_t qp = 1;
  bool run_first = true;
  bool other_qp = false;
  bool token = false;     // a reset's token; no pieces, no rows
  unsigned rows = 1;      // without pieces: blocks of it all the same (READ, errors); 0: a mark
  unsigned cut_rows = 0;  // the order begins with a cut of so many blocks

  uint64_t length() const;
  uint32_t pmtu_bytes() const { return 128u << pmtu; }
};

// One step as it left, or should.
struct SegmentStep {
  unsigned kind = 0;  // 0 packet, 1 turn cut, 2 block cut
  unsigned slot = 0;
  uint16_t qp = 0;
  bool wqe_first = false, message_first = false, message_last = false;
  bool first = false, last = false;
  uint32_t payload_bytes = 0;
  bool has_frag = false;
  uint64_t addr = 0;
  uint32_t bytes = 0;
  unsigned beyond = 0;
  bool restart = false, adjoins = false;

  bool operator==(const SegmentStep&) const = default;
};
std::string to_string(const SegmentStep& step);

// A walk through one message: next() gives its steps until it is empty.
class SegmentWalk {
 public:
  SegmentWalk(const SegmentMessage& message, unsigned slot);
  std::optional<SegmentStep> next();
  // In front of a packet: bytes of the message so far.
  uint64_t sent() const { return sent_; }
  bool in_front() const { return packet_done_ == 0; }

 private:
  SegmentMessage message_;
  unsigned slot_;
  bool cut_pending_, is_over_ = false, wqe_first_ = true, restart_ = true, used_ = false;
  size_t piece_ = 0;
  uint64_t piece_done_ = 0, sent_ = 0;
  uint32_t packet_done_ = 0;
};

}  // namespace rnic::tb
