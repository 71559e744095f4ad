// SPDX-License-Identifier: Apache-2.0
#include "tb/sq/segmenter_walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace rnic::tb {

uint64_t SegmentMessage::length() const {
  uint64_t sum = 0;
  for (const SegmentPiece& piece : pieces) sum += piece.bytes;
  return sum;
}

std::string to_string(const SegmentStep& s) {
  return fmt::format(
      "kind {} slot {} qp {} {}{}{}{}{}payload {} {}addr {:#x} bytes {} beyond {}{}{}", s.kind,
      s.slot, s.qp, s.wqe_first ? "wqe_first " : "", s.message_first ? "message_first " : "",
      s.message_last ? "message_last " : "", s.first ? "first " : "", s.last ? "last " : "",
      s.payload_bytes, s.has_frag ? "frag " : "no frag ", s.addr, s.bytes, s.beyond,
      s.restart ? " restart" : "", s.adjoins ? " adjoins" : "");
}

SegmentWalk::SegmentWalk(const SegmentMessage& message, unsigned slot)
    : message_(message), slot_(slot), cut_pending_(message.cut_rows != 0) {
  sent_ = message_.resume_bytes;
  uint64_t skip = sent_;
  while (skip > 0 && skip >= message_.pieces[piece_].bytes) skip -= message_.pieces[piece_++].bytes;
  piece_done_ = skip;
}

std::optional<SegmentStep> SegmentWalk::next() {
  if (cut_pending_) {
    cut_pending_ = false;
    return SegmentStep{.kind = 2,
                       .slot = (slot_ + 63) % 64,
                       .qp = 1023,
                       .wqe_first = true,
                       .message_first = true,
                       .message_last = true,
                       .first = true,
                       .last = true,
                       .restart = true};
  }
  if (is_over_) return {};
  const uint64_t length = message_.length();
  const auto payload =
      static_cast<uint32_t>(std::min<uint64_t>(message_.pmtu_bytes(), length - sent_));
  SegmentStep step{.slot = slot_,
                   .qp = message_.qp,
                   .wqe_first = wqe_first_,
                   .message_first = sent_ == 0,
                   .message_last = sent_ + payload == length,
                   .first = packet_done_ == 0,
                   .payload_bytes = payload,
                   .restart = restart_};
  wqe_first_ = false;
  if (payload == 0) {
    step.last = is_over_ = true;
    return step;
  }
  while (message_.pieces[piece_].bytes == piece_done_) {
    ++piece_;
    piece_done_ = 0;
    used_ = false;
  }
  const SegmentPiece& piece = message_.pieces[piece_];
  step.has_frag = true;
  step.addr = piece.addr + piece_done_;
  step.bytes =
      static_cast<uint32_t>(std::min<uint64_t>(payload - packet_done_, piece.bytes - piece_done_));
  step.adjoins = used_;
  used_ = true;
  piece_done_ += step.bytes;
  packet_done_ += step.bytes;
  step.beyond = static_cast<unsigned>(std::min<uint64_t>(127, piece.bytes - piece_done_));
  step.last = packet_done_ == payload;
  if (step.last) {
    sent_ += payload;
    packet_done_ = 0;
    restart_ = false;
    is_over_ = sent_ == length;
  }
  return step;
}

}  // namespace rnic::tb
