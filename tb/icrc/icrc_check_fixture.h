// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fixture of the check form's tests: frames in at the bus, each verdict compared with the model's,
// with its slot and its clock.
//
//   driver_.set_spacing({.packing = Packing::kRandomHoles});
//   push(frame);
//   drain();

#include <Vtb_rnic_icrc_check.h>
#include <fmt/format.h>

#include <array>
#include <deque>
#include <string_view>
#include <vector>

#include "models/crc/icrc.h"
#include "models/wire/ethernet.h"
#include "tb/harness/dut_test.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_driver.h"
#include "tb/icrc/verdict_monitor.h"

namespace rnic::tb {

// From a frame's last segment to its verdict: always the same. 18 are allowed.
inline constexpr uint64_t kCheckCycles = 15;

// What the frame's own bytes say, by the model.
struct Want {
  std::vector<uint8_t> frame;
  bool ipv6 = false;
  bool checked = false;
  bool ok = false;
  bool vlan = false;
  uint8_t tclass = 0;
  uint16_t tci = 0;
  size_t packet_end = 0;  // index behind the IP packet, from the frame's start
};

inline Want judge(const std::vector<uint8_t>& frame) {
  Want want{.frame = frame};
  model::ByteReader in(frame);
  const auto ethernet = model::read_ethernet(in);
  if (ethernet && ethernet->tag) {
    want.vlan = true;
    want.tci = ethernet->tag->tci;
  }
  const auto check = model::check_icrc(frame);
  if (!check) return want;
  want.checked = true;
  want.ok = check->ok();
  const size_t ip = ethernet->bytes();
  want.ipv6 = frame[ip] >> 4 == 6;
  want.tclass =
      static_cast<uint8_t>(want.ipv6 ? frame[ip] << 4 | frame[ip + 1] >> 4 : frame[ip + 1]);
  const size_t length_at = ip + (want.ipv6 ? 4u : 2u);
  want.packet_end = ip + (want.ipv6 ? 40u : 0u) +
                    (static_cast<size_t>(frame[length_at]) << 8 | frame[length_at + 1]);
  return want;
}

class IcrcCheck : public DutTest {
 protected:
  IcrcCheck() {
    driver_.set_wave(dut_.wave());
    dut_.add(driver_);
    dut_.add(verdicts_);
    dut_.reset();
  }

  void push(std::vector<uint8_t> frame) {
    wanted_.push_back(judge(frame));
    // The MAC's error mark is no business of the engine: it must change nothing.
    driver_.push({.bytes = std::move(frame), .err = ++pushed_ % 3 == 0});
    while (driver_.backlog() > 8) step();
  }

  // Lets everything pushed be judged.
  void drain() {
    dut_.run_until([&] { return driver_.is_done(); }, 100'000);
    for (uint64_t i = 0; i <= kCheckCycles; ++i) step();
    expect_eq(uint64_t{0}, uint64_t{wanted_.size()}, "frames without a verdict");
  }

  void step() {
    dut_.cycle();
    while (!verdicts_.is_empty()) compare(verdicts_.take());
  }

  // Where checked frames started and in which byte of a beat their packets ended.
  std::array<std::array<std::array<uint64_t, 8>, 2>, 2> started_{};  // [IPv6][tagged][segment]
  std::array<uint64_t, 128> ended_{};
  uint64_t good_ = 0, bad_ = 0, unchecked_ = 0;

  Dut<Vtb_rnic_icrc_check> dut_{run()};
  SegDriver driver_{run(),
                    "wire",
                    {.data = &dut_->rx_data_i,
                     .ena = &dut_->rx_ena_i,
                     .sop = &dut_->rx_sop_i,
                     .eop = &dut_->rx_eop_i,
                     .err = &dut_->rx_err_i,
                     .mty = &dut_->rx_mty_i},
                    SegDirection::kRx};
  VerdictMonitor<Vtb_rnic_icrc_check> verdicts_{dut_.model()};

 private:
  void compare(const SeenVerdict& got) {
    if (wanted_.empty() || driver_.sent().empty()) {
      expect(false, fmt::format("clock {}: a verdict without a frame", got.clock));
      return;
    }
    const Want want = wanted_.front();
    const SegPlace place = driver_.sent().front();
    wanted_.pop_front();
    driver_.sent().pop_front();
    run().count_checks();
    const auto differ = [&](std::string_view field, uint64_t wanted, uint64_t seen) {
      if (wanted != seen) report(want, place, field, wanted, seen);
    };
    differ("checked", want.checked, got.checked);
    differ("ok", want.ok, got.ok);
    differ("vlan", want.vlan, got.vlan);
    if (want.checked) differ("tclass", want.tclass, got.tclass);
    if (want.vlan) differ("tci", want.tci, got.tci);
    differ("slot", place.eop_slot, got.slot);
    differ("clocks from eop to verdict", kCheckCycles, got.clock - place.eop_clock);
    (want.ok ? good_ : want.checked ? bad_ : unchecked_)++;
    if (want.checked) {
      ++ended_[(16u * place.sop_segment + want.packet_end - 1) % 128];
      ++started_[want.ipv6][want.vlan][place.sop_segment];
    }
  }

  void report(const Want& want, const SegPlace& place, std::string_view field, uint64_t wanted,
              uint64_t seen) {
    if (run().failures() >= SimRun::kMaxReports) return run().fail({});  // only counted by now
    run().fail(fmt::format(
        "frame {} (segments {}..{}, clocks {}..{}): {}: want {:#x}, got {:#x}\n  {}\n"
        "  repeat with: {}\n  see it with: {}",
        place.frame, place.sop_segment, place.eop_segment, place.sop_clock, place.eop_clock, field,
        wanted, seen, save_frame(run(), "frame", place.frame, want.frame), run().repeat_command(),
        run().wave_command(fmt::format("--wave-frame {}", place.frame))));
  }

  std::deque<Want> wanted_;
  uint64_t pushed_ = 0;
};

}  // namespace rnic::tb
