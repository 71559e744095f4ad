// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lays frames onto the beats of a segmented bus, some beats ahead of the clock.
//
// The driver's planning half: no pins, no protocol. Positions count segments, 8 a clock; the plan
// holds only beats that carry something, each with the clock it is meant for.

#include <cstdint>
#include <string_view>
#include <vector>

#include "tb/harness/rng.h"
#include "tb/harness/seg_bus.h"

namespace rnic::tb {

enum class Packing {
  kBackToBack,   // each frame in the segment after the one before: the fullest bus
  kFixedStart,   // every frame on SegSpacing::start_segment                  (RX; TX: segment 0)
  kEveryStart,   // start segments 0, 1, ... 7 in turn                        (RX only)
  kRandomHoles,  // idle segments before frames; idle beats, on RX inside frames too
  kRecorded,     // at SegFrame::time_ns, 0.32 ns a segment, never faster than the bus
};

struct SegSpacing {
  Packing packing = Packing::kBackToBack;
  unsigned start_segment = 0;
  // kRandomHoles: of 100 frames so many have 1..max_hole_segments idle segments in front, and
  // before so many of 100 beats come 1..max_idle_beats idle ones.
  unsigned hole_percent = 30;
  unsigned max_hole_segments = 12;
  unsigned idle_percent = 15;
  unsigned max_idle_beats = 3;
  // kRecorded: longer pauses are cut to this; 0 keeps them all.
  uint64_t max_gap_clocks = 0;
};

class SegPacker {
 public:
  SegPacker(SegDirection direction, Rng rng) : direction_(direction), rng_(rng), ring_(kRing) {}

  // Holds for the frames appended from now on. Throws std::invalid_argument for what the direction
  // cannot do.
  void set_spacing(const SegSpacing& spacing);

  // Plans one frame behind the last; returns the clocks between the next pop() and its sop. Frames
  // have 1 to kMaxPlannedBytes bytes, else std::invalid_argument. is_ahead() must be false.
  uint64_t append(const SegFrame& frame);
  // Enough planned: more frames need not be appended yet.
  bool is_ahead() const noexcept { return size() >= kAhead; }
  bool is_empty() const noexcept { return head_ == tail_; }

  // The beat for the next clock, or null when that clock is idle. Valid until the next call.
  const SegBeat* pop();
  // The clock went by without a pop(): everything moves one clock back.
  void stall() noexcept { ++stalls_; }

  // Beats planned ahead of the clock, so that a wave can begin before its frame.
  static constexpr uint64_t kAhead = 20;
  static constexpr size_t kMaxPlannedBytes = 16384;

 private:
  struct Planned {
    SegBeat beat;
    uint64_t clock;  // counted in calls of pop()
  };
  static constexpr uint64_t kRing = 256;  // power of two; kAhead, one frame and one beat fit
  static_assert(kRing > kAhead + kMaxPlannedBytes / kBeatBytes + 2);

  uint64_t size() const noexcept { return tail_ - head_; }
  Planned& at(uint64_t i) noexcept { return ring_[i % kRing]; }
  uint64_t start_of(const SegFrame& frame);
  SegBeat& beat_for(uint64_t clock, bool covered);
  uint64_t recorded_start(uint64_t time_ns, uint64_t free);

  SegDirection direction_;
  SegSpacing spacing_;
  Rng rng_;
  std::vector<Planned> ring_;
  uint64_t head_ = 0;
  uint64_t tail_ = 0;
  uint64_t now_ = 0;  // the clock that the next pop() is for, counted in calls of pop()
  uint64_t end_ = 0;  // segment behind the last planned frame
  uint64_t stalls_ = 0;
  unsigned turn_ = 0;  // kEveryStart
  // kRecorded: the bus position, in segments, that belongs to time_ns = base_ns_.
  std::optional<uint64_t> base_ns_;
  uint64_t base_segment_ = 0;
};

}  // namespace rnic::tb
