// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/seg_driver.h"

#include <fmt/format.h>

#include <bit>

namespace rnic::tb {

SegDriver::SegDriver(SimRun& run, std::string name, SegPins pins, SegDirection direction)
    : Agent(std::move(name)),
      pins_(pins),
      direction_(direction),
      packer_(direction, run.rng(this->name())),
      idle_data_(run.rng(this->name() + " idle")) {
  rest();
}

uint64_t SegDriver::push(SegFrame frame) {
  waiting_.push_back(std::move(frame));
  return next_number_++;
}

void SegDriver::rest() {
  pins_.write_empty();
  if (pins_.valid) *pins_.valid = 0;
  sop_ = eop_ = 0;
  is_offered_ = was_stalled_ = false;
}

void SegDriver::sample(uint64_t clock) {
  was_stalled_ = false;
  if (!is_offered_) return;
  if (direction_ == SegDirection::kTx && !*pins_.ready) {
    was_stalled_ = true;
    return;
  }
  if ((sop_ | eop_) != 0) note_taken(clock);
}

void SegDriver::note_taken(uint64_t clock) {
  uint8_t slot = 0;
  for (uint8_t bits = sop_; bits != 0; bits &= static_cast<uint8_t>(bits - 1)) {
    SegPlace& place = on_bus_[started_++];
    ++started_frames_;
    place.sop_clock = clock;
    place.sop_segment = static_cast<uint8_t>(std::countr_zero(bits));
    place.sop_slot = slot++;
  }
  slot = 0;
  for (uint8_t bits = eop_; bits != 0; bits &= static_cast<uint8_t>(bits - 1)) {
    SegPlace place = on_bus_.front();
    on_bus_.pop_front();
    --started_;
    place.eop_clock = clock;
    place.eop_segment = static_cast<uint8_t>(std::countr_zero(bits));
    place.eop_slot = slot++;
    if (wave_) wave_->frame_ends(place.frame, clock);
    sent_.push_back(place);
  }
}

void SegDriver::drive(uint64_t clock) {
  if (was_stalled_) {
    packer_.stall();
    return;
  }
  while (!waiting_.empty() && !packer_.is_ahead()) {
    const uint64_t ahead = packer_.append(waiting_.front());
    waiting_.pop_front();
    on_bus_.push_back({.frame = next_planned_});
    if (wave_) wave_->frame_begins(next_planned_, clock + ahead);
    ++next_planned_;
  }
  const SegBeat* beat = packer_.pop();
  is_offered_ = beat != nullptr;
  if (beat != nullptr) {
    pins_.write(*beat);
    sop_ = beat->sop;
    eop_ = beat->eop;
  } else {
    idle_data_.fill(idle_.data);
    pins_.write(idle_);
    sop_ = eop_ = 0;
  }
  if (pins_.valid) *pins_.valid = is_offered_;
}

std::string SegDriver::holds() const {
  if (is_done()) return {};
  return fmt::format("frames: {} waiting, {} on the bus or planned, {} of them begun",
                     waiting_.size(), on_bus_.size(), started_);
}

}  // namespace rnic::tb
