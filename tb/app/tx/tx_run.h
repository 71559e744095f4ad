// SPDX-License-Identifier: Apache-2.0
//
// One run: driver, device and model together until all work is done, with each frame and record
// given to an observer beside what the model wanted. It prints and saves nothing.
//
//   const TxTotals totals = run_tx(work, setup, device, observer);
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tb/app/config/work_config.h"
#include "tb/app/tx/expectation.h"
#include "tb/app/tx/tx_device.h"
#include "tb/app/tx/work_setup.h"

namespace rnic::app {

struct JudgedTxFrame {
  std::uint64_t number = 0;  // from 1
  std::uint64_t clock = 0;   // of its first segment, from the first doorbell
  const TxFrame& frame;
  const FrameMatch& match;
};

struct JudgedCompletion {
  std::uint64_t clock = 0;  // from the first doorbell
  const model::CompletionRecord& record;
  const RecordMatch& match;
};

class TxObserver {
 public:
  virtual ~TxObserver() = default;
  virtual void frame(const JudgedTxFrame& frame) = 0;
  virtual void completion(const JudgedCompletion& completion) = 0;
  // Anything else that is not as the model says: frames that never came, counters, bus rules.
  virtual void disagreement(const std::string& text) = 0;
};

struct TxTotals {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;                                  // padded, without FCS
  std::optional<std::uint64_t> first_clock = std::nullopt;  // of the first frame, from clock 0
  std::uint64_t last_clock = 0;                             // of the last frame's last segment
  std::uint64_t completions = 0;
  std::uint64_t disagreements = 0;

  // From the first frame's first segment to the last one's last, both included.
  [[nodiscard]] std::uint64_t clocks() const noexcept {
    return first_clock ? last_clock - *first_clock + 1 : 0;
  }
  // Frame bytes at 390.625 MHz.
  [[nodiscard]] double gbps() const noexcept;
  // What a wire of 400 Gb/s had to carry, FCS, preamble and gap of each frame included.
  [[nodiscard]] double share_of_line_rate() const noexcept;
};

// Where the RTL stops, that is a disagreement, the last one.
TxTotals run_tx(const WorkConfig& work, WorkSetup& setup, const DeviceOptions& options,
                TxDevice& device, TxObserver& observer);

}  // namespace rnic::app
