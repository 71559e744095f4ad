// SPDX-License-Identifier: Apache-2.0
//
// What RTL and model disagree on in a `tx` run: the first ones told in full, with both frames in
// hexadecimal, saved as a capture, and the command that shows it in a wave.
//
//   TxDisagreements found(options);
//   found.add(frame);
//   found.print(std::cerr);  // at the end, so that it stands below the report
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "tb/app/tx/tx.h"
#include "tb/app/tx/tx_run.h"

namespace rnic::app {

class TxDisagreements {
 public:
  static constexpr std::uint64_t kMostTold = 10;

  explicit TxDisagreements(const TxOptions& options) : options_(options) {}

  // Only what disagrees may be added. Frames are saved in failures/ of the current directory.
  void add(const JudgedTxFrame& frame);
  void add(const JudgedCompletion& completion);
  void add(const std::string& text);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  void print(std::ostream& err) const;

 private:
  [[nodiscard]] std::string see_it(const std::string& wave_options) const;

  const TxOptions& options_;
  std::uint64_t count_ = 0;
  std::vector<std::string> told_;
};

}  // namespace rnic::app
