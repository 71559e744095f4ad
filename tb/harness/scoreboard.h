// SPDX-License-Identifier: Apache-2.0
#pragma once

// Compares what came with what was expected, in order. Not a model: it is told what is right.
//
// Both boards count their checks in the SimRun and fail it at its end for what never came.
// FrameScoreboard names the first wrong field, dumps both frames and saves them as a capture in
// ./failures.
//
//   FrameScoreboard board(run, "tx frames", roce_field_at);
//   board.expect({.bytes = frame, .note = "WRITE First, VLAN"});
//   board.got(seen.bytes, seen.err);
//
//   Scoreboard<Verdict> verdicts(run, "verdicts", [](const Verdict& v) { return to_string(v); });
//   verdicts.expect(want);
//   verdicts.got(seen);

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tb/harness/sim_run.h"

namespace rnic::tb {

// A field of a frame: where it lies, in whole bytes.
struct FrameField {
  std::string name;  // "BTH.psn"
  size_t first = 0;
  size_t bytes = 1;
};
// Names the field that holds `byte` of `frame`; an empty name where there is none.
using FieldNamer = std::function<FrameField(std::span<const uint8_t> frame, size_t byte)>;

struct ExpectedFrame {
  std::vector<uint8_t> bytes;
  bool err = false;
  std::string note{};  // printed when it fails: what kind of frame this is
};

class FrameScoreboard final : public Drained {
 public:
  FrameScoreboard(SimRun& run, std::string name, FieldNamer namer = {});
  ~FrameScoreboard() override;

  void expect(ExpectedFrame frame) { expected_.push_back(std::move(frame)); }
  // Compares with the oldest expected frame and forgets that; true if they are the same.
  bool got(std::span<const uint8_t> bytes, bool err = false);

  size_t waiting() const noexcept { return expected_.size(); }
  uint64_t compared() const noexcept { return next_; }
  std::string left() const override;

 private:
  void report(const std::string& what, const ExpectedFrame* want, std::span<const uint8_t> got);

  SimRun& run_;
  std::string name_;
  FieldNamer namer_;
  std::deque<ExpectedFrame> expected_;
  uint64_t next_ = 0;  // number of the frame compared next
};

// Where two frames differ first, as "BTH.psn at byte 51: want 0x000005, got 0x000004" or by length;
// empty if they are the same.
std::string first_difference(std::span<const uint8_t> want, std::span<const uint8_t> got,
                             const FieldNamer& namer);

// Saves one frame as a capture in ./failures, named after the test, `what` and `number`; returns
// "saved in PATH", or why not.
std::string save_frame(const SimRun& run, const std::string& what, uint64_t number,
                       std::span<const uint8_t> frame);

// Anything with == ; `text` shows a value in the report.
template <class T>
class Scoreboard final : public Drained {
 public:
  Scoreboard(SimRun& run, std::string name, std::function<std::string(const T&)> text)
      : run_(run), name_(std::move(name)), text_(std::move(text)) {
    run_.enrol(*this);
  }
  ~Scoreboard() override { run_.withdraw(*this); }

  void expect(T value) { expected_.push_back(std::move(value)); }
  bool got(const T& value) {
    run_.count_checks();
    const uint64_t number = next_++;
    if (expected_.empty()) {
      run_.fail(fmt::format("{}: number {} came unexpected: {}", name_, number, text_(value)));
      return false;
    }
    const T want = std::move(expected_.front());
    expected_.pop_front();
    if (want == value) return true;
    run_.fail(fmt::format("{}: number {}: want {}, got {}\n  repeat with: {}", name_, number,
                          text_(want), text_(value), run_.repeat_command()));
    return false;
  }

  size_t waiting() const noexcept { return expected_.size(); }
  uint64_t compared() const noexcept { return next_; }
  std::string left() const override {
    if (expected_.empty()) return {};
    return fmt::format("{}: {} never came, the first of them number {}: {}", name_,
                       expected_.size(), next_, text_(expected_.front()));
  }

 private:
  SimRun& run_;
  std::string name_;
  std::function<std::string(const T&)> text_;
  std::deque<T> expected_;
  uint64_t next_ = 0;
};

}  // namespace rnic::tb
