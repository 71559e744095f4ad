// SPDX-License-Identifier: Apache-2.0
#pragma once

// The memory behind an AXI4 read master with 128-byte beats: takes addresses, returns lines.
//
// Data of one ID comes in the order of its reads; between IDs bursts come as they are due, whole or
// mixed beat by beat. Checks what a read master must keep to: aligned addresses, incrementing
// 128-byte bursts, no crossing of 4 KiB, offers that hold until taken. What a line holds is the
// reader's to say; this agent knows no regions.
//
//   AxiReadMemory memory(run, "payload", pins, [&](uint64_t addr, AxiLine& line) { … });
//   memory.set_latency(500);
//   dut.add(memory);

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>

#include "tb/harness/agent.h"
#include "tb/harness/sim_run.h"
#include "tb/harness/throttle.h"

namespace rnic::tb {

inline constexpr uint64_t kAxiLineBytes = 128;

struct AxiLine {
  std::array<uint8_t, kAxiLineBytes> bytes{};
  bool error = false;  // answered with DECERR
};

// The model's pins; data is 32 words, the first byte of a line in bits 7:0 of word 0.
struct AxiReadPins {
  const uint8_t* ar_valid = nullptr;
  uint8_t* ar_ready = nullptr;
  const uint8_t* ar_id = nullptr;
  const uint64_t* ar_addr = nullptr;
  const uint8_t* ar_len = nullptr;
  const uint8_t* ar_size = nullptr;   // nullptr: not a pin of this shim
  const uint8_t* ar_burst = nullptr;  // the same
  uint8_t* r_valid = nullptr;
  const uint8_t* r_ready = nullptr;
  uint8_t* r_id = nullptr;
  uint32_t* r_data = nullptr;
  uint8_t* r_resp = nullptr;
  uint8_t* r_last = nullptr;
};

class AxiReadMemory final : public Agent {
 public:
  // Fills in the line at addr, a multiple of 128; the line it gets is zero and without error.
  using Reader = std::function<void(uint64_t addr, AxiLine& line)>;

  AxiReadMemory(SimRun& run, std::string name, AxiReadPins pins, Reader reader);

  // Clocks between the one that takes a read and the one that offers its first beat (0: the next
  // clock offers it), and up to how many more, at random for each read.
  void set_latency(uint32_t clocks, uint32_t jitter = 0) noexcept {
    latency_ = clocks;
    jitter_ = jitter;
  }
  // When reads are taken, and when beats may be offered.
  void set_ar_ready(ReadyPattern pattern) noexcept { ar_pattern_ = pattern; }
  void set_r_valid(ReadyPattern pattern) noexcept { r_pattern_ = pattern; }
  // Beats of different IDs mixed at random, instead of whole bursts in turn.
  void set_interleave(bool interleave) noexcept { interleave_ = interleave; }
  // While held, reads of this ID are taken and not answered.
  void hold(uint8_t id, bool held) noexcept { held_[id % kIds] = held; }

  uint64_t reads() const noexcept { return reads_; }
  uint64_t beats() const noexcept { return beats_; }
  uint64_t outstanding() const noexcept { return outstanding_; }
  uint64_t max_outstanding() const noexcept { return max_outstanding_; }

  void rest() override;
  void sample(uint64_t clock) override;
  void drive(uint64_t clock) override;
  std::string holds() const override;

 private:
  static constexpr unsigned kIds = 8;
  struct Read {
    uint64_t addr;
    unsigned beats;  // still to come
    uint64_t due;    // first clock that may offer a beat
  };

  void check_offer(uint64_t clock);
  bool choose(uint64_t clock);
  void offer();

  SimRun& run_;
  AxiReadPins pins_;
  Reader reader_;
  uint32_t latency_ = 0;
  uint32_t jitter_ = 0;
  ReadyPattern ar_pattern_ = ReadyPattern::always();
  ReadyPattern r_pattern_ = ReadyPattern::always();
  bool interleave_ = false;
  std::array<bool, kIds> held_{};
  std::array<std::deque<Read>, kIds> queues_;
  unsigned current_ = 0;   // the ID whose beat is, or was, offered
  bool in_burst_ = false;  // its burst has beats left
  bool is_offered_ = false;
  bool was_taken_ = false;
  bool ar_waits_ = false;  // an address was offered in the clock before and not taken
  std::array<uint64_t, 3> waiting_{};
  uint64_t reads_ = 0;
  uint64_t beats_ = 0;
  uint64_t outstanding_ = 0;
  uint64_t max_outstanding_ = 0;
  Rng rng_;
};

}  // namespace rnic::tb
