// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/dut.h"

#include <fmt/format.h>
#include <unistd.h>
#include <verilated_cov.h>

#include <cstdlib>
#include <filesystem>

#include "tb/harness/fst_file.h"

namespace rnic::tb {

// Verilator's runtime looks up errors, assertions, random values and locks through the *thread's
// current* context, which is otherwise that of the model made last. With two models alive one's
// assertion would count on the other; hence enter() before every eval, final and destruction.
DutBase::DutBase(SimRun& run, std::string name)
    : context_(std::make_unique<VerilatedContext>()),
      run_(run),
      name_(std::move(name)),
      wave_(run.options().wave) {
  enter();
  context_->threads(1);
  context_->fatalOnError(false);
#if VM_COVERAGE
  // All start at 0, so that no bit counts as toggled because of where it began.
  context_->randReset(0);
#else
  // Flops without reset and X start random: what depends on them shows up as a changing result.
  context_->randReset(2);
#endif
  const uint64_t seed = run.rng(name_ + "/reset").next();
  context_->randSeed(static_cast<int>((seed & 0x3fffffff) | 1));
  if (!run.options().wave.file.empty()) {
    context_->traceEverOn(true);
    trace_ = std::make_unique<VerilatedFstC>();
    trace_->set_time_unit("1ps");
    trace_->set_time_resolution("1ps");
  }
}

void DutBase::open_trace() {
  wave_file_ = SimRun::next_wave_file(run_.options().wave.file);
  std::error_code ignored;
  const auto there = std::filesystem::symlink_status(wave_file_, ignored);
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there)) {
    throw DutError(wave_file_ + ": expected a regular file for the wave");
  }
  trace_->open(wave_file_.c_str());
  if (!trace_->isOpen()) throw DutError(wave_file_ + ": the wave file cannot be written");
}

void DutBase::finish_wave() {
  if (!trace_ || !trace_->isOpen()) return;
  trace_->close();
  if (!fst_is_whole(wave_file_)) {
    throw DutError(wave_file_ + ": the wave was not written to its end, is the disk full?");
  }
}

DutBase::~DutBase() = default;

void DutBase::dump(uint64_t time_ps) {
  if (!trace_ || !trace_->isOpen() || !wave_.is_open(clock_)) return;
  trace_->dump(time_ps);
  has_recorded_ = true;
}

// The name is the process's own, and whole from the moment it can be seen: scripts/coverage takes
// the files up while tests run.
void DutBase::write_coverage() {
#if VM_COVERAGE
  const char* folder = std::getenv("RNIC_COVERAGE_DIR");
  if (folder == nullptr) return;
  static unsigned files = 0;
  const std::string name =
      file_name_of(fmt::format("{}.{}.{}", run_.test_name(), getpid(), ++files));
  const std::filesystem::path path = std::filesystem::path(folder) / name;
  context_->coveragep()->write((path.string() + ".part").c_str());
  std::filesystem::rename(path.string() + ".part", path.string() + ".dat");
#endif
}

void DutBase::settle() {
  enter();
  eval_model();
}

// Inputs change with the falling edge and are settled before the rising one; no flop uses the
// falling edge, so one eval does both.
void DutBase::half_clocks(bool with_agents) {
  enter();
  const uint64_t start_ps = clock_ * kClockPs;
  context_->time(start_ps);
  eval_model();
#if VM_COVERAGE
  if (clock_ == 0) context_->coveragep()->zero();  // constants that are 1 have left 0
#endif
  dump(start_ps);
  if (with_agents) {
    for (Agent* agent : agents_) agent->sample(clock_);
  }
  set_clk(true);
  context_->time(start_ps + kClockPs / 2);
  eval_model();
  dump(start_ps + kClockPs / 2);
  set_clk(false);
  ++clock_;
}

void DutBase::cycle() {
  half_clocks(true);
  if (context_->gotError()) {
    context_->gotError(false);
    context_->gotFinish(false);
    took_assertion_ = true;
    if (!assertions_expected_) {
      give_up(fmt::format("{}: an assertion fired in clock {} (printed above)", name_, clock_ - 1));
    }
  }
  for (Agent* agent : agents_) agent->drive(clock_);
}

void DutBase::reset(unsigned clocks) {
  set_rst_n(false);
  for (unsigned i = 0; i < clocks; ++i) {
    for (Agent* agent : agents_) agent->rest();
    half_clocks(false);
  }
  set_rst_n(true);
  for (Agent* agent : agents_) agent->drive(clock_);
}

void DutBase::run_until(const std::function<bool()>& done, uint64_t budget) {
  for (uint64_t i = 0; !done(); ++i) {
    if (i == budget) give_up(fmt::format("{}: not done after {} clocks", name_, budget));
    cycle();
  }
}

bool DutBase::took_assertion() {
  const bool took = took_assertion_;
  took_assertion_ = false;
  return took;
}

void DutBase::give_up(const std::string& why) {
  std::string text = fmt::format("{}, at clock {}", why, clock_);
  for (const Agent* agent : agents_) {
    const std::string held = agent->holds();
    if (!held.empty()) text += fmt::format("\n  {} still holds {}", agent->name(), held);
  }
  if (trace_) trace_->flush();
  throw DutError(text);
}

}  // namespace rnic::tb
