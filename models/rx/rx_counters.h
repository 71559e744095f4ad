// SPDX-License-Identifier: Apache-2.0
//
// What the receive side has counted. Every frame has one verdict: the verdicts add up to frames.
//
//   RxCounters counters;
//   counters.count(record, frame.size());
//   counters.of(Reason::kIcrc);
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/rx/verdict.h"

namespace rnic::model {

struct RxCounters {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;                    // as on the bus: padded, cut, without FCS
  std::array<std::uint64_t, 5> by_verdict{};  // kAccept .. kNotRoce
  std::array<std::uint64_t, kReasons> by_reason{};
  // RoCE frames only from here on.
  std::array<std::uint64_t, 256> by_opcode{};
  std::array<std::uint64_t, 8> by_priority{};
  std::uint64_t ce = 0;
  std::uint64_t pcp_mismatch = 0;
  std::uint64_t lossy_roce = 0;

  void count(const RxRecord& record, std::size_t frame_bytes) noexcept;

  std::uint64_t of(Verdict verdict) const noexcept {
    return by_verdict[static_cast<std::size_t>(verdict)];
  }
  std::uint64_t of(Reason reason) const noexcept {
    return by_reason[static_cast<std::size_t>(reason)];
  }

  bool operator==(const RxCounters&) const = default;
};

}  // namespace rnic::model
