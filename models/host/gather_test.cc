// SPDX-License-Identifier: Apache-2.0
//
// Which bytes of memory the sender reads, and that it reads no others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/host/host_bench.h"
#include "models/host/requester.h"

namespace rnic::model {
namespace {

using testing::Bench;
using testing::buffer_byte;
using ::testing::ElementsAre;
using testing::example_qp;
using testing::kBuffer;
using testing::Outcome;
using testing::wqe_of;

constexpr CompletionStatus kSent = CompletionStatus::kSent;

ByteVector buffer_bytes(std::uint64_t from, std::size_t count) {
  ByteVector bytes;
  for (std::uint64_t i = from; i < from + count; ++i) bytes.push_back(buffer_byte(i));
  return bytes;
}
void append(ByteVector& to, const ByteVector& more) {
  to.insert(to.end(), more.begin(), more.end());
}

TEST(Gather, PiecesAreGatheredInOrderAndEmptyOnesSkipped) {
  QpContext qp = example_qp(QpType::kRc);
  qp.pmtu = 256;
  Bench bench(qp);
  const std::vector<WqePiece> pieces{
      {kBuffer + 1, 0, 0},   {kBuffer + 127, 3, 0},   {testing::kNowhere, 0, 0},
      {kBuffer + 5, 250, 0}, {kBuffer + 4095, 2, 0},  {kBuffer, 1, 0},
      {kBuffer + 9, 0, 0},   {kBuffer + 300, 512, 0}, {kBuffer + 77, 0, 0}};
  const Outcome outcome = bench.post(wqe_of(WqeOpcode::kSend, pieces));
  ByteVector want;
  for (const WqePiece& piece : pieces) {
    append(want, buffer_bytes(piece.address - kBuffer, piece.length));
  }
  ByteVector got;
  for (std::size_t n = 0; n < outcome.frames.size(); ++n) append(got, outcome.frame(n).payload);
  EXPECT_EQ(got, want);
  EXPECT_THAT(outcome.psns(), ElementsAre(0x100, 0x101, 0x102)) << "256 + 256 + 256 of 768";
  EXPECT_THAT(outcome.statuses(), ElementsAre(kSent));
}

TEST(Gather, FourteenPiecesOfOneByte) {
  Bench bench(example_qp(QpType::kRc));
  std::vector<WqePiece> pieces;
  ByteVector want;
  for (std::uint32_t n = 0; n < 14; ++n) {
    pieces.push_back({kBuffer + 129 * n, 1, 0});
    want.push_back(buffer_byte(129 * n));
  }
  const Outcome outcome = bench.post(wqe_of(WqeOpcode::kWrite, pieces));
  ASSERT_EQ(outcome.frames.size(), 1U);
  EXPECT_EQ(outcome.frame(0).payload, want);
  EXPECT_EQ(bench.requester.sq_free(), 4);
}

TEST(Gather, NoPiecesIsOneEmptyPacket) {
  for (const WqeOpcode opcode : {WqeOpcode::kSend, WqeOpcode::kWriteImm, WqeOpcode::kRead}) {
    Bench bench(example_qp(QpType::kRc));
    const Outcome outcome = bench.post(wqe_of(opcode, {}));
    ASSERT_EQ(outcome.frames.size(), 1U);
    EXPECT_EQ(outcome.frames[0].payload_bytes, 0U);
    EXPECT_THAT(outcome.statuses(), ElementsAre(kSent));
  }
}

TEST(Gather, AReadFetchesNothing) {
  Bench bench(example_qp(QpType::kRc));
  const Outcome outcome = bench.post(wqe_of(WqeOpcode::kRead, {{testing::kNowhere, 5000, 0}}));
  EXPECT_THAT(outcome.statuses(), ElementsAre(kSent));
  EXPECT_EQ(outcome.frame(0).reth->dma_length, 5000U);
  EXPECT_EQ(bench.requester.next_psn(), 0x105U) << "five responses";
}

TEST(Gather, AnAtomicFetchesNothing) {
  Bench bench(example_qp(QpType::kRc));
  EXPECT_THAT(bench.post(wqe_of(WqeOpcode::kFetchAdd, {{testing::kNowhere, 8, 0}})).statuses(),
              ElementsAre(kSent));
}

TEST(Gather, AMessageOf2To31BytesComesPacketByPacket) {
  QpContext qp = example_qp(QpType::kRc);
  qp.pmtu = 4096;
  Bench bench(qp);
  constexpr std::uint64_t kHuge = 0x1000000000;
  ASSERT_TRUE(bench.memory.add_region(kHuge, std::uint64_t{1} << 31, RandomFill{.seed = 9}));
  bench.ring.post(wqe_of(WqeOpcode::kWrite, {{kHuge, 0x80000000, 0}}));
  bench.requester.doorbell(1);
  for (std::uint64_t k = 0; k < 200; ++k) {
    const auto output = bench.requester.next();
    const auto* sent = std::get_if<SentFrame>(&*output);
    ASSERT_NE(sent, nullptr);
    const RoceFrame frame = *decode(sent->bytes);
    ASSERT_EQ(frame.payload.size(), 4096U);
    ASSERT_EQ(frame.payload[1], splitmix64(9 + 4096 * k + 1) & 0xFF);
    if (k == 0) {
      EXPECT_EQ(frame.reth->dma_length, 0x80000000U);
    }
  }
}

TEST(Gather, APieceMayReachOverTheLastAddress) {
  Bench bench(example_qp(QpType::kRc));
  ASSERT_TRUE(bench.memory.add_region(~std::uint64_t{0} - 3, 4, BytesFill{{1, 2, 3, 4}}));
  ASSERT_TRUE(bench.memory.add_region(0, 4, BytesFill{{5, 6, 7, 8}}));
  const Outcome outcome = bench.post(wqe_of(WqeOpcode::kSend, {{~std::uint64_t{0} - 1, 4, 0}}));
  ASSERT_EQ(outcome.frames.size(), 1U);
  EXPECT_EQ(outcome.frame(0).payload, (ByteVector{3, 4, 5, 6}));
}

}  // namespace
}  // namespace rnic::model
