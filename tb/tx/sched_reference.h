// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the transmit scheduler must do with each packet, told in the order in which it decides.
//
// Knows modes of QPs, ends of WQEs and what waits for frames to leave; no clocks. The order between
// queues and the moment of a command are the scheduler's choice and are given; all else follows.
//
//   SchedReference reference(run);
//   reference.command(SchedCommand::kLoad, qp);        // as decided
//   reference.packet(packet);
//   reference.got_release({.wr_id = …});               // fails the run unless it is the next one

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "tb/harness/sim_run.h"

namespace rnic::tb {

inline constexpr unsigned kSchedQueues = 8;

// As rnic_wqe_pkg numbers them.
enum SchedStatus : uint8_t {
  kOk = 0,
  kSent = 1,
  kBadOpcode = 2,
  kReadError = 8,
  kWqeReadError = 9,
  kOwner = 10,
  kDoorbellOverrun = 11,
  kFlushed = 12
};

// As rnic_qp_pkg numbers them.
enum class SchedCommand : uint8_t { kLoad = 0, kUpdate = 1, kKill = 2, kFail = 3 };

// A packet, an end without frame, a token, or (ctl) a packet of a control source.
struct SchedPacket {
  uint64_t wr_id = 0;  // its low half tells the packet
  uint16_t qp = 0;
  uint8_t qid = 0;
  bool ctl = false;
  bool frame = true;
  bool token = false;
  bool last = true;
  bool flushing = false;
  uint8_t opcode = 0;
  uint16_t payload_bytes = 0;
  unsigned frags = 0;
  uint8_t wqe_opcode = 0;
  uint8_t status = 0;
  bool is_signaled = true;
  uint16_t index = 0;
  uint8_t blocks = 1;
  uint32_t length = 0;
  bool read_error = false;  // one of its lines was answered with an error

  unsigned rows() const noexcept { return (payload_bytes + 127u) / 128u; }
  uint32_t tag() const noexcept { return static_cast<uint32_t>(wr_id); }
};

struct SchedRelease {
  uint64_t wr_id = 0;
  uint8_t qid = 0;
  bool is_discard = false;
  bool operator==(const SchedRelease&) const = default;
};

struct SchedRecord {
  uint64_t wr_id = 0;
  uint32_t qpn = 0;
  uint8_t opcode = 0;
  uint8_t status = 0;
  bool is_signaled = false;
  uint16_t index = 0;
  uint32_t length = 0;
  bool operator==(const SchedRecord&) const = default;
};

struct SchedFailure {
  bool is_resume = false;
  uint16_t qp = 0;
  uint8_t qid = 0;
  uint16_t index = 0;
  bool operator==(const SchedFailure&) const = default;
};

struct SchedDead {
  uint16_t qp = 0;
  bool is_dead = false;
  bool operator==(const SchedDead&) const = default;
};

class SchedReference {
 public:
  explicit SchedReference(SimRun& run) : run_(run) {}

  // --- decisions, in order
  void command(SchedCommand op, uint16_t qp);
  void packet(const SchedPacket& packet);
  bool is_alive(uint16_t qp) const { return mode_of(qp) == Mode::kAlive; }

  // --- what came, in the order of each kind
  void got_release(const SchedRelease& release);
  void got_record(const SchedRecord& record);
  void got_status(uint8_t status);
  void got_token(uint16_t qp);
  void got_error(uint16_t qp);
  void got_failure(const SchedFailure& failure);
  void got_dead(const SchedDead& dead);
  void frames_left(unsigned frames) { left_ += frames; }

  // sq_free as it was read: one that is due, none from before the last one seen.
  void got_free(uint16_t qp, uint16_t index);
  // The command was accepted: from now on a read may give 0.
  void load_accepted(uint16_t qp) { frees_[qp].push_back({0, left_}); }
  uint16_t last_free(uint16_t qp) const { return frees_.at(qp).back().index; }

  // Nothing is awaited any more.
  bool is_drained() const noexcept;
  std::string left() const;
  uint64_t frames() const noexcept { return frames_; }
  uint64_t discards() const noexcept { return discards_; }
  uint64_t records() const noexcept { return records_seen_; }
  uint64_t failures() const noexcept { return failures_seen_; }
  uint64_t tokens() const noexcept { return tokens_seen_; }
  const std::array<uint64_t, 13>& by_status() const noexcept { return by_status_; }

 private:
  enum class Mode : uint8_t { kAlive, kFailed, kFlushed, kKilled };
  struct Waiting {
    SchedRecord record;
    uint64_t frames;  // that must have left
  };
  struct WaitingToken {
    uint16_t qp;
    uint64_t frames;
  };
  struct Free {
    uint16_t index;
    uint64_t frames;
  };

  Mode mode_of(uint16_t qp) const {
    const auto it = modes_.find(qp);
    return it == modes_.end() ? Mode::kKilled : it->second;
  }
  void set_mode(uint16_t qp, Mode mode);
  // Ends the packet's WQE with `status`.
  void end(const SchedPacket& packet, uint8_t status);
  void release(const SchedPacket& packet, bool is_discard);
  void fail_if(bool wrong, const std::string& text);
  template <class T>
  void take(std::deque<T>& expected, const T& got, const char* what);

  SimRun& run_;
  std::map<uint16_t, Mode> modes_;
  std::deque<SchedRelease> releases_;
  std::deque<Waiting> records_;
  std::deque<uint8_t> statuses_;
  std::deque<WaitingToken> tokens_;
  std::deque<uint16_t> errors_;
  std::deque<SchedFailure> failures_;
  std::deque<SchedDead> deads_;
  std::map<uint16_t, std::deque<Free>> frees_;
  uint64_t frames_ = 0;
  uint64_t left_ = 0;
  uint64_t discards_ = 0;
  uint64_t records_seen_ = 0;
  uint64_t failures_seen_ = 0;
  uint64_t tokens_seen_ = 0;
  std::array<uint64_t, 13> by_status_{};
};

}  // namespace rnic::tb
