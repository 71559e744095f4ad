// SPDX-License-Identifier: Apache-2.0
//
// What RTL and model disagree on in a replay: the first ones told in full, with the command that
// shows it in a wave; the others are counted.
//
//   ReplayDisagreements found(options);
//   found.add(judged);
//   found.print(std::cerr);  // at the end, so that it stands below the report
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "tb/app/replay/replay.h"
#include "tb/app/replay/replay_run.h"

namespace rnic::app {

class ReplayDisagreements {
 public:
  static constexpr std::uint64_t kMostTold = 10;

  explicit ReplayDisagreements(const ReplayOptions& options) : options_(options) {}

  // Saves the frame, as it was on the bus, in failures/ of the current directory. What a frame's
  // record says hangs on the frames before it, so the command repeats the whole replay.
  void add(const JudgedRxFrame& frame);
  void add(const std::string& complaint);

  void print(std::ostream& err) const;

 private:
  const ReplayOptions& options_;
  std::uint64_t count_ = 0;
  std::vector<std::string> told_;
};

}  // namespace rnic::app
