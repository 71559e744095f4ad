// SPDX-License-Identifier: Apache-2.0
#include "tb/mac/ftile_bus.h"

#include <fmt/format.h>

#include <algorithm>

namespace rnic::tb {
namespace {

constexpr uint64_t kRoomOfARunt = 8;  // words: 60 bytes

}  // namespace

FtileSource::FtileSource(SimRun& run, std::string name, FtilePins pins)
    : Agent(std::move(name)), pins_(pins), rng_(run.rng(this->name())) {}

void FtileSource::rest() { *pins_.valid = 0; }

// A runt is padded unless another frame begins in the words that it needs for that.
void FtileSource::settle_runt(uint64_t place) {
  if (!runt_) return;
  if (place < runt_place_ + kRoomOfARunt) {
    ++dropped_;
  } else if (expected_) {
    expected_(std::move(runt_frame_));
  }
  runt_ = false;
}

void FtileSource::begin(uint64_t clock, unsigned word) {
  settle_runt(place_);
  open_ = std::move(waiting_.front());
  waiting_.pop_front();
  sent_ = 0;
  pause_clocks_ += open_.pauses;
  FtileExpected frame{.bytes = open_.bytes,
                      .err = open_.fcs_error || open_.error != 0,
                      .clock = clock,
                      .word = word};
  if (frame.bytes.size() > kMaxFrameBytes) {
    frame.bytes.resize(kMaxFrameBytes);
    frame.err = true;
  }
  if (frame.bytes.size() < kMinFrameBytes) {
    frame.bytes.resize(kMinFrameBytes, 0);
    frame.err = true;
    runt_ = true;
    runt_frame_ = std::move(frame);
    runt_place_ = place_;
  } else if (expected_) {
    expected_(std::move(frame));
  }
}

void FtileSource::put_word(unsigned word, uint64_t clock) {
  const auto set = [word](auto& pin, unsigned bits, uint64_t value) {
    using Pin = std::remove_reference_t<decltype(pin)>;
    const uint64_t mask = ((uint64_t{1} << bits) - 1) << (bits * word);
    pin = static_cast<Pin>((pin & ~mask) | ((value << (bits * word)) & mask));
  };
  if (!in_frame_ && !waiting_.empty() && gap_ >= waiting_.front().gap_words) {
    begin(clock, word);
    in_frame_ = true;
    gap_ = 0;
  } else if (!in_frame_) {
    ++gap_;
    set(*pins_.inframe, 1, 0);
  }
  if (in_frame_) {
    const size_t left = open_.bytes.size() - sent_;
    const bool is_last = left <= kFtileWordBytes;
    const size_t n = std::min<size_t>(left, kFtileWordBytes);
    auto* data = reinterpret_cast<uint8_t*>(pins_.data->data()) + kFtileWordBytes * word;
    std::copy_n(open_.bytes.data() + sent_, n, data);
    sent_ += n;
    set(*pins_.inframe, 1, is_last ? 0 : 1);
    if (is_last) {
      set(*pins_.eop_empty, 3, kFtileWordBytes - n);
      set(*pins_.error, 1, open_.fcs_error ? 1 : 0);
      set(*pins_.rx_error, 2, open_.error);
      in_frame_ = false;
      open_ = {};
    }
  }
  ++place_;
}

void FtileSource::drive(uint64_t clock) {
  // Everything that says nothing is random: bytes behind the end, error and empty before it.
  rng_.fill({reinterpret_cast<uint8_t*>(pins_.data->data()), kBeatBytes});
  *pins_.inframe = static_cast<uint16_t>(rng_.next());
  *pins_.eop_empty = rng_.next() >> 16;
  *pins_.error = static_cast<uint16_t>(rng_.next());
  *pins_.rx_error = static_cast<uint32_t>(rng_.next());
  *pins_.valid = 1;
  if (pause_clocks_ != 0 || rng_.chance(pause_percent_)) {
    if (pause_clocks_ != 0) --pause_clocks_;
    *pins_.valid = 0;
    // Outside of frames time goes on for a runt that waits to be padded.
    if (!in_frame_) place_ += kFtileWords;
  } else {
    for (unsigned word = 0; word < kFtileWords; ++word) put_word(word, clock);
  }
  if (runt_ && place_ >= runt_place_ + kRoomOfARunt) settle_runt(place_);
}

FtileSink::FtileSink(SimRun& run, std::string name, FtilePins pins, unsigned ready_latency,
                     std::function<void(const std::vector<uint8_t>&, bool)> seen)
    : Agent(std::move(name)),
      run_(run),
      pins_(pins),
      ready_latency_(ready_latency),
      seen_(std::move(seen)) {}

void FtileSink::rest() {
  ready_.assign(ready_latency_, false);
  last_.clear();
  in_frame_ = false;
  bytes_.clear();
}

// The pins that stand still while valid is low.
std::string FtileSink::beat() const {
  std::string text(reinterpret_cast<const char*>(pins_.data->data()), kBeatBytes);
  text += fmt::format("{} {} {}", *pins_.inframe, *pins_.eop_empty, *pins_.error);
  return text;
}

void FtileSink::sample(uint64_t clock) {
  const bool want_valid = ready_.front();
  ready_.pop_front();
  ready_.push_back(*pins_.ready != 0);
  run_.count_checks();
  if ((*pins_.valid != 0) != want_valid) {
    run_.fail(fmt::format("{}, clock {}: valid is {} and ready was {} {} clocks before", name(),
                          clock, *pins_.valid, int{want_valid}, ready_latency_));
  }
  std::string now = beat();
  if (*pins_.valid == 0 && !last_.empty() && now != last_)
    run_.fail(fmt::format("{}, clock {}: the pins moved while valid is low", name(), clock));
  last_ = std::move(now);
  if (*pins_.valid != 0) take(clock);
}

void FtileSink::take(uint64_t clock) {
  const auto* data = reinterpret_cast<const uint8_t*>(pins_.data->data());
  bool is_empty = true;
  for (unsigned word = 0; word < kFtileWords; ++word, data += kFtileWordBytes) {
    const bool inframe = (*pins_.inframe >> word & 1) != 0;
    const auto empty = static_cast<unsigned>(*pins_.eop_empty >> (3 * word) & 7);
    const bool error = (*pins_.error >> word & 1) != 0;
    const bool is_last = in_frame_ && !inframe;
    if (!is_last && (empty != 0 || error))
      run_.fail(fmt::format("{}, clock {}: empty or error on word {}, which ends nothing", name(),
                            clock, word));
    if (inframe || is_last) {
      is_empty = false;
      bytes_.insert(bytes_.end(), data, data + kFtileWordBytes - (is_last ? empty : 0));
    }
    in_frame_ = inframe;
    if (!is_last) continue;
    seen_(bytes_, error);
    bytes_.clear();
    ++frames_;
  }
  if (!is_empty) ++beats_;
}

std::string FtileSink::holds() const { return bytes_.empty() ? "" : "a frame without its end"; }

}  // namespace rnic::tb
