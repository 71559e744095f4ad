// SPDX-License-Identifier: Apache-2.0
#pragma once

// Dut<V> owns one Verilated model with its context, clock, reset, agents and FST trace.
//
// The model's top is a shim with plain ports, among them clk_i and rst_ni. Several Duts can live in
// one program. Not a scheduler: there is one clock, and agents are called in the order of add().
//
//   Dut<Vtb_rnic_fifo> dut(run);
//   dut.add(driver);
//   dut.add(monitor);
//   dut.reset();
//   dut->d_i = 5;                                     // by hand, for the clock that begins
//   dut.cycle();
//   dut.run_until([&] { return monitor.frames().size() == 10; }, 1000);

#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tb/harness/agent.h"
#include "tb/harness/sim_run.h"

namespace rnic::tb {

// A run that cannot go on: the cycle budget is used up or an assertion fired. The text says all.
class DutError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// When to record. Two windows, both must be open: the clocks of WaveOptions, and, where a frame is
// asked for, from a few clocks before the frame until kAfter clocks past its last known event.
class WaveWindow {
 public:
  explicit WaveWindow(const WaveOptions& options) : options_(options) {}

  // Told by a driver a few clocks ahead: frame `number` starts in `clock`.
  void frame_begins(uint64_t number, uint64_t clock) {
    if (is_wanted(number)) begin_ = clock > kBefore ? clock - kBefore : 0;
  }
  // Told at the frame's eop, and again by whoever sees a later event of it (its verdict, say).
  void frame_ends(uint64_t number, uint64_t clock) {
    if (is_wanted(number)) end_ = clock + kAfter;
  }
  bool is_open(uint64_t clock) const noexcept {
    return clock >= options_.from && clock <= options_.to && clock >= begin_or_from() &&
           clock <= end_;
  }

  static constexpr uint64_t kBefore = 16;
  // Longer than any block needs from a frame's last beat to its answer.
  static constexpr uint64_t kAfter = 64;

 private:
  bool is_wanted(uint64_t number) const noexcept {
    return options_.frame >= 0 && number == static_cast<uint64_t>(options_.frame);
  }
  uint64_t begin_or_from() const noexcept { return options_.frame >= 0 ? begin_ : 0; }

  WaveOptions options_;
  uint64_t begin_ = UINT64_MAX;
  uint64_t end_ = UINT64_MAX;
};

// What does not depend on the type of the model.
class DutBase {
 public:
  virtual ~DutBase();
  DutBase(const DutBase&) = delete;
  DutBase& operator=(const DutBase&) = delete;

  SimRun& run() noexcept { return run_; }
  WaveWindow& wave() noexcept { return wave_; }

  // Agents must live as long as the Dut is clocked.
  void add(Agent& agent) { agents_.push_back(&agent); }

  // Holds rst_ni low for `clocks` clocks with every agent at rest, then lets all agents drive.
  void reset(unsigned clocks = 8);
  // One clock: settle, sample, rising edge, drive. Afterwards flop outputs show their new values
  // and inputs may be set by hand for the clock that begins.
  void cycle();
  void cycles(uint64_t n) {
    while (n-- > 0) cycle();
  }
  // Lets inputs set by hand reach the outputs within the current clock.
  void settle();
  // Clocks until done() is true, tested before each clock. Throws DutError when `budget` clocks
  // were not enough, with what every agent still holds.
  void run_until(const std::function<bool()>& done, uint64_t budget);

  // Ends the recording. Throws DutError when the file was not written to its end (a full disk);
  // without this call the destructor ends it and says nothing.
  void finish_wave();
  // A clock was recorded: the window has been open.
  bool has_recorded() const noexcept { return has_recorded_; }
  // Where it is recorded; empty without waves.
  const std::string& wave_file() const noexcept { return wave_file_; }

  // Number of the current clock, counted from 0 at construction, resets included.
  uint64_t clock() const noexcept { return clock_; }

  // By default an assertion that fires ends the run with DutError. A test of the assertions
  // themselves sets `expected`; then took_assertion() tells, and forgets, whether one fired.
  void expect_assertions(bool expected) noexcept { assertions_expected_ = expected; }
  bool took_assertion();

  static constexpr uint64_t kClockPs = 2560;  // 390.625 MHz, the time scale of waves and messages

 protected:
  DutBase(SimRun& run, std::string name);

  // In a coverage build: saves the model's counters in the folder $RNIC_COVERAGE_DIR, if set.
  void write_coverage();
  // Opens the wave file. Throws DutError for what is there and is no regular file (FST writing
  // removes what it finds, a device too), and where no file can be made.
  void open_trace();
  // Makes this model's context the current one of the thread (see the .cc for why).
  void enter() { Verilated::threadContextp(context_.get()); }

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<VerilatedFstC> trace_;

 private:
  virtual void eval_model() = 0;
  virtual void set_clk(bool high) = 0;
  virtual void set_rst_n(bool high) = 0;
  void half_clocks(bool with_agents);
  void dump(uint64_t time_ps);
  [[noreturn]] void give_up(const std::string& why);

  SimRun& run_;
  std::string name_;
  WaveWindow wave_;
  std::string wave_file_;
  bool has_recorded_ = false;
  std::vector<Agent*> agents_;
  uint64_t clock_ = 0;
  bool assertions_expected_ = false;
  bool took_assertion_ = false;
};

template <class V>
class Dut final : public DutBase {
 public:
  explicit Dut(SimRun& run, std::string name = "dut") : DutBase(run, std::move(name)) {
    enter();
    model_ = std::make_unique<V>(context_.get(), "TOP");
    if (trace_) {
      model_->trace(trace_.get(), 99);
      open_trace();
    }
    model_->clk_i = 0;
    model_->rst_ni = 0;
  }
  ~Dut() override {
    enter();
    model_->final();
    if (trace_ && trace_->isOpen()) trace_->close();
    write_coverage();
    model_.reset();
  }

  V* operator->() noexcept { return model_.get(); }
  V& model() noexcept { return *model_; }

 private:
  void eval_model() override { model_->eval(); }
  void set_clk(bool high) override { model_->clk_i = high; }
  void set_rst_n(bool high) override { model_->rst_ni = high; }

  std::unique_ptr<V> model_;
};

}  // namespace rnic::tb
