// SPDX-License-Identifier: Apache-2.0
#include "tb/tx/sched_reference.h"

#include <fmt/format.h>

#include <algorithm>

namespace rnic::tb {
namespace {

bool is_dead_end(uint8_t status) {
  return status == kWqeReadError || status == kOwner || status == kDoorbellOverrun;
}

std::string text(const SchedRelease& r) {
  return fmt::format("{} {:#x} of queue {}", r.is_discard ? "discard" : "frame", r.wr_id, r.qid);
}
std::string text(const SchedRecord& r) {
  return fmt::format("wr_id {:#x} qpn {:#x} opcode {} status {} signaled {} index {} length {}",
                     r.wr_id, r.qpn, r.opcode, r.status, r.is_signaled, r.index, r.length);
}
std::string text(const SchedFailure& f) {
  return fmt::format("resume {} qp {} queue {} index {}", f.is_resume, f.qp, f.qid, f.index);
}
std::string text(const SchedDead& d) { return fmt::format("qp {} dead {}", d.qp, d.is_dead); }
std::string text(unsigned number) { return fmt::format("{}", number); }

}  // namespace

void SchedReference::fail_if(bool wrong, const std::string& text) {
  run_.count_checks();
  if (wrong) run_.fail(text);
}

template <class T>
void SchedReference::take(std::deque<T>& expected, const T& got, const char* what) {
  if (expected.empty()) return fail_if(true, fmt::format("{}: unexpected {}", what, text(got)));
  const T want = expected.front();
  expected.pop_front();
  fail_if(!(want == got), fmt::format("{}: want {}, got {}", what, text(want), text(got)));
}

void SchedReference::set_mode(uint16_t qp, Mode mode) {
  modes_[qp] = mode;
  deads_.push_back({qp, mode != Mode::kAlive});
}

void SchedReference::command(SchedCommand op, uint16_t qp) {
  switch (op) {
    case SchedCommand::kLoad:
      return set_mode(qp, Mode::kAlive);
    case SchedCommand::kKill:
      return set_mode(qp, Mode::kKilled);
    case SchedCommand::kFail:
      return set_mode(qp, mode_of(qp) == Mode::kAlive ? Mode::kFlushed : mode_of(qp));
    case SchedCommand::kUpdate:
      return set_mode(qp, mode_of(qp));
  }
}

void SchedReference::release(const SchedPacket& packet, bool is_discard) {
  if (is_discard && packet.rows() == 0) return;
  releases_.push_back({packet.wr_id, packet.qid, is_discard});
  ++(is_discard ? discards_ : frames_);
}

void SchedReference::end(const SchedPacket& packet, uint8_t status) {
  const bool is_success = status == kOk || status == kSent;
  const bool is_dead = is_dead_end(status);
  if (!is_success || packet.is_signaled) {
    SchedRecord record{.wr_id = is_dead ? 0 : packet.wr_id,
                       .qpn = 0x2Au << 10 | packet.qp,
                       .opcode = is_dead ? uint8_t{0xff} : packet.wqe_opcode,
                       .status = status,
                       .is_signaled = !is_dead && packet.is_signaled,
                       .index = packet.index,
                       .length = is_success ? packet.length : 0};
    records_.push_back({record, frames_});
    statuses_.push_back(status);
  }
  if (!is_success) errors_.push_back(packet.qp);
  if (!is_dead) {
    frees_[packet.qp].push_back({static_cast<uint16_t>(packet.index + packet.blocks), frames_});
  }
}

void SchedReference::packet(const SchedPacket& packet) {
  const Mode mode = mode_of(packet.qp);
  if (packet.ctl) {
    if (mode == Mode::kAlive) release(packet, false);
    return;
  }
  if (packet.token) {
    tokens_.push_back({packet.qp, frames_});
    return;
  }
  const bool is_frame_sent = packet.frame && mode == Mode::kAlive && !packet.read_error;
  if (packet.frame) release(packet, !is_frame_sent);
  switch (mode) {
    case Mode::kAlive:
      if (!packet.frame) {
        end(packet, packet.status);
        set_mode(packet.qp, Mode::kFlushed);
      } else if (packet.read_error) {
        end(packet, kReadError);
        failures_.push_back({false, packet.qp, packet.qid, packet.index});
        set_mode(packet.qp, packet.last ? Mode::kFlushed : Mode::kFailed);
      } else if (packet.last) {
        end(packet, packet.opcode >> 5 == 0 ? kSent : kOk);
      }
      return;
    case Mode::kFailed:
      if (!packet.frame && is_dead_end(packet.status)) end(packet, packet.status);
      if (packet.last) set_mode(packet.qp, Mode::kFlushed);
      return;
    case Mode::kFlushed:
      if (packet.frame) {
        if (packet.last) end(packet, kFlushed);
      } else if (packet.flushing) {
        end(packet, packet.status);
      } else if (is_dead_end(packet.status)) {
        failures_.push_back({true, packet.qp, packet.qid, packet.index});
      } else {
        end(packet, kFlushed);
      }
      return;
    case Mode::kKilled:
      return;
  }
}

void SchedReference::got_release(const SchedRelease& release) {
  take(releases_, release, "release");
}

void SchedReference::got_record(const SchedRecord& record) {
  if (records_.empty()) return fail_if(true, "record: unexpected " + text(record));
  const Waiting want = records_.front();
  records_.pop_front();
  ++records_seen_;
  ++by_status_[std::min<uint8_t>(record.status, 12)];
  fail_if(!(want.record == record),
          fmt::format("record: want {}, got {}", text(want.record), text(record)));
  fail_if(left_ < want.frames, fmt::format("record {}: {} frames have left, {} must have",
                                           text(record), left_, want.frames));
}

void SchedReference::got_status(uint8_t status) { take(statuses_, status, "counted status"); }

void SchedReference::got_token(uint16_t qp) {
  if (tokens_.empty()) return fail_if(true, fmt::format("token: unexpected qp {}", qp));
  const WaitingToken want = tokens_.front();
  tokens_.pop_front();
  ++tokens_seen_;
  fail_if(want.qp != qp, fmt::format("token: want qp {}, got {}", want.qp, qp));
  fail_if(left_ < want.frames,
          fmt::format("token of qp {}: {} frames have left, {} must have", qp, left_, want.frames));
}

void SchedReference::got_error(uint16_t qp) { take(errors_, qp, "error of qp"); }

void SchedReference::got_failure(const SchedFailure& failure) {
  ++failures_seen_;
  take(failures_, failure, "failure");
}

void SchedReference::got_dead(const SchedDead& dead) { take(deads_, dead, "dead bit"); }

void SchedReference::got_free(uint16_t qp, uint16_t index) {
  const auto it = frees_.find(qp);
  if (it == frees_.end()) return;  // never loaded: nobody reads it
  std::deque<Free>& history = it->second;
  const auto seen = std::find_if(history.begin(), history.end(), [&](const Free& free) {
    return free.index == index && free.frames <= left_;
  });
  fail_if(seen == history.end(), fmt::format("sq_free of qp {}: {} is not due", qp, index));
  if (seen != history.end()) history.erase(history.begin(), seen);
}

bool SchedReference::is_drained() const noexcept {
  return releases_.empty() && records_.empty() && statuses_.empty() && tokens_.empty() &&
         errors_.empty() && failures_.empty() && deads_.empty() && left_ == frames_;
}

std::string SchedReference::left() const {
  if (is_drained()) return {};
  return fmt::format(
      "scheduler owes {} releases, {} records, {} counts, {} tokens, {} errors, {} failures, "
      "{} dead bits; {} of {} frames have left",
      releases_.size(), records_.size(), statuses_.size(), tokens_.size(), errors_.size(),
      failures_.size(), deads_.size(), left_, frames_);
}

}  // namespace rnic::tb
