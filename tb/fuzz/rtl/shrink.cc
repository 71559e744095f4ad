// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/rtl/shrink.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "models/wire/frame.h"
#include "tb/fuzz/rtl/conversation.h"

namespace rnic::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

// Of so many frames every run of every length is tried, not only those one behind the other.
constexpr std::size_t kFew = 8;
// The last frames of a queue pair that are tried alone, and the rhythms in which they are.
constexpr std::size_t kLastFrames = 4;
constexpr std::uint64_t kRhythms = 8;
// Of one short frame after the other, two a clock, as many as the path's state is deep.
constexpr std::size_t kMostFillers = 12;

// The shortest frame, of an EtherType for experiments: not_ip.
model::ByteVector filler() {
  model::ByteVector frame(60);
  frame[0] = frame[6] = 2;
  frame[12] = 0x88;
  frame[13] = 0xB5;
  return frame;
}

class Shrinker {
 public:
  Shrinker(const FuzzCase& fuzz_case, const Finding& finding, CaseRunner& runner,
           const ShrinkLimits& limits)
      : best_(fuzz_case),
        finding_(finding),
        runner_(runner),
        limits_(limits),
        begin_runs_(runner.runs()),
        end_(Clock::now() + limits.time) {}

  Shrunk run() {
    drop_behind();
    last_frames_alone();
    bool has_changed = true;
    while (has_changed && !is_over()) {
      has_changed = drop_behind();
      has_changed |= drop_frames();
      has_changed |= plain_settings();
      has_changed |= frames_for_rhythm();
      has_changed |= take_back_mutations();
      has_changed |= shorten_payloads();
      has_changed |= drop_qps();
      has_changed |= plain_qps();
    }
    return {.smallest = std::move(best_),
            .finding = std::move(finding_),
            .runs = runner_.runs() - begin_runs_,
            .is_finished = !has_changed};
  }

 private:
  bool is_over() const {
    return runner_.runs() - begin_runs_ >= limits_.runs || Clock::now() >= end_;
  }

  // Takes the candidate if it shows the same finding.
  bool take(FuzzCase candidate) {
    if (is_over()) return false;
    auto found = runner_.run(candidate);
    if (!found || found->field != finding_.field) return false;
    best_ = std::move(candidate);
    finding_ = *std::move(found);
    return true;
  }

  bool take_frames(const std::vector<std::size_t>& kept, const std::vector<Moment>& moments) {
    return take(with_frames(best_, kept, moments, Rest::kBegun)) ||
           take(with_frames(best_, kept, moments, Rest::kRenumbered)) ||
           take(with_frames(best_, kept, moments, Rest::kAsItIs));
  }

  // What comes after the finding can hardly matter to it.
  bool drop_behind() {
    if (finding_.frame == 0 || finding_.frame >= best_.frames.size()) return false;
    FuzzCase candidate = best_;
    candidate.frames.resize(finding_.frame);
    return take(std::move(candidate));
  }

  // What takes some clocks between two frames is lost when others are left out. So the last frames
  // of the queue pair are tried in other rhythms too.
  void last_frames_alone() {
    if (finding_.frame == 0 || finding_.frame > best_.frames.size()) return;
    const std::vector<Moment> moments = moments_of(best_);
    const auto qpn = moments[finding_.frame - 1].qpn;
    std::vector<std::size_t> its;
    for (std::size_t i = 0; i < finding_.frame; ++i) {
      if (moments[i].qpn == qpn) its.push_back(i);
    }
    for (std::size_t n = 1; n <= std::min(kLastFrames, its.size()); ++n) {
      if (n >= best_.frames.size()) break;
      const std::vector<std::size_t> kept(its.end() - static_cast<std::ptrdiff_t>(n), its.end());
      FuzzCase candidate = with_frames(best_, kept, moments, Rest::kBegun);
      if (take(candidate)) return;
      candidate.spacing = app::Spacing::kBackToBack;
      if (take(candidate)) return;
      candidate.spacing = app::Spacing::kRandom;
      for (candidate.seed = 1; candidate.seed <= kRhythms; ++candidate.seed) {
        if (take(candidate)) return;
      }
    }
  }

  // Back to back, with short frames of no interest where the rhythm left room: more frames, and
  // plainer ones, that need no seed.
  bool frames_for_rhythm() {
    if (best_.spacing == app::Spacing::kBackToBack) return false;
    for (std::size_t fillers = 1; fillers <= kMostFillers; ++fillers) {
      FuzzCase candidate = best_;
      candidate.spacing = app::Spacing::kBackToBack;
      candidate.seed = 1;
      candidate.frames.clear();
      for (const FuzzFrame& frame : best_.frames) {
        candidate.frames.push_back(frame);
        candidate.frames.insert(candidate.frames.end(), fillers, {.base = filler()});
      }
      if (take(std::move(candidate))) return true;
    }
    return false;
  }

  // Runs of frames, long ones first.
  bool drop_frames() {
    bool has_changed = false;
    for (std::size_t length = best_.frames.size(); length >= 1;
         length = length <= kFew ? length - 1 : length / 2) {
      std::vector<Moment> moments = moments_of(best_);
      for (std::size_t from = 0; from < best_.frames.size() && !is_over();) {
        const std::size_t frames = best_.frames.size();
        if (std::min(length, frames - from) == frames) break;  // none would be left
        std::vector<std::size_t> kept;
        for (std::size_t i = 0; i < frames; ++i) {
          if (i < from || i >= from + length) kept.push_back(i);
        }
        if (take_frames(kept, moments)) {
          has_changed = true;
          moments = moments_of(best_);
        } else {
          from += frames <= kFew ? 1 : length;
        }
      }
    }
    return has_changed;
  }

  bool plain_settings() {
    bool has_changed = false;
    const auto set = [&](auto change) {
      FuzzCase candidate = best_;
      if (change(candidate)) has_changed |= take(std::move(candidate));
    };
    set([](FuzzCase& c) {
      return std::exchange(c.spacing, app::Spacing::kBackToBack) != app::Spacing::kBackToBack;
    });
    set([](FuzzCase& c) { return std::exchange(c.seed, 1) != 1; });
    set([](FuzzCase& c) { return std::exchange(c.our_mac, std::nullopt).has_value(); });
    set([](FuzzCase& c) {
      return !(std::exchange(c.map, model::DscpMap::basepod()) == model::DscpMap::basepod());
    });
    set([](FuzzCase& c) {
      bool has_gap = false;
      for (FuzzFrame& frame : c.frames) has_gap |= std::exchange(frame.gap_ns, 0) != 0;
      return has_gap;
    });
    return has_changed;
  }

  bool take_back_mutations() {
    bool has_changed = false;
    for (std::size_t i = 0; i < best_.frames.size(); ++i) {
      for (std::size_t n = best_.frames[i].mutations.size(); n-- > 0;) {
        FuzzCase candidate = best_;
        auto& mutations = candidate.frames[i].mutations;
        mutations.erase(mutations.begin() + static_cast<std::ptrdiff_t>(n));
        has_changed |= take(std::move(candidate));
      }
    }
    return has_changed;
  }

  // The frame before its mutations with a payload of so many zeros, and nothing behind the packet.
  static std::optional<model::ByteVector> with_payload(const model::ByteVector& base,
                                                       std::size_t bytes) {
    auto frame = model::decode(base);
    if (!frame || bytes > frame->payload.size()) return std::nullopt;
    frame->payload.assign(bytes, 0);
    frame->trailer.clear();
    model::complete(*frame);
    model::ByteVector made = model::encode(*frame);
    if (made == base) return std::nullopt;
    return made;
  }

  bool shorten_payloads() {
    bool has_changed = false;
    for (std::size_t i = 0; i < best_.frames.size(); ++i) {
      const auto frame = model::decode(best_.frames[i].base);
      if (!frame) continue;
      const std::size_t now = frame->payload.size();
      for (const std::size_t bytes :
           {std::size_t{0}, std::size_t{1}, now / 4, now / 2, now - now % 4, now}) {
        auto shorter = with_payload(best_.frames[i].base, bytes);
        if (!shorter) continue;
        FuzzCase candidate = best_;
        candidate.frames[i].base = *std::move(shorter);
        if (!take(std::move(candidate))) continue;
        has_changed = true;
        break;
      }
    }
    return has_changed;
  }

  bool drop_qps() {
    bool has_changed = false;
    for (std::size_t i = best_.qps.size(); i-- > 0;) {
      FuzzCase candidate = best_;
      candidate.qps.erase(candidate.qps.begin() + static_cast<std::ptrdiff_t>(i));
      has_changed |= take(std::move(candidate));
    }
    return has_changed;
  }

  bool plain_qps() {
    bool has_changed = false;
    for (std::size_t i = 0; i < best_.qps.size(); ++i) {
      const auto set = [&](auto change) {
        FuzzCase candidate = best_;
        change(candidate.qps[i]);
        if (candidate.qps[i] == best_.qps[i]) return;
        has_changed |= take(std::move(candidate));
      };
      set([](model::RxQpConfig& qp) { qp.source_ip.reset(), qp.destination_ip.reset(); });
      set([](model::RxQpConfig& qp) { qp.vlan.reset(); });
      set([](model::RxQpConfig& qp) { qp.pkey = model::kDefaultPkey; });
      set([](model::RxQpConfig& qp) { qp.qkey = 0; });
      set([](model::RxQpConfig& qp) { qp.pmtu = 1024; });
      set([](model::RxQpConfig& qp) { qp.sq_una = qp.sq_psn = 0; });
    }
    return has_changed;
  }

  FuzzCase best_;
  Finding finding_;
  CaseRunner& runner_;
  ShrinkLimits limits_;
  std::uint64_t begin_runs_;
  Clock::time_point end_;
};

}  // namespace

Shrunk shrink(const FuzzCase& fuzz_case, const Finding& finding, CaseRunner& runner,
              const ShrinkLimits& limits) {
  return Shrinker(fuzz_case, finding, runner, limits).run();
}

}  // namespace rnic::fuzz
