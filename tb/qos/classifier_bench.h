// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fixture for the DSCP classifier: frames and writes in, and every clock all that leaves the module
// compared with what the golden model says of the frames that entered two clocks before. So a class
// that is early, late, missing, made up or in the other slot is found wherever it happens.
//
//   TEST_F(Classifier, …) {
//     step({ClassifierFrame{.dscp = 46}, {}}, {.lossless = 0x08});
//     drain();
//   }

#include <Vtb_rnic_dscp_classifier.h>
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>

#include "models/qos/dscp_map.h"
#include "tb/harness/dut_test.h"

namespace rnic::tb {

struct ClassifierFrame {
  uint8_t dscp = 0;
  uint8_t ecn = 0;
  bool vlan = false;
  uint8_t pcp = 0;
};
using ClassifierSlots = std::array<std::optional<ClassifierFrame>, 2>;

// Writes that come together in one clock.
struct ClassifierConfig {
  std::optional<bool> profile{};  // true: factory
  struct Entry {
    uint8_t dscp;
    uint8_t priority;
  };
  std::optional<Entry> entry{};
  std::optional<uint8_t> lossless{};
};

inline model::DscpMap profile_map(bool factory) {
  return factory ? model::DscpMap::factory() : model::DscpMap::basepod();
}

class Classifier : public DutTest {
 protected:
  Classifier() {
    put({}, {});
    reset();
  }

  void reset(unsigned clocks = 8) {
    dut_.reset(clocks);
    expect_eq(0u, unsigned{dut_->class_valid_o}, "class_valid_o behind the reset");
    map_ = model::DscpMap::basepod();
    frames_ = before_ = {};
  }

  // One clock: frames and writes enter, and the classes of the clock before are compared.
  void step(const ClassifierSlots& slots, const ClassifierConfig& config = {}) {
    put(slots, config);
    before_ = frames_;
    for (unsigned slot = 0; slot < 2; ++slot) {
      frames_[slot].reset();
      if (slots[slot]) frames_[slot] = want(*slots[slot]);
    }
    write(config);
    dut_.cycle();
    for (unsigned slot = 0; slot < 2; ++slot) compare(slot);
  }
  void drain() {
    for (int i = 0; i < 3; ++i) step({});
  }

  // What the next frames are judged by; step() keeps it.
  model::DscpMap map_;
  uint64_t mismatches_ = 0, lossy_ = 0, lookups_ = 0;
  Dut<Vtb_rnic_dscp_classifier> dut_{run()};

 private:
  struct Want {
    ClassifierFrame frame;
    uint8_t priority;
    bool pcp_mismatch;
    bool lossy;
  };

  Want want(const ClassifierFrame& frame) const {
    const uint8_t priority = map_.priority(frame.dscp);
    return {frame, priority, frame.vlan && frame.pcp != priority, !map_.is_lossless(priority)};
  }

  void write(const ClassifierConfig& config) {
    if (config.profile) {
      map_ = profile_map(*config.profile);
      return;
    }
    if (config.entry) map_.set_priority(config.entry->dscp, config.entry->priority);
    if (config.lossless) map_.set_lossless_mask(*config.lossless);
  }

  // Pins that say nothing in this clock carry noise.
  void put(const ClassifierSlots& slots, const ClassifierConfig& config) {
    auto& pins = dut_.model();
    const uint64_t noise = noise_.next();
    pins.frame_valid_i = 0;
    pins.frame_tclass_i = static_cast<uint16_t>(noise);
    pins.frame_vlan_i = (noise >> 16) & 3;
    pins.frame_pcp_i = (noise >> 18) & 63;
    for (unsigned slot = 0; slot < 2; ++slot) {
      if (!slots[slot]) continue;
      const ClassifierFrame& frame = *slots[slot];
      pins.frame_valid_i |= static_cast<uint8_t>(1 << slot);
      pins.frame_tclass_i = static_cast<uint16_t>((pins.frame_tclass_i & ~(0xff << (8 * slot))) |
                                                  (frame.dscp << 2 | frame.ecn) << (8 * slot));
      pins.frame_vlan_i =
          static_cast<uint8_t>((pins.frame_vlan_i & ~(1 << slot)) | (frame.vlan ? 1 << slot : 0));
      pins.frame_pcp_i =
          static_cast<uint8_t>((pins.frame_pcp_i & ~(7 << (3 * slot))) | frame.pcp << (3 * slot));
    }
    pins.cfg_profile_we_i = config.profile.has_value();
    pins.cfg_profile_i = config.profile.value_or((noise >> 24) & 1);
    pins.cfg_map_we_i = config.entry.has_value();
    pins.cfg_map_dscp_i = config.entry ? config.entry->dscp : (noise >> 25) & 63;
    pins.cfg_map_prio_i = config.entry ? config.entry->priority : (noise >> 31) & 7;
    pins.cfg_lossless_we_i = config.lossless.has_value();
    pins.cfg_lossless_i = config.lossless.value_or(static_cast<uint8_t>(noise >> 34));
  }

  // Two clocks after `before_` entered.
  void compare(unsigned slot) {
    const auto& pins = dut_.model();
    run().count_checks();
    const std::optional<Want>& want = before_[slot];
    const bool valid = ((pins.class_valid_o >> slot) & 1) != 0;
    if (valid != want.has_value()) {
      run().fail(fmt::format("clock {}, slot {}: want valid {}, got {}", dut_.clock(), slot,
                             want.has_value(), valid));
      return;
    }
    if (!want) return;
    const unsigned priority = (pins.class_prio_o >> (3 * slot)) & 7u;
    const unsigned ecn = (pins.class_ecn_o >> (2 * slot)) & 3u;
    const bool pcp_mismatch = ((pins.class_pcp_mismatch_o >> slot) & 1) != 0;
    const bool lossy = ((pins.class_lossy_o >> slot) & 1) != 0;
    ++lookups_;
    mismatches_ += pcp_mismatch;
    lossy_ += lossy;
    if (priority != want->priority || ecn != want->frame.ecn ||
        pcp_mismatch != want->pcp_mismatch || lossy != want->lossy) {
      run().fail(fmt::format(
          "clock {}, slot {}, DSCP {}, {} PCP {}: want priority {} pcp_mismatch {} lossy {} ecn "
          "{}, "
          "got {} {} {} {}",
          dut_.clock(), slot, want->frame.dscp, want->frame.vlan ? "tagged" : "untagged",
          want->frame.pcp, want->priority, want->pcp_mismatch, want->lossy, want->frame.ecn,
          priority, pcp_mismatch, lossy, ecn));
    }
  }

  std::array<std::optional<Want>, 2> frames_, before_;
  Rng noise_ = rng("noise");
};

}  // namespace rnic::tb
