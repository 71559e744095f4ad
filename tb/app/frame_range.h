// SPDX-License-Identifier: Apache-2.0
//
// Which frames of a capture a command looks at: `--frame N` or `--frame N-M`.
//
//   const FrameRange range = parse_frame_range("3-5");
//   range.contains(4);  // true
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace rnic::app {

struct FrameRange {
  std::uint64_t first = 1;
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();  // included

  [[nodiscard]] bool contains(std::uint64_t frame) const noexcept {
    return first <= frame && frame <= last;
  }
  [[nodiscard]] bool is_everything() const noexcept {
    return first == 1 && last == std::numeric_limits<std::uint64_t>::max();
  }
};

// Throws InputError: not N or N-M, 0, or an end before the start.
FrameRange parse_frame_range(std::string_view text);

}  // namespace rnic::app
