// SPDX-License-Identifier: Apache-2.0
//
// Gives each frame the verdict that the RTL made of it, by clock and slot: the verdict on a frame
// leaves exactly kVerdictClocks after its last segment, in the slot of its end.
//
// A frame whose verdict does not come then has none; a verdict that comes at any other time, or in
// a slot where nothing ended, is a stray. So one lost verdict does not shift all later ones.
//
//   matcher.ended({.frame = 0, .sop_clock = 10, .eop_clock = 11, .eop_slot = 0});
//   matcher.clock(28, {verdict, std::nullopt});
//   matcher.answers().front().verdict->ok
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace rnic::app {

// Clocks through ICRC engine and classifier: CheckCycles + 2 of rtl/.
inline constexpr std::uint64_t kVerdictClocks = 17;

// What the receive path says of one frame.
struct RtlVerdict {
  bool checked = false;  // there was an ICRC to look at
  bool ok = false;
  bool tagged = false;
  std::uint8_t priority = 0;
  bool pcp_mismatch = false;
  bool lossy = false;
  std::uint8_t ecn = 0;

  bool operator==(const RtlVerdict&) const = default;
};

struct FrameEnd {
  std::uint64_t frame = 0;  // as counted by who sends
  std::uint64_t sop_clock = 0;
  std::uint64_t eop_clock = 0;
  std::uint8_t eop_slot = 0;
};

struct FrameAnswer {
  std::uint64_t frame = 0;
  std::uint64_t sop_clock = 0;
  std::uint64_t eop_clock = 0;
  std::optional<RtlVerdict> verdict = std::nullopt;  // absent: none came when it was due
};

struct StrayVerdict {
  std::uint64_t clock = 0;
  std::uint8_t slot = 0;

  bool operator==(const StrayVerdict&) const = default;
};

class VerdictMatcher {
 public:
  // In wire order, in any clock before the verdict is due.
  void ended(const FrameEnd& end) { due_.push_back(end); }

  // What stands on the verdict pins in `clock`; to be called in every clock.
  void clock(std::uint64_t clock, const std::array<std::optional<RtlVerdict>, 2>& slots);

  // Frames judged, in wire order; the caller's to empty.
  [[nodiscard]] std::deque<FrameAnswer>& answers() noexcept { return answers_; }
  [[nodiscard]] std::vector<StrayVerdict>& strays() noexcept { return strays_; }
  [[nodiscard]] bool is_waiting() const noexcept { return !due_.empty(); }

 private:
  std::deque<FrameEnd> due_;
  std::deque<FrameAnswer> answers_;
  std::vector<StrayVerdict> strays_;
};

}  // namespace rnic::app
