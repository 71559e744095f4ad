// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fixture of the tests of parser and verdict: frames in at the bus; the parser's word and the
// judged frame of each compared with the model's, with slot and clock.
//
//   driver_.set_spacing({.packing = Packing::kRandomHoles});
//   push({.bytes = frame});                          // whatever the model says
//   push({.bytes = frame}, model::Reason::kTver);    // and the model must say this
//   drain();

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "models/rx/frame_check.h"
#include "models/wire/address.h"
#include "tb/harness/dut_test.h"
#include "tb/harness/rx_codes.h"
#include "tb/harness/seg_driver.h"
#include "tb/rx/judged_monitor.h"

namespace rnic::tb {

// From a frame's last segment to the parser's word and to the judged frame: always the same.
inline constexpr uint64_t kParserCycles = 13;
inline constexpr uint64_t kJudgedCycles = 16;

class RxVerdict : public DutTest {
 protected:
  RxVerdict();

  // The reason that a frame must get, by the test; nullopt in it: none.
  using Must = std::optional<std::optional<model::Reason>>;
  void push(SegFrame frame, Must must = std::nullopt);
  // Lets everything pushed be judged.
  void drain();
  void step();

  // Between drain() and push() only: a header on its way may meet either setting.
  void set_mac_filter(std::optional<model::MacAddress> ours);

  // "ip_checksum" for the code of ReasonIpChecksum, by the RTL's own names; empty for no code.
  std::string reason_name(uint8_t code);

  SeenJudged last_judged_;
  // What was judged: frames by reason (0: none) and by start segment, beats with two ends.
  std::array<uint64_t, 64> by_reason_{};
  std::array<uint64_t, 8> by_start_{};
  uint64_t second_ends_ = 0;
  uint64_t second_starts_ = 0;
  uint64_t frames_ = 0;

  Dut<Vtb_rnic_rx_verdict> dut_{run()};
  SegDriver driver_{run(),
                    "wire",
                    {.data = &dut_->rx_data_i,
                     .ena = &dut_->rx_ena_i,
                     .sop = &dut_->rx_sop_i,
                     .eop = &dut_->rx_eop_i,
                     .err = &dut_->rx_err_i,
                     .mty = &dut_->rx_mty_i},
                    SegDirection::kRx};
  JudgedMonitor monitor_{dut_.model()};

 private:
  struct Want {
    std::vector<uint8_t> frame;
    model::FrameCheck check;
  };
  // Reports the first fields that differ.
  class Differ;
  void compare(const SeenParsed& got);
  void compare(const SeenJudged& got);
  void compare_headers(Differ& differ, const Want& want, const SeenJudged& got);
  void report(const Want& want, const SegPlace& place, std::string_view field, uint64_t wanted,
              uint64_t seen);

  std::optional<model::MacAddress> our_mac_;
  std::deque<Want> wanted_;  // of frames whose judged word is still to come
  size_t parsed_ = 0;        // of those, so many have had the parser's
};

}  // namespace rnic::tb
