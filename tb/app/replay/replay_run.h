// SPDX-License-Identifier: Apache-2.0
//
// The frames of a capture through one or more receive paths, side by side with the golden model's:
// who gets which frame, and what came of each, in the order of the replay.
//
// Knows neither files nor reports: those are observers.
//
//   ReplayRun run(frames, nics, settings, make_rtl_device, observer);
//   const ReplayTotals& totals = run.run();
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/qos/dscp_map.h"
#include "models/rx/receiver.h"
#include "models/rx/verdict.h"
#include "tb/app/replay/replay_device.h"
#include "tb/app/replay/replay_frames.h"
#include "tb/app/replay/replay_nics.h"
#include "tb/app/rx/rx_compare.h"

namespace rnic::app {

struct ReplaySettings {
  model::DscpMap map = model::DscpMap::basepod();
  std::optional<model::MacAddress> our_mac = std::nullopt;  // switches the MAC filter on
  Spacing spacing = Spacing::kBackToBack;
  std::uint64_t seed = 1;
  // One file has room for one RTL.
  std::optional<std::string> wave_file = std::nullopt;
  std::optional<std::uint64_t> wave_packet = std::nullopt;
  std::size_t wave_nic = 0;
};

struct JudgedRxFrame {
  const InputFrame& input;
  std::size_t nic = 0;
  // The RTL's; the model's where the RTL gave none; verdict kSkipped for a frame held in part.
  model::RxRecord record = {};
  std::optional<bool> model_agrees = std::nullopt;  // absent: skipped
  std::vector<RxDifference> differences = {};
  std::uint64_t bytes = 0;  // as replayed; 0: skipped
};

class ReplayObserver {
 public:
  virtual ~ReplayObserver() = default;
  virtual void frame(const JudgedRxFrame& frame) = 0;
  // The RTL did what belongs to no frame.
  virtual void complaint(const std::string& text) = 0;
};

struct ReplayTotals {
  std::uint64_t frames = 0;  // skipped ones too
  std::uint64_t compared = 0;
  // From each NIC's first segment to its last one, added up.
  std::uint64_t clocks = 0;
  std::uint64_t disagreements = 0;                      // frames and complaints
  std::optional<std::string> rtl_error = std::nullopt;  // the RTL stopped there
  std::exception_ptr capture_error = nullptr;           // the capture ended badly
  bool wave_packet_seen = false;
  bool has_recorded = false;
  std::uint64_t last_number = 0;
};

class ReplayRun {
 public:
  // `nics` has at least one. Everything must outlive the run.
  ReplayRun(ReplayFrames& frames, const std::vector<ReplayNic>& nics,
            const ReplaySettings& settings, const ReplayDeviceFactory& factory,
            ReplayObserver& observer);
  ~ReplayRun();

  // Throws InputError.
  ReplayTotals run();

 private:
  struct Nic;
  struct Waiting;

  Nic& nic_at(std::size_t index);
  void read_ahead();
  void offer(InputFrame&& input);
  bool show_front();
  void show_judged();
  void drive();
  void finish_devices();
  void collect_complaints(Nic& nic);
  void complain(const Nic& nic, const std::string& text);

  ReplayFrames& frames_;
  const std::vector<ReplayNic>& setup_;
  const ReplaySettings& settings_;
  const ReplayDeviceFactory& factory_;
  ReplayObserver& observer_;
  NicFinder finder_;
  std::vector<std::unique_ptr<Nic>> nics_;  // made for their first frame
  std::deque<Waiting> waiting_;
  bool has_ended_ = false;
  ReplayTotals totals_;
};

}  // namespace rnic::app
