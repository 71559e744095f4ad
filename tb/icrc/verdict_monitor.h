// SPDX-License-Identifier: Apache-2.0
#pragma once

// Collects the verdicts of rnic_icrc_engine's check form, in wire order, with clock and slot.
//
//   VerdictMonitor<Vtb_rnic_icrc_check> verdicts(dut.model());
//   dut.add(verdicts);
//   SeenVerdict v = verdicts.take();

#include <cstdint>
#include <deque>
#include <string>

#include "tb/harness/agent.h"

namespace rnic::tb {

struct SeenVerdict {
  bool checked = false;
  bool ok = false;
  bool vlan = false;
  uint8_t tclass = 0;
  uint16_t tci = 0;
  uint8_t slot = 0;
  uint64_t clock = 0;
};

// V: a model with the ports of tb_rnic_icrc_check.
template <class V>
class VerdictMonitor final : public Agent {
 public:
  explicit VerdictMonitor(V& model) : Agent("verdicts"), model_(model) {}

  bool is_empty() const noexcept { return seen_.empty(); }
  uint64_t count() const noexcept { return count_; }
  SeenVerdict take() {
    const SeenVerdict verdict = seen_.front();
    seen_.pop_front();
    return verdict;
  }

  void sample(uint64_t clock) override {
    for (uint8_t slot = 0; slot < 2; ++slot) {
      if (!bit(model_.valid_o, slot)) continue;
      ++count_;
      seen_.push_back({.checked = bit(model_.checked_o, slot),
                       .ok = bit(model_.ok_o, slot),
                       .vlan = bit(model_.vlan_o, slot),
                       .tclass = static_cast<uint8_t>(model_.tclass_o >> (8 * slot)),
                       .tci = static_cast<uint16_t>(model_.tci_o >> (16 * slot)),
                       .slot = slot,
                       .clock = clock});
    }
  }

 private:
  static bool bit(uint8_t flags, unsigned slot) { return ((flags >> slot) & 1) != 0; }

  V& model_;
  std::deque<SeenVerdict> seen_;
  uint64_t count_ = 0;
};

}  // namespace rnic::tb
