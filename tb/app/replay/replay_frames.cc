// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/replay_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

constexpr std::size_t kMostLanes = 64;
constexpr std::int64_t kBeforeAll = std::numeric_limits<std::int64_t>::min();

std::pair<std::uint32_t, std::uint32_t> key_of(const model::CaptureInterface& interface) {
  return {interface.section, interface.index};
}

}  // namespace

ReadingPlan plan_reading(const RereadableCapture& capture,
                         const std::function<void(const Progress&)>& progress) {
  model::CaptureReader reader = capture.open();
  // Only pcap names its one interface before the first frame.
  if (!reader.interfaces().empty()) return {};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> times;
  std::int64_t latest = kBeforeAll;
  bool is_in_order = true;
  try {
    for (model::CaptureFrame frame; reader.next(frame);) {
      std::int64_t& time = times.try_emplace(key_of(frame.interface), kBeforeAll).first->second;
      time = std::max(time, frame.time_ns.value_or(kBeforeAll));
      is_in_order &= time >= latest;
      latest = std::max(latest, time);
      if (progress) {
        progress(
            {.done = reader.bytes_read(), .total = reader.file_size(), .frames = frame.number});
      }
    }
  } catch (const model::CaptureError&) {
    // The replay itself reports it, behind the frames before it.
  }
  if (is_in_order) return {};
  if (times.size() > kMostLanes) {
    throw InputError(
        fmt::format("{}: frames of {} interfaces are not in the order of their times, expected at "
                    "most {} to sort; mergecap -w sorted.pcapng sorts any number",
                    capture.name(), times.size(), kMostLanes));
  }
  ReadingPlan plan;
  for (const auto& [interface, time] : times) plan.push_back(interface);
  return plan;
}

ReplayFrames::ReplayFrames(const RereadableCapture& capture, const ReadingPlan& plan,
                           const StreamRules& rules) {
  if (plan.empty()) {
    lanes_.push_back({.stream = CaptureStream(capture.open(), rules), .interface = {}});
  }
  for (const auto& interface : plan) {
    lanes_.push_back({.stream = CaptureStream(capture.open(), rules), .interface = interface});
  }
  for (Lane& lane : lanes_) {
    lane.time = kBeforeAll;
    fill(lane);
  }
}

void ReplayFrames::fill(Lane& lane) {
  lane.has_head = false;
  try {
    while (lane.stream.next(lane.head)) {
      if (lane.interface && *lane.interface != key_of(lane.head.interface)) continue;
      lane.time = std::max(lane.time, lane.head.time_ns.value_or(kBeforeAll));
      lane.has_head = true;
      return;
    }
  } catch (const model::CaptureError&) {
    // All lanes meet the same one.
    error_ = std::current_exception();
  }
}

bool ReplayFrames::next(InputFrame& frame) {
  Lane* earliest = nullptr;
  for (Lane& lane : lanes_) {
    if (!lane.has_head) continue;
    if (earliest == nullptr ||
        std::pair(lane.time, lane.head.number) < std::pair(earliest->time, earliest->head.number)) {
      earliest = &lane;
    }
  }
  if (earliest == nullptr) {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    return false;
  }
  std::swap(frame, earliest->head);
  fill(*earliest);
  ++frames_;
  return true;
}

Progress ReplayFrames::progress() const noexcept {
  Progress slowest = lanes_.front().stream.progress();
  for (const Lane& lane : lanes_) {
    slowest.done = std::min(slowest.done, lane.stream.progress().done);
  }
  slowest.frames = frames_;
  return slowest;
}

}  // namespace rnic::app
