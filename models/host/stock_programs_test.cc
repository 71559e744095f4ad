// SPDX-License-Identifier: Apache-2.0
//
// The sender judged by programs that others wrote, over the Linux kernel's Soft-RoCE: perftest and
// the librdmacm examples. Their command lines say how many messages of which length they send;
// payload, remote addresses and keys are the capture's.
#include <gtest/gtest.h>

#include "models/host/host_bench.h"
#include "models/host/kernel_frames.h"

namespace rnic::model {
namespace {

struct Program {
  const char* file;
  QpType type;
  std::uint32_t dest_qp;
  WqeOpcode opcode;
  std::uint32_t messages;
  std::uint32_t length;
};

constexpr Program kPrograms[] = {
    {"perftest_write_bw.pcap", QpType::kRc, 0x31b, WqeOpcode::kWrite, 5, 8192},
    {"perftest_send_bw.pcap", QpType::kRc, 0x31d, WqeOpcode::kSend, 6, 3000},
    {"perftest_read_bw.pcap", QpType::kRc, 0x31e, WqeOpcode::kRead, 5, 5000},
    {"perftest_atomic_bw.pcap", QpType::kRc, 0x31f, WqeOpcode::kFetchAdd, 6, 8},
    {"perftest_write_lat.pcap", QpType::kRc, 0x321, WqeOpcode::kWrite, 6, 64},
    {"perftest_write_lat.pcap", QpType::kRc, 0x139, WqeOpcode::kWrite, 6, 64},
    {"perftest_write_uc.pcap", QpType::kUc, 0x323, WqeOpcode::kWrite, 5, 2500},
    {"cm_ucmatose.pcap", QpType::kRc, 0x130, WqeOpcode::kSend, 3, 100},
    {"cm_ucmatose.pcap", QpType::kRc, 0x131, WqeOpcode::kSend, 3, 100},
    {"cm_ucmatose.pcap", QpType::kRc, 0x318, WqeOpcode::kSend, 3, 100},
    {"cm_ucmatose.pcap", QpType::kRc, 0x319, WqeOpcode::kSend, 3, 100},
    {"cm_udaddy.pcap", QpType::kUd, 0x31a, WqeOpcode::kSendImm, 3, 100},
    {"cm_udaddy.pcap", QpType::kUd, 0x132, WqeOpcode::kSendImm, 3, 100},
};

// The message's remote address, keys and immediate, from the frames it became.
Wqe wqe_of(const Program& program, const RoceFrame& first, const RoceFrame& last) {
  Wqe wqe = testing::wqe_of(program.opcode, {{testing::kBuffer, program.length, 0}});
  if (first.reth) {
    wqe.remote_address = first.reth->virtual_address;
    wqe.remote_key = first.reth->remote_key;
  }
  if (first.atomic_eth) {
    wqe.remote_address = first.atomic_eth->virtual_address;
    wqe.remote_key = first.atomic_eth->remote_key;
    wqe.swap_or_add = first.atomic_eth->swap_or_add;
  }
  if (first.deth) wqe.set_datagram_target(program.dest_qp, first.deth->queue_key);
  if (last.imm_dt) wqe.immediate = last.imm_dt->data;
  return wqe;
}

void compare(const Program& program) {
  const auto requests = testing::requests_of(program.file, program.dest_qp);
  ASSERT_FALSE(requests.empty());
  const auto& [first_psn, example] = *requests.begin();
  QpContext qp = testing::example_qp(program.type);
  NicSettings nic;
  testing::take_addresses(example, qp, nic);
  qp.remote_qpn = program.dest_qp;
  if (example.deth) qp.qpn = example.deth->source_qp;
  qp.sq_psn = first_psn;
  testing::Bench bench(qp, nic);
  const std::uint32_t psns = (program.length + qp.pmtu - 1) / qp.pmtu;
  for (std::uint32_t n = 0; n < program.messages; ++n) {
    const auto first = requests.find(first_psn + n * psns);
    ASSERT_NE(first, requests.end());
    const auto last = requests.find(first_psn + (n + 1) * psns - 1);
    bench.ring.post(
        wqe_of(program, first->second, last == requests.end() ? first->second : last->second));
  }
  const testing::Outcome outcome = bench.ring_doorbell();
  ASSERT_EQ(outcome.frames.size(), requests.size());
  auto at = requests.begin();
  for (std::size_t n = 0; n < outcome.frames.size(); ++n, ++at) {
    RoceFrame frame = outcome.frame(n);
    ASSERT_EQ(frame.payload.size(), at->second.payload.size());
    frame.payload = at->second.payload;
    testing::expect_same_frame(frame, at->second);
  }
}

TEST(StockPrograms, SendWhatTheModelSends) {
  for (const Program& program : kPrograms) {
    SCOPED_TRACE(fmt::format("{} to QP {:#x}", program.file, program.dest_qp));
    compare(program);
  }
}

}  // namespace
}  // namespace rnic::model
