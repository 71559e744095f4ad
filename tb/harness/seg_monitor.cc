// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/seg_monitor.h"

#include <fmt/format.h>

#include <bit>

namespace rnic::tb {

SegMonitor::SegMonitor(SimRun& run, std::string name, SegPins pins, SegDirection direction)
    : Agent(std::move(name)), run_(run), pins_(pins), direction_(direction) {}

SeenFrame SegMonitor::take() {
  SeenFrame frame = std::move(frames_.front());
  frames_.pop_front();
  return frame;
}

void SegMonitor::rest() { is_open_ = is_waiting_ = false; }

void SegMonitor::complain(uint64_t clock, const std::string& what, const SegBeat& beat) {
  run_.fail(fmt::format("{}, clock {}: {}\n  {}", name(), clock, what, describe(beat)));
}

// TX only: what is offered stays until it is taken, and an open frame is offered in every clock.
void SegMonitor::check_offer(uint64_t clock) {
  SegBeat beat;
  pins_.read(beat);
  if (is_waiting_ && !*pins_.valid) complain(clock, "valid fell before the beat was taken", beat);
  if (is_waiting_ && *pins_.valid &&
      (beat.data != waiting_.data || beat.ena != waiting_.ena || beat.sop != waiting_.sop ||
       beat.eop != waiting_.eop || beat.err != waiting_.err || beat.mty != waiting_.mty)) {
    complain(clock, "the beat changed before it was taken", beat);
  }
  if (is_open_ && !*pins_.valid) complain(clock, "no beat offered inside a frame", beat);
  is_waiting_ = *pins_.valid && !*pins_.ready;
  if (is_waiting_) waiting_ = beat;
}

void SegMonitor::sample(uint64_t clock) {
  if (direction_ == SegDirection::kTx) {
    check_offer(clock);
    if (!*pins_.valid || !*pins_.ready) return;
  }
  take_beat(clock);
}

void SegMonitor::take_beat(uint64_t clock) {
  const bool is_middle = is_open_ && *pins_.ena == 0xff && (*pins_.sop | *pins_.eop) == 0 &&
                         *pins_.err == 0 && *pins_.mty == 0;
  if (is_middle) {
    length_ += kBeatBytes;
    if (keep_bytes_) {
      const auto* bytes = reinterpret_cast<const uint8_t*>(pins_.data->data());
      current_.bytes.insert(current_.bytes.end(), bytes, bytes + kBeatBytes);
    }
    return;
  }
  SegBeat beat;
  pins_.read(beat);
  if (beat.ena == 0 && (beat.sop | beat.eop | beat.err) == 0 && beat.mty == 0) {
    if (is_open_ && direction_ == SegDirection::kTx) complain(clock, "empty beat in a frame", beat);
    return;
  }
  take_segments(beat, clock);
}

void SegMonitor::take_segments(const SegBeat& beat, uint64_t clock) {
  if ((beat.sop & ~beat.ena) != 0) complain(clock, "sop on an idle segment", beat);
  if ((beat.eop & ~beat.ena) != 0) complain(clock, "eop on an idle segment", beat);
  if ((beat.err & ~beat.eop) != 0) complain(clock, "err without eop", beat);
  if (std::popcount(beat.sop) > 2) complain(clock, "more than two frames start", beat);
  if (std::popcount(beat.eop) > 2) complain(clock, "more than two frames end", beat);
  uint8_t sops = 0;
  uint8_t eops = 0;
  for (unsigned i = 0; i < kNumSegs; ++i) {
    const unsigned bit = 1u << i;
    if (beat.mty_of(i) != 0 && (beat.eop & bit) == 0) complain(clock, "mty without eop", beat);
    if ((beat.ena & bit) == 0) {
      if (is_open_) {
        complain(clock, fmt::format("hole in a frame at segment {}", i), beat);
      }
      continue;
    }
    if ((beat.sop & bit) != 0) {
      if (is_open_) complain(clock, fmt::format("sop in an open frame at segment {}", i), beat);
      if (direction_ == SegDirection::kTx && i > 0 && (beat.eop & (bit >> 1)) == 0) {
        complain(clock, fmt::format("sop on segment {} without eop before it", i), beat);
      }
      begin(i, sops++, clock);
    } else if (!is_open_) {
      complain(clock, fmt::format("segment {} belongs to no frame", i), beat);
      continue;
    }
    const unsigned used = kSegBytes - ((beat.eop & bit) != 0 ? beat.mty_of(i) : 0);
    length_ += used;
    if (keep_bytes_) {
      const uint8_t* from = beat.data.data() + i * kSegBytes;
      current_.bytes.insert(current_.bytes.end(), from, from + used);
    }
    if ((beat.eop & bit) != 0) end(beat, i, eops++, clock);
  }
}

void SegMonitor::begin(unsigned segment, uint8_t slot, uint64_t clock) {
  current_.bytes.clear();
  current_.bytes.reserve(256);
  length_ = 0;
  is_open_ = true;
  current_.place = {.frame = count_,
                    .sop_clock = clock,
                    .sop_segment = static_cast<uint8_t>(segment),
                    .sop_slot = slot};
}

void SegMonitor::end(const SegBeat& beat, unsigned segment, uint8_t slot, uint64_t clock) {
  if (length_ < kMinFrameBytes || length_ > kMaxFrameBytes) {
    complain(clock, fmt::format("a frame of {} bytes", length_), beat);
  }
  current_.err = (beat.err >> segment & 1) != 0;
  current_.place.eop_clock = clock;
  current_.place.eop_segment = static_cast<uint8_t>(segment);
  current_.place.eop_slot = slot;
  is_open_ = false;
  ++count_;
  frames_.push_back(std::move(current_));
  current_ = {};
}

std::string SegMonitor::holds() const {
  if (!is_open_) return {};
  return fmt::format("an open frame of {} bytes so far", length_);
}

}  // namespace rnic::tb
