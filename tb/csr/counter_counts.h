// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the transmit counters must hold: events counted by index, the register window's numbering.
//
//   CounterCounts counts;
//   counts.count({.frame = {{.bytes = 60, .opcode = 4, .qid = 3}}});
//   counts.at(0);                                    // 1: frames in all

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "tb/harness/rng.h"

namespace rnic::tb {

// Events of one clock.
struct CountedEvents {
  struct Frame {
    uint16_t bytes;
    uint8_t opcode;
    uint8_t qid;
  };
  std::optional<Frame> frame{};
  std::optional<uint8_t> status{};
  bool ignored = false;
};

class CounterCounts {
 public:
  static constexpr uint32_t kIndices = 1024;
  static constexpr uint32_t kFrames = 0, kBytes = 1, kIgnored = 2, kPrioFrames = 8, kPrioBytes = 16,
                            kStatuses = 32, kOpcodeFrames = 256, kOpcodeBytes = 512;

  void count(const CountedEvents& events) {
    if (events.frame) {
      const auto& frame = *events.frame;
      counts_[kFrames] += 1;
      counts_[kBytes] += frame.bytes;
      counts_[kPrioFrames + frame.qid] += 1;
      counts_[kPrioBytes + frame.qid] += frame.bytes;
      counts_[kOpcodeFrames + frame.opcode] += 1;
      counts_[kOpcodeBytes + frame.opcode] += frame.bytes;
    }
    if (events.status) counts_[kStatuses + *events.status] += 1;
    if (events.ignored) counts_[kIgnored] += 1;
  }
  uint64_t at(uint32_t index) const { return counts_[index]; }
  static std::string name(uint32_t index) { return fmt::format("counter {}", index); }

 private:
  std::array<uint64_t, kIndices> counts_{};
};

// A few opcodes and priorities come often, so that counters meet themselves in the pipeline.
inline CountedEvents random_events(Rng& rng) {
  CountedEvents events;
  const bool often = rng.chance(70);
  if (rng.chance(80)) {
    events.frame = {.bytes = static_cast<uint16_t>(rng.between(60, 9600)),
                    .opcode = static_cast<uint8_t>(rng.below(often ? 3 : 256)),
                    .qid = static_cast<uint8_t>(rng.below(often ? 2 : 8))};
  }
  if (rng.chance(80)) events.status = static_cast<uint8_t>(rng.below(often ? 2 : 16));
  events.ignored = rng.chance(30);
  return events;
}

// On the pins stat_*_i; what says nothing carries noise.
template <class V>
void put_events(V& pins, const CountedEvents& events, Rng& noise) {
  const auto frame = events.frame.value_or(
      CountedEvents::Frame{static_cast<uint16_t>(noise.below(1 << 14)), noise.byte(),
                           static_cast<uint8_t>(noise.below(8))});
  pins.stat_valid_i = events.frame.has_value();
  pins.stat_bytes_i = frame.bytes;
  pins.stat_opcode_i = frame.opcode;
  pins.stat_qid_i = frame.qid;
  pins.stat_status_valid_i = events.status.has_value();
  pins.stat_status_i = events.status.value_or(noise.byte());
  pins.stat_db_ignored_i = events.ignored;
}

}  // namespace rnic::tb
