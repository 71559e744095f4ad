// SPDX-License-Identifier: Apache-2.0
// Parser and verdict against the golden model: other people's frames first, then each opcode,
// length and reason in every place.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/wire/ethernet.h"
#include "models/wire/opcode.h"
#include "tb/icrc/captured_frames.h"
#include "tb/rx/damage.h"
#include "tb/rx/random_roce.h"
#include "tb/rx/rx_verdict_fixture.h"

namespace rnic::tb {
namespace {

using model::Reason;
constexpr std::optional<Reason> kNone = std::nullopt;

constexpr std::array<uint16_t, 3> kTags = {0, model::ether_type::kVlan,
                                           model::ether_type::kServiceVlan};

TEST_F(RxVerdict, JudgesEveryKernelCaptureOnEveryStartSegment) {
  for (unsigned segment = 0; segment < 8; ++segment) {
    driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
    for_each_captured_frame([&](auto frame) { push({.bytes = std::move(frame)}); });
  }
  drain();
  expect(by_reason_[0] > frames_ / 2, "most of the kernel's frames are right");
}

// Of a right frame, the length from BTH to payload is the opcode's; others are reserved.
TEST_F(RxVerdict, TakesEveryOpcodeApartOnEveryStartSegment) {
  RandomRoce frames(rng("frames"));
  for (unsigned segment = 0; segment < 8; ++segment) {
    driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
    for (unsigned opcode = 0; opcode < 256; ++opcode) {
      const auto* info = model::find_opcode(static_cast<uint8_t>(opcode));
      for (const bool ipv6 : {false, true}) {
        for (const uint16_t tpid : kTags) {
          auto shape = with_opcode({.ipv6 = ipv6, .tpid = tpid}, static_cast<uint8_t>(opcode));
          push({.bytes = frames.right(shape)}, info ? kNone : Reason::kOpcode);
          for (shape.payload = 1; shape.payload < 6; ++shape.payload) {
            const bool is_bare = info != nullptr && !info->may_carry_payload() &&
                                 info->operation != model::Operation::kReadRequest &&
                                 info->operation != model::Operation::kCompareSwap &&
                                 info->operation != model::Operation::kFetchAdd;
            push({.bytes = frames.right(shape)}, info == nullptr ? Reason::kOpcode
                                                 : is_bare       ? std::optional(Reason::kLength)
                                                                 : kNone);
          }
        }
      }
    }
  }
  drain();
}

// UDP payloads of 0 to 64 bytes, the frame ending right behind: the least that is taken is BTH, the
// opcode's headers and the ICRC (IBTA 9.2, 9.3).
TEST_F(RxVerdict, RefusesEveryPacketShorterThanItsHeaders) {
  struct Least {
    uint8_t opcode;
    size_t udp_payload;
  };
  constexpr std::array<Least, 7> kLeast = {Least{0x04, 16}, {0x11, 20}, {0x0c, 32}, {0x0a, 32},
                                           {0x14, 44},      {0x81, 32}, {0x64, 24}};
  driver_.set_spacing({.packing = Packing::kEveryStart});
  Rng bytes = rng("bytes");
  for (const Least& least : kLeast) {
    for (const bool ipv6 : {false, true}) {
      for (size_t size = 0; size <= 64; ++size) {
        RoceDraft draft({.ipv6 = ipv6, .opcode = least.opcode, .payload = 64}, bytes);
        const bool is_bare = least.opcode == 0x11 || least.opcode == 0x81;
        const bool fits =
            is_bare ? size == least.udp_payload : size >= least.udp_payload && size % 4 == 0;
        draft.set_packet_end(draft.udp() + 8 + size);
        draft.bytes().resize(draft.packet_end());
        if (size >= 16) {
          draft.seal();
        } else {
          draft.seal_header();
        }
        draft.bytes().resize(std::max(draft.bytes().size(), kMinFrameBytes), 0);
        push({.bytes = draft.take()}, size < 16 ? std::optional(Reason::kIpLength)
                                      : fits    ? kNone
                                                : Reason::kLength);
      }
    }
  }
  drain();
}

TEST_F(RxVerdict, MeasuresEveryLengthFromEveryStartSegment) {
  RandomRoce frames(rng("frames"));
  for (unsigned segment = 0; segment < 8; ++segment) {
    for (size_t payload = 0; payload <= 340; ++payload) {
      // Alone on its segment, then with neighbours that share its beats.
      driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
      const bool ipv6 = payload % 2 == 1;
      push({.bytes = frames.right({.ipv6 = ipv6, .payload = payload})}, kNone);
      driver_.set_spacing({.packing = Packing::kBackToBack});
      push({.bytes = frames.right({.ipv6 = !ipv6, .payload = 340 - payload})}, kNone);
      push({.bytes = frames.right({.payload = payload % 23, .trailer = payload % 60})}, kNone);
    }
  }
  drain();
  expect(second_ends_ > 100, "beats with two ends");
}

TEST_F(RxVerdict, TheIpPacketMayEndAnywhereInItsFrame) {
  RandomRoce frames(rng("frames"));
  driver_.set_spacing({.packing = Packing::kEveryStart});
  for (const bool ipv6 : {false, true}) {
    for (const uint16_t tpid : kTags) {
      for (size_t trailer = 0; trailer <= 300; ++trailer) {
        push({.bytes = frames.right(
                  {.ipv6 = ipv6, .tpid = tpid, .payload = trailer % 40, .trailer = trailer})},
             kNone);
      }
    }
  }
  drain();
}

// A frame that is short by a byte, up to one that ends right behind its IP header.
TEST_F(RxVerdict, AFrameCutAnywhereIsTooShortForItsPacket) {
  Rng bytes = rng("bytes");
  RandomRoce frames(rng("frames"));
  driver_.set_spacing({.packing = Packing::kBackToBack});
  for (const bool ipv6 : {false, true}) {
    for (const uint16_t tpid : kTags) {
      const RoceShape shape = {.ipv6 = ipv6, .tpid = tpid, .opcode = 0x04, .payload = 200};
      for (size_t size = kMinFrameBytes; size < 260; ++size) {
        RoceDraft draft(shape, bytes);
        const size_t end = draft.packet_end();
        auto frame = draft.take();
        frame.resize(size, 0xee);
        push({.bytes = std::move(frame)}, size < end ? std::optional(Reason::kIpLength) : kNone);
        push({.bytes = frames.right({.payload = size % 7})}, kNone);
      }
    }
  }
  drain();
}

TEST_F(RxVerdict, EveryReasonOnEveryStartSegmentLeavesItsNeighboursAlone) {
  RandomRoce frames(rng("frames"));
  Rng bytes = rng("bytes");
  Rng choice = rng("choice");
  for (unsigned segment = 0; segment < 8; ++segment) {
    for (const Damage& damage : all_damages()) {
      SCOPED_TRACE(damage.name);
      for (const bool ipv6 : {false, true}) {
        for (const uint16_t tpid : kTags) {
          for (unsigned n = 0; n < 8; ++n) {
            RoceShape shape = with_opcode({.ipv6 = ipv6, .tpid = tpid}, n % 2 == 0 ? 0x04 : 0x0a);
            shape.payload = choice.between(8, n < 4 ? 20 : 300);
            if (!damage.fits(shape)) continue;
            RoceDraft draft(shape, bytes);
            damage.apply(draft, bytes);
            driver_.set_spacing({.packing = Packing::kBackToBack});
            push({.bytes = frames.right({.ipv6 = choice.chance(50), .payload = choice.below(40)})},
                 kNone);
            // The damaged one on its segment, or right behind the good one, which shifts all.
            if (n % 4 < 3) {
              driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
            }
            push({.bytes = draft.take()}, damage.reason);
            driver_.set_spacing({.packing = Packing::kBackToBack});
            push({.bytes = frames.right({.ipv6 = choice.chance(50), .payload = choice.below(40)})},
                 kNone);
          }
        }
      }
    }
  }
  drain();
  for (auto reason = Reason::kRoceV1; reason <= Reason::kIcrc;
       reason = static_cast<Reason>(static_cast<unsigned>(reason) + 1)) {
    expect(by_reason_[code_of(reason)] > 8, fmt::format("{} was seen", name_of(reason)));
  }
}

TEST_F(RxVerdict, AMarkedFrameIsAMacErrorWhateverItIs) {
  RandomRoce frames(rng("frames"));
  driver_.set_spacing({.packing = Packing::kRandomHoles});
  set_mac_filter(model::MacAddress{2, 0, 0, 0, 0, 2});
  for (unsigned n = 0; n < 4000; ++n) {
    SegFrame frame = frames.next();
    frame.err = n % 2 == 0;
    push(std::move(frame), n % 2 == 0 ? Must(Reason::kMacError) : std::nullopt);
  }
  drain();
}

TEST_F(RxVerdict, TheMacFilterTakesOursAndGroups) {
  Rng bytes = rng("bytes");
  const model::MacAddress ours{0x02, 0x11, 0x22, 0x33, 0x44, 0x55};
  for (const bool filter : {true, false}) {
    set_mac_filter(filter ? std::optional(ours) : std::nullopt);
    driver_.set_spacing({.packing = Packing::kEveryStart});
    const auto send = [&](const model::MacAddress& mac, bool passes) {
      RoceDraft draft({.payload = 9}, bytes);
      std::ranges::copy(mac, draft.bytes().begin());
      push({.bytes = draft.take()}, passes || !filter ? kNone : Reason::kNotForUs);
    };
    for (unsigned round = 0; round < 8; ++round) {
      send(ours, true);
      for (unsigned bit = 0; bit < 48; ++bit) {
        auto other = ours;
        other[bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
        send(other, bit == 0);  // bit 0 of the first byte makes it a group address
      }
      send({0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, true);
    }
    drain();
  }
}

// Where VLAN tag and IPv6 header leave no room for the destination port, no port is wrong. Without
// the tag the shortest frame holds it.
TEST_F(RxVerdict, AFrameTooShortForItsPortHasNoPort) {
  Rng bytes = rng("bytes");
  for (unsigned segment = 0; segment < 8; ++segment) {
    driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
    for (const uint16_t tpid : kTags) {
      for (size_t size = 60; size <= 66; ++size) {
        for (const size_t port : {4791u, 4790u, 0u}) {
          for (const size_t udp_bytes : {0u, 8u, 24u}) {
            RoceDraft draft({.ipv6 = true, .tpid = tpid}, bytes);
            draft.set_packet_end(draft.udp() + udp_bytes);
            draft.put16(draft.udp() + 2, port);
            draft.bytes().resize(size);
            const bool is_wrong = size >= draft.udp() + 4 && port != 4791;
            push({.bytes = draft.take()}, is_wrong ? Reason::kNotRocePort : Reason::kIpLength);
            // What comes behind it must not be taken for the port.
            push({.bytes = std::vector<uint8_t>(60, 0x12)}, Reason::kNotIp);
          }
        }
      }
    }
  }
  drain();
}

TEST_F(RxVerdict, TheLongestFramesAreMeasured) {
  RandomRoce frames(rng("frames"));
  for (unsigned segment = 0; segment < 8; ++segment) {
    driver_.set_spacing({.packing = Packing::kFixedStart, .start_segment = segment});
    for (const size_t bytes : {9600u, 9599u, 9585u, 9584u, 4096u + 58}) {
      for (const bool ipv6 : {false, true}) {
        const size_t headers = ipv6 ? 78 : 58;  // Ethernet to BTH, and the ICRC
        const size_t payload = (bytes - headers) / 4 * 4;
        push({.bytes = frames.right(
                  {.ipv6 = ipv6, .payload = payload, .trailer = bytes - headers - payload})},
             kNone);
        push({.bytes = frames.right()}, kNone);
      }
    }
  }
  drain();
}

// The RTL's enum and rx_codes.h give every code to the same reason.
TEST_F(RxVerdict, CodesMeanTheReasonsOfTheModel) {
  for (unsigned code = 0; code < 64; ++code) {
    std::string want;
    if (code == 0) want = "none";
    if (code == 17) want = "rx_overflow";
    if (code < kReasonOfCode.size() && kReasonOfCode[code]) want = name_of(*kReasonOfCode[code]);
    expect_eq(want, reason_name(static_cast<uint8_t>(code)),
              fmt::format("rnic_rx_pkg's reason of code {} in tb/harness/rx_codes.h", code));
  }
}

}  // namespace
}  // namespace rnic::tb
