// SPDX-License-Identifier: Apache-2.0
// The ICRC engine's generate form against the golden model, byte for byte: kernel captures with
// their ICRC wiped out, every place an ICRC can stand, then random frames in every packing.
#include <Vtb_rnic_icrc_generate.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>

#include "models/crc/icrc.h"
#include "models/wire/ethernet.h"
#include "models/wire/frame.h"
#include "tb/harness/dut_test.h"
#include "tb/harness/frame_fields.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_driver.h"
#include "tb/harness/seg_monitor.h"
#include "tb/icrc/captured_frames.h"
#include "tb/icrc/packing_case.h"
#include "tb/icrc/random_frame.h"

namespace rnic::tb {
namespace {

// From a beat to the same beat with its ICRC, where frames come without a pause. 22 are allowed.
constexpr uint64_t kGenerateCycles = 18;

// Index of the ICRC's first byte; nothing where the frame gets none: no ICRC to check there, or a
// length that no RoCEv2 packet has.
std::optional<size_t> icrc_place(const std::vector<uint8_t>& frame) {
  if (!model::check_icrc(frame)) return std::nullopt;
  model::ByteReader in(frame);
  const size_t ip = model::read_ethernet(in)->bytes();
  const bool ipv6 = frame[ip] >> 4 == 6;
  const size_t at = ip + (ipv6 ? 4u : 2u);
  const size_t length = static_cast<size_t>(frame[at]) << 8 | frame[at + 1];
  if (length % 4 != 0) return std::nullopt;
  return ip + (ipv6 ? 40u : 0u) + length - 4;
}

class IcrcGenerate : public DutTest {
 protected:
  IcrcGenerate() {
    driver_.set_wave(dut_.wave());
    dut_.add(driver_);
    dut_.add(monitor_);
    dut_.reset();
  }

  // Sends `frame` with `garbage` where the ICRC belongs; it must come out with the right one.
  void push(std::vector<uint8_t> frame, uint32_t garbage) {
    auto want = frame;
    const auto place = icrc_place(frame);
    if (place) {
      const auto at = static_cast<ptrdiff_t>(*place);
      std::ranges::copy(model::icrc_to_wire(model::check_icrc(frame)->want), want.begin() + at);
      std::ranges::copy(model::icrc_to_wire(garbage), frame.begin() + at);
      ++with_icrc_;
    }
    places_.push_back(place);
    const bool err = err_.chance(10);
    board_.expect({.bytes = std::move(want), .err = err});
    driver_.push({.bytes = std::move(frame), .err = err});
    while (driver_.backlog() > 8) step();
  }

  void drain() {
    dut_.run_until([&] { return driver_.is_done(); }, 100'000);
    for (uint64_t i = 0; i <= kGenerateCycles; ++i) step();
  }

  void step() {
    dut_.cycle();
    while (!monitor_.frames().empty()) {
      const SeenFrame seen = monitor_.take();
      board_.got(seen.bytes, seen.err);
      const SegPlace sent = driver_.sent().front();
      driver_.sent().pop_front();
      if (const auto place = places_.front()) {
        ++began_[(sent.sop_segment * size_t{kSegBytes} + *place) % kBeatBytes / 4];
      }
      places_.pop_front();
      run().count_checks();
      const uint64_t clocks = seen.place.eop_clock - sent.eop_clock;
      if (clocks < kGenerateCycles || clocks > kGenerateCycles + idle_clocks_) {
        run().fail(fmt::format("frame {}: {} clocks through the engine", sent.frame, clocks));
      }
    }
  }

  // An ICRC begins in the middle of a word, of any in a beat; in the last it reaches into the next
  // beat.
  void expect_every_place() {
    for (size_t n = 0; n < began_.size(); ++n) {
      expect(began_[n] > 0, fmt::format("no ICRC began in word {} of a beat", n));
    }
  }

  std::deque<std::optional<size_t>> places_;  // of the frames on their way, as in icrc_place()
  std::array<uint64_t, kBeatBytes / 4> began_{};
  uint64_t with_icrc_ = 0;
  Rng err_ = rng("err");  // a frame to be discarded goes through like any other
  // A frame's last beat may hold the next one's first segments, and waits then for the beat that
  // continues that one: idle beats in between count on top.
  uint64_t idle_clocks_ = 0;
  Dut<Vtb_rnic_icrc_generate> dut_{run()};
  SegDriver driver_{run(),
                    "in",
                    {.data = &dut_->in_data_i,
                     .ena = &dut_->in_ena_i,
                     .sop = &dut_->in_sop_i,
                     .eop = &dut_->in_eop_i,
                     .err = &dut_->in_err_i,
                     .mty = &dut_->in_mty_i},
                    SegDirection::kRx};
  SegMonitor monitor_{run(),
                      "out",
                      {.data = &dut_->out_data_o,
                       .ena = &dut_->out_ena_o,
                       .sop = &dut_->out_sop_o,
                       .eop = &dut_->out_eop_o,
                       .err = &dut_->out_err_o,
                       .mty = &dut_->out_mty_o},
                      SegDirection::kRx};
  FrameScoreboard board_{run(), "frames with ICRC", roce_field_at};
};

TEST_F(IcrcGenerate, WritesTheKernelsIcrcIntoEveryCapturedFrame) {
  uint64_t kernel_icrcs = 0;
  for (unsigned segment = 0; segment < 8; ++segment) {
    driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
    for_each_captured_frame([&](auto frame) {
      // The captured ICRC itself is the expectation wherever it was right.
      const auto check = model::check_icrc(frame);
      if (check && check->ok()) ++kernel_icrcs;
      push(std::move(frame), 0);
    });
  }
  drain();
  expect(kernel_icrcs > 8 * 1500, "the captures hold that many right ICRCs");
}

TEST_F(IcrcGenerate, WritesAnIcrcIntoEveryPlace) {
  RandomFrames frames(rng("frames"));
  Rng garbage = rng("garbage");
  for (unsigned segment = 0; segment < 8; ++segment) {
    driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
    for (const bool ipv6 : {false, true}) {
      for (const uint16_t tpid : {uint16_t{0}, model::ether_type::kVlan}) {
        for (size_t ip_bytes = ipv6 ? 64 : 44; ip_bytes < 64 + 2 * 128; ++ip_bytes) {
          push(frames.roce({.ipv6 = ipv6, .tpid = tpid, .ip_bytes = ip_bytes}),
               static_cast<uint32_t>(garbage.next()));
        }
      }
    }
  }
  drain();
  expect_every_place();
}

class IcrcGenerateRandom : public IcrcGenerate,
                           public ::testing::WithParamInterface<PackingCase> {};

TEST_P(IcrcGenerateRandom, AgreesWithTheModelOnRandomFrames) {
  const uint64_t count = GetParam().count();
  driver_.set_spacing(GetParam().spacing);
  if (GetParam().has_idle_beats()) idle_clocks_ = GetParam().spacing.max_idle_beats;
  RandomFrames frames(rng("frames"), {.whole_words_percent = 97});
  Rng garbage = rng("garbage");
  for (uint64_t i = 0; i < count; ++i) push(frames.next(), static_cast<uint32_t>(garbage.next()));
  drain();
  expect(with_icrc_ > count * 8 / 10, "most frames get an ICRC");
  expect_every_place();
  expect(with_icrc_ < count, "some must pass unchanged");
}

INSTANTIATE_TEST_SUITE_P(Packings, IcrcGenerateRandom, ::testing::ValuesIn(kPackingCases),
                         packing_name);

}  // namespace
}  // namespace rnic::tb
