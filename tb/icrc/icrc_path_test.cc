// SPDX-License-Identifier: Apache-2.0
// ICRC engine and DSCP classifier behind one another, against the golden model: every DSCP, tagged
// and not, then random frames while the map is written.
#include <Vtb_rnic_icrc_path.h>
#include <fmt/format.h>

#include <array>
#include <deque>

#include "models/crc/icrc.h"
#include "models/qos/dscp_map.h"
#include "models/wire/ethernet.h"
#include "models/wire/ip.h"
#include "tb/harness/dut_test.h"
#include "tb/harness/pins.h"
#include "tb/harness/seg_driver.h"
#include "tb/icrc/packing_case.h"
#include "tb/icrc/random_frame.h"

namespace rnic::tb {
namespace {

// From a frame's last beat to the clock whose map it gets, and to its verdict.
constexpr uint64_t kLookupClocks = 15;
constexpr uint64_t kVerdictClocks = 17;

// One write at the configuration port.
struct Write {
  enum class Kind { kProfile, kEntry, kMask } kind = Kind::kMask;
  uint8_t dscp = 0;
  uint8_t value = 0;  // profile 0 basepod, 1 factory; priority; mask
  uint64_t clock = 0;
};

void apply(const Write& write, model::DscpMap& map) {
  switch (write.kind) {
    case Write::Kind::kProfile:
      map = write.value != 0 ? model::DscpMap::factory() : model::DscpMap::basepod();
      break;
    case Write::Kind::kEntry:
      map.set_priority(write.dscp, write.value);
      break;
    case Write::Kind::kMask:
      map.set_lossless_mask(write.value);
      break;
  }
}

// What the frame's bytes say, by the model; the class follows when the map is known.
struct Want {
  bool checked = false;
  bool ok = false;
  std::optional<model::VlanTag> tag = std::nullopt;
  uint8_t tclass = 0;
};

Want judge(const std::vector<uint8_t>& frame) {
  Want want;
  model::ByteReader in(frame);
  const auto ethernet = model::read_ethernet(in);
  if (ethernet) want.tag = ethernet->tag;
  const auto check = model::check_icrc(frame);
  if (!check) return want;
  want.checked = true;
  want.ok = check->ok();
  const size_t ip = ethernet->bytes();
  const bool is_ipv6 = frame[ip] >> 4 == 6;
  want.tclass = static_cast<uint8_t>(is_ipv6 ? frame[ip] << 4 | frame[ip + 1] >> 4 : frame[ip + 1]);
  return want;
}

// Neither field is under the ICRC.
void set_tclass(std::vector<uint8_t>& frame, bool is_tagged, uint8_t tclass) {
  const size_t ip = model::kEthernetBytes + (is_tagged ? model::kVlanTagBytes : 0);
  if (frame[ip] >> 4 == 6) {
    frame[ip] = static_cast<uint8_t>(0x60 | tclass >> 4);
    frame[ip + 1] = static_cast<uint8_t>(tclass << 4 | (frame[ip + 1] & 0xf));
  } else {
    frame[ip + 1] = tclass;
  }
}

void set_tci(std::vector<uint8_t>& frame, uint16_t tci) {
  frame[14] = static_cast<uint8_t>(tci >> 8);
  frame[15] = static_cast<uint8_t>(tci);
}

class IcrcPath : public DutTest {
 protected:
  IcrcPath() {
    dut_->cfg_profile_we_i = dut_->cfg_map_we_i = dut_->cfg_lossless_we_i = 0;
    dut_->cfg_profile_i = dut_->cfg_map_dscp_i = dut_->cfg_map_prio_i = dut_->cfg_lossless_i = 0;
    driver_.set_wave(dut_.wave());
    dut_.add(driver_);
    dut_.reset();
  }

  void push(std::vector<uint8_t> frame) {
    wanted_.push_back(judge(frame));
    driver_.push({.bytes = std::move(frame)});
    while (driver_.backlog() > 8) step();
  }

  // Puts the write on the pins for the clock that begins.
  void write(const Write& write) {
    dut_->cfg_profile_we_i = write.kind == Write::Kind::kProfile;
    dut_->cfg_map_we_i = write.kind == Write::Kind::kEntry;
    dut_->cfg_lossless_we_i = write.kind == Write::Kind::kMask;
    dut_->cfg_profile_i = write.value & 1;
    write_pin<6>(dut_->cfg_map_dscp_i, write.dscp);
    write_pin<3>(dut_->cfg_map_prio_i, write.value);
    dut_->cfg_lossless_i = write.value;
    writes_.push_back(write);
    writes_.back().clock = dut_.clock();
    step();
    dut_->cfg_profile_we_i = dut_->cfg_map_we_i = dut_->cfg_lossless_we_i = 0;
  }

  void write_map(const model::DscpMap& map) {
    for (uint8_t dscp = 0; dscp < 64; ++dscp) {
      write({Write::Kind::kEntry, dscp, map.priority(dscp)});
    }
    write({Write::Kind::kMask, 0, map.lossless_mask()});
  }

  // Lets everything pushed be judged.
  void drain() {
    while (!driver_.is_done()) step();
    for (uint64_t i = 0; i <= kVerdictClocks; ++i) step();
    expect(wanted_.empty(), "each frame got a verdict");
  }

  // Every DSCP and ECN, untagged and with every PCP on VLAN 100, over both families.
  void sweep() {
    RandomFrames frames(rng("frames"));
    for (unsigned tclass = 0; tclass < 256; ++tclass) {
      for (unsigned kind = 0; kind < 18; ++kind) {
        const bool is_tagged = kind >= 2;
        auto frame = frames.roce({.ipv6 = kind % 2 != 0,
                                  .tpid = is_tagged ? model::ether_type::kVlan : uint16_t{0},
                                  .ip_bytes = 64 + 4 * (tclass % 16)});
        set_tclass(frame, is_tagged, static_cast<uint8_t>(tclass));
        if (is_tagged) set_tci(frame, static_cast<uint16_t>((kind / 2 - 1) << 13 | 100));
        push(std::move(frame));
      }
    }
    drain();
  }

  void step() {
    dut_.cycle();
    for (unsigned slot = 0; slot < 2; ++slot) {
      if ((dut_->valid_o >> slot & 1) != 0) compare(slot);
    }
  }

  std::array<uint64_t, 8> priorities_{};
  uint64_t mismatches_ = 0, lossy_ = 0, good_ = 0, bad_ = 0, unchecked_ = 0, writes_applied_ = 0;

  Dut<Vtb_rnic_icrc_path> dut_{run()};
  SegDriver driver_{run(),
                    "wire",
                    {.data = &dut_->rx_data_i,
                     .ena = &dut_->rx_ena_i,
                     .sop = &dut_->rx_sop_i,
                     .eop = &dut_->rx_eop_i,
                     .err = &dut_->rx_err_i,
                     .mty = &dut_->rx_mty_i},
                    SegDirection::kRx};

 private:
  void compare(unsigned slot) {
    const uint64_t clock = dut_.clock();
    if (wanted_.empty() || driver_.sent().empty()) {
      expect(false, fmt::format("clock {}: a verdict without a frame", clock));
      return;
    }
    const Want want = wanted_.front();
    const SegPlace place = driver_.sent().front();
    wanted_.pop_front();
    driver_.sent().pop_front();
    // A write of clock w holds for lookups of later clocks.
    for (; !writes_.empty() && writes_.front().clock < place.eop_clock + kLookupClocks;
         writes_.pop_front()) {
      apply(writes_.front(), map_);
      ++writes_applied_;
    }
    const auto bit = [slot](uint8_t pins) { return (pins >> slot & 1) != 0; };
    const uint8_t priority = map_.priority(model::dscp_of(want.tclass));
    const bool want_mismatch = want.tag && want.tag->pcp() != priority;
    const uint8_t got_priority = dut_->prio_o >> (3 * slot) & 7;
    const uint8_t got_ecn = dut_->ecn_o >> (2 * slot) & 3;
    run().count_checks();
    const bool is_right = bit(dut_->checked_o) == want.checked && bit(dut_->ok_o) == want.ok &&
                          bit(dut_->vlan_o) == want.tag.has_value() &&
                          (want.tag || !bit(dut_->pcp_mismatch_o)) &&
                          clock - place.eop_clock == kVerdictClocks && slot == place.eop_slot;
    const bool has_class = got_priority == priority && bit(dut_->pcp_mismatch_o) == want_mismatch &&
                           bit(dut_->lossy_o) == !map_.is_lossless(priority) &&
                           got_ecn == model::ecn_of(want.tclass);
    if (!is_right || (want.checked && !has_class)) {
      run().fail(fmt::format(
          "frame {} (clocks {}..{}, DSCP {}): want checked {} ok {} vlan {} priority {} mismatch "
          "{} "
          "lossy {} ecn {} slot {}, got {} {} {} {} {} {} {} slot {} in clock {}\n  repeat with: "
          "{}",
          place.frame, place.sop_clock, place.eop_clock, model::dscp_of(want.tclass), want.checked,
          want.ok, want.tag.has_value(), priority, want_mismatch, !map_.is_lossless(priority),
          model::ecn_of(want.tclass), place.eop_slot, bit(dut_->checked_o), bit(dut_->ok_o),
          bit(dut_->vlan_o), got_priority, bit(dut_->pcp_mismatch_o), bit(dut_->lossy_o), got_ecn,
          slot, clock, run().wave_command(fmt::format("--wave-frame {}", place.frame))));
    }
    ++(want.ok ? good_ : want.checked ? bad_ : unchecked_);
    if (!want.checked) return;
    ++priorities_[priority];
    if (want_mismatch) ++mismatches_;
    if (!map_.is_lossless(priority)) ++lossy_;
  }

  std::deque<Want> wanted_;
  std::deque<Write> writes_;
  model::DscpMap map_ = model::DscpMap::basepod();  // as after reset
};

constexpr uint64_t kSweepFrames = 256 * 18;

TEST_F(IcrcPath, ClassifiesEveryDscpByBothProfiles) {
  sweep();
  expect_eq(kSweepFrames / 64, priorities_[3], "frames of DSCP 46 on priority 3");
  expect_eq(kSweepFrames * 63 / 64, lossy_, "frames on lossy priorities");
  write({Write::Kind::kProfile, 0, 1});
  priorities_ = {};
  lossy_ = 0;
  sweep();
  for (const uint64_t frames : priorities_) expect_eq(kSweepFrames / 8, frames, "of a priority");
  expect_eq(kSweepFrames, lossy_, "frames on lossy priorities");
  write({Write::Kind::kProfile, 0, 0});
  priorities_ = {};
  sweep();
  expect_eq(kSweepFrames / 64, priorities_[3], "frames of DSCP 46 on priority 3 again");
}

// A site's own map with most code points on priority 1.
TEST_F(IcrcPath, ClassifiesEveryDscpByASitesOwnMap) {
  model::DscpMap map;
  for (uint8_t dscp = 0; dscp < 64; ++dscp) map.set_priority(dscp, 1);
  constexpr std::array<std::array<uint8_t, 2>, 6> kNamed = {
      {{8, 0}, {5, 2}, {3, 3}, {4, 4}, {46, 5}, {48, 6}}};
  for (const auto& [dscp, priority] : kNamed) map.set_priority(dscp, priority);
  map.set_lossless_mask(0b0010'1000);
  write_map(map);
  sweep();
  for (unsigned priority = 0; priority < 8; ++priority) {
    const uint64_t dscps = priority == 7 ? 0 : priority == 1 ? 58 : 1;
    expect_eq(dscps * kSweepFrames / 64, priorities_[priority], fmt::format("on {}", priority));
  }
  // Of nine tag kinds (none, PCP 0 to 7) seven are wrong.
  expect_eq(kSweepFrames / 9 * 7, mismatches_, "frames with another PCP");
  expect_eq(kSweepFrames / 64 * 62, lossy_, "frames on lossy priorities");
}

class IcrcPathRandom : public IcrcPath, public ::testing::WithParamInterface<PackingCase> {
 protected:
  Write random_write(Rng& random) {
    const uint32_t kind = random.below(100);
    if (kind < 4) return {Write::Kind::kProfile, 0, static_cast<uint8_t>(random.below(2))};
    if (kind < 20) return {Write::Kind::kMask, 0, random.byte()};
    return {Write::Kind::kEntry, static_cast<uint8_t>(random.below(64)),
            static_cast<uint8_t>(random.below(8))};
  }
};

TEST_P(IcrcPathRandom, AgreesWithTheModelWhileTheMapIsWritten) {
  driver_.set_spacing(GetParam().spacing);
  RandomFrames frames(rng("frames"));
  Rng random = rng("writes");
  const uint64_t count = GetParam().count() / 4;
  for (uint64_t i = 0; i < count; ++i) {
    // Bursts, so that writes fall into clocks in which frames are looked up, and none for a while.
    if (i / 512 % 2 == 0 && random.chance(60)) write(random_write(random));
    push(frames.next());
    if (i % 4096 != 4095) continue;
    drain();
    model::DscpMap map;
    for (uint8_t dscp = 0; dscp < 64; ++dscp) {
      map.set_priority(dscp, static_cast<uint8_t>(random.below(8)));
    }
    map.set_lossless_mask(random.byte());
    write_map(map);
  }
  drain();
  expect(good_ > count / 2, "most frames are right");
  expect(bad_ > count / 5, "many are damaged");
  expect(unchecked_ > count / 50, "some can't be checked");
  expect(mismatches_ > count / 5, "many have another PCP");
  expect(lossy_ > count / 10, "many are on lossy priorities");
  expect(writes_applied_ > count / 4, "the map was written often");
  for (const uint64_t frames_there : priorities_) expect(frames_there > 0, "a priority never used");
}

INSTANTIATE_TEST_SUITE_P(Packings, IcrcPathRandom, ::testing::ValuesIn(kPackingCases),
                         packing_name);

}  // namespace
}  // namespace rnic::tb
