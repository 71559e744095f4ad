// SPDX-License-Identifier: Apache-2.0
//
// What RTL and model disagree on in a run: counted, and the first ones told in full with the frame
// saved and the command that shows it in a wave.
//
//   Disagreements found(options);
//   found.add(input, {{"icrc", "ok", "bad"}});
//   found.print(std::cerr);  // at the end, so that it stands below the report
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "tb/app/capture_stream.h"
#include "tb/app/icrc.h"
#include "tb/app/rtl_compare.h"
#include "tb/app/verdict_matcher.h"

namespace rnic::app {

class Disagreements {
 public:
  static constexpr std::uint64_t kMostTold = 10;

  explicit Disagreements(const IcrcOptions& options) : options_(options) {}

  // Saves the frame, as it was on the bus, in failures/ of the current directory.
  void add(const InputFrame& input, const std::vector<Difference>& differences);
  void add(const StrayVerdict& stray);

  // Frames and strays.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  void print(std::ostream& err) const;

 private:
  void tell(std::string text);

  const IcrcOptions& options_;
  std::uint64_t count_ = 0;
  std::vector<std::string> told_;
};

}  // namespace rnic::app
