// SPDX-License-Identifier: Apache-2.0
//
// A case through a device beside the golden model, by the machinery of `rnic400 replay`, each time
// through a new device: the same case gives the same finding.
//
//   CaseRunner runner(app::make_rtl_device);
//   if (const auto finding = runner.run(fuzz_case)) print(finding->text);
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tb/app/replay/replay_device.h"
#include "tb/fuzz/rtl/fuzz_case.h"

namespace rnic::fuzz {

// The first thing in which device and model differ.
struct Finding {
  std::uint64_t frame = 0;  // from 1; 0: it belongs to none
  std::string field = {};   // of the record; "payload stream", "complaint", "counter", "rtl"
  std::string text = {};    // "frame 3: msn: want 4, got 5"
};

class CaseRunner {
 public:
  explicit CaseRunner(app::ReplayDeviceFactory factory) : factory_(std::move(factory)) {}

  // Nothing: they agree on every record, all payload and all counters.
  std::optional<Finding> run(const FuzzCase& fuzz_case);

  [[nodiscard]] std::uint64_t runs() const noexcept { return runs_; }
  // Frames on which device and model were compared.
  [[nodiscard]] std::uint64_t frames() const noexcept { return frames_; }
  [[nodiscard]] std::uint64_t clocks() const noexcept { return clocks_; }

 private:
  app::ReplayDeviceFactory factory_;
  std::uint64_t runs_ = 0;
  std::uint64_t frames_ = 0;
  std::uint64_t clocks_ = 0;
};

}  // namespace rnic::fuzz
