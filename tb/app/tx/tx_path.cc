// SPDX-License-Identifier: Apache-2.0
#include "tb/app/tx/tx_path.h"

#include <Vtb_rnic_tx.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "tb/app/errors.h"
#include "tb/app/tx/tx_pins.h"
#include "tb/app/wave_file.h"
#include "tb/harness/axi_memory.h"
#include "tb/harness/axil_master.h"
#include "tb/harness/dut.h"
#include "tb/harness/seg_monitor.h"
#include "tb/harness/throttle.h"

namespace rnic::app {
namespace {

using Model = Vtb_rnic_tx;

constexpr std::uint64_t kNotStarted = std::numeric_limits<std::uint64_t>::max();

// ready of the MAC: withheld at random, or so that frames leave no faster than on a wire, which
// carries 128 bytes a clock and spends 24 on each frame's FCS, preamble and gap.
class Mac final : public tb::Agent {
 public:
  Mac(tb::SimRun& run, Model& model, const DeviceOptions& options)
      : Agent("mac"),
        model_(model),
        pattern_(tb::ReadyPattern::random(options.of - options.withheld, options.of)),
        wire_paced_(options.wire_paced),
        rng_(run.rng("mac")) {}

  void rest() override { model_.tx_ready_i = 0; }
  void sample(std::uint64_t) override {
    if (!wire_paced_) return;
    if (model_.tx_valid_o && model_.tx_ready_i) owed_bytes_ += taken_bytes();
    owed_bytes_ = std::max(owed_bytes_ - tb::kBeatBytes, -kMostSavedBytes);
  }
  void drive(std::uint64_t) override {
    model_.tx_ready_i = wire_paced_ ? owed_bytes_ <= 0 : pattern_.next(rng_);
  }

 private:
  static constexpr std::int64_t kOverheadBytes = 24;
  // What the wire may have been idle for and still makes up: the MAC's own small buffer.
  static constexpr std::int64_t kMostSavedBytes = 2 * tb::kBeatBytes;

  std::int64_t taken_bytes() const {
    std::int64_t bytes = std::popcount(model_.tx_ena_o) * std::int64_t{tb::kSegBytes} +
                         std::popcount(model_.tx_sop_o) * kOverheadBytes;
    for (std::uint32_t mty = model_.tx_mty_o; mty != 0; mty >>= 4) bytes -= mty & 15;
    return bytes;
  }

  Model& model_;
  tb::ReadyPattern pattern_;
  bool wire_paced_;
  std::int64_t owed_bytes_ = 0;
  tb::Rng rng_;
};

// pause_i by the schedule, and by hand.
class Pauses final : public tb::Agent {
 public:
  Pauses(std::uint8_t* pin, std::vector<Pause> schedule)
      : Agent("pause"), pin_(pin), schedule_(std::move(schedule)) {}

  void start(std::uint64_t clock) noexcept { start_ = clock; }
  void hold(unsigned priority, bool held) noexcept {
    const auto bit = static_cast<std::uint8_t>(1u << priority);
    held_ = static_cast<std::uint8_t>(held ? held_ | bit : held_ & ~bit);
  }

  void rest() override { drive(0); }
  void drive(std::uint64_t clock) override {
    // Before the first doorbell it is as in clock 0.
    const std::uint64_t now = start_ == kNotStarted || clock < start_ ? 0 : clock - start_;
    unsigned paused = held_;
    for (const Pause& pause : schedule_) {
      if (pause.from <= now && now < pause.to) paused |= 1u << pause.priority;
    }
    *pin_ = static_cast<std::uint8_t>(paused);
  }

 private:
  std::uint8_t* pin_;
  std::vector<Pause> schedule_;
  std::uint64_t start_ = kNotStarted;
  std::uint8_t held_ = 0;
};

// Where the window's clocks count from start(), before that all is recorded or nothing.
tb::WaveOptions before_start(tb::WaveOptions wave, WaveClocks clocks) {
  if (clocks == WaveClocks::kAll) return wave;
  wave.from = wave.from > 0 ? kNotStarted : 0;
  wave.to = kNotStarted;
  return wave;
}

std::uint64_t add_up(std::uint64_t a, std::uint64_t b) { return a + b < a ? UINT64_MAX : a + b; }

}  // namespace

class RtlTxPath::Simulation {
 public:
  Simulation(const DeviceOptions& options, const tb::WaveOptions& wave,
             const model::HostMemory& memory, WaveClocks wave_clocks, RtlTxPath& path)
      : wave_(wave),
        wave_clocks_(wave_clocks),
        run_({.seed = options.seed, .wave = before_start(wave, wave_clocks)}, "tx",
             [&path](const std::string& text) { path.complaints_.push_back(text); }),
        read_line_(reader_of(memory)),
        pauses_(&dut_->pause_i, options.pauses),
        mac_(run_, dut_.model(), options),
        completions_(run_, dut_.model(), path.completions_) {
    dut_->s_axil_awprot_i = dut_->s_axil_arprot_i = 0;
    wqes_.set_latency(options.memory_latency);
    payload_.set_latency(options.memory_latency);
    dut_.add(registers_);
    dut_.add(wqes_);
    dut_.add(payload_);
    dut_.add(pauses_);
    dut_.add(mac_);
    dut_.add(completions_);
    dut_.add(bus_);
    dut_.reset();
  }

  template <typename Action>
  auto guarded(Action&& action) {
    try {
      return action();
    } catch (const tb::DutError& error) {
      throw RtlError(error.what());
    }
  }

  void write(std::uint32_t address, std::uint32_t value) {
    guarded([&] { registers_.write_now(dut_, static_cast<std::uint16_t>(address), value); });
  }
  std::uint32_t read(std::uint32_t address) {
    return guarded([&] { return registers_.read_now(dut_, static_cast<std::uint16_t>(address)); });
  }
  void cycle() {
    guarded([&] { dut_.cycle(); });
  }

  void start(std::uint64_t clock) {
    pauses_.start(clock);
    if (wave_.file.empty() || wave_clocks_ == WaveClocks::kAll) return;
    tb::WaveOptions window = wave_;
    window.from = wave_.from == 0 ? 0 : add_up(wave_.from, clock);
    window.to = add_up(wave_.to, clock);
    dut_.wave() = tb::WaveWindow(window);
  }

  void collect(std::deque<TxFrame>& frames) {
    while (!bus_.frames().empty()) {
      tb::SeenFrame seen = bus_.take();
      frames.push_back({.bytes = std::move(seen.bytes),
                        .err = seen.err,
                        .first_clock = seen.place.sop_clock,
                        .last_clock = seen.place.eop_clock});
    }
  }

  void finish_wave() {
    try {
      dut_.finish_wave();
    } catch (const tb::DutError& error) {
      throw InputError(error.what());
    }
  }

  tb::WaveOptions wave_;
  WaveClocks wave_clocks_;
  tb::SimRun run_;
  tb::AxiReadMemory::Reader read_line_;
  tb::Dut<Model> dut_{run_};
  tb::AxilMaster registers_{run_, "registers", tb::axil_pins(dut_.model())};
  tb::AxiReadMemory wqes_{run_, "wqes", sq_pins(dut_.model()), read_line_};
  tb::AxiReadMemory payload_{run_, "payload", payload_pins(dut_.model()), read_line_};
  Pauses pauses_;
  Mac mac_;
  CompletionSink<Model> completions_;
  tb::SegMonitor bus_{run_,
                      "tx bus",
                      {.data = &dut_->tx_data_o,
                       .ena = &dut_->tx_ena_o,
                       .sop = &dut_->tx_sop_o,
                       .eop = &dut_->tx_eop_o,
                       .err = &dut_->tx_err_o,
                       .mty = &dut_->tx_mty_o,
                       .valid = &dut_->tx_valid_o,
                       .ready = &dut_->tx_ready_i},
                      tb::SegDirection::kTx};
};

RtlTxPath::RtlTxPath(const DeviceOptions& options, const tb::WaveOptions& wave,
                     const model::HostMemory& memory, WaveClocks wave_clocks) {
  if (!wave.file.empty()) expect_writable_wave(wave.file);
  simulation_ = std::make_unique<Simulation>(options, wave, memory, wave_clocks, *this);
}
RtlTxPath::~RtlTxPath() = default;

void RtlTxPath::write(std::uint32_t address, std::uint32_t value) {
  simulation_->write(address, value);
  simulation_->collect(frames_);
}
std::uint32_t RtlTxPath::read(std::uint32_t address) {
  const std::uint32_t value = simulation_->read(address);
  simulation_->collect(frames_);
  return value;
}
void RtlTxPath::cycle() {
  simulation_->cycle();
  simulation_->collect(frames_);
}
std::uint64_t RtlTxPath::clock() const { return simulation_->dut_.clock(); }
void RtlTxPath::start(std::uint64_t clock) { simulation_->start(clock); }
void RtlTxPath::hold(unsigned priority, bool held) { simulation_->pauses_.hold(priority, held); }
void RtlTxPath::finish_wave() { simulation_->finish_wave(); }
bool RtlTxPath::has_recorded() const noexcept { return simulation_->dut_.has_recorded(); }

}  // namespace rnic::app
