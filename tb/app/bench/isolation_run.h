// SPDX-License-Identifier: Apache-2.0
//
// One priority sends, seven disturb it: what the victim's rate is, whether each of its frames is
// right, and whether the others get away afterwards with all that they hold.
//
// The others are paused with full queues, fail on their memory and are restarted, or are reset
// while they are paused. What they send through shared stages is kept small on purpose: a share of
// the path that another priority uses is no disturbance.
//
//   IsolationRun run(3, {Trouble::kNone, Trouble::kPaused, …}, 64, 20'000, seed);
//   const double frames_a_clock = run.run();
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/host/send_ring.h"
#include "tb/app/tx/expectation.h"
#include "tb/app/tx/nic_registers.h"
#include "tb/app/tx/tx_path.h"
#include "tb/app/tx/work_setup.h"

namespace rnic::app {

enum class Trouble { kNone, kPaused, kFailing, kResetting };

// What each priority does, by its distance from the victim; the first one is not used.
using Troubles = std::array<Trouble, 8>;

class IsolationRun {
 public:
  IsolationRun(unsigned victim, const Troubles& troubles, std::uint32_t payload,
               std::uint64_t frames, std::uint64_t seed);

  // Frames a clock of the victim. Once.
  double run();
  // The first thing that was not as it must be; empty: none.
  [[nodiscard]] const std::string& wrong() const noexcept { return wrong_; }
  // Of QPs that failed or were reset.
  [[nodiscard]] std::uint64_t restarts() const noexcept { return restarts_; }

 private:
  struct Disturber {
    unsigned priority;
    Trouble trouble;
    model::SendRing ring;
    std::uint16_t records = 0;  // since the last doorbell
    std::uint64_t since = 0;    // clock of the last doorbell
    bool is_resetting = false;  // to reset, and busy
  };

  static WorkSetup setup_of(std::uint64_t seed);
  const model::QpContext& qp(unsigned priority) const { return setup_.qps[priority]; }
  model::SendRing ring_of(unsigned priority) {
    return {setup_.memory, qp(priority).ring_base, qp(priority).ring_log2_blocks};
  }
  void fill_victim();
  void begin(Disturber& disturber);
  void step(Disturber& disturber);
  void collect();
  void let_go();
  void tell(const std::string& text) {
    if (wrong_.empty()) wrong_ = text;
  }

  unsigned victim_;
  std::uint32_t payload_;
  std::uint64_t frames_;
  WorkSetup setup_;
  RtlTxPath path_;
  NicRegisters registers_{path_};
  Expectation expectation_{setup_};
  model::SendRing victim_ring_;
  std::vector<Disturber> disturbers_;
  std::uint64_t posted_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t first_clock_ = 0;
  std::uint64_t last_clock_ = 0;
  std::uint64_t last_event_ = 0;
  std::uint64_t restarts_ = 0;
  std::string wrong_;
};

}  // namespace rnic::app
