// SPDX-License-Identifier: Apache-2.0
#pragma once

// Drives one ready (or enable) pin by a pattern: how patient the far side is.
//
//   Throttle throttle(run, "sink ready", &dut->ready_i, ReadyPattern::random(1, 3));

#include <cstdint>
#include <string>
#include <utility>

#include "tb/harness/agent.h"
#include "tb/harness/sim_run.h"

namespace rnic::tb {

// When ready is high.
class ReadyPattern {
 public:
  static ReadyPattern always() noexcept { return {Kind::kBursts, 1, 0}; }
  static ReadyPattern never() noexcept { return {Kind::kBursts, 0, 1}; }
  // High in one clock of n.
  static ReadyPattern one_in(uint32_t n) noexcept { return {Kind::kBursts, 1, n - 1}; }
  // High for `on` clocks, low for `off`, and so on.
  static ReadyPattern bursts(uint32_t on, uint32_t off) noexcept {
    return {Kind::kBursts, on, off};
  }
  // High with the chance a of b in every clock.
  static ReadyPattern random(uint32_t a, uint32_t b) noexcept { return {Kind::kRandom, a, b}; }

  bool next(Rng& rng) noexcept {
    if (kind_ == Kind::kRandom) return rng.below(b_) < a_;
    const bool is_high = position_ < a_;
    position_ = position_ + 1 == a_ + b_ ? 0 : position_ + 1;
    return is_high;
  }

 private:
  enum class Kind { kBursts, kRandom };
  ReadyPattern(Kind kind, uint32_t a, uint32_t b) noexcept : kind_(kind), a_(a), b_(b) {}

  Kind kind_;
  uint32_t a_;
  uint32_t b_;
  uint32_t position_ = 0;
};

class Throttle final : public Agent {
 public:
  Throttle(SimRun& run, std::string name, uint8_t* pin, ReadyPattern pattern)
      : Agent(std::move(name)), pin_(pin), pattern_(pattern), rng_(run.rng(this->name())) {}

  void set_pattern(ReadyPattern pattern) noexcept { pattern_ = pattern; }

  void rest() override { *pin_ = 0; }
  void drive(uint64_t) override { *pin_ = pattern_.next(rng_); }

 private:
  uint8_t* pin_;
  ReadyPattern pattern_;
  Rng rng_;
};

}  // namespace rnic::tb
