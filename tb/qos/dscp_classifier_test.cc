// SPDX-License-Identifier: Apache-2.0
// The DSCP classifier: latency, slots, both profiles, and writes while frames pass.
#include <cstdlib>

#include "tb/qos/classifier_bench.h"

namespace rnic::tb {
namespace {

using Frame = ClassifierFrame;
using Slots = ClassifierSlots;
using Config = ClassifierConfig;

Frame untagged(uint8_t dscp) { return {.dscp = dscp}; }

// Every DSCP in slot 0 with every other one, cyclically, in slot 1; tagged with every PCP and not.
template <class Step>
void sweep(Step step) {
  for (unsigned i = 0; i < 64 * 16 * 4; ++i) {
    const auto frame = [](unsigned n) {
      return Frame{.dscp = static_cast<uint8_t>(n & 63),
                   .ecn = static_cast<uint8_t>((n >> 10) & 3),
                   .vlan = ((n >> 9) & 1) != 0,
                   .pcp = static_cast<uint8_t>((n >> 6) & 7)};
    };
    step(Slots{frame(i), frame(i * 5 + 1)});  // 5: odd, so slot 1 sees all 4,096 values too
  }
}

TEST_F(Classifier, AnswersTwoClocksLaterInTheSameSlot) {
  for (const bool in_slot_1 : {false, true}) {
    Slots slots;
    slots[in_slot_1] = untagged(46);
    for (int i = 0; i < 5; ++i) step({});
    step(slots);
    for (int i = 0; i < 5; ++i) step({});
  }
  expect_eq(uint64_t{2}, lookups_, "classes given");
}

TEST_F(Classifier, StartsWithBasepodAfterReset) {
  for (uint8_t dscp = 0; dscp < 64; ++dscp) step({untagged(dscp), untagged(63 - dscp)});
  drain();
  // In numbers, apart from the model: DSCP 46 alone is lossless, in either slot.
  expect_eq(uint64_t{128}, lookups_, "classes given");
  expect_eq(uint64_t{126}, lossy_, "lossy ones");
}

TEST_F(Classifier, ForgetsMapAndFramesInAReset) {
  step({}, {.profile = true});
  step({}, {.lossless = 0xff});
  step({untagged(46), untagged(26)});  // would leave behind the reset
  // Writes and frames stand at the pins all through it, and hold nothing.
  dut_->frame_valid_i = 3;
  dut_->cfg_map_we_i = 1;
  dut_->cfg_map_dscp_i = 7;
  dut_->cfg_map_prio_i = 7;
  dut_->cfg_lossless_we_i = 1;
  dut_->cfg_lossless_i = 0xff;
  dut_->cfg_profile_we_i = 0;
  reset(1);
  drain();
  for (uint8_t dscp = 0; dscp < 64; ++dscp) step({untagged(dscp), {}});
  drain();
  dut_->cfg_profile_we_i = 1;
  dut_->cfg_profile_i = 1;
  reset(1);
  for (uint8_t dscp = 0; dscp < 64; ++dscp) step({untagged(dscp), {}});
  drain();
}

class ClassifierProfile : public Classifier, public ::testing::WithParamInterface<bool> {};

TEST_P(ClassifierProfile, MapsEveryDscpTaggedAndUntaggedInBothSlots) {
  step({}, {.profile = GetParam()});
  sweep([this](const Slots& slots) { step(slots); });
  drain();
  expect_eq(uint64_t{8192}, lookups_, "lookups");
  // Half are tagged, of those one in eight has the right PCP.
  expect_eq(uint64_t{8192 / 2 / 8 * 7}, mismatches_, "PCP mismatches");
  // Factory loses all; basepod all but one of 64.
  expect_eq(GetParam() ? uint64_t{8192} : uint64_t{8192 / 64 * 63}, lossy_, "lossy ones");
}

INSTANTIATE_TEST_SUITE_P(Profiles, ClassifierProfile, ::testing::Bool(),
                         [](const auto& param_info) {
                           return param_info.param ? "Factory" : "Basepod";
                         });

TEST_F(Classifier, WritesAnEntryForTheFramesOfLaterClocks) {
  for (uint8_t dscp = 0; dscp < 64; ++dscp) {
    for (uint8_t priority = 0; priority < 8; ++priority) {
      const Slots slots{untagged(dscp), Frame{.dscp = dscp, .vlan = true, .pcp = priority}};
      step(slots, {.entry = {{dscp, priority}}});  // the old entry still
      step(slots);                                 // the new one
    }
    // No other entry moved.
    for (uint8_t other = 0; other < 64; ++other) step({untagged(other), untagged(63 - other)});
  }
  drain();
}

TEST_F(Classifier, WritesTheLosslessMaskForTheFramesOfLaterClocks) {
  step({}, {.profile = true});  // DSCP 8 n on priority n
  for (unsigned mask = 0; mask < 256; ++mask) {
    for (unsigned priority = 0; priority < 8; ++priority) {
      const auto dscp = static_cast<uint8_t>(8 * priority);
      const uint8_t others = static_cast<uint8_t>(~mask);
      step({untagged(dscp), untagged(dscp)}, {.lossless = static_cast<uint8_t>(mask)});
      step({untagged(dscp), untagged(dscp)}, {.lossless = others});
    }
  }
  drain();
}

TEST_F(Classifier, LoadsAProfileForTheFramesOfLaterClocks) {
  for (uint8_t dscp = 0; dscp < 64; ++dscp) {
    for (const bool factory : {true, false, true, true, false, false}) {
      step({untagged(dscp), untagged(63 - dscp)}, {.profile = factory});
    }
  }
  drain();
}

TEST_F(Classifier, LetsAProfileLoadWinOverWritesOfItsClock) {
  for (const bool factory : {true, false}) {
    for (uint8_t dscp = 0; dscp < 64; ++dscp) {
      const uint8_t priority = profile_map(factory).priority(dscp) ^ 7;
      step({}, {.profile = factory, .entry = {{dscp, priority}}, .lossless = 0xa5});
      for (uint8_t other = 0; other < 64; ++other) step({untagged(other), untagged(dscp)});
    }
  }
  drain();
}

// Field fault: a DSCP that a site's map does not name went to a random queue (sonic-buildimage
// issues 8770 and 27310), and the tag's priority came from elsewhere (linux-rdma 5ac415cb322f).
TEST_F(Classifier, MapsUnnamedDscpsOfASiteMapToItsDefaultWhileItChanges) {
  for (uint8_t dscp = 0; dscp < 64; ++dscp) {
    step({untagged(dscp), untagged(9)}, {.entry = {{dscp, 1}}});
  }
  constexpr Config::Entry kSite[] = {{8, 0}, {5, 2}, {3, 3}, {4, 4}, {46, 5}, {48, 6}};
  for (const auto& entry : kSite) step({untagged(entry.dscp), untagged(9)}, {.entry = entry});
  const auto site_priority = [&](uint8_t dscp) -> uint8_t {
    for (const auto& entry : kSite) {
      if (entry.dscp == dscp) return entry.priority;
    }
    return 1;
  };
  for (uint8_t dscp = 0; dscp < 64; ++dscp) {
    expect_eq(site_priority(dscp), map_.priority(dscp), "the site's map");
  }
  drain();
  mismatches_ = 0;
  // A tag that carries the map's priority, VLAN 100, agrees; the same frame untagged has the same
  // priority; SL 5 or-ed in anywhere would be seen as a mismatch.
  for (uint8_t dscp = 0; dscp < 64; ++dscp) {
    step({Frame{.dscp = dscp, .vlan = true, .pcp = site_priority(dscp)}, untagged(dscp)});
  }
  drain();
  expect_eq(uint64_t{0}, mismatches_, "PCP mismatches");
  step({}, {.entry = {{26, 3}}});
  step({Frame{.dscp = 26, .vlan = true, .pcp = 0x6064 >> 13}, Frame{.dscp = 26, .vlan = true}});
  drain();
  expect_eq(uint64_t{1}, mismatches_, "PCP mismatches");
}

TEST_F(Classifier, AgreesWithTheModelWhileTheMapChangesInTraffic) {
  const uint64_t clocks = std::getenv("RNIC_SOAK") != nullptr ? 1'000'000 : 80'000;
  Rng random = rng("frames and writes");
  uint64_t writes = 0;
  for (uint64_t i = 0; i < clocks; ++i) {
    Slots slots;
    for (auto& slot : slots) {
      if (random.chance(10)) continue;
      // A few DSCPs come often, so that writes meet the frames they change.
      const bool often = random.chance(50);
      slot = Frame{.dscp = static_cast<uint8_t>(random.below(often ? 4 : 64)),
                   .ecn = static_cast<uint8_t>(random.below(4)),
                   .vlan = random.chance(50),
                   .pcp = static_cast<uint8_t>(random.below(8))};
    }
    Config config;
    if (random.chance(1)) config.profile = random.chance(50);
    if (random.chance(40)) {
      config.entry = {{static_cast<uint8_t>(random.below(random.chance(50) ? 4 : 64)),
                       static_cast<uint8_t>(random.below(8))}};
    }
    if (random.chance(10)) config.lossless = random.byte();
    writes += config.entry.has_value() && !config.profile;
    step(slots, config);
  }
  drain();
  expect(lookups_ >= 100'000, "lookups");
  expect(writes > clocks / 4, "entries written");
  expect(mismatches_ > lookups_ / 4 && mismatches_ < lookups_ / 2, "PCP mismatches both ways");
  expect(lossy_ > lookups_ / 4 && lossy_ < lookups_ * 3 / 4, "lossy and lossless");
}

}  // namespace
}  // namespace rnic::tb
