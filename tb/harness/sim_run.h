// SPDX-License-Identifier: Apache-2.0
#pragma once

// One simulation run: its seed, its wave request, the checks made in it and what went wrong.
//
// Everything of the harness (Dut, drivers, monitors, scoreboards) reports to a SimRun and knows
// nothing of GoogleTest; DutTest (dut_test.h) turns failures into test failures, a program prints
// them.
//
//   SimRun run(RunOptions{.seed = 7}, "Icrc.FrameA", [](const std::string& text) { print(text); });
//   Rng rng = run.rng("payload");

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tb/harness/rng.h"

namespace rnic::tb {

// What to record, and when. Without a file nothing is recorded.
struct WaveOptions {
  std::string file{};                                  // FST
  uint64_t from = 0;                                   // first clock
  uint64_t to = std::numeric_limits<uint64_t>::max();  // last clock
  int64_t frame = -1;  // frame number (from 0): only the clocks around it, from and to still apply
};

struct RunOptions {
  uint64_t seed = 1;
  WaveOptions wave{};
  std::string program{};  // as it was called, for the command that repeats a run
};

// The options of this process: main.cc (or any program) fills them once, before the first SimRun.
// Environment variables RNIC_SEED and RNIC_WAVE give the defaults.
RunOptions& process_options();

// `text` as the name of a file: all but letters, digits, '.' and '-' becomes '_'.
std::string file_name_of(std::string text);

// A thing that must have nothing left when its run ends, such as a scoreboard.
class Drained {
 public:
  virtual ~Drained() = default;
  // Empty when drained, else one line that says what is left.
  virtual std::string left() const = 0;
};

class SimRun {
 public:
  using FailureSink = std::function<void(const std::string& text)>;

  SimRun(RunOptions options, std::string test_name, FailureSink sink);

  const RunOptions& options() const noexcept { return options_; }
  uint64_t seed() const noexcept { return options_.seed; }
  const std::string& test_name() const noexcept { return test_name_; }
  // The stream of one agent; the same name gives the same stream.
  Rng rng(std::string_view agent) const noexcept { return {options_.seed, test_name_, agent}; }

  // Checks made, for the line that says how much a quiet pass is worth.
  void count_checks(uint64_t n = 1) noexcept { checks_ += n; }
  uint64_t checks() const noexcept { return checks_; }

  // Reports a failure. After kMaxReports they are only counted, so a broken run stays readable.
  void fail(const std::string& text);
  uint64_t failures() const noexcept { return failures_; }

  // The command that repeats this run alone, with its seed.
  std::string repeat_command() const;
  // The same with a wave file around one frame or one clock.
  std::string wave_command(std::string_view wave_arguments) const;

  // Scoreboards enrol themselves; finish() fails for each that still holds something.
  void enrol(const Drained& item) { enrolled_.push_back(&item); }
  void withdraw(const Drained& item);
  void finish();

  // A path for the next wave file: the second Dut of a process gets F.2.fst, and so on.
  static std::string next_wave_file(const std::string& file);

  static constexpr uint64_t kMaxReports = 10;

 private:
  RunOptions options_;
  std::string test_name_;
  FailureSink sink_;
  uint64_t checks_ = 0;
  uint64_t failures_ = 0;
  std::vector<const Drained*> enrolled_;
};

}  // namespace rnic::tb
