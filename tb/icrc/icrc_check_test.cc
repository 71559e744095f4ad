// SPDX-License-Identifier: Apache-2.0
// The ICRC engine's check form against the golden model: kernel captures first, then every place a
// packet can start and end, then random frames in every packing.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <span>
#include <string_view>

#include "models/crc/icrc.h"
#include "models/wire/ethernet.h"
#include "models/wire/frame.h"
#include "models/wire/ip.h"
#include "tb/icrc/captured_frames.h"
#include "tb/icrc/icrc_check_fixture.h"
#include "tb/icrc/packing_case.h"
#include "tb/icrc/random_frame.h"

namespace rnic::tb {
namespace {

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

// The damage to a packet's last four bytes that leaves exactly `difference` in the register, behind
// `zeros` more zero bytes: the CRC-32 (reflected) run backwards.
uint32_t damage_for(uint32_t difference, size_t zeros) {
  for (size_t bit = 0; bit < 8 * (zeros + model::kIcrcBytes); ++bit) {
    difference = difference >> 31 ? (difference ^ 0xedb88320u) << 1 | 1 : difference << 1;
  }
  return difference;
}

TEST_F(IcrcCheck, SeesEverySingleBitOfTheRegister) {
  RandomFrames frames(rng("frames"));
  driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = 0});
  // The packet's last byte is in the low half of a beat, then in the high half.
  for (const size_t last : {150u, 230u}) {
    const auto frame = frames.roce({.ip_bytes = last + 1 - model::kEthernetBytes});
    for (unsigned bit = 0; bit < 32; ++bit) {
      auto damaged = frame;
      const uint32_t damage = damage_for(1u << bit, 2 * kBeatBytes - 1 - last);
      for (size_t n = 0; n < model::kIcrcBytes; ++n) {
        damaged[last - 3 + n] ^= static_cast<uint8_t>(damage >> (8 * n));
      }
      push(std::move(damaged));
    }
  }
  drain();
  expect_eq(uint64_t{64}, bad_, "single-bit differences found");
}

TEST_F(IcrcCheck, LyingLengthsDisturbNoNeighbour) {
  RandomFrames frames(rng("frames"));
  Rng choice = rng("choice");
  for (unsigned segment = 0; segment < 8; ++segment) {
    for (const bool ipv6 : {false, true}) {
      for (const uint16_t tpid : {uint16_t{0}, model::ether_type::kVlan}) {
        const size_t ip = model::kEthernetBytes + (tpid != 0 ? model::kVlanTagBytes : 0u);
        for (size_t n = 0; n < 300; ++n) {
          driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
          auto frame =
              frames.roce({.ipv6 = ipv6, .tpid = tpid, .ip_bytes = choice.between(64, 400)});
          // 1..200 bytes too long, or as long as can be: its end would be 512 beats away.
          const size_t real = frame.size() - ip - (ipv6 ? model::kIpv6Bytes : 0u);
          const size_t lie = n < 200 ? real + 1 + n : 0xffff - (n - 200);
          frame[ip + (ipv6 ? 4u : 2u)] = static_cast<uint8_t>(lie >> 8);
          frame[ip + (ipv6 ? 5u : 3u)] = static_cast<uint8_t>(lie);
          push(std::move(frame));
          driver_.set_spacing(
              {.packing = n % 2 == 0 ? Packing::kBackToBack : Packing::kRandomHoles});
          push(frames.roce({.ipv6 = choice.chance(50), .ip_bytes = choice.between(64, 200)}));
          push(frames.roce({.ipv6 = choice.chance(50), .ip_bytes = choice.between(64, 200)}));
        }
      }
    }
  }
  drain();
}

// Where a segment could be a frame's first, and is payload, nothing may take it for a header.
TEST_F(IcrcCheck, TakesNoPayloadForAHeader) {
  RandomFrames frames(rng("frames"));
  Rng choice = rng("choice");
  for (unsigned n = 0; n < 40'000; ++n) {
    driver_.set_spacing({.packing = n % 2 == 0 ? Packing::kEveryStart : Packing::kRandomHoles});
    const bool ipv6 = choice.chance(50);
    const size_t ip_bytes = choice.between(64, 500);
    auto frame = frames.roce({.ipv6 = ipv6, .ip_bytes = ip_bytes});
    const size_t first = model::kEthernetBytes + (ipv6 ? model::kIpv6Bytes : model::kIpv4Bytes);
    const size_t icrc_at = frame.size() - model::kIcrcBytes;
    // As seen from each segment: IPv4 or IPv6 in bytes 12..14, a plausible length in 16..19.
    const bool looks_ipv6 = choice.chance(50);
    const uint8_t length = static_cast<uint8_t>(choice.between(looks_ipv6 ? 24 : 44, 200));
    for (size_t at = first; at < icrc_at; ++at) {
      switch (at % kSegBytes) {
        case 0:
        case 2:
          frame[at] = 0;
          break;
        case 1:
        case 3:
          frame[at] = length;
          break;
        case 12:
          frame[at] = looks_ipv6 ? 0x86 : 0x08;
          break;
        case 13:
          frame[at] = looks_ipv6 ? 0xdd : 0x00;
          break;
        case 14:
          frame[at] = looks_ipv6 ? 0x60 : 0x45;
          break;
        default:
          break;
      }
    }
    if (choice.chance(50)) {
      frame[13] = 0x06;  // ARP: whatever is called checked here is somebody's payload
    } else {
      const auto covered = std::span(frame).first(icrc_at).subspan(model::kEthernetBytes);
      std::ranges::copy(model::icrc_to_wire(model::icrc(covered)),
                        frame.begin() + static_cast<ptrdiff_t>(icrc_at));
    }
    push(std::move(frame));
  }
  drain();
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
