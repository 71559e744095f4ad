// SPDX-License-Identifier: Apache-2.0
#include "tb/app/rx_path.h"

#include <Vtb_rnic_icrc_path.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tb/app/errors.h"
#include "tb/app/rx/bus_spacing.h"
#include "tb/app/wave_file.h"
#include "tb/harness/dut.h"
#include "tb/harness/pins.h"
#include "tb/harness/seg_driver.h"

namespace rnic::app {
namespace {

using Model = Vtb_rnic_icrc_path;

constexpr std::uint64_t kFramesAhead = 64;
// After the last verdict is due, so that one too many or too late is seen.
constexpr std::uint64_t kSettleClocks = 64;
// Far beyond any capture, and far from overflow in the packer.
constexpr std::uint64_t kMostTimeNs = std::uint64_t{1} << 60;
constexpr std::int64_t kNoFrameYet = std::numeric_limits<std::int64_t>::max();

tb::RunOptions run_options(const IcrcOptions& options) {
  tb::RunOptions run{.seed = options.seed};
  if (!options.wave.file) return run;
  expect_writable_wave(*options.wave.file);
  run.wave = {.file = *options.wave.file,
              .from = options.wave.from,
              .to = options.wave.to,
              .frame = options.wave.frame ? kNoFrameYet : -1};
  return run;
}

bool bit(std::uint8_t flags, unsigned slot) { return ((flags >> slot) & 1) != 0; }

// Takes the verdicts off the pins and says which frames have ended.
class VerdictAgent final : public tb::Agent {
 public:
  VerdictAgent(Model& model, tb::SegDriver& driver)
      : Agent("verdicts"), model_(model), driver_(driver) {}

  VerdictMatcher& matcher() noexcept { return matcher_; }

  void sample(std::uint64_t clock) override {
    for (; !driver_.sent().empty(); driver_.sent().pop_front()) {
      const tb::SegPlace& place = driver_.sent().front();
      matcher_.ended({.frame = place.frame,
                      .sop_clock = place.sop_clock,
                      .eop_clock = place.eop_clock,
                      .eop_slot = place.eop_slot});
    }
    matcher_.clock(clock, {slot(0), slot(1)});
  }

 private:
  std::optional<RtlVerdict> slot(unsigned n) const {
    if (!bit(model_.valid_o, n)) return std::nullopt;
    return RtlVerdict{.checked = bit(model_.checked_o, n),
                      .ok = bit(model_.ok_o, n),
                      .tagged = bit(model_.vlan_o, n),
                      .priority = static_cast<std::uint8_t>((model_.prio_o >> (3 * n)) & 7),
                      .pcp_mismatch = bit(model_.pcp_mismatch_o, n),
                      .lossy = bit(model_.lossy_o, n),
                      .ecn = static_cast<std::uint8_t>((model_.ecn_o >> (2 * n)) & 3)};
  }

  Model& model_;
  tb::SegDriver& driver_;
  VerdictMatcher matcher_;
};

}  // namespace

class RxPath::Simulation {
 public:
  Simulation(const IcrcOptions& options, const model::DscpMap& map)
      : run_(run_options(options), "icrc", [](const std::string&) {}),
        wave_(run_.options().wave),
        spacing_(options.spacing) {
    dut_->cfg_profile_we_i = dut_->cfg_map_we_i = dut_->cfg_lossless_we_i = 0;
    dut_->cfg_profile_i = dut_->cfg_map_dscp_i = dut_->cfg_map_prio_i = dut_->cfg_lossless_i = 0;
    driver_.set_spacing(bus_spacing(options.spacing));
    driver_.set_wave(dut_.wave());
    dut_.add(driver_);
    dut_.add(verdicts_);
    dut_.reset();
    load(map);
  }

  std::uint64_t push(const RxFrame& frame) {
    tb::SegFrame sent{.bytes = {frame.bytes.begin(), frame.bytes.end()}, .err = frame.mac_error};
    if (frame.time_ns) sent.time_ns = since_first(*frame.time_ns);
    sent.gap_segments = idle_segments_before(spacing_, pushed_);
    const std::uint64_t number = driver_.push(std::move(sent));
    if (frame.wave && !wave_.file.empty()) {
      wave_.frame = static_cast<std::int64_t>(number);
      dut_.wave() = tb::WaveWindow(wave_);
    }
    ++pushed_;
    idle_clocks_ = 0;
    return number;
  }

  bool is_full() const noexcept { return driver_.backlog() >= kFramesAhead; }
  bool is_idle() const noexcept { return idle_clocks_ >= kSettleClocks; }

  void cycle() {
    try {
      dut_.cycle();
    } catch (const tb::DutError& error) {
      throw RtlError(error.what());
    }
    const bool is_busy = !driver_.is_done() || matcher().is_waiting();
    idle_clocks_ = is_busy ? 0 : idle_clocks_ + 1;
  }

  void finish_wave() {
    try {
      dut_.finish_wave();
    } catch (const tb::DutError& error) {
      throw InputError(error.what());
    }
  }
  bool has_recorded() const noexcept { return dut_.has_recorded(); }

  VerdictMatcher& matcher() noexcept { return verdicts_.matcher(); }

 private:
  // The profile that is nearest, then what differs from it.
  void load(const model::DscpMap& map) {
    const bool is_factory = map.priority(46) != 3;
    model::DscpMap loaded = is_factory ? model::DscpMap::factory() : model::DscpMap::basepod();
    dut_->cfg_profile_we_i = 1;
    dut_->cfg_profile_i = is_factory;
    cycle();
    dut_->cfg_profile_we_i = 0;
    for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
      if (loaded.priority(dscp) == map.priority(dscp)) continue;
      dut_->cfg_map_we_i = 1;
      tb::write_pin<6>(dut_->cfg_map_dscp_i, dscp);
      tb::write_pin<3>(dut_->cfg_map_prio_i, map.priority(dscp));
      cycle();
    }
    dut_->cfg_map_we_i = 0;
    dut_->cfg_lossless_we_i = loaded.lossless_mask() != map.lossless_mask();
    dut_->cfg_lossless_i = map.lossless_mask();
    cycle();
    dut_->cfg_lossless_we_i = 0;
  }

  std::uint64_t since_first(std::int64_t time_ns) {
    if (!first_ns_) first_ns_ = time_ns;
    if (time_ns <= *first_ns_) return 0;
    return std::min(kMostTimeNs,
                    static_cast<std::uint64_t>(time_ns) - static_cast<std::uint64_t>(*first_ns_));
  }

  tb::SimRun run_;
  tb::WaveOptions wave_;
  Spacing spacing_;
  tb::Dut<Model> dut_{run_};
  tb::SegDriver driver_{run_,
                        "wire",
                        {.data = &dut_->rx_data_i,
                         .ena = &dut_->rx_ena_i,
                         .sop = &dut_->rx_sop_i,
                         .eop = &dut_->rx_eop_i,
                         .err = &dut_->rx_err_i,
                         .mty = &dut_->rx_mty_i},
                        tb::SegDirection::kRx};
  VerdictAgent verdicts_{dut_.model(), driver_};
  std::optional<std::int64_t> first_ns_;
  std::uint64_t pushed_ = 0;
  std::uint64_t idle_clocks_ = 0;
};

RxPath::RxPath(const IcrcOptions& options, const model::DscpMap& map)
    : simulation_(std::make_unique<Simulation>(options, map)) {}
RxPath::~RxPath() = default;

std::uint64_t RxPath::push(const RxFrame& frame) { return simulation_->push(frame); }
bool RxPath::is_full() const noexcept { return simulation_->is_full(); }
bool RxPath::is_idle() const noexcept { return simulation_->is_idle(); }
void RxPath::cycle() { simulation_->cycle(); }
void RxPath::finish_wave() { simulation_->finish_wave(); }
bool RxPath::has_recorded() const noexcept { return simulation_->has_recorded(); }
std::deque<FrameAnswer>& RxPath::answers() noexcept { return simulation_->matcher().answers(); }
std::vector<StrayVerdict>& RxPath::strays() noexcept { return simulation_->matcher().strays(); }

}  // namespace rnic::app
