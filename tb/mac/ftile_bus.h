// SPDX-License-Identifier: Apache-2.0
#pragma once

// The far side of rnic_mac_ftile: what an F-Tile 400G MAC does on its client bus, both directions.
//
// Written from the user guide (683023, 7.4 and 7.5) and apart from the RTL: frames are strings of
// words, 16 a beat; a word is in a frame where inframe is 1 and in the one behind that; pins that
// count nothing carry random values. Not a MAC: no FCS, no statistics, and what it is told to send
// is not checked for being possible on a wire.

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "tb/harness/agent.h"
#include "tb/harness/rng.h"
#include "tb/harness/seg_bus.h"
#include "tb/harness/sim_run.h"

namespace rnic::tb {

inline constexpr unsigned kFtileWords = 16;
inline constexpr unsigned kFtileWordBytes = 8;

struct FtilePins {
  VlWide<32>* data = nullptr;
  uint8_t* valid = nullptr;
  uint16_t* inframe = nullptr;
  uint64_t* eop_empty = nullptr;  // 3 bits a word
  uint16_t* error = nullptr;      // TX: 1 bit a word; RX: fcs_error
  uint32_t* rx_error = nullptr;   // RX: 2 bits a word
  uint8_t* ready = nullptr;       // TX
};

// A frame of the MAC. At least 9 bytes: two words.
struct FtileFrame {
  std::vector<uint8_t> bytes;
  bool fcs_error = false;
  uint8_t error = 0;       // 1 to 3: rx_mac_error of its last word
  unsigned gap_words = 1;  // words outside of frames in front of it, at least
  unsigned pauses = 0;     // clocks without valid behind the beat in which it begins
};

// What the adapter must make of a frame, and when the MAC gave its first word.
struct FtileExpected {
  std::vector<uint8_t> bytes;
  bool err = false;
  uint64_t clock = 0;
  unsigned word = 0;
};

// Sends frames as the MAC's receive side does.
class FtileSource final : public Agent {
 public:
  FtileSource(SimRun& run, std::string name, FtilePins pins);

  void push(FtileFrame frame) { waiting_.push_back(std::move(frame)); }
  // valid is low in `percent` of the clocks, by chance.
  void set_pauses(unsigned percent) noexcept { pause_percent_ = percent; }
  // The next `clocks` clocks are without valid.
  void pause(unsigned clocks) noexcept { pause_clocks_ = clocks; }
  // Called for each frame that must come out, in order.
  void on_expected(std::function<void(FtileExpected)> call) { expected_ = std::move(call); }

  bool is_done() const noexcept { return waiting_.empty() && open_.bytes.empty() && !runt_; }
  size_t waiting() const noexcept { return waiting_.size(); }
  uint64_t dropped() const noexcept { return dropped_; }  // runts too close to their successor
  uint64_t words() const noexcept { return place_; }

  void rest() override;
  void drive(uint64_t clock) override;

 private:
  void begin(uint64_t clock, unsigned word);
  void settle_runt(uint64_t place);
  void put_word(unsigned word, uint64_t clock);

  FtilePins pins_;
  Rng rng_;
  std::deque<FtileFrame> waiting_;
  FtileFrame open_;  // being sent; no bytes: none is
  size_t sent_ = 0;  // its bytes
  unsigned gap_ = 0;
  unsigned pause_percent_ = 0;
  unsigned pause_clocks_ = 0;
  std::function<void(FtileExpected)> expected_;
  bool runt_ = false;  // the last frame was too short, and whether it is padded isn't known yet
  FtileExpected runt_frame_;
  uint64_t runt_place_ = 0;
  uint64_t place_ = 0;  // words of all beats so far
  uint64_t dropped_ = 0;
  bool in_frame_ = false;
};

// Takes frames as the MAC's transmit side does; fails the run for what the guide forbids.
class FtileSink final : public Agent {
 public:
  // seen: bytes and whether error was set; ready_latency as the adapter's.
  FtileSink(SimRun& run, std::string name, FtilePins pins, unsigned ready_latency,
            std::function<void(const std::vector<uint8_t>&, bool)> seen);

  uint64_t frames() const noexcept { return frames_; }
  uint64_t beats() const noexcept { return beats_; }  // with anything in them

  void rest() override;
  void sample(uint64_t clock) override;
  std::string holds() const override;

 private:
  std::string beat() const;
  void take(uint64_t clock);

  SimRun& run_;
  FtilePins pins_;
  unsigned ready_latency_;
  std::function<void(const std::vector<uint8_t>&, bool)> seen_;
  std::deque<bool> ready_;  // of the last clocks, the newest at the end
  std::string last_;        // pins of the clock before
  std::vector<uint8_t> bytes_;
  bool in_frame_ = false;
  uint64_t frames_ = 0;
  uint64_t beats_ = 0;
};

}  // namespace rnic::tb
