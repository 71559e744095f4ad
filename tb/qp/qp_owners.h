// SPDX-License-Identifier: Apache-2.0
#pragma once

// The three owners of queue pair state behind rnic_qp_table: each takes commands when it is ready,
// and all of them must have been given the same ones.
//
//   QpOwners owners(run, dut.model());
//   dut.add(owners);
//   std::optional<QpCommand> cmd = owners.take();   // the oldest that all three have taken

#include <fmt/format.h>

#include <array>
#include <deque>
#include <optional>
#include <string>

#include "tb/harness/agent.h"
#include "tb/harness/sim_run.h"
#include "tb/harness/throttle.h"
#include "tb/qp/qp_context.h"

namespace rnic::tb {

template <class V>
class QpOwners final : public Agent {
 public:
  QpOwners(SimRun& run, V& pins)
      : Agent("owners"), run_(run), pins_(pins), rng_(run.rng("owners")) {}

  // Owner 0 fetches, 1 requests, 2 releases.
  void set_pattern(size_t owner, ReadyPattern pattern) { patterns_[owner] = pattern; }

  // The oldest command that all owners have taken and nobody has asked for.
  std::optional<QpCommand> take() {
    for (const auto& queue : taken_) {
      if (queue.empty()) return {};
    }
    const QpCommand cmd = taken_[0].front();
    for (auto& queue : taken_) {
      run_.count_checks();
      if (!(queue.front() == cmd)) run_.fail("the owners were given different commands");
      queue.pop_front();
    }
    return cmd;
  }
  size_t taken_by(size_t owner) const { return taken_[owner].size(); }

  void rest() override {
    pins_.cmd_fetch_ready_i = pins_.cmd_requester_ready_i = pins_.cmd_release_ready_i = 0;
    for (auto& queue : taken_) queue.clear();
  }
  void sample(uint64_t) override {
    const std::array<bool, 3> moved{
        pins_.cmd_fetch_valid_o != 0 && pins_.cmd_fetch_ready_i != 0,
        pins_.cmd_requester_valid_o != 0 && pins_.cmd_requester_ready_i != 0,
        pins_.cmd_release_valid_o != 0 && pins_.cmd_release_ready_i != 0};
    for (size_t i = 0; i < 3; ++i) {
      if (moved[i]) taken_[i].push_back(read_cmd(pins_));
    }
  }
  void drive(uint64_t) override {
    pins_.cmd_fetch_ready_i = patterns_[0].next(rng_);
    pins_.cmd_requester_ready_i = patterns_[1].next(rng_);
    pins_.cmd_release_ready_i = patterns_[2].next(rng_);
  }
  std::string holds() const override {
    if (taken_[0].empty() && taken_[1].empty() && taken_[2].empty()) return {};
    return fmt::format("commands {}, {} and {}", taken_[0].size(), taken_[1].size(),
                       taken_[2].size());
  }

 private:
  SimRun& run_;
  V& pins_;
  Rng rng_;
  std::array<ReadyPattern, 3> patterns_{ReadyPattern::always(), ReadyPattern::always(),
                                        ReadyPattern::always()};
  std::array<std::deque<QpCommand>, 3> taken_;
};

}  // namespace rnic::tb
