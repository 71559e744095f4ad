// SPDX-License-Identifier: Apache-2.0
// The ICRC engine's check form against the golden model: kernel captures first, then every place a
// packet can start and end, then random frames in every packing.
#include <Vtb_rnic_icrc_check.h>
#include <fmt/format.h>

#include <array>
#include <deque>
#include <string_view>

#include "models/crc/icrc.h"
#include "models/wire/ethernet.h"
#include "tb/harness/dut_test.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_driver.h"
#include "tb/icrc/captured_frames.h"
#include "tb/icrc/packing_case.h"
#include "tb/icrc/random_frame.h"
#include "tb/icrc/verdict_monitor.h"

namespace rnic::tb {
namespace {

// From a frame's last segment to its verdict: always the same. 18 are allowed.
constexpr uint64_t kCheckCycles = 15;

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

Want judge(const std::vector<uint8_t>& frame) {
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
    driver_.push({.bytes = std::move(frame)});
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
      if (wanted == seen) return;
      run().fail(fmt::format(
          "frame {} (segments {}..{}, clocks {}..{}): {}: want {:#x}, got {:#x}\n  {}\n  repeat "
          "with: {}",
          place.frame, place.sop_segment, place.eop_segment, place.sop_clock, place.eop_clock,
          field, wanted, seen, save_frame(run(), "frame", place.frame, want.frame),
          run().wave_command(fmt::format("--wave-frame {}", place.frame))));
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

  std::deque<Want> wanted_;
};

TEST_F(IcrcCheck, JudgesEveryKernelCaptureOnEveryStartSegment) {
  for (unsigned segment = 0; segment < 8; ++segment) {
    driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
    for_each_captured_frame([&](auto frame) { push(std::move(frame)); });
  }
  drain();
}

TEST_F(IcrcCheck, JudgesEveryStartAndEveryEnd) {
  RandomFrames frames(rng("frames"));
  for (unsigned segment = 0; segment < 8; ++segment) {
    driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
    for (const bool ipv6 : {false, true}) {
      for (const uint16_t tpid : {uint16_t{0}, model::ether_type::kVlan}) {
        for (size_t ip_bytes = ipv6 ? 64 : 44; ip_bytes < 64 + 2 * 128; ++ip_bytes) {
          auto frame = frames.roce({.ipv6 = ipv6, .tpid = tpid, .ip_bytes = ip_bytes});
          push(frame);
          frame[ip_bytes / 2 + 14] ^= 0x10;
          push(std::move(frame));
          push(frames.roce({.ipv6 = ipv6,
                            .tpid = tpid,
                            .ip_bytes = ip_bytes,
                            .trailer_bytes = 1 + ip_bytes % 200}));
        }
      }
    }
  }
  drain();
  for (size_t n = 0; n < ended_.size(); ++n) {
    expect(ended_[n] > 0, fmt::format("no packet ended in byte {} of a beat", n));
  }
}

TEST_F(IcrcCheck, SeesEverySingleBitOfABeat) {
  RandomFrames frames(rng("frames"));
  auto frame = frames.roce({.ip_bytes = 400});
  driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = 0});
  // Bytes 128..255 of a frame on segment 0 are a beat of nothing but payload.
  for (size_t bit = 0; bit < 1024; ++bit) {
    auto damaged = frame;
    damaged[128 + bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
    push(damaged);
  }
  drain();
  expect_eq(uint64_t{1024}, bad_, "single-bit errors found");
}

class IcrcCheckRandom : public IcrcCheck, public ::testing::WithParamInterface<PackingCase> {};

TEST_P(IcrcCheckRandom, AgreesWithTheModelOnRandomFrames) {
  const uint64_t count = GetParam().count();
  driver_.set_spacing(GetParam().spacing);
  RandomFrames frames(rng("frames"));
  for (uint64_t i = 0; i < count; ++i) push(frames.next());
  drain();
  // That the run was worth something:
  expect(good_ > count / 2, "most frames are right");
  expect(bad_ > count / 5, "many are damaged");
  expect(unchecked_ > count / 50, "some can't be checked");
  for (const auto& family : started_) {
    for (const auto& tag : family) {
      for (const uint64_t frames_here : tag) expect(frames_here > 0, "a start segment never used");
    }
  }
  for (size_t n = 0; n < ended_.size(); ++n) {
    expect(ended_[n] > 0, fmt::format("no packet ended in byte {} of a beat", n));
  }
}

INSTANTIATE_TEST_SUITE_P(Packings, IcrcCheckRandom, ::testing::ValuesIn(kPackingCases),
                         packing_name);

}  // namespace
}  // namespace rnic::tb
