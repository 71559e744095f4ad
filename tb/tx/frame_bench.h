// SPDX-License-Identifier: Apache-2.0
#pragma once

// What stands around rnic_tx_frame in its tests: scheduler, QP contexts, payload buffer, MAC.
//
// Each agent does its one side and checks the rules of that side; bytes are compared by the fixture
// (frame_fixture.h).

#include <Vtb_rnic_tx_frame.h>

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "tb/harness/agent.h"
#include "tb/harness/sim_run.h"
#include "tb/tx/frame_packets.h"

namespace rnic::tb {

// Offers packets to the builder, as the scheduler does; with chance `gap_percent` a clock passes
// before the next one.
class ReleaseDriver final : public Agent {
 public:
  ReleaseDriver(SimRun& run, Vtb_rnic_tx_frame& model)
      : Agent("release"), model_(model), rng_(run.rng("release")) {}

  void set_gap_percent(uint32_t percent) noexcept { gap_percent_ = percent; }
  void push(TxPacket packet) { waiting_.push_back(std::move(packet)); }
  // Drops what waits.
  void forget();
  size_t backlog() const noexcept { return waiting_.size(); }
  uint64_t taken() const noexcept { return taken_; }
  uint64_t frames_taken() const noexcept { return taken_clocks_end_; }
  // Clocks in which frames (discards not among them) were taken, the oldest first.
  std::deque<uint64_t>& taken_clocks() noexcept { return taken_clocks_; }

  void rest() override;
  void sample(uint64_t clock) override;
  void drive(uint64_t clock) override;
  std::string holds() const override;

 private:
  void offer(const TxPacket& packet);

  Vtb_rnic_tx_frame& model_;
  Rng rng_;
  uint32_t gap_percent_ = 0;
  std::deque<TxPacket> waiting_;
  std::deque<uint64_t> taken_clocks_;
  uint64_t taken_clocks_end_ = 0;
  uint64_t taken_ = 0;
  bool is_offered_ = false;
};

// The address contexts: a RAM with two clocks of latency.
class ContextTable final : public Agent {
 public:
  ContextTable(Vtb_rnic_tx_frame& model, const std::vector<AddressContext>& contexts)
      : Agent("contexts"), model_(model), contexts_(contexts) {}

  void sample(uint64_t) override { asked_ = {asked_[1], model_.ctx_qp_o}; }
  void drive(uint64_t clock) override;

 private:
  Vtb_rnic_tx_frame& model_;
  const std::vector<AddressContext>& contexts_;
  std::array<uint16_t, 2> asked_{};
};

// The payload buffer: 1,024 rows a queue, three clocks of latency. What is given back is spoilt at
// once, and rows must be given back in order and not before they are read.
class PayloadRows final : public Agent {
 public:
  PayloadRows(SimRun& run, Vtb_rnic_tx_frame& model)
      : Agent("payload rows"), run_(run), model_(model), rng_(run.rng("rows")) {}

  bool has_room(const TxPacket& packet) const noexcept {
    return queues_[packet.qid].written - queues_[packet.qid].freed + packet.rows() <= kRows;
  }
  void write(const TxPacket& packet);
  // Rows not given back.
  uint64_t held() const noexcept;
  uint64_t reads() const noexcept { return reads_; }

  void rest() override;
  void sample(uint64_t clock) override;
  void drive(uint64_t clock) override;

 private:
  static constexpr uint64_t kRows = 1024;
  using Row = std::array<uint8_t, 128>;
  struct Queue {
    std::vector<Row> rows = std::vector<Row>(kRows);
    uint64_t written = 0;
    uint64_t freed = 0;
    uint64_t read = 0;  // behind the last row read or discarded
  };

  SimRun& run_;
  Vtb_rnic_tx_frame& model_;
  Rng rng_;
  std::array<Queue, 8> queues_;
  std::array<Row, 3> pipe_{};  // read in the last three clocks, the oldest first
  uint64_t reads_ = 0;
};

// The MAC of a 400G wire: takes rows so that in the long run no frame leaves faster than with its
// preamble, gap and FCS (24 bytes) at 128 bytes a clock. Drives ready.
class WireMac final : public Agent {
 public:
  explicit WireMac(Vtb_rnic_tx_frame& model) : Agent("mac"), model_(model) {}

  void rest() override { model_.tx_ready_i = 0; }
  void sample(uint64_t clock) override;
  void drive(uint64_t) override { model_.tx_ready_i = budget_ > 0; }

 private:
  Vtb_rnic_tx_frame& model_;
  int64_t budget_ = 0;  // bytes
};

// Checks left_frames_o, idle_o and the counter pulses against the bus and the releases, and counts
// rows.
class SideChecks final : public Agent {
 public:
  struct Pulse {
    uint16_t bytes = 0;
    uint8_t opcode = 0;
    uint8_t qid = 0;
  };

  SideChecks(SimRun& run, Vtb_rnic_tx_frame& model, ReleaseDriver& releases)
      : Agent("side checks"), run_(run), model_(model), releases_(releases) {}

  void expect(const Pulse& pulse) { wanted_.push_back(pulse); }
  size_t pulses_left() const noexcept { return wanted_.size(); }
  // Rows taken on the bus before clock `clock`, for clocks not long ago.
  uint64_t rows_before(uint64_t clock) const noexcept { return rows_at_[clock % kHistory]; }
  uint64_t rows() const noexcept { return rows_; }

  void rest() override;
  void sample(uint64_t clock) override;

 private:
  static constexpr uint64_t kHistory = 1 << 16;

  SimRun& run_;
  Vtb_rnic_tx_frame& model_;
  ReleaseDriver& releases_;
  std::deque<Pulse> wanted_;
  std::vector<uint64_t> rows_at_ = std::vector<uint64_t>(kHistory);
  uint64_t rows_ = 0;
  uint64_t ended_ = 0;         // frames, up to the clock before
  uint64_t taken_before_ = 0;  // frames taken up to the clock before
  unsigned ends_now_ = 0;
};

}  // namespace rnic::tb
