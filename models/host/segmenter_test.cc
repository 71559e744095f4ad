// SPDX-License-Identifier: Apache-2.0
#include "models/host/segmenter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/host/host_bench.h"

namespace rnic::model {
namespace {

using testing::wqe_of;

constexpr std::uint32_t kPmtus[] = {256, 512, 1024, 2048, 4096};

Segmenter segments_of(WqeOpcode opcode, std::uint32_t length, QpType type = QpType::kRc,
                      std::uint32_t pmtu = 1024, std::uint32_t ackreq_every = 66) {
  return Segmenter(wqe_of(opcode, {{.address = 0x1000, .length = length}}), type, pmtu,
                   ackreq_every);
}

std::vector<int> opcodes(const Segmenter& segments) {
  std::vector<int> all;
  for (std::uint64_t k = 0; k < segments.packets(); ++k) {
    all.push_back(to_byte(segments.packet(k).opcode));
  }
  return all;
}

// Numbers of IBTA volume 1, table of BTH opcodes.
TEST(Segmenter, GivesEveryOpcodeOfRc) {
  using ::testing::ElementsAre;
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSend, 3000)), ElementsAre(0x00, 0x01, 0x02));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSend, 10)), ElementsAre(0x04));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSendImm, 3000)), ElementsAre(0x00, 0x01, 0x03));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSendImm, 10)), ElementsAre(0x05));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSendInv, 3000)), ElementsAre(0x00, 0x01, 0x16));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSendInv, 10)), ElementsAre(0x17));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kWrite, 3000)), ElementsAre(0x06, 0x07, 0x08));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kWrite, 10)), ElementsAre(0x0A));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kWriteImm, 3000)), ElementsAre(0x06, 0x07, 0x09));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kWriteImm, 10)), ElementsAre(0x0B));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kRead, 3000)), ElementsAre(0x0C));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kCompareSwap, 8)), ElementsAre(0x13));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kFetchAdd, 8)), ElementsAre(0x14));
}

TEST(Segmenter, GivesEveryOpcodeOfUc) {
  using ::testing::ElementsAre;
  constexpr QpType kUc = QpType::kUc;
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSend, 3000, kUc)), ElementsAre(0x20, 0x21, 0x22));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSend, 10, kUc)), ElementsAre(0x24));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSendImm, 3000, kUc)), ElementsAre(0x20, 0x21, 0x23));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSendImm, 10, kUc)), ElementsAre(0x25));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kWrite, 3000, kUc)), ElementsAre(0x26, 0x27, 0x28));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kWrite, 10, kUc)), ElementsAre(0x2A));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kWriteImm, 3000, kUc)), ElementsAre(0x26, 0x27, 0x29));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kWriteImm, 10, kUc)), ElementsAre(0x2B));
}

TEST(Segmenter, GivesEveryOpcodeOfUd) {
  using ::testing::ElementsAre;
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSend, 1024, QpType::kUd)), ElementsAre(0x64));
  EXPECT_THAT(opcodes(segments_of(WqeOpcode::kSendImm, 0, QpType::kUd)), ElementsAre(0x65));
}

// Addresses that end on a boundary, or begin one byte before it, change nothing
// (datenlord/blue-rdma, commit aac1a9d: last length 0 where address plus length met a boundary).
TEST(Segmenter, CutsByLengthNotByAddress) {
  const auto packets = [](std::uint64_t address, std::uint32_t length) {
    return Segmenter(wqe_of(WqeOpcode::kWrite, {{address, length, 0}}), QpType::kRc, 4096, 66)
        .packets();
  };
  EXPECT_EQ(packets(0x9FFA, 6), 1U);
  EXPECT_EQ(packets(0x9000, 4096), 1U);
  EXPECT_EQ(packets(0x9FFF, 4097), 2U);
  EXPECT_EQ(packets(0x9001, 8192), 2U);
}

TEST(Segmenter, FirstAndMiddleAreFullAndTheLastHoldsTheRest) {
  for (const std::uint32_t pmtu : kPmtus) {
    for (std::uint32_t full = 0; full <= 3; ++full) {
      for (const int more : {-1, 0, 1}) {
        const std::int64_t length = std::int64_t{full} * pmtu + more;
        if (length < 0) continue;
        const auto bytes = static_cast<std::uint32_t>(length);
        const Segmenter segments = segments_of(WqeOpcode::kSend, bytes, QpType::kRc, pmtu);
        std::uint64_t sum = 0;
        for (std::uint64_t k = 0; k < segments.packets(); ++k) {
          const PacketPlan packet = segments.packet(k);
          EXPECT_EQ(packet.payload_offset, sum);
          EXPECT_EQ(packet.psn_offset, k);
          if (k + 1 < segments.packets()) {
            EXPECT_EQ(packet.payload_bytes, pmtu);
          } else if (bytes > 0) {
            EXPECT_GE(packet.payload_bytes, 1U);
            EXPECT_LE(packet.payload_bytes, pmtu);
          }
          sum += packet.payload_bytes;
        }
        EXPECT_EQ(sum, bytes);
        EXPECT_EQ(segments.psns(), segments.packets());
      }
    }
  }
}

TEST(Segmenter, AnEmptyMessageIsOnePacketAndTakesOnePsn) {
  for (const WqeOpcode opcode : {WqeOpcode::kSend, WqeOpcode::kSendImm, WqeOpcode::kSendInv,
                                 WqeOpcode::kWrite, WqeOpcode::kWriteImm, WqeOpcode::kRead}) {
    const Segmenter segments = segments_of(opcode, 0);
    EXPECT_EQ(segments.packets(), 1U);
    EXPECT_EQ(segments.psns(), 1U);
    EXPECT_EQ(segments.packet(0).payload_bytes, 0U);
  }
}

TEST(Segmenter, AReadIsOnePacketAndTakesAPsnForEachResponse) {
  EXPECT_EQ(segments_of(WqeOpcode::kRead, 1024).psns(), 1U);
  EXPECT_EQ(segments_of(WqeOpcode::kRead, 1025).psns(), 2U);
  EXPECT_EQ(segments_of(WqeOpcode::kRead, 1 << 20).psns(), 1024U);
  EXPECT_EQ(segments_of(WqeOpcode::kRead, 0x80000000, QpType::kRc, 256).psns(), 1U << 23);
  EXPECT_EQ(segments_of(WqeOpcode::kRead, 0x80000000, QpType::kRc, 256).packets(), 1U);
  EXPECT_EQ(segments_of(WqeOpcode::kRead, 5000).packet(0).payload_bytes, 0U);
}

TEST(Segmenter, TheLargestMessageIsCutRightToItsLastByte) {
  for (const std::uint32_t pmtu : kPmtus) {
    const Segmenter segments = segments_of(WqeOpcode::kWrite, 0x80000000, QpType::kRc, pmtu);
    ASSERT_EQ(segments.packets(), 0x80000000U / pmtu);
    EXPECT_EQ(segments.psns(), 0x80000000U / pmtu);
    const PacketPlan last = segments.packet(segments.packets() - 1);
    EXPECT_EQ(last.opcode, Opcode::kRcRdmaWriteLast);
    EXPECT_EQ(last.payload_bytes, pmtu);
    EXPECT_EQ(last.payload_offset, 0x80000000U - pmtu);
    EXPECT_EQ(segments.packet(segments.packets() - 2).opcode, Opcode::kRcRdmaWriteMiddle);
  }
  const Segmenter odd = segments_of(WqeOpcode::kWrite, 0x7FFFFFFF, QpType::kRc, 256);
  EXPECT_EQ(odd.packets(), 1U << 23);
  EXPECT_EQ(odd.packet(odd.packets() - 1).payload_bytes, 255U);
}

TEST(Segmenter, AckReqIsOnTheLastPacketAndOnEvery66th) {
  const Segmenter segments = segments_of(WqeOpcode::kWrite, 51200, QpType::kRc, 256);
  std::vector<std::uint64_t> asking;
  for (std::uint64_t k = 0; k < segments.packets(); ++k) {
    if (segments.packet(k).ack_request) asking.push_back(k);
  }
  EXPECT_THAT(asking, ::testing::ElementsAre(65, 131, 197, 199));
}

TEST(Segmenter, AckReqEveryNthForAnyNAndOffForZero) {
  for (const std::uint32_t every : {0U, 1U, 2U, 3U, 64U, 1000U}) {
    const Segmenter segments = segments_of(WqeOpcode::kSend, 100 * 256, QpType::kRc, 256, every);
    for (std::uint64_t k = 0; k < 100; ++k) {
      const bool want = k == 99 || (every != 0 && (k + 1) % every == 0);
      EXPECT_EQ(segments.packet(k).ack_request, want) << k << " of every " << every;
    }
  }
}

TEST(Segmenter, AckReqIsOnEveryRcRequestOfOnePacket) {
  for (const WqeOpcode opcode : {WqeOpcode::kSend, WqeOpcode::kSendInv, WqeOpcode::kWriteImm,
                                 WqeOpcode::kRead, WqeOpcode::kCompareSwap, WqeOpcode::kFetchAdd}) {
    EXPECT_TRUE(segments_of(opcode, 8, QpType::kRc, 1024, 0).packet(0).ack_request);
  }
}

// Linux once set it there: patch a70c679c0d50 on linux-rdma.
TEST(Segmenter, AckReqIsNeverOnUcAndUd) {
  const Segmenter uc = segments_of(WqeOpcode::kWrite, 100 * 256, QpType::kUc, 256, 2);
  for (std::uint64_t k = 0; k < 100; ++k) EXPECT_FALSE(uc.packet(k).ack_request) << k;
  EXPECT_FALSE(segments_of(WqeOpcode::kSend, 8, QpType::kUd, 256, 1).packet(0).ack_request);
}

TEST(Segmenter, SolicitedIsOnTheLastPacketOfSendsAndWriteWithImmediateOnly) {
  for (std::uint8_t number = 0; number < kWqeOpcodes; ++number) {
    const auto opcode = static_cast<WqeOpcode>(number);
    Wqe wqe = wqe_of(opcode, {{.address = 0, .length = is_atomic(number) ? 8U : 2500U}});
    wqe.flags = wqe_flag::kSolicited;
    const Segmenter segments(wqe, QpType::kRc, 1024, 66);
    const bool may = number <= 2 || opcode == WqeOpcode::kWriteImm;
    for (std::uint64_t k = 0; k < segments.packets(); ++k) {
      EXPECT_EQ(segments.packet(k).solicited, may && k + 1 == segments.packets()) << +number;
    }
    wqe.flags = 0xF5 & ~wqe_flag::kSolicited;
    EXPECT_FALSE(Segmenter(wqe, QpType::kRc, 1024, 66).packet(0).solicited);
  }
}

}  // namespace
}  // namespace rnic::model
