// SPDX-License-Identifier: Apache-2.0
#include "tb/app/rx/rx_device.h"

#include <Vtb_rnic_rx.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "tb/app/rx/bus_spacing.h"
#include "tb/app/rx/rx_agents.h"
#include "tb/app/rx/rx_pins.h"
#include "tb/app/wave_file.h"
#include "tb/harness/dut.h"
#include "tb/harness/pins.h"
#include "tb/harness/seg_monitor.h"

namespace rnic::app {
namespace {

using Model = Vtb_rnic_rx;

constexpr std::uint64_t kFramesAhead = 64;
// From the record of an accepted frame of 9,600 bytes to its last segment on the payload stream.
constexpr std::uint64_t kLeaveClocks = 79;
// After the last record: until its frame has left, and more, so that something too much or too late
// is seen.
constexpr std::uint64_t kSettleClocks = kLeaveClocks + 49;
// For the sweep of 1,024 QPs behind a reset, and for a free slot where a QP is written.
constexpr std::uint64_t kReadyBudget = 4096;
// Far beyond any capture, and far from overflow in the packer.
constexpr std::uint64_t kMostTimeNs = std::uint64_t{1} << 60;
constexpr std::int64_t kNoFrameYet = std::numeric_limits<std::int64_t>::max();

tb::RunOptions run_options(const RxDeviceOptions& options) {
  tb::RunOptions run{.seed = options.seed};
  if (!options.wave.file) return run;
  expect_writable_wave(*options.wave.file);
  run.wave = {.file = *options.wave.file,
              .from = options.wave.from,
              .to = options.wave.to,
              .frame = options.wave.frame ? kNoFrameYet : -1};
  return run;
}

}  // namespace

class RxDevice::Simulation {
 public:
  Simulation(const RxDeviceOptions& options, const model::DscpMap& map)
      : options_(options),
        map_(map),
        run_(run_options(options), "rx",
             [this](const std::string& text) { complaints_.push_back(text); }),
        wave_(run_.options().wave) {
    rest_pins(dut_.model());
    dut_.add(wire_);
    dut_.add(numbers_);
    dut_.add(records_);
    dut_.add(payload_);
    reset();
  }

  void reset() {
    wire_.renew();
    frames_before_ = pushed_;
    accepted_.clear();
    idle_clocks_ = 0;
    dut_.reset();
    while (!payload_.frames().empty()) payload_.take();
    wait_for("its tables", [&] { return dut_->ready_o != 0; });
    load_map(dut_.model(), map_, [this] { cycle(); });
    put_mac_filter(dut_.model(), options_.our_mac);
  }

  void load(const model::RxQpConfig& config) {
    put_qp(dut_.model(), config);
    dut_->cfg_qp_valid_i = dut_->cfg_qp_load_i = 1;
    wait_for(fmt::format("a free slot to write QPN {:#x}", config.qpn), [&] {
      dut_.settle();
      return dut_->cfg_qp_ready_o != 0;
    });
    cycle();
    dut_->cfg_qp_valid_i = dut_->cfg_qp_load_i = 0;
  }

  std::uint64_t push(const RxFrame& frame) {
    tb::SegFrame sent{.bytes = {frame.bytes.begin(), frame.bytes.end()},
                      .err = frame.mac_error,
                      .gap_segments = idle_segments_before(options_.spacing, pushed_)};
    if (frame.time_ns) sent.time_ns = since_first(*frame.time_ns);
    const std::uint64_t number = wire_.driver().push(std::move(sent));
    numbers_.push(frame.wave_number.value_or(static_cast<std::uint32_t>(pushed_)));
    if (frame.wave && !wave_.file.empty()) {
      wave_.frame = static_cast<std::int64_t>(number);
      dut_.wave() = tb::WaveWindow(wave_);
    }
    idle_clocks_ = 0;
    return pushed_++;
  }

  bool is_full() { return wire_.driver().backlog() >= kFramesAhead; }
  bool is_idle() const noexcept { return idle_clocks_ >= kSettleClocks; }
  std::uint64_t clock() const noexcept { return dut_.clock(); }

  void cycle() {
    try {
      dut_.cycle();
    } catch (const tb::DutError& error) {
      throw RtlError(error.what());
    }
    if (!records_.matcher().answers().empty()) collect_answers();
    if (!payload_.frames().empty()) collect_payload();
    const bool is_busy = !wire_.driver().is_done() || records_.matcher().is_waiting();
    idle_clocks_ = is_busy ? 0 : idle_clocks_ + 1;
    if (idle_clocks_ == kSettleClocks) expect_all_payload();
  }

  model::RxCounters counters() {
    return read_counters(dut_.model(), [this] { cycle(); });
  }

  void finish_wave() {
    try {
      dut_.finish_wave();
    } catch (const tb::DutError& error) {
      throw InputError(error.what());
    }
  }
  bool has_recorded() const noexcept { return dut_.has_recorded(); }

  std::deque<RxAnswer>& answers() noexcept { return answers_; }
  std::deque<RxPayload>& payload() noexcept { return payloads_; }
  std::vector<std::string>& complaints() noexcept { return complaints_; }

 private:
  template <class Condition>
  void wait_for(const std::string& what, Condition holds) {
    for (std::uint64_t clocks = 0; !holds(); ++clocks) {
      if (clocks == kReadyBudget) {
        throw RtlError(fmt::format("the receive path was given {} clocks for {}", clocks, what));
      }
      cycle();
    }
  }

  void collect_answers() {
    for (auto& from = records_.matcher().answers(); !from.empty(); from.pop_front()) {
      RxAnswer& answer = from.front();
      if (answer.record && answer.record->verdict == model::Verdict::kAccept) {
        dut_.wave().frame_ends(answer.frame, answer.record_clock + kLeaveClocks);
        accepted_.push_back(answer.frame + frames_before_);
      }
      answer.frame += frames_before_;
      answers_.push_back(answer);
    }
  }

  void collect_payload() {
    while (!payload_.frames().empty()) {
      tb::SeenFrame seen = payload_.take();
      if (accepted_.empty()) {
        complaints_.push_back(fmt::format("clock {}: payload of a frame that was not accepted",
                                          seen.place.eop_clock));
        continue;
      }
      if (seen.err) {
        complaints_.push_back(
            fmt::format("frame {}: accepted with an error mark", accepted_.front()));
      }
      payloads_.push_back({.frame = accepted_.front(), .bytes = std::move(seen.bytes)});
      accepted_.pop_front();
    }
  }

  void expect_all_payload() {
    for (; !accepted_.empty(); accepted_.pop_front()) {
      complaints_.push_back(
          fmt::format("frame {}: accepted, and its payload never left", accepted_.front()));
    }
  }

  std::uint64_t since_first(std::int64_t time_ns) {
    if (!first_ns_) first_ns_ = time_ns;
    if (time_ns <= *first_ns_) return 0;
    return std::min(kMostTimeNs,
                    static_cast<std::uint64_t>(time_ns) - static_cast<std::uint64_t>(*first_ns_));
  }

  RxDeviceOptions options_;
  model::DscpMap map_;
  std::vector<std::string> complaints_;
  tb::SimRun run_;
  tb::WaveOptions wave_;
  tb::Dut<Model> dut_{run_};
  RxWire wire_{run_,
               {.data = &dut_->rx_data_i,
                .ena = &dut_->rx_ena_i,
                .sop = &dut_->rx_sop_i,
                .eop = &dut_->rx_eop_i,
                .err = &dut_->rx_err_i,
                .mty = &dut_->rx_mty_i},
               bus_spacing(options_.spacing),
               dut_.wave()};
  PacketNumbers numbers_{dut_.model(), wire_};
  RecordAgent records_{dut_.model(), wire_, complaints_};
  tb::SegMonitor payload_{run_,
                          "payload",
                          {.data = &dut_->payload_data_o,
                           .ena = &dut_->payload_ena_o,
                           .sop = &dut_->payload_sop_o,
                           .eop = &dut_->payload_eop_o,
                           .err = &dut_->payload_err_o,
                           .mty = &dut_->payload_mty_o},
                          tb::SegDirection::kRx};
  std::deque<RxAnswer> answers_;
  std::deque<RxPayload> payloads_;
  std::deque<std::uint64_t> accepted_;  // frames whose payload has not left yet
  std::optional<std::int64_t> first_ns_;
  std::uint64_t pushed_ = 0;
  std::uint64_t frames_before_ = 0;  // of the last reset
  std::uint64_t idle_clocks_ = 0;
};

RxDevice::RxDevice(const RxDeviceOptions& options, const model::DscpMap& map)
    : simulation_(std::make_unique<Simulation>(options, map)) {}
RxDevice::~RxDevice() = default;

void RxDevice::load(const model::RxQpConfig& config) { simulation_->load(config); }
std::uint64_t RxDevice::push(const RxFrame& frame) { return simulation_->push(frame); }
bool RxDevice::is_full() const noexcept { return simulation_->is_full(); }
bool RxDevice::is_idle() const noexcept { return simulation_->is_idle(); }
void RxDevice::cycle() { simulation_->cycle(); }
std::uint64_t RxDevice::clock() const noexcept { return simulation_->clock(); }
std::deque<RxAnswer>& RxDevice::answers() noexcept { return simulation_->answers(); }
std::deque<RxPayload>& RxDevice::payload() noexcept { return simulation_->payload(); }
std::vector<std::string>& RxDevice::complaints() noexcept { return simulation_->complaints(); }
model::RxCounters RxDevice::counters() { return simulation_->counters(); }
void RxDevice::reset() { simulation_->reset(); }
void RxDevice::finish_wave() { simulation_->finish_wave(); }
bool RxDevice::has_recorded() const noexcept { return simulation_->has_recorded(); }

}  // namespace rnic::app
