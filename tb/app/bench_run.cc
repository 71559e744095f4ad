// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench_run.h"

#include <Vtb_rnic_icrc_check.h>
#include <Vtb_rnic_icrc_generate.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "tb/app/processor_time.h"
#include "tb/app/rx_path.h"
#include "tb/harness/dut.h"

namespace rnic::app {
namespace {

constexpr std::uint64_t kDrainClocks = 64;  // longer than either form's latency

// Puts the load's beats on the bus, one a clock, until enough frames have ended.
class Player final : public tb::Agent {
 public:
  Player(tb::SegPins pins, const BenchLoad& load, std::uint64_t frames)
      : Agent("player"), pins_(pins), load_(load), frames_(frames) {
    pins_.write_empty();
  }

  void rest() override { pins_.write_empty(); }
  void drive(std::uint64_t clock) override {
    if (ended_ >= frames_) {
      pins_.write_empty();
      return;
    }
    const tb::SegBeat& beat = load_.beats[place_];
    if (++place_ == load_.beats.size()) place_ = 0;
    if (clocks_ == 0) first_clock_ = clock;
    ++clocks_;
    if (beat.eop != 0) {
      if (ended_ == 0) first_end_clock_ = clock;
      ended_ += static_cast<std::uint64_t>(std::popcount(beat.eop));
    }
    pins_.write(beat);
  }

  bool is_done() const noexcept { return ended_ >= frames_; }
  std::uint64_t ended() const noexcept { return ended_; }
  std::uint64_t clocks() const noexcept { return clocks_; }
  std::uint64_t first_clock() const noexcept { return first_clock_; }
  std::uint64_t first_end_clock() const noexcept { return first_end_clock_; }

 private:
  tb::SegPins pins_;
  const BenchLoad& load_;
  std::uint64_t frames_;
  std::size_t place_ = 0;
  std::uint64_t ended_ = 0;
  std::uint64_t clocks_ = 0;
  std::uint64_t first_clock_ = 0;
  std::uint64_t first_end_clock_ = 0;
};

// What a checker of either form keeps.
class Checker : public tb::Agent {
 public:
  Checker(const BenchLoad& load, const Player& player)
      : Agent("checker"), load_(load), player_(player) {}

  std::uint64_t answers() const noexcept { return answers_; }
  std::uint64_t latency() const noexcept { return latency_; }
  // Answers that never came are wrong too.
  virtual void finish() = 0;

  std::uint64_t wrong_ = 0;
  std::string first_wrong_;

 protected:
  void complain(std::uint64_t clock, const std::string& text) {
    if (wrong_++ == 0) first_wrong_ = fmt::format("clock {}: {}", clock, text);
  }

  const BenchLoad& load_;
  const Player& player_;
  std::uint64_t answers_ = 0;
  std::uint64_t latency_ = 0;
  std::uint64_t last_clock_ = 0;
};

// Verdicts in their order, and that they come `latency` clocks behind the ends of their frames.
class VerdictChecker final : public Checker {
 public:
  using Pins = Vtb_rnic_icrc_check;
  VerdictChecker(const Pins& model, const BenchLoad& load, const Player& player)
      : Checker(load, player), model_(model) {}

  void sample(std::uint64_t clock) override {
    last_clock_ = clock;
    const unsigned valid = model_.valid_o;
    if (valid == 0) return;
    if (answers_ == 0) latency_ = clock - player_.first_end_clock();
    const std::uint64_t beat = clock - player_.first_clock() - latency_;
    const unsigned ends =
        static_cast<unsigned>(std::popcount(load_.beats[beat % load_.beats.size()].eop));
    if (valid != (1u << ends) - 1) {
      complain(clock, fmt::format("verdicts in slots {:02b}, want {}", valid, ends));
    }
    for (unsigned slot = 0; slot < 2; ++slot) {
      if ((valid >> slot & 1) != 0) compare(clock, (model_.ok_o >> slot & 1) != 0);
    }
  }

  void finish() override {
    if (answers_ != player_.ended()) {
      complain(last_clock_, fmt::format("{} verdicts, want {}", answers_, player_.ended()));
    }
  }

 private:
  void compare(std::uint64_t clock, bool is_ok) {
    const bool want = load_.icrc_ok[place_] != 0;
    if (is_ok != want) {
      complain(clock,
               fmt::format("frame {} of {} bytes: ICRC: RTL {}, model {}", answers_ + 1,
                           load_.frame_bytes[place_], is_ok ? "ok" : "bad", want ? "ok" : "bad"));
    }
    ++answers_;
    if (++place_ == load_.icrc_ok.size()) place_ = 0;
  }

  const Pins& model_;
  std::size_t place_ = 0;
};

// Beats in their order, every byte of a frame.
class BeatChecker final : public Checker {
 public:
  using Pins = Vtb_rnic_icrc_generate;
  BeatChecker(const Pins& model, const BenchLoad& load, const Player& player)
      : Checker(load, player), model_(model) {}

  void sample(std::uint64_t clock) override {
    last_clock_ = clock;
    if (model_.out_ena_o == 0) return;
    if (answers_ == 0) latency_ = clock - player_.first_clock();
    const WantedBeat& want = load_.wanted[place_];
    if (++place_ == load_.wanted.size()) place_ = 0;
    // The last beat waits for its follower, which at the end of a run does not come.
    if (clock != player_.first_clock() + answers_ + latency_ && answers_ + 1 < player_.clocks()) {
      complain(clock, fmt::format("beat {}: late", answers_ + 1));
    }
    const bool has_marks = model_.out_ena_o == want.beat.ena && model_.out_sop_o == want.beat.sop &&
                           model_.out_eop_o == want.beat.eop && model_.out_mty_o == want.beat.mty &&
                           model_.out_err_o == 0;
    if (!has_marks || !has_bytes(want)) {
      tb::SegBeat seen = want.beat;
      std::memcpy(seen.data.data(), model_.out_data_o.data(), tb::kBeatBytes);
      seen.ena = model_.out_ena_o, seen.sop = model_.out_sop_o, seen.eop = model_.out_eop_o;
      seen.mty = model_.out_mty_o, seen.err = model_.out_err_o;
      complain(clock, difference(seen, want));
    }
    ++answers_;
  }

  void finish() override {
    if (answers_ + 1 < player_.clocks() || answers_ > player_.clocks()) {
      complain(last_clock_, fmt::format("{} beats, want {}", answers_, player_.clocks()));
    }
  }

 private:
  bool has_bytes(const WantedBeat& want) const noexcept {
    const auto* seen = reinterpret_cast<const std::uint8_t*>(model_.out_data_o.data());
    std::uint8_t differ = 0;
    for (std::size_t i = 0; i < tb::kBeatBytes; ++i) {
      differ |= static_cast<std::uint8_t>((seen[i] ^ want.beat.data[i]) & want.mask[i]);
    }
    return differ == 0;
  }

  std::string difference(const tb::SegBeat& seen, const WantedBeat& want) const {
    for (std::size_t i = 0; i < tb::kBeatBytes; ++i) {
      if (((seen.data[i] ^ want.beat.data[i]) & want.mask[i]) == 0) continue;
      return fmt::format("beat {}, byte {}: RTL {:#04x}, model {:#04x}", answers_ + 1, i,
                         seen.data[i], want.beat.data[i]);
    }
    return fmt::format("beat {}: RTL {}, model {}", answers_ + 1, tb::describe(seen),
                       tb::describe(want.beat));
  }

  const Pins& model_;
  std::size_t place_ = 0;
};

tb::SegPins pins_of(Vtb_rnic_icrc_check& model) {
  return {.data = &model.rx_data_i,
          .ena = &model.rx_ena_i,
          .sop = &model.rx_sop_i,
          .eop = &model.rx_eop_i,
          .err = &model.rx_err_i,
          .mty = &model.rx_mty_i};
}
tb::SegPins pins_of(Vtb_rnic_icrc_generate& model) {
  return {.data = &model.in_data_i,
          .ena = &model.in_ena_i,
          .sop = &model.in_sop_i,
          .eop = &model.in_eop_i,
          .err = &model.in_err_i,
          .mty = &model.in_mty_i};
}

template <class FormChecker, class Model>
BenchResult run(const BenchLoad& load, std::uint64_t frames, std::uint64_t seed) {
  tb::SimRun sim(tb::RunOptions{.seed = seed}, "bench icrc", [](const std::string&) {});
  tb::Dut<Model> dut(sim);
  Player player(pins_of(dut.model()), load, frames);
  FormChecker checker(dut.model(), load, player);
  dut.add(checker);
  dut.add(player);
  try {
    dut.reset();
    const std::uint64_t first = dut.clock();
    const double begin = processor_seconds();
    while (!player.is_done()) dut.cycle();
    dut.cycles(kDrainClocks);
    const double seconds = processor_seconds() - begin;
    checker.finish();
    BenchResult result{.frames = player.ended(),
                       .clocks = player.clocks(),
                       .latency_clocks = checker.latency(),
                       .wrong = checker.wrong_,
                       .first_wrong = checker.first_wrong_,
                       .timed_clocks = dut.clock() - first,
                       .seconds = seconds};
    for (std::uint64_t i = 0; i < result.frames; ++i) {
      result.bytes += load.frame_bytes[i % load.frame_bytes.size()];
    }
    return result;
  } catch (const tb::DutError& error) {
    throw RtlError(error.what());
  }
}

}  // namespace

BenchResult run_bench(BenchForm form, const BenchLoad& load, std::uint64_t frames,
                      std::uint64_t seed) {
  if (form == BenchForm::kCheck) {
    return run<VerdictChecker, Vtb_rnic_icrc_check>(load, frames, seed);
  }
  return run<BeatChecker, Vtb_rnic_icrc_generate>(load, frames, seed);
}

}  // namespace rnic::app
