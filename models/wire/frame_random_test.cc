// SPDX-License-Identifier: Apache-2.0
//
// decode() and encode() over random fields and random bytes, and over every truncation.
// Seeds are fixed: a failure repeats.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "models/crc/icrc.h"
#include "models/rx/frame_gate.h"
#include "models/wire/frame.h"
#include "models/wire/test_frames.h"

namespace rnic::model {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits(unsigned count) { return engine_() >> (64 - count); }
  bool flag() { return bits(1) != 0; }
  // 0 .. below - 1
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }
  std::uint8_t u8(unsigned count = 8) { return static_cast<std::uint8_t>(bits(count)); }
  std::uint16_t u16(unsigned count = 16) { return static_cast<std::uint16_t>(bits(count)); }
  std::uint32_t u32(unsigned count = 32) { return static_cast<std::uint32_t>(bits(count)); }
  template <std::size_t N>
  std::array<std::uint8_t, N> array() {
    std::array<std::uint8_t, N> out;
    for (auto& byte : out) byte = u8();
    return out;
  }
  ByteVector bytes(std::size_t size) {
    ByteVector out(size);
    for (auto& byte : out) byte = u8();
    return out;
  }

 private:
  std::mt19937_64 engine_;
};

enum class Tag { kNone, kCustomer, kService };

// Every field that can hold any value holds any value.
RoceFrame random_frame(Random& random, std::uint8_t opcode, bool ipv6, Tag tag) {
  RoceFrame f;
  f.ethernet.destination = random.array<6>();
  f.ethernet.source = random.array<6>();
  if (tag != Tag::kNone) {
    f.ethernet.tag =
        VlanTag{tag == Tag::kCustomer ? ether_type::kVlan : ether_type::kServiceVlan, random.u16()};
  }
  if (ipv6) {
    f.ip = Ipv6Header{.traffic_class = random.u8(),
                      .flow_label = random.u32(20),
                      .hop_limit = random.u8(),
                      .source = random.array<16>(),
                      .destination = random.array<16>()};
  } else {
    f.ip = Ipv4Header{.traffic_class = random.u8(),
                      .identification = random.u16(),
                      .reserved_flag = random.flag(),
                      .dont_fragment = random.flag(),
                      .time_to_live = random.u8(),
                      .source = random.array<4>(),
                      .destination = random.array<4>()};
  }
  f.udp.source_port = random.u16();
  f.udp.checksum = random.u16();
  f.bth = BthHeader{.opcode = opcode,
                    .solicited = random.flag(),
                    .mig_req = random.flag(),
                    .transport_version = random.u8(4),
                    .pkey = random.u16(),
                    .fecn = random.flag(),
                    .becn = random.flag(),
                    .reserved6 = random.u8(6),
                    .dest_qp = random.u32(24),
                    .ack_request = random.flag(),
                    .reserved7 = random.u8(7),
                    .psn = random.u32(24)};
  if (const OpcodeInfo* info = find_opcode(opcode)) {
    for (const Extension extension : info->extensions) {
      switch (extension) {
        case Extension::kReth:
          f.reth = Reth{random.bits(64), random.u32(), random.u32()};
          break;
        case Extension::kAeth:
          f.aeth = Aeth{random.u8(), random.u32(24)};
          break;
        case Extension::kAtomicEth:
          f.atomic_eth = AtomicEth{random.bits(64), random.u32(), random.bits(64), random.bits(64)};
          break;
        case Extension::kAtomicAckEth:
          f.atomic_ack_eth = AtomicAckEth{random.bits(64)};
          break;
        case Extension::kDeth:
          f.deth = Deth{random.u32(), random.u8(), random.u32(24)};
          break;
        case Extension::kImmDt:
          f.imm_dt = ImmDt{random.u32()};
          break;
        case Extension::kIeth:
          f.ieth = Ieth{random.u32()};
          break;
        case Extension::kCnpReserved:
          f.cnp_reserved = CnpReserved{random.array<16>()};
          break;
      }
    }
  }
  f.payload = random.bytes(random.below(random.flag() ? 8 : 300));
  f.trailer = random.bytes(random.flag() ? 0 : random.below(70));
  return f;
}

TEST(FrameRandom, EveryOpcodeFamilyAndTagSurvivesBothWays) {
  Random random(20260101);
  for (unsigned opcode = 0; opcode < 256; ++opcode) {
    const auto byte = static_cast<std::uint8_t>(opcode);
    for (const bool ipv6 : {false, true}) {
      for (const Tag tag : {Tag::kNone, Tag::kCustomer, Tag::kService}) {
        for (int i = 0; i < 8; ++i) {
          RoceFrame frame = random_frame(random, byte, ipv6, tag);
          complete(frame);
          const ByteVector wire = encode(frame);
          ASSERT_EQ(wire.size(), frame_bytes(frame));
          ASSERT_EQ(judge_frame(wire, false), FrameReason::kNone);
          ASSERT_TRUE(check_icrc(wire)->ok());
          const auto back = decode(wire);
          ASSERT_TRUE(back);
          if (find_opcode(byte) != nullptr) {
            ASSERT_EQ(*back, frame) << "opcode " << opcode;
          }
          ASSERT_EQ(encode(*back), wire) << "opcode " << opcode;
        }
      }
    }
  }
}

// Random bytes where a RoCE frame has fields that decode() does not look at.
TEST(FrameRandom, AnyBytesBehindThePortComeBackAsTheyWere) {
  Random random(20260102);
  for (int i = 0; i < 20000; ++i) {
    const bool ipv6 = random.flag();
    ByteVector bytes = ipv6 ? testing::frame_c() : testing::frame_a();
    const std::size_t udp = 14 + (ipv6 ? 40U : 20U);
    bytes.resize(udp + 24 + random.below(80));
    for (std::size_t at = udp + 4; at < bytes.size(); ++at) bytes[at] = random.u8();
    const std::size_t packet = bytes.size() - 14 - random.below(bytes.size() - udp - 23);
    const std::size_t length = ipv6 ? packet - 40 : packet;
    bytes[ipv6 ? 18 : 16] = static_cast<std::uint8_t>(length >> 8);
    bytes[ipv6 ? 19 : 17] = static_cast<std::uint8_t>(length);
    const auto frame = decode(bytes);
    ASSERT_TRUE(frame) << i;
    ASSERT_EQ(encode(*frame), bytes) << i;
  }
}

void expect_consistent(ByteSpan bytes) {
  const FrameReason reason = judge_frame(bytes, false);
  const auto frame = decode(bytes);
  const auto check = check_icrc(bytes);
  if (reason == FrameReason::kNone) {
    ASSERT_TRUE(frame && check);
    ASSERT_EQ(frame->icrc, check->got);
  }
  if (frame) {
    ASSERT_EQ(encode(*frame), ByteVector(bytes.begin(), bytes.end()));
    ASSERT_TRUE(reason == FrameReason::kNone || reason == FrameReason::kIpChecksum ||
                reason == FrameReason::kUdpLength)
        << name_of(reason);
  }
}

// Gate and codec are written apart: they must agree on what a RoCE frame is. Under
// AddressSanitizer this also shows that nothing is read behind the frame's end.
TEST(FrameRandom, GateAndCodecAgreeOnDamagedFrames) {
  Random random(20260103);
  for (int i = 0; i < 40000; ++i) {
    const auto opcode = static_cast<std::uint8_t>(random.u8());
    RoceFrame frame =
        random_frame(random, opcode, random.flag(), static_cast<Tag>(random.below(3)));
    complete(frame);
    ByteVector bytes = encode(frame);
    for (std::size_t flips = random.below(3); flips > 0; --flips) {
      const std::size_t at = random.below(std::min<std::size_t>(bytes.size(), 64));
      bytes[at] = random.flag() ? random.u8() : static_cast<std::uint8_t>(bytes[at] ^ 1);
    }
    if (random.below(4) == 0) bytes.resize(random.below(bytes.size() + 1));
    bytes.shrink_to_fit();
    ASSERT_NO_FATAL_FAILURE(expect_consistent(bytes)) << i;
  }
}

TEST(FrameRandom, EveryTruncationOfEveryOpcodeIsJudgedWithinItsBytes) {
  Random random(20260104);
  for (const OpcodeInfo& info : all_opcodes()) {
    for (const bool ipv6 : {false, true}) {
      for (const Tag tag : {Tag::kNone, Tag::kCustomer}) {
        RoceFrame frame = random_frame(random, to_byte(info.opcode), ipv6, tag);
        frame.payload.resize(5);
        frame.trailer.clear();
        complete(frame);
        const ByteVector whole = encode(frame);
        for (std::size_t size = 0; size <= whole.size(); ++size) {
          const ByteVector cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
          ASSERT_NO_FATAL_FAILURE(expect_consistent(cut));
          decode_outer(cut);
          icrc(cut);
          if (size < whole.size()) {
            EXPECT_FALSE(decode(cut)) << "the IP packet ends behind the frame";
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace rnic::model
