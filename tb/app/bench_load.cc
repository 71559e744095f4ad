// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench_load.h"

#include <algorithm>
#include <bit>
#include <span>

#include "models/crc/icrc.h"
#include "models/wire/ethernet.h"
#include "models/wire/frame.h"
#include "tb/app/bench_icrc.h"
#include "tb/harness/rng.h"
#include "tb/harness/seg_packer.h"
#include "tb/icrc/random_frame.h"

namespace rnic::app {
namespace {

// Enough that frames differ, little enough to stay in a processor's cache.
constexpr std::size_t kRoundBeats = 2048;

std::size_t segments_of(std::size_t bytes) { return (bytes + tb::kSegBytes - 1) / tb::kSegBytes; }

std::uint32_t mixed_size(tb::Rng& rng) {
  const std::uint32_t kind = rng.below(100);
  return rng.between(60, kind < 50 ? 150 : kind < 80 ? 420 : kind < 97 ? 1600 : 9600);
}

// Sizes of a round, in segments a multiple of a beat.
std::vector<std::uint32_t> round_sizes(std::uint32_t size, tb::Rng& rng) {
  std::vector<std::uint32_t> sizes;
  std::size_t segments = 0;
  const auto add = [&](std::uint32_t bytes) {
    sizes.push_back(bytes);
    segments += segments_of(bytes);
  };
  while (segments < kRoundBeats * tb::kNumSegs) {
    if (size == kMixedSizes) {
      add(mixed_size(rng));
    } else {
      for (unsigned i = 0; i < tb::kNumSegs; ++i) add(size);
    }
  }
  // A last frame of 4 to 11 segments fills the beat.
  const auto missing = static_cast<std::uint32_t>((4 - segments) % tb::kNumSegs + 4);
  if (segments % tb::kNumSegs != 0) add(missing * tb::kSegBytes);
  return sizes;
}

struct Frame {
  std::vector<std::uint8_t> bytes;  // with a right ICRC
  std::size_t ip_at = 0;
  std::size_t icrc_at = 0;
};

Frame make_frame(std::uint32_t size, tb::RandomFrames& frames, tb::Rng& rng) {
  const bool is_tagged = rng.chance(50);
  const std::size_t ip_at = model::kEthernetBytes + (is_tagged ? model::kVlanTagBytes : 0);
  const std::size_t ip_bytes = (size - ip_at) / 4 * 4;  // RoCEv2 packets are whole words
  const bool is_ipv6 = ip_bytes >= 64 && rng.chance(50);
  if (ip_bytes < 44) return make_frame(size, frames, rng);  // a tag does not fit
  return {.bytes = frames.roce({.ipv6 = is_ipv6,
                                .tpid = is_tagged ? model::ether_type::kVlan : std::uint16_t{0},
                                .ip_bytes = ip_bytes,
                                .trailer_bytes = size - ip_at - ip_bytes}),
          .ip_at = ip_at,
          .icrc_at = ip_at + ip_bytes - model::kIcrcBytes};
}

// Beats of frames back to back, from segment 0 on.
class Beats {
 public:
  explicit Beats(const tb::Rng& rng) : packer_(tb::SegDirection::kRx, rng) {}

  void add(const std::vector<std::uint8_t>& bytes) {
    while (packer_.is_ahead()) beats_.push_back(*packer_.pop());
    packer_.append({.bytes = bytes});
  }
  std::vector<tb::SegBeat> take() {
    while (!packer_.is_empty()) beats_.push_back(*packer_.pop());
    return std::move(beats_);
  }

 private:
  tb::SegPacker packer_;
  std::vector<tb::SegBeat> beats_;
};

std::vector<WantedBeat> with_masks(const std::vector<tb::SegBeat>& beats) {
  std::vector<WantedBeat> wanted;
  for (const tb::SegBeat& beat : beats) {
    WantedBeat& want = wanted.emplace_back();
    want.beat = beat;
    for (unsigned segment = 0; segment < tb::kNumSegs; ++segment) {
      if ((beat.ena >> segment & 1) == 0) continue;
      const auto first = want.mask.begin() + segment * tb::kSegBytes;
      std::fill(first, first + (tb::kSegBytes - beat.mty_of(segment)), std::uint8_t{0xFF});
    }
  }
  return wanted;
}

}  // namespace

std::string_view name_of(BenchForm form) noexcept {
  return form == BenchForm::kCheck ? "check" : "generate";
}

BenchLoad make_bench_load(BenchForm form, std::uint32_t size, std::uint64_t seed) {
  tb::Rng rng(seed, "bench icrc", name_of(form));
  tb::RandomFrames frames(tb::Rng(seed, "bench icrc", "bytes"));
  const tb::Rng unused_bytes(seed, "bench icrc", "unused bytes");
  BenchLoad load{.frame_bytes = round_sizes(size, rng)};
  Beats sent(unused_bytes);
  Beats wanted(unused_bytes);
  for (const std::uint32_t bytes : load.frame_bytes) {
    Frame frame = make_frame(bytes, frames, rng);
    wanted.add(frame.bytes);
    if (form == BenchForm::kGenerate) {
      rng.fill(std::span(frame.bytes).subspan(frame.icrc_at, model::kIcrcBytes));
    } else {
      // Bytes that no header field and no router rule makes meaningless: from the BTH's QPN on.
      const auto first = static_cast<std::uint32_t>(frame.icrc_at - 4);
      const auto last = static_cast<std::uint32_t>(frame.icrc_at + 3);
      if (rng.below(8) == 0) {
        frame.bytes[rng.between(first, last)] ^= static_cast<std::uint8_t>(1u << rng.below(8));
      }
      const auto check = model::check_icrc(frame.bytes);
      load.icrc_ok.push_back(check && check->ok() ? 1 : 0);
    }
    sent.add(frame.bytes);
  }
  load.beats = sent.take();
  if (form == BenchForm::kGenerate) load.wanted = with_masks(wanted.take());
  return load;
}

}  // namespace rnic::app
