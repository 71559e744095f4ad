// SPDX-License-Identifier: Apache-2.0
//
// The receive path of the RTL (ICRC engine and DSCP classifier, tb_rnic_icrc_path.sv) as a thing
// that takes frames and gives verdicts. Frames go onto the bus two a clock if they are short
// enough; the caller keeps enough of them queued.
//
// Compares nothing, and knows no capture: see icrc.h.
//
//   RxPath path({.seed = 1}, map);
//   path.push({.bytes = frame});
//   while (!path.is_idle()) path.cycle();
//   path.answers().front().verdict->ok
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/qos/dscp_map.h"
#include "tb/app/errors.h"
#include "tb/app/icrc.h"
#include "tb/app/verdict_matcher.h"

namespace rnic::app {

struct RxFrame {
  std::span<const std::uint8_t> bytes;  // 60..9,600
  bool mac_error = false;
  std::optional<std::int64_t> time_ns = std::nullopt;  // for Spacing::kRecorded
  bool wave = false;                                   // this is the frame of --wave-frame
  // What waves call it (RxDevice); absent: the number that push() returns.
  std::optional<std::uint32_t> wave_number = std::nullopt;
};

class RxPath {
 public:
  // Resets the RTL, loads the map. Of `options`, spacing, seed and wave count. Throws InputError
  // when the wave file cannot be written.
  RxPath(const IcrcOptions& options, const model::DscpMap& map);
  ~RxPath();

  // Queues a frame; returns its number, from 0.
  std::uint64_t push(const RxFrame& frame);
  // So much is queued that the bus stays full for a while.
  [[nodiscard]] bool is_full() const noexcept;
  // Every frame has had its time for a verdict, and some clocks more have gone by.
  [[nodiscard]] bool is_idle() const noexcept;
  // One clock. Throws RtlError.
  void cycle();

  // Ends the wave, where one is recorded. Throws InputError when it was not written to its end.
  void finish_wave();
  // The wave holds at least one clock.
  [[nodiscard]] bool has_recorded() const noexcept;

  [[nodiscard]] std::deque<FrameAnswer>& answers() noexcept;
  [[nodiscard]] std::vector<StrayVerdict>& strays() noexcept;

 private:
  class Simulation;
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace rnic::app
