// SPDX-License-Identifier: Apache-2.0
//
// Random QPs with random work, judged by what must hold of every sender: the rules are written
// here once more, from the frames' side, and the frames are read by the receive side's codec.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "models/crc/icrc.h"
#include "models/host/host_bench.h"
#include "models/rx/frame_gate.h"
#include "models/wire/psn.h"

namespace rnic::model {
namespace {

using testing::kBuffer;
using testing::kBufferBytes;
using testing::Outcome;

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  // 0 .. below - 1
  std::uint32_t below(std::uint64_t limit) { return static_cast<std::uint32_t>(engine_() % limit); }
  bool coin() { return (engine_() & 1) != 0; }
  std::uint64_t bits() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

QpContext random_qp(Random& random) {
  QpContext qp = testing::example_qp(static_cast<QpType>(random.below(3)));
  qp.qpn = random.below(0x1000000);
  qp.remote_qpn = random.below(0x1000000);
  qp.pmtu = 256U << random.below(5);
  qp.sq_psn = random.coin() ? 0xFFFFF0 + random.below(16) : random.below(0x1000000);
  if (random.coin()) qp.vlan = static_cast<std::uint16_t>(1 + random.below(4094));
  if (random.coin()) {
    qp.source_ip = Ipv6Address{0xFD, 1};
    qp.destination_ip = Ipv6Address{0xFD, 2};
    qp.flow_label = random.below(0x100000);
  }
  qp.dscp = static_cast<std::uint8_t>(random.below(64));
  qp.ecn = static_cast<std::uint8_t>(random.below(3));
  qp.ttl = static_cast<std::uint8_t>(1 + random.below(255));
  qp.pkey = static_cast<std::uint16_t>(random.bits());
  qp.mig_req = random.coin();
  qp.udp_source_port = usual_source_port(qp);
  qp.ring_log2_blocks = 4 + random.below(4);
  return qp;
}

// Valid on the QP's type.
Wqe random_wqe(Random& random, const QpContext& qp) {
  constexpr std::uint8_t kOfUc[] = {0, 1, 3, 4};
  Wqe wqe{.opcode = static_cast<std::uint8_t>(random.below(kWqeOpcodes))};
  if (qp.type == QpType::kUc) wqe.opcode = kOfUc[random.below(4)];
  if (qp.type == QpType::kUd) wqe.opcode = static_cast<std::uint8_t>(random.below(2));
  wqe.flags = static_cast<std::uint8_t>(random.below(8));
  wqe.immediate = random.below(0x100000000);
  wqe.wr_id = random.bits();
  wqe.remote_address = random.bits() & ~std::uint64_t{7};
  wqe.remote_key = random.below(0x100000000);
  wqe.compare = random.bits();
  wqe.swap_or_add = random.bits();
  std::uint32_t room = qp.type == QpType::kUd ? qp.pmtu : 6 * qp.pmtu;
  const std::uint32_t count = is_atomic(wqe.opcode) ? 1 : random.below(15);
  for (std::uint32_t n = 0; n < count; ++n) {
    const std::uint32_t limit = random.coin() ? std::min(room, 70U) : room;
    const std::uint32_t length = random.below(5) == 0 ? 0 : random.below(limit + 1U);
    room -= length;
    wqe.pieces.push_back({.address = kBuffer + random.below(kBufferBytes - 32768),
                          .length = is_atomic(wqe.opcode) ? 8 : length,
                          .local_key = random.below(0x100000000)});
  }
  return wqe;
}

ByteVector message_bytes(const Wqe& wqe) {
  ByteVector bytes;
  for (const WqePiece& piece : wqe.pieces) {
    for (std::uint64_t i = 0; i < piece.length; ++i) {
      bytes.push_back(testing::buffer_byte(piece.address - kBuffer + i));
    }
  }
  return bytes;
}

bool gathers(const Wqe& wqe) { return wqe.opcode <= to_byte(WqeOpcode::kWriteImm); }

// What holds for a frame whatever its message.
void expect_good_frame(const SentFrame& sent, const RoceFrame& frame, const QpContext& qp) {
  ASSERT_GE(sent.bytes.size(), 60U);
  ASSERT_EQ(judge_frame(sent.bytes, false), FrameReason::kNone);
  ASSERT_TRUE(check_icrc(sent.bytes)->ok());
  ASSERT_EQ(std::ranges::count(frame.trailer, 0), std::ssize(frame.trailer));
  ASSERT_TRUE(frame.trailer.empty() || sent.bytes.size() == 60);
  ASSERT_EQ((frame.payload.size() + frame.pad.size()) % 4, 0U);
  ASSERT_LT(frame.pad.size(), 4U);
  ASSERT_EQ(std::ranges::count(frame.pad, 0), std::ssize(frame.pad));
  ASSERT_EQ(to_byte(static_cast<Opcode>(frame.bth.opcode)) >> 5, qp.type == QpType::kRc   ? 0
                                                                 : qp.type == QpType::kUc ? 1
                                                                                          : 3);
  ASSERT_EQ(frame.bth.pkey, qp.pkey);
  ASSERT_EQ(frame.bth.mig_req, qp.mig_req);
  ASSERT_EQ(frame.udp.source_port, qp.udp_source_port);
  ASSERT_EQ(frame.udp.length, 8 + 12 + find_opcode(frame.bth.opcode)->extension_bytes() +
                                  frame.payload.size() + frame.pad.size() + 4);
  ASSERT_EQ(traffic_class(frame.ip), qp.dscp << 2 | qp.ecn);
  ASSERT_EQ(frame.ethernet.tag.has_value(), qp.vlan.has_value());
  if (qp.vlan) {
    ASSERT_EQ(frame.ethernet.tag, make_vlan_tag(sent.priority, *qp.vlan));
  }
  ASSERT_EQ(sent.priority, qp.dscp == 46 ? 3 : 0);
  ASSERT_EQ(sent.psn, frame.bth.psn);
  ASSERT_EQ(sent.opcode, frame.bth.opcode);
  ASSERT_EQ(sent.payload_bytes, frame.payload.size());
  ASSERT_EQ(sent.qpn, qp.qpn);
}

// Walks over the frames of one WQE.
class MessageCheck {
 public:
  MessageCheck(const QpContext& qp, const Wqe& wqe, std::uint32_t psn)
      : qp_(qp), wqe_(wqe), psn_(psn), left_(gathers(wqe) ? message_bytes(wqe) : ByteVector{}) {}

  // True when the frame ended the message.
  bool take(const SentFrame& sent) {
    const RoceFrame frame = *decode(sent.bytes);
    expect_good_frame(sent, frame, qp_);
    const OpcodeInfo& info = *find_opcode(frame.bth.opcode);
    const bool last = left_.size() <= qp_.pmtu;
    EXPECT_EQ(info.starts_message(), packets_ == 0);
    EXPECT_EQ(info.ends_message(), last);
    EXPECT_EQ(frame.bth.psn, psn_add(psn_, packets_));
    EXPECT_EQ(frame.bth.ack_request, qp_.type == QpType::kRc && (last || packets_ % 66 == 65));
    const bool event = wqe_.opcode <= 2 || wqe_.opcode == 4;
    EXPECT_EQ(frame.bth.solicited, last && event && (wqe_.flags & 2) != 0);
    const std::size_t share = std::min<std::size_t>(left_.size(), qp_.pmtu);
    const auto end = left_.begin() + static_cast<std::ptrdiff_t>(share);
    EXPECT_TRUE(std::ranges::equal(frame.payload, std::span(left_.begin(), end)));
    left_.erase(left_.begin(), end);
    expect_extensions(frame, packets_ == 0, last);
    ++packets_;
    return last;
  }

  std::uint32_t next_psn() const {
    if (wqe_.opcode != to_byte(WqeOpcode::kRead)) return psn_add(psn_, packets_);
    const std::uint64_t responses = (wqe_.length() + qp_.pmtu - 1) / qp_.pmtu;
    return psn_add(psn_, static_cast<std::int64_t>(std::max<std::uint64_t>(1, responses)));
  }

 private:
  void expect_extensions(const RoceFrame& frame, bool first, bool last) const {
    const std::uint8_t op = wqe_.opcode;
    const bool rdma = op >= 3 && op <= 5;
    EXPECT_EQ(frame.reth.has_value(), rdma && first);
    if (frame.reth) {
      const Reth want{wqe_.remote_address, wqe_.remote_key,
                      static_cast<std::uint32_t>(wqe_.length())};
      EXPECT_EQ(frame.reth, want);
    }
    EXPECT_EQ(frame.imm_dt.has_value(), (op == 1 || op == 4) && last);
    EXPECT_EQ(frame.imm_dt.value_or(ImmDt{wqe_.immediate}).data, wqe_.immediate);
    EXPECT_EQ(frame.ieth.has_value(), op == 2 && last);
    EXPECT_EQ(frame.ieth.value_or(Ieth{wqe_.immediate}).remote_key, wqe_.immediate);
    EXPECT_EQ(frame.atomic_eth.has_value(), op >= 6);
    if (frame.atomic_eth) {
      const AtomicEth want{wqe_.remote_address, wqe_.remote_key, wqe_.swap_or_add,
                           op == 6 ? wqe_.compare : 0};
      EXPECT_EQ(frame.atomic_eth, want);
    }
    EXPECT_EQ(frame.deth.has_value(), qp_.type == QpType::kUd);
    if (frame.deth) {
      EXPECT_EQ(frame.deth, (Deth{wqe_.remote_key, 0, qp_.qpn}));
      EXPECT_EQ(frame.bth.dest_qp, wqe_.remote_address & 0xFFFFFF);
    } else {
      EXPECT_EQ(frame.bth.dest_qp, qp_.remote_qpn);
    }
  }

  const QpContext& qp_;
  const Wqe& wqe_;
  std::uint32_t psn_;
  ByteVector left_;
  std::uint32_t packets_ = 0;
};

class RandomWork : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomWork, KeepsTheRulesOfASender) {
  Random random(GetParam());
  for (int round = 0; round < 20; ++round) {
    const QpContext qp = random_qp(random);
    testing::Bench bench(qp);
    std::vector<Wqe> posted;
    Outcome outcome;
    for (int batch = 0; batch < 10; ++batch) {
      while (bench.ring.free_blocks(bench.requester.sq_free()) >= 4 && random.below(6) != 0) {
        posted.push_back(random_wqe(random, qp));
        bench.ring.post(posted.back());
      }
      Outcome more = bench.ring_doorbell();
      std::ranges::move(more.frames, std::back_inserter(outcome.frames));
      std::ranges::move(more.records, std::back_inserter(outcome.records));
    }
    std::uint32_t psn = qp.sq_psn;
    std::uint16_t index = 0;
    std::size_t at = 0;
    std::size_t records = 0;
    for (const Wqe& wqe : posted) {
      MessageCheck message(qp, wqe, psn);
      for (bool last = false; !last; ++at) {
        ASSERT_LT(at, outcome.frames.size());
        ASSERT_EQ(outcome.frames[at].wqe_index, index);
        last = message.take(outcome.frames[at]);
        ASSERT_FALSE(HasFailure()) << "round " << round << " frame " << at;
      }
      psn = message.next_psn();
      if (wqe.signaled()) {
        const CompletionRecord want{
            .wr_id = wqe.wr_id,
            .qpn = qp.qpn,
            .opcode = wqe.opcode,
            .status = qp.type == QpType::kRc ? CompletionStatus::kSent : CompletionStatus::kOk,
            .signaled = true,
            .index = index,
            .length = static_cast<std::uint32_t>(wqe.length())};
        ASSERT_LT(records, outcome.records.size());
        ASSERT_EQ(outcome.records[records], want);
        ++records;
      }
      index = static_cast<std::uint16_t>(index + encode(wqe, true).size() / 64);
    }
    EXPECT_EQ(at, outcome.frames.size());
    EXPECT_EQ(records, outcome.records.size());
    EXPECT_EQ(bench.requester.next_psn(), psn);
    EXPECT_EQ(bench.requester.sq_free(), bench.ring.count());
  }
}

// Any bytes in the ring, any doorbells: the records still fit together.
TEST_P(RandomWork, OfAnyBytesEndsInOneErrorAndAFlush) {
  Random random(GetParam() + 1000);
  for (int round = 0; round < 200; ++round) {
    const QpContext qp = random_qp(random);
    testing::Bench bench(qp);
    if (random.below(4) == 0) bench.memory.fail_line(qp.ring_base + random.below(1024));
    std::vector<CompletionRecord> records;
    for (int step = 0; step < 30; ++step) {
      if (random.below(4) == 0) {
        ByteVector raw(64 * (1 + random.below(4)));
        for (std::uint8_t& byte : raw) byte = static_cast<std::uint8_t>(random.bits());
        raw[0] &= 15;
        raw[1] &= 7;
        bench.ring.post(raw);
      } else {
        bench.ring.post(random_wqe(random, qp));
      }
      const std::uint32_t jump = random.below(20) == 0 ? random.below(0x10000) : 0;
      bench.requester.doorbell(static_cast<std::uint16_t>(bench.ring.count() + jump));
      for (int n = 0; n < 50; ++n) {
        const auto output = bench.requester.next();
        if (!output) break;
        if (const auto* record = std::get_if<CompletionRecord>(&*output)) {
          records.push_back(*record);
        } else {
          ASSERT_FALSE(bench.requester.in_error()) << "a frame behind an error";
        }
      }
    }
    bool failed = false;
    for (std::size_t n = 0; n < records.size(); ++n) {
      const CompletionRecord& record = records[n];
      ASSERT_EQ(record.status == CompletionStatus::kFlushed,
                failed && !nothing_follows(record.status));
      if (is_error(record.status)) {
        failed = true;
        ASSERT_EQ(record.length, 0U);
      } else {
        ASSERT_TRUE(record.signaled);
      }
      if (nothing_follows(record.status)) {
        ASSERT_EQ(n + 1, records.size());
        ASSERT_EQ(record.opcode, kNoOpcode);
        ASSERT_EQ(record.wr_id, 0U);
        ASSERT_FALSE(record.signaled);
      }
      if (n > 0) {
        const auto step = static_cast<std::uint16_t>(record.index - records[n - 1].index);
        ASSERT_LT(step, 0x8000) << "indices go up";
      }
    }
    ASSERT_EQ(failed, bench.requester.in_error());
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomWork, ::testing::Range<std::uint64_t>(1, 11));

}  // namespace
}  // namespace rnic::model
