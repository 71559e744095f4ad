// SPDX-License-Identifier: Apache-2.0
#include "tb/sq/requester_oracle.h"

#include <fmt/format.h>

namespace rnic::tb {

std::string RequesterOracle::position() const {
  static constexpr const char* kNames[] = {"normal", "flush", "dead", "killed"};
  return fmt::format("qp {} {}{}{}, WQE {} of {}, {} bytes sent", qp_.qp,
                     kNames[static_cast<int>(state_)], fail_told_ ? " (failed)" : "",
                     kill_told_ ? " (killed)" : "", at_, wqes_.size(), walk_ ? walk_->sent() : 0);
}

void RequesterOracle::post_stop(uint16_t index) { stop_ = index; }

void RequesterOracle::resume() {
  state_ = State::kFlush;
  walk_.reset();
}

bool RequesterOracle::is_done() const {
  if (kill_told_) return state_ == State::kKilled;
  if (state_ == State::kDead || state_ == State::kKilled) return true;
  return at_ == wqes_.size() && !stop_;
}

void RequesterOracle::expect_desc(const DescFields& want, const DescFields& got) {
  if (want == got) return;
  say("want " + to_string(want) + "\n  got " + to_string(got));
}

void RequesterOracle::take(const RequesterItem& item) {
  dead_end_.reset();
  if (item.first && item.desc.token) {
    if (!kill_told_) say("a token and no kill");
    state_ = State::kKilled;
    return;
  }
  if (state_ == State::kDead || state_ == State::kKilled) {
    say("an item comes: " + to_string(item.desc));
  } else if (item.first && !item.desc.frame) {
    take_record(item);
  } else {
    take_packet(item);
  }
}

void RequesterOracle::take_packet(const RequesterItem& item) {
  if (at_ == wqes_.size()) return say("a packet and no WQE: " + to_string(item.desc));
  const RequesterWqe& wqe = wqes_[at_];
  if (state_ != State::kNormal || wqe.status(qp_) != 0) {
    return say("a packet where none may leave: " + to_string(item.desc));
  }
  const bool is_front = !walk_ || walk_->in_front();
  if (is_front && !cuts_.empty() && cuts_.front().index == wqe.index &&
      cuts_.front().resume_bytes == (walk_ ? walk_->sent() : 0)) {
    walk_.emplace(wqe.message(qp_, cuts_.front().resume_bytes), 0);
    cuts_.pop_front();
  }
  if (!walk_) walk_.emplace(wqe.message(qp_, 0), 0);

  const uint64_t sent = walk_->sent();
  const auto step = walk_->next();
  if (!step) return say("the message is over");
  if (item.first != step->first || item.last != step->last || item.has_frag != step->has_frag) {
    say(fmt::format("want first {} last {} frag {}, got {} {} {}", step->first, step->last,
                    step->has_frag, item.first, item.last, item.has_frag));
  }
  if (step->has_frag) {
    const SegmentStep& f = item.frag;
    if (f.addr != step->addr || f.bytes != step->bytes || f.beyond != step->beyond ||
        f.first != step->first || f.restart != step->restart || f.adjoins != step->adjoins ||
        item.frag_qp != qp_.qp || item.frag_rows != (step->payload_bytes + 127) / 128 ||
        item.message_end != (step->last && step->message_last)) {
      say("want fragment " + to_string(*step) + "\n  got " + to_string(f) +
          fmt::format(" qp {} rows {} message_end {}", item.frag_qp, item.frag_rows,
                      item.message_end));
    }
  }
  if (item.first) {
    expect_desc(packet_of(qp_, wqe, choices_, sent, psn_), item.desc);
    psn_ = (psn_ + psns_of(qp_, wqe)) & 0xffffff;
    ++frames_;
    fetched_ = static_cast<uint16_t>(wqe.index + wqe.blocks());
  }
  walked_ = true;
  if (step->last && step->message_last) {
    ++at_;
    walk_.reset();
    walked_ = false;
  }
}

void RequesterOracle::take_record(const RequesterItem& item) {
  const DescFields& got = item.desc;
  if (!item.last || item.has_frag) say("a record is one item without fragment");
  const bool is_stop = at_ == wqes_.size();
  if (is_stop && !stop_) return say("a record and no WQE: " + to_string(got));

  const unsigned own = is_stop ? 11 : wqes_[at_].status(qp_);
  const bool inside = walk_ && walked_;
  unsigned status = own;
  bool flushing = false;
  if (state_ == State::kFlush || (fail_told_ && (own == 0 || got.flushing))) {
    // A dead end is one in a flush too, but for owner bits.
    flushing = true;
    if (own != 9 && own != 11) status = 12;
    // It failed inside of the WQE: its packets must have a last one, which is not the flush's,
    // unless it was on its way back for another turn.
    if (state_ == State::kNormal && inside && own == 0) flushing = got.flushing && !cuts_.empty();
  } else if (own == 0) {
    return say("a record where nothing is wrong: " + to_string(got));
  }
  DescFields want;
  if (is_stop) {
    want = got;  // nothing of a WQE in it
    want.status = 11;
    want.flushing = flushing;
    want.index = *stop_;
    want.blocks = want.length = 0;
    want.last = true;
    want.frame = false;
  } else {
    want = record_of(qp_, wqes_[at_], status, flushing);
  }
  expect_desc(want, got);

  const bool is_dead_end = status >= 9 && status <= 11;
  state_ = is_dead_end ? State::kDead : State::kFlush;
  walk_.reset();
  walked_ = false;
  if (is_dead_end) {
    if (!flushing) dead_end_ = got.index;
    return;
  }
  if (!is_stop) fetched_ = static_cast<uint16_t>(got.index + wqes_[at_].blocks());
  ++at_;
}

}  // namespace rnic::tb
