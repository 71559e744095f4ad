// SPDX-License-Identifier: Apache-2.0
// Prints the timing pictures of docs/interfaces.md from a real run of the bench.
//
//   beat_table rx|tx        one line a clock, one column a segment
#include <fmt/format.h>

#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "tb/harness/dut.h"
#include "tb/harness/seg_driver.h"
#include "tb/harness/seg_loop_pins.h"
#include "tb/harness/throttle.h"

namespace rnic::tb {
namespace {

// Prints what stands on the bus; frames are called A, B, C... in the order of their sop.
class TablePrinter final : public Agent {
 public:
  TablePrinter(SegPins pins, SegDirection direction)
      : Agent("table"), pins_(pins), direction_(direction) {
    fmt::print("clock {}|", direction_ == SegDirection::kTx ? "valid ready " : "");
    for (unsigned i = 0; i < kNumSegs; ++i) fmt::print(" seg {} |", i);
    fmt::print("\n");
  }

  void sample(uint64_t clock) override {
    if (first_ == 0) first_ = clock;
    fmt::print("{:5} ", clock - first_ + 1);
    bool is_taken = true;
    if (direction_ == SegDirection::kTx) {
      fmt::print("{:5} {:5} ", *pins_.valid, *pins_.ready);
      is_taken = *pins_.valid && *pins_.ready;
    }
    fmt::print("|");
    SegBeat beat;
    pins_.read(beat);
    const char before = letter_;
    const bool is_offered = direction_ == SegDirection::kRx || *pins_.valid;
    for (unsigned i = 0; i < kNumSegs; ++i) fmt::print(" {:5} |", is_offered ? cell(beat, i) : "");
    fmt::print("\n");
    if (!is_taken) letter_ = before;
  }

 private:
  std::string cell(const SegBeat& beat, unsigned i) {
    if ((beat.ena >> i & 1) == 0) return "";
    const bool is_sop = beat.sop >> i & 1;
    const bool is_eop = beat.eop >> i & 1;
    if (is_sop) ++letter_;
    std::string end;
    if (is_eop) end = fmt::format("{}{}", beat.err >> i & 1 ? '!' : '<', beat.mty_of(i));
    return fmt::format("{}{}{}", is_sop ? '>' : ' ', letter_, end);
  }

  SegPins pins_;
  SegDirection direction_;
  uint64_t first_ = 0;
  char letter_ = 'A' - 1;
};

void print_table(SegDirection direction, uint64_t clocks) {
  SimRun run({.seed = 13}, "beat_table", [](const std::string& text) { fmt::print("{}\n", text); });
  Dut<Vtb_seg_loop> dut(run);
  SegDriver rx_driver(run, "rx", rx_in_pins(dut.model()), SegDirection::kRx);
  SegDriver tx_driver(run, "tx", tx_in_pins(dut.model()), SegDirection::kTx);
  Throttle ready(run, "ready", &dut->tx_out_ready_i, ReadyPattern::bursts(3, 1));
  for (Agent* agent : std::initializer_list<Agent*>{&rx_driver, &tx_driver, &ready}) {
    dut.add(*agent);
  }
  SegDriver& driver = direction == SegDirection::kRx ? rx_driver : tx_driver;
  driver.set_spacing({.packing = Packing::kRandomHoles,
                      .hole_percent = direction == SegDirection::kRx ? 50u : 25u,
                      .max_hole_segments = 3,
                      .idle_percent = 25,
                      .max_idle_beats = 1});
  for (const size_t bytes : std::initializer_list<size_t>{66, 60, 300, 64, 70, 61, 250, 90}) {
    driver.push({.bytes = std::vector<uint8_t>(bytes), .err = bytes == 70});
  }
  dut.reset();
  if (direction == SegDirection::kTx) dut.cycle();  // the way through the skid buffer
  TablePrinter table(
      direction == SegDirection::kRx ? rx_in_pins(dut.model()) : tx_out_pins(dut.model()),
      direction);
  dut.add(table);
  dut.cycles(clocks);
}

}  // namespace
}  // namespace rnic::tb

int main(int argc, char** argv) {
  const std::string_view direction = argc == 2 ? argv[1] : "";
  if (direction == "rx") {
    rnic::tb::print_table(rnic::tb::SegDirection::kRx, 13);
  } else if (direction == "tx") {
    rnic::tb::print_table(rnic::tb::SegDirection::kTx, 13);
  } else {
    fmt::print(stderr, "usage: beat_table rx|tx\n");
    return 2;
  }
  return 0;
}
