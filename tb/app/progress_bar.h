// SPDX-License-Identifier: Apache-2.0
//
// One line on standard error that shows how far a long run is, and leaves nothing behind.
//
// Drawn only when standard output and standard error are terminals, and only once the run has
// lasted a moment; at most ten times a second. Text on the same terminal must hide it first.
//
//   ProgressBar bar(ProgressBar::wanted());
//   bar.update({.done = bytes, .total = size, .frames = n});
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace rnic::app {

struct Progress {
  std::uint64_t done = 0;              // bytes of the input
  std::optional<std::uint64_t> total;  // nothing for a pipe
  std::uint64_t frames = 0;
};

class ProgressBar {
 public:
  // Whether this process writes to a terminal.
  [[nodiscard]] static bool wanted() noexcept;

  explicit ProgressBar(bool enabled);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Cheap enough to be called for every frame.
  void update(const Progress& progress);

  // Takes the line off the screen; the next update draws it again.
  void hide() noexcept;

 private:
  using Clock = std::chrono::steady_clock;

  bool enabled_;
  bool visible_ = false;
  Clock::time_point next_;
};

}  // namespace rnic::app
