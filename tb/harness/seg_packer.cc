// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/seg_packer.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace rnic::tb {

void SegPacker::set_spacing(const SegSpacing& spacing) {
  if (spacing.start_segment >= kNumSegs) {
    throw std::invalid_argument(
        fmt::format("start segment {}: a beat has segments 0 to 7", spacing.start_segment));
  }
  const bool is_shifted = spacing.packing == Packing::kEveryStart ||
                          (spacing.packing == Packing::kFixedStart && spacing.start_segment != 0);
  if (direction_ == SegDirection::kTx && is_shifted) {
    throw std::invalid_argument("TX starts a frame on segment k > 0 only right behind another");
  }
  spacing_ = spacing;
}

// A nanosecond is 25/8 segments: 2.56 ns a clock, 8 segments a clock.
uint64_t SegPacker::recorded_start(uint64_t time_ns, uint64_t free) {
  const uint64_t real_free = free + kNumSegs * stalls_;
  if (!base_ns_) {
    base_ns_ = time_ns;
    base_segment_ = real_free;
  }
  const uint64_t since = time_ns > *base_ns_ ? time_ns - *base_ns_ : 0;
  // Split so that no capture is long enough to overflow.
  uint64_t wanted = base_segment_ + since / 8 * 25 + since % 8 * 25 / 8;
  if (wanted <= real_free) return free;
  const uint64_t limit = spacing_.max_gap_clocks * kNumSegs;
  if (limit != 0 && wanted - real_free > limit) {
    wanted = real_free + limit;
    base_ns_ = time_ns;
    base_segment_ = wanted;
  }
  return wanted - kNumSegs * stalls_;
}

uint64_t SegPacker::start_of(const SegFrame& frame) {
  const uint64_t free = std::max(end_, now_ * kNumSegs);
  uint64_t start = free + frame.gap_segments;
  switch (spacing_.packing) {
    case Packing::kBackToBack:
      break;
    case Packing::kFixedStart:
      start += (spacing_.start_segment - start) % kNumSegs;
      break;
    case Packing::kEveryStart:
      start += (turn_++ - start) % kNumSegs;
      break;
    case Packing::kRandomHoles:
      if (rng_.chance(spacing_.hole_percent)) start += rng_.between(1, spacing_.max_hole_segments);
      if (rng_.chance(spacing_.idle_percent)) {
        start += kNumSegs * rng_.between(1, spacing_.max_idle_beats);
      }
      break;
    case Packing::kRecorded:
      if (frame.time_ns) start = std::max(start, recorded_start(*frame.time_ns, free));
      break;
  }
  // TX: on segment 0 or right behind the frame before, in a beat that has not left yet.
  if (direction_ == SegDirection::kTx && start != end_) {
    start = (start + kNumSegs - 1) / kNumSegs * kNumSegs;
  }
  return start;
}

SegBeat& SegPacker::beat_for(uint64_t clock, bool covered) {
  if (!is_empty() && at(tail_ - 1).clock == clock) return at(tail_ - 1).beat;
  Planned& planned = at(tail_++);
  planned.clock = clock;
  planned.beat.ena = planned.beat.sop = planned.beat.eop = planned.beat.err = 0;
  planned.beat.mty = 0;
  // What no frame covers is not zero on real pins either.
  if (!covered) rng_.fill(planned.beat.data);
  return planned.beat;
}

uint64_t SegPacker::append(const SegFrame& frame) {
  if (frame.bytes.empty() || frame.bytes.size() > kMaxPlannedBytes) {
    throw std::invalid_argument(
        fmt::format("a frame of {} bytes cannot be driven", frame.bytes.size()));
  }
  const uint64_t start = start_of(frame);
  const bool has_idle_beats =
      spacing_.packing == Packing::kRandomHoles && direction_ == SegDirection::kRx;
  uint64_t clock = start / kNumSegs;
  unsigned segment = static_cast<unsigned>(start % kNumSegs);
  const uint64_t ahead = clock - now_;
  const uint8_t* from = frame.bytes.data();
  size_t left = frame.bytes.size();
  bool is_first = true;
  while (true) {
    const size_t n = std::min<size_t>(left, (kNumSegs - segment) * kSegBytes);
    SegBeat& beat = beat_for(clock, n == kBeatBytes);
    std::memcpy(beat.data.data() + segment * kSegBytes, from, n);
    const unsigned segments = static_cast<unsigned>((n + kSegBytes - 1) / kSegBytes);
    beat.ena |= static_cast<uint8_t>(((1u << segments) - 1) << segment);
    if (is_first) beat.sop |= static_cast<uint8_t>(1u << segment);
    is_first = false;
    from += n;
    left -= n;
    if (left == 0) {
      const unsigned last = segment + segments - 1;
      const uint8_t bit = static_cast<uint8_t>(1u << last);
      beat.eop |= bit;
      if (frame.err) beat.err |= bit;
      beat.mty |= static_cast<uint32_t>(segments * kSegBytes - n) << (4 * last);
      end_ = clock * kNumSegs + last + 1;
      return ahead;
    }
    segment = 0;
    ++clock;
    if (has_idle_beats && rng_.chance(spacing_.idle_percent)) {
      clock += rng_.between(1, spacing_.max_idle_beats);
    }
  }
}

const SegBeat* SegPacker::pop() {
  const uint64_t clock = now_++;
  if (is_empty() || at(head_).clock != clock) return nullptr;
  return &at(head_++).beat;
}

}  // namespace rnic::tb
