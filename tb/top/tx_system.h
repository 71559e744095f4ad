// SPDX-License-Identifier: Apache-2.0
#pragma once

// The whole transmit path under a driver that resets, drains and pauses it, beside the golden
// model.
//
// A TxSystem owns memory, RTL and one model per queue pair; frames and records are compared as they
// leave. What a reset discards is known only once it is over: retire() ends a QP's life in the
// model.
//
//   TxSystem system({.seed = 7});
//   Lane& a = system.add({.dscp = 46});
//   system.post(a, write_of(4096));
//   system.run_until_drained();

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/host/requester.h"
#include "models/host/send_ring.h"
#include "tb/app/tx/expectation.h"
#include "tb/app/tx/nic_registers.h"
#include "tb/app/tx/tx_path.h"

namespace rnic::tb {

// One queue pair: its context, the driver's end of its ring, what the model says of it.
struct Lane {
  model::QpContext qp;
  std::optional<model::SendRing> ring = std::nullopt;
  std::unique_ptr<app::QpExpectation> model = nullptr;  // empty while it is in reset
  uint64_t frames = 0;
  uint64_t records = 0;
  uint64_t last_frame_clock = 0;  // first segment of its newest frame
};

struct LaneOptions {
  model::QpType type = model::QpType::kRc;
  uint8_t dscp = 46;
  uint32_t pmtu = 1024;
  uint32_t ring_log2 = 12;
};

class TxSystem {
 public:
  explicit TxSystem(const app::DeviceOptions& options);

  // Makes a queue pair ready. The reference stays good.
  Lane& add(const LaneOptions& options);
  // Posts `count` WQEs like this one, and rings once.
  void post(Lane& lane, const model::Wqe& wqe, unsigned count = 1);

  void cycle(uint64_t clocks = 1);
  // Until all that the models say has come. False after `budget` clocks.
  bool run_until_drained(uint64_t budget = 200'000);

  // Commits reset. The lane's model is kept until retire(), for what was on its way.
  void reset(Lane& lane);
  bool is_busy(Lane& lane);
  // Clocks until the lane's reset is over; false after `budget`.
  bool wait_reset(Lane& lane, uint64_t budget = 50'000);
  // Its life ends here; it may be made ready again with another first PSN.
  void retire(Lane& lane) { lane.model.reset(); }
  void make_ready(Lane& lane, uint32_t sq_psn);

  app::RtlTxPath& path() noexcept { return *path_; }
  app::NicRegisters& nic() noexcept { return *nic_; }
  std::vector<std::unique_ptr<Lane>>& lanes() noexcept { return lanes_; }
  uint64_t clock() const { return path_->clock(); }

  // What went wrong, each in a line; empty: nothing.
  const std::vector<std::string>& complaints();
  uint64_t checks() const noexcept { return checks_; }

  static constexpr uint64_t kDataBase = 0x10'0000;
  static constexpr uint64_t kDataBytes = 0x40'0000;
  // Behind it no memory answers.
  static constexpr uint64_t kHole = 0x4000'0000;

 private:
  void collect();
  void take_frame(const app::TxFrame& frame);
  void take_record(const app::TxCompletion& completion);

  model::HostMemory memory_;
  model::NicSettings settings_{.dscp_map = model::DscpMap::factory()};
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::unique_ptr<app::RtlTxPath> path_;
  std::unique_ptr<app::NicRegisters> nic_;
  std::vector<std::string> complaints_;
  uint64_t checks_ = 0;
};

// A WRITE of one piece at `address`.
model::Wqe write_of(uint32_t bytes, uint64_t address = TxSystem::kDataBase);

}  // namespace rnic::tb
