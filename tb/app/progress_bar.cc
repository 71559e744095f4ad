// SPDX-License-Identifier: Apache-2.0
#include "tb/app/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace rnic::app {
namespace {

using namespace std::chrono_literals;

constexpr auto kQuietStart = 300ms;
constexpr auto kInterval = 100ms;
constexpr std::uint64_t kWidth = 32;

std::string picture(const Progress& progress) {
  if (!progress.total || *progress.total == 0) {
    return fmt::format("{} frames, {:.1f} MB", progress.frames,
                       static_cast<double>(progress.done) / 1e6);
  }
  const double share =
      std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(*progress.total));
  const auto filled = static_cast<std::size_t>(share * kWidth);
  return fmt::format("[{:<{}}] {:3.0f} %  {} frames", std::string(filled, '#'), kWidth, share * 100,
                     progress.frames);
}

}  // namespace

bool ProgressBar::wanted() noexcept {
  return ::isatty(STDOUT_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

ProgressBar::ProgressBar(bool enabled) : enabled_(enabled), next_(Clock::now() + kQuietStart) {}

ProgressBar::~ProgressBar() { hide(); }

void ProgressBar::update(const Progress& progress) {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  visible_ = true;
  fmt::print(stderr, "\r{}\x1B[K", picture(progress));
  std::fflush(stderr);
}

void ProgressBar::hide() noexcept {
  if (!visible_) return;
  visible_ = false;
  std::fputs("\r\x1B[K", stderr);
  std::fflush(stderr);
}

}  // namespace rnic::app
