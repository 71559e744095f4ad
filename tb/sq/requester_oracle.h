// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judge of one QP's items: what may leave next, given its WQEs and what has happened to it.
//
// Events (a failure, a kill) take effect somewhere behind the clock in which they are told, so
// where one is under way two outcomes are right; everything else is exact. Turn cuts and cut WQEs
// must not show, except that a packet behind one restarts its payload.
//
//   RequesterOracle oracle(qp, choices, fail);
//   oracle.post(wqe);
//   oracle.take({.desc = …, .first = true, .last = true});

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tb/sq/requester_wqe.h"

namespace rnic::tb {

// An item as it left.
struct RequesterItem {
  unsigned queue = 0;
  bool first = false, last = false, has_frag = false;
  SegmentStep frag{};  // addr, bytes, beyond, first, restart, adjoins
  unsigned frag_qp = 0, frag_rows = 0;
  bool message_end = false;
  unsigned qp = 0;  // of the packet: further items carry none
  DescFields desc{};
};

class RequesterOracle {
 public:
  using Fail = std::function<void(const std::string&)>;
  RequesterOracle(const RequesterQp& qp, const SenderChoices& choices, Fail fail)
      : qp_(qp), choices_(choices), fail_(std::move(fail)), psn_(qp.sq_psn) {}

  enum class State { kNormal, kFlush, kDead, kKilled };

  void post(const RequesterWqe& wqe) { wqes_.push_back(wqe); }
  // The doorbell behind the WQEs posted so far was wrong.
  void post_stop(uint16_t index);
  // Read again from `index`, with so many bytes sent.
  void cut(uint16_t index, uint32_t resume_bytes) { cuts_.push_back({index, resume_bytes}); }
  // Between two messages.
  void set_pmtu(unsigned pmtu) { qp_.pmtu = pmtu; }
  void fail_told() { fail_told_ = true; }
  void kill_told() { kill_told_ = true; }
  // The dead end that was told is undone.
  void resume();

  void take(const RequesterItem& item);

  State state() const { return state_; }
  bool is_failing() const { return fail_told_; }
  // Everything posted has had its end, or nothing more can come.
  bool is_done() const;
  std::string position() const;
  // Behind the WQE taken last, as sq_fetched says it.
  uint16_t fetched() const { return fetched_; }
  uint64_t frames() const { return frames_; }
  // Of the newest item: a dead end's index, not in a flush.
  std::optional<uint16_t> dead_end() const { return dead_end_; }

 private:
  struct Cut {
    uint16_t index;
    uint32_t resume_bytes;
  };
  void take_packet(const RequesterItem& item);
  void take_record(const RequesterItem& item);
  void expect_desc(const DescFields& want, const DescFields& got);
  void say(const std::string& what) { fail_(position() + ": " + what); }

  RequesterQp qp_;
  SenderChoices choices_;
  Fail fail_;
  uint32_t psn_;
  State state_ = State::kNormal;
  bool fail_told_ = false, kill_told_ = false;
  std::vector<RequesterWqe> wqes_;
  std::optional<uint16_t> stop_;
  std::deque<Cut> cuts_;
  size_t at_ = 0;
  std::optional<SegmentWalk> walk_;
  bool walked_ = false;  // walk_ has given a packet
  uint64_t frames_ = 0;
  uint16_t fetched_ = 0;
  std::optional<uint16_t> dead_end_;
};

}  // namespace rnic::tb
