// SPDX-License-Identifier: Apache-2.0
//
// What the transmit counters must show: frames and their bytes (padded, without FCS) in all, per
// opcode and per priority, completion records per status, ignored doorbells. 64 bits, wrapping.
// A WQE that completes without a record (not signaled) is in no status counter.
//
//   TxCounters counters;
//   while (const auto output = requester.next()) counters.count(*output);
#pragma once

#include <array>
#include <cstdint>

#include "models/host/completion.h"
#include "models/host/requester.h"

namespace rnic::model {

struct TxCounters {
  struct Tally {
    std::uint64_t frames = 0;
    std::uint64_t bytes = 0;

    bool operator==(const Tally&) const = default;
  };

  Tally all{};
  std::array<Tally, 256> by_opcode{};
  std::array<Tally, 8> by_priority{};
  std::array<std::uint64_t, kCompletionStatuses> by_status{};
  std::uint64_t ignored_doorbells = 0;  // to an unknown or reset QP: the caller adds

  void count(const SentFrame& frame) noexcept;
  void count(const CompletionRecord& record) noexcept;
  void count(const RequesterOutput& output) noexcept;

  bool operator==(const TxCounters&) const = default;
};

}  // namespace rnic::model
