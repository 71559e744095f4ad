// SPDX-License-Identifier: Apache-2.0
//
// The sending side of a loop: driver of the transmit path, and the golden model beside it. Frames
// that leave come out with the packet that each of them is.
//
// After a loss a queue pair starts anew: into reset, until the last of it has left, and to ready
// with the first PSN of the oldest message that did not arrive; that one and all later ones are
// posted again. No other queue pair waits for it.
//
//   Sender sender(device, setup, work);
//   sender.start();
//   while (!sender.is_quiet()) { device.cycle(); sender.work(); use(sender.frames()); }
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/host/send_ring.h"
#include "tb/app/config/work_config.h"
#include "tb/app/loop/messages.h"
#include "tb/app/tx/expectation.h"
#include "tb/app/tx/nic_registers.h"
#include "tb/app/tx/tx_device.h"
#include "tb/app/tx/work_setup.h"

namespace rnic::app {

struct SentPacket {
  model::ByteVector bytes;
  std::uint64_t clock = 0;                      // of its first segment
  std::optional<Origin> origin = std::nullopt;  // absent: the model knows no such frame
};

class Sender {
 public:
  // All of them must outlive the sender.
  Sender(TxDevice& device, WorkSetup& setup, const WorkConfig& work);

  // Makes all queue pairs ready, posts what fits and rings.
  void start();
  // To be called after every clock of the device: takes what it sent, and now and then looks at a
  // register.
  void work();
  // Sends again what did not arrive; nothing if that is under way.
  void restart(std::size_t lane);
  [[nodiscard]] bool is_restarting(std::size_t lane) const {
    return lines_[lane].state != State::kRunning;
  }

  // The clock of the first doorbell, in the device's own count.
  [[nodiscard]] std::uint64_t start_clock() const noexcept { return start_clock_; }

  // Everything is posted, all that the model wants has left, and some time went by.
  [[nodiscard]] bool is_quiet();
  // Something should have left long ago.
  [[nodiscard]] bool is_stuck() const;

  [[nodiscard]] std::vector<Lane>& lanes() noexcept { return lanes_; }
  // The caller's to empty.
  [[nodiscard]] std::deque<SentPacket>& frames() noexcept { return frames_; }
  // What is not as the model says, each in a line; the caller's to empty.
  [[nodiscard]] std::vector<std::string>& complaints() noexcept { return complaints_; }

 private:
  enum class State { kRunning, kDraining, kSettling };

  struct Line {
    State state = State::kRunning;
    std::uint64_t settled_at = 0;
    std::optional<model::SendRing> ring = std::nullopt;
    std::unique_ptr<QpExpectation> model = nullptr;
    std::size_t next_post = 0;  // messages
    std::size_t sending = 0;    // the message whose frames leave
    std::uint32_t next_psn = 0;
  };

  void collect();
  void take(const TxFrame& frame);
  void take(const TxCompletion& completion);
  void advance(std::size_t lane);
  void make_ready(std::size_t lane, std::size_t first_message);
  bool post(std::size_t lane, std::uint16_t sq_free);
  void ring(std::size_t lane, std::uint16_t sq_free);
  std::optional<std::size_t> lane_of(const TxFrame& frame) const;

  TxDevice& device_;
  WorkSetup& setup_;
  const WorkConfig& work_;
  NicRegisters registers_;
  std::vector<Lane> lanes_;
  std::vector<Line> lines_;
  std::deque<SentPacket> frames_;
  std::vector<std::string> complaints_;
  std::size_t turn_ = 0;
  std::uint64_t next_look_ = 0;
  std::uint64_t last_event_ = 0;
  std::uint64_t start_clock_ = 0;
};

}  // namespace rnic::app
