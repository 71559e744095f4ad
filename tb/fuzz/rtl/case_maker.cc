// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/rtl/case_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "models/rx/receiver.h"
#include "tb/app/bench/rx_traffic.h"

namespace rnic::fuzz {
namespace {

// Who is spoken to in rx_traffic.h.
constexpr model::MacAddress kOurMac = {2, 0, 0, 0, 0, 2};
// Behind the frame with which the last QP ended: a dead case shows nothing new.
constexpr std::uint32_t kFramesBehindTheEnd = 20;

app::RxTrafficMix random_mix(tb::Rng& rng) {
  constexpr std::array kQps = {1u, 1u, 2u, 3u, 4u, 8u, 16u, 40u};
  app::RxTrafficMix mix{.qps = kQps[rng.below(kQps.size())]};
  // Frames of one length at times: what fits a beat exactly, and the shortest ones, two a beat.
  if (rng.chance(30))
    mix.frame_bytes = rng.chance(50) ? rng.between(60, 140) : rng.between(60, 600);
  mix.off_psn = rng.chance(70) ? 6 : 30;
  mix.damaged = 0;  // that is what mutations are for
  mix.mac_error = 0;
  mix.fatal_permille = rng.below(4);
  return mix;
}

model::DscpMap random_map(tb::Rng& rng) {
  if (rng.chance(50)) return model::DscpMap::basepod();
  if (rng.chance(40)) return model::DscpMap::factory();
  model::DscpMap map;
  for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
    map.set_priority(dscp, static_cast<std::uint8_t>(rng.below(8)));
  }
  map.set_lossless_mask(rng.byte());
  return map;
}

app::Spacing random_spacing(tb::Rng& rng) {
  constexpr std::array kSpacings = {app::Spacing::kBackToBack, app::Spacing::kBackToBack,
                                    app::Spacing::kGaps,       app::Spacing::kRecorded,
                                    app::Spacing::kRandom,     app::Spacing::kRandom};
  return kSpacings[rng.below(kSpacings.size())];
}

// A few that are not ready, of another partition, or with a window about the end of the PSNs.
void disturb(std::vector<model::RxQpConfig>& qps, tb::Rng& rng) {
  for (model::RxQpConfig& qp : qps) {
    if (rng.chance(4)) qp.state = model::QpState::kError;
    if (rng.chance(4)) qp.state = model::QpState::kReset;
    if (rng.chance(6)) qp.pkey = 0x7FFF;
    if (rng.chance(10)) qp.sq_psn = qp.sq_una = rng.below(0x1000000);
    if (rng.chance(10)) qp.sq_una = 0xFFFFFF - rng.below(4), qp.sq_psn = rng.below(4);
  }
}

bool is_dead(const FuzzCase& fuzz_case, const model::Receiver& receiver) {
  return std::ranges::all_of(fuzz_case.qps, [&](const model::RxQpConfig& qp) {
    return receiver.find_qp(qp.qpn)->state != model::QpState::kReady;
  });
}

class Making {
 public:
  Making(FuzzCase& made, const app::RxTrafficMix& mix, tb::Rng traffic, tb::Rng choice)
      : made_(made), traffic_(mix, traffic), rng_(choice), mutated_(rng_.between(10, 70)) {
    made_.qps = traffic_.configs();
    disturb(made_.qps, rng_);
    receiver_ = model::Receiver({.map = made_.map, .our_mac = made_.our_mac});
    for (const model::RxQpConfig& qp : made_.qps) receiver_.add_qp(qp);
  }

  void fill(std::uint32_t frames) {
    std::uint32_t left = frames;
    while (made_.frames.size() < frames && left > 0) {
      if (is_dead(made_, receiver_)) left = std::min(left, kFramesBehindTheEnd);
      --left;
      add();
    }
    swap_some();
  }

 private:
  void add() {
    const std::size_t so_far = made_.frames.size();
    if (so_far > 0 && rng_.chance(3)) {  // one of the last ones again
      FuzzFrame again =
          made_.frames[so_far - 1 -
                       rng_.below(std::min<std::uint32_t>(8, static_cast<std::uint32_t>(so_far)))];
      push(std::move(again));
      return;
    }
    FuzzFrame frame{.base = traffic_.next(receiver_).bytes};
    if (rng_.chance(mutated_)) mutate(frame);
    if (rng_.chance(30)) frame.gap_ns = rng_.below(rng_.chance(90) ? 20 : 400);
    push(std::move(frame));
  }

  void mutate(FuzzFrame& frame) {
    FrameDraft draft(frame.base, false);
    for (std::uint32_t n = rng_.between(1, 3); n > 0; --n) {
      frame.mutations.push_back(random_mutation(draft, rng_));
      apply(frame.mutations.back(), draft);
      if (rng_.chance(50)) break;
    }
  }

  void push(FuzzFrame frame) {
    const SentFrame sent = sent_frame(frame);
    receiver_.receive(sent.bytes, sent.mac_error);
    made_.frames.push_back(std::move(frame));
  }

  // Behind all the making: what a QP expects is no longer what comes.
  void swap_some() {
    for (std::size_t i = 1; i < made_.frames.size(); ++i) {
      if (rng_.chance(1)) std::swap(made_.frames[i - 1], made_.frames[i]);
    }
  }

  FuzzCase& made_;
  app::RxTraffic traffic_;
  tb::Rng rng_;
  std::uint32_t mutated_;  // percent
  model::Receiver receiver_{{}};
};

}  // namespace

FuzzCase CaseMaker::make(std::uint64_t number) const {
  const std::string name = fmt::format("case {}", number);
  tb::Rng rng(seed_, name, "shape");
  const app::RxTrafficMix mix = random_mix(rng);
  FuzzCase made{
      .map = random_map(rng), .spacing = random_spacing(rng), .seed = rng.below(1u << 31)};
  if (rng.chance(15)) made.our_mac = kOurMac;
  Making(made, mix, tb::Rng(seed_, name, "traffic"), tb::Rng(seed_, name, "choice")).fill(frames_);
  return made;
}

}  // namespace rnic::fuzz
