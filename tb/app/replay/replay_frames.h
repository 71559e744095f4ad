// SPDX-License-Identifier: Apache-2.0
//
// The frames of a capture in the order in which they were on the wire: by time across the
// interfaces of a pcapng file, within one interface as the file has them.
//
// Frames without a time, or with one that goes back, follow the frame before them on their
// interface. Files whose frames are in that order already (nearly all) are read once; in others
// each interface has a reader of its own, so memory stays small.
//
//   ReplayFrames frames(capture, plan_reading(capture), {.fcs = Fcs::kPresent});
//   for (InputFrame frame; frames.next(frame);) …
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "tb/app/capture_stream.h"
#include "tb/app/replay/rereadable_capture.h"

namespace rnic::app {

// The interfaces to be read apart, as section and index; empty: the file's order is right.
using ReadingPlan = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Reads a pcapng file once to find out. Where it ends badly, what is before counts. Throws
// InputError where more than 64 interfaces would have to be read apart.
ReadingPlan plan_reading(const RereadableCapture& capture,
                         const std::function<void(const Progress&)>& progress = {});

class ReplayFrames {
 public:
  // Throws what CaptureStream's constructor throws.
  ReplayFrames(const RereadableCapture& capture, const ReadingPlan& plan, const StreamRules& rules);

  // False at the end. Throws model::CaptureError where the file cannot be understood any further,
  // after all frames before that place.
  bool next(InputFrame& frame);

  [[nodiscard]] Progress progress() const noexcept;

 private:
  struct Lane {
    CaptureStream stream;
    std::optional<std::pair<std::uint32_t, std::uint32_t>> interface;  // absent: all of them
    InputFrame head = {};
    bool has_head = false;
    std::int64_t time = 0;  // of `head`
  };

  void fill(Lane& lane);

  std::vector<Lane> lanes_;
  std::exception_ptr error_;
  std::uint64_t frames_ = 0;
};

}  // namespace rnic::app
