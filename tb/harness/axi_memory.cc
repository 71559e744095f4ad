// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/axi_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace rnic::tb {
namespace {

constexpr uint8_t kSize128 = 7;
constexpr uint8_t kBurstIncr = 1;
constexpr uint8_t kDecErr = 3;
constexpr uint64_t kBoundary = 4096;

}  // namespace

AxiReadMemory::AxiReadMemory(SimRun& run, std::string name, AxiReadPins pins, Reader reader)
    : Agent(std::move(name)),
      run_(run),
      pins_(pins),
      reader_(std::move(reader)),
      rng_(run.rng(this->name())) {}

void AxiReadMemory::rest() {
  for (auto& queue : queues_) queue.clear();
  in_burst_ = is_offered_ = was_taken_ = ar_waits_ = false;
  outstanding_ = 0;
  *pins_.ar_ready = 0;
  *pins_.r_valid = 0;
}

void AxiReadMemory::check_offer(uint64_t clock) {
  const std::array<uint64_t, 3> offer = {*pins_.ar_id, *pins_.ar_addr, *pins_.ar_len};
  const auto complain = [&](const std::string& what) {
    run_.fail(fmt::format("{}: clock {}: read of {} beats at 0x{:x}, ID {}: {}", name(), clock,
                          offer[2] + 1, offer[1], offer[0], what));
  };
  if (ar_waits_ && offer != waiting_) complain("changed before it was taken");
  if (offer[0] >= kIds) complain("the ID is over 7");
  if (offer[1] % kAxiLineBytes != 0) complain("the address is no multiple of 128");
  if (offer[1] / kBoundary != (offer[1] + offer[2] * kAxiLineBytes) / kBoundary)
    complain("it crosses a multiple of 4,096");
  if (pins_.ar_size && *pins_.ar_size != kSize128) complain("ARSIZE is not 7");
  if (pins_.ar_burst && *pins_.ar_burst != kBurstIncr) complain("ARBURST is not INCR");
  waiting_ = offer;
}

void AxiReadMemory::sample(uint64_t clock) {
  const bool ar_valid = *pins_.ar_valid != 0;
  if (ar_waits_ && !ar_valid)
    run_.fail(fmt::format("{}: clock {}: ARVALID fell before the read was taken", name(), clock));
  if (ar_valid) check_offer(clock);
  ar_waits_ = ar_valid && !*pins_.ar_ready;
  if (ar_valid && *pins_.ar_ready) {
    const uint64_t late = jitter_ ? rng_.below(jitter_ + 1) : 0;
    queues_[*pins_.ar_id % kIds].push_back(
        {*pins_.ar_addr, *pins_.ar_len + 1u, clock + 1 + latency_ + late});
    ++reads_;
    max_outstanding_ = std::max(max_outstanding_, ++outstanding_);
    run_.count_checks();
  }
  was_taken_ = is_offered_ && *pins_.r_ready;
}

// Picks the ID of the next beat: the open burst goes on, unless beats are mixed.
bool AxiReadMemory::choose(uint64_t clock) {
  const auto is_due = [&](unsigned id) {
    return !held_[id] && !queues_[id].empty() && queues_[id].front().due <= clock;
  };
  if (in_burst_ && !interleave_) return !held_[current_];
  const unsigned first = interleave_ ? static_cast<unsigned>(rng_.below(kIds)) : current_ + 1;
  for (unsigned i = 0; i < kIds; ++i) {
    const unsigned id = (first + i) % kIds;
    if (!is_due(id)) continue;
    current_ = id;
    return true;
  }
  return false;
}

void AxiReadMemory::offer() {
  Read& read = queues_[current_].front();
  AxiLine line;
  reader_(read.addr, line);
  std::memcpy(pins_.r_data, line.bytes.data(), line.bytes.size());
  *pins_.r_id = static_cast<uint8_t>(current_);
  *pins_.r_resp = line.error ? kDecErr : 0;
  *pins_.r_last = read.beats == 1;
  is_offered_ = true;
}

void AxiReadMemory::drive(uint64_t clock) {
  *pins_.ar_ready = ar_pattern_.next(rng_);
  if (was_taken_) {
    auto& queue = queues_[current_];
    queue.front().addr += kAxiLineBytes;
    in_burst_ = --queue.front().beats != 0;
    if (!in_burst_) {
      queue.pop_front();
      --outstanding_;
    }
    ++beats_;
    is_offered_ = was_taken_ = false;
  }
  const bool may_offer = r_pattern_.next(rng_);
  if (!is_offered_ && may_offer && choose(clock)) offer();
  *pins_.r_valid = is_offered_;
}

std::string AxiReadMemory::holds() const {
  if (outstanding_ == 0) return {};
  return fmt::format("{} reads not answered to their end", outstanding_);
}

}  // namespace rnic::tb
