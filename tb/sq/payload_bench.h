// SPDX-License-Identifier: Apache-2.0
#pragma once

// Both neighbours of rnic_payload_fetch in one agent: offers fragments, and reads, checks and frees
// the rows of each packet once written_o says that it is complete.
//
// Checks of each packet: all of its bytes; the error count of its last row; that the rows come in
// the order of the fragments. Checks of memory (seen()): only lines of pieces on offer are read,
// each once, none of QPs that were dead before. Not a scheduler: queues take turns at random.
//
//   PayloadBench bench(run, *dut.model());
//   AxiReadMemory memory(run, "memory", bench.read_pins(), bench.reader());
//   dut.add(memory); dut.add(bench);
//   bench.offer({.queue = 3, .pmtu = 1024, .pieces = {bench.piece(3, 0, 5000)}});
//   dut.run_until([&] { return bench.is_drained(); }, 10'000);

#include <Vtb_rnic_payload_fetch.h>

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "tb/harness/agent.h"
#include "tb/harness/axi_memory.h"
#include "tb/harness/sim_run.h"
#include "tb/harness/throttle.h"
#include "tb/sq/payload_message.h"

namespace rnic::tb {

class PayloadBench final : public Agent, public Drained {
 public:
  static constexpr unsigned kQueues = 8;
  static constexpr unsigned kQps = 1024;

  PayloadBench(SimRun& run, Vtb_rnic_payload_fetch& dut);
  ~PayloadBench() override;

  AxiReadPins read_pins();
  AxiReadMemory::Reader reader();

  // A piece in memory of its own, at `offset` of a line in the first 4 KiB (0..4095).
  Piece piece(unsigned queue, uint32_t offset, uint32_t bytes);
  // The packets of a message, from packet `from` up to (not including) packet `to`: a message
  // interrupted behind packet n is offered as 0..n and, later, as n..end.
  void offer(const PayloadMessage& message, size_t from = 0, size_t to = SIZE_MAX);
  // The QP dies now. What is offered of it from now on must not be read.
  void kill(unsigned qp);
  // Dead QPs come to life again when nothing of them is on its way.
  void set_revival(bool on) noexcept { has_revival_ = on; }

  // Fragments are offered by this pattern, on the room of `delay` (0..15) clocks ago.
  void set_offer(ReadyPattern pattern, unsigned delay = 0) {
    offer_pattern_ = pattern;
    room_delay_ = delay;
  }
  // Complete packets are read by this pattern (a row a clock at most).
  void set_reading(ReadyPattern pattern) noexcept { read_pattern_ = pattern; }
  void hold_rows(unsigned queue, bool held) noexcept { rows_held_[queue] = held; }
  // One line in `n` is answered with an error; 0: none.
  void set_error_rate(uint32_t n) noexcept { error_rate_ = n; }
  void pause(unsigned queue, bool paused);

  size_t fragments_waiting(unsigned queue) const noexcept { return fragments_[queue].size(); }
  size_t packets_waiting(unsigned queue) const noexcept { return packets_[queue].size(); }
  uint64_t packets_checked() const noexcept { return packets_checked_; }
  uint64_t packets_checked(unsigned queue) const noexcept { return queue_checked_[queue]; }
  uint64_t dead_packets() const noexcept { return dead_packets_; }
  uint64_t errors_seen() const noexcept { return errors_seen_; }
  uint64_t rows_written(unsigned queue) const noexcept { return written_[queue]; }
  uint64_t rows_freed(unsigned queue) const noexcept { return freed_[queue]; }
  uint64_t last_write_clock() const noexcept { return last_write_clock_; }
  bool is_drained() const;
  bool is_drained(unsigned queue) const noexcept {
    return fragments_[queue].empty() && packets_[queue].empty();
  }

  void rest() override;
  void sample(uint64_t clock) override;
  void drive(uint64_t clock) override;
  std::string holds() const override;
  std::string left() const override;

 private:
  struct Region {  // a piece
    Piece piece;
    unsigned queue;
    bool is_dead = false;
    bool is_interrupted = false;
  };
  struct LineRead {
    unsigned times = 0;
    uint32_t errors_first = 0;  // of the queue, up to its first and its last read
    uint32_t errors_last = 0;
  };
  struct Waiting {
    PayloadPacket packet;
    uint64_t first_row;
    bool resumed;
  };
  struct RowDue {
    uint64_t clock;
    unsigned queue;
    uint64_t packet;  // number in its queue
    unsigned row;     // of the packet
    bool last;
  };
  struct ErrorDue {
    uint64_t clock;
    unsigned queue;
    uint64_t packet;
  };

  void seen(uint64_t addr, AxiLine& line);
  Waiting& packet_of(unsigned queue, uint64_t packet) {
    return packets_[queue][packet - packets_freed_[queue]];
  }
  bool was_read(const Waiting& waiting) const;
  void check_row(const RowDue& due);
  void check_errors(const ErrorDue& due);
  void drive_fragment();
  void drive_reading(uint64_t clock);
  void drive_dead();
  std::string name_of(const Waiting& waiting) const;

  SimRun& run_;
  Vtb_rnic_payload_fetch& dut_;
  Rng rng_;
  ReadyPattern offer_pattern_ = ReadyPattern::always();
  ReadyPattern read_pattern_ = ReadyPattern::always();
  unsigned room_delay_ = 0;
  uint32_t error_rate_ = 0;

  std::array<std::deque<Fragment>, kQueues> fragments_;
  std::array<std::deque<Waiting>, kQueues> packets_;  // offered and not yet freed
  std::array<uint64_t, kQueues> packets_freed_{};
  std::array<uint64_t, kQueues> reading_{};    // number of the packet that is being read
  std::array<unsigned, kQueues> rows_read_{};  // of it
  std::array<uint64_t, kQueues> offered_rows_{};
  std::array<uint64_t, kQueues> written_{};
  std::array<uint64_t, kQueues> freed_{};
  std::array<uint32_t, kQueues> errors_{};  // beats with an error, of each queue
  std::array<uint8_t, kQueues> last_errors_{};
  std::array<uint64_t, kQueues> queue_checked_{};
  std::array<bool, kQueues> rows_held_{};
  std::deque<uint8_t> room_;
  std::deque<RowDue> rows_due_;
  std::deque<ErrorDue> errors_due_;
  std::deque<unsigned> to_free_;  // queues whose first packet is done with
  std::array<bool, kQps> dead_{};
  std::array<uint32_t, kQps> packets_of_qp_{};
  std::deque<unsigned> dying_;
  unsigned turn_ = 0;
  bool has_revival_ = false;

  std::unordered_map<uint64_t, Region> regions_;  // by address / kRegionBytes
  std::unordered_map<uint64_t, LineRead> lines_;
  uint64_t next_region_ = 1;
  uint64_t packets_checked_ = 0;
  uint64_t dead_packets_ = 0;
  uint64_t errors_seen_ = 0;
  uint64_t last_write_clock_ = 0;
};

}  // namespace rnic::tb
