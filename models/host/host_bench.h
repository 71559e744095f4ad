// SPDX-License-Identifier: Apache-2.0
//
// One QP with its ring, its memory and its sender, for tests. Test code: not installed.
//
//   Bench bench(example_qp(QpType::kRc));
//   bench.ring.post(write_of(2500));
//   const Outcome outcome = bench.ring_doorbell();   // frames and records, apart
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <vector>

#include "models/host/requester.h"
#include "models/host/send_ring.h"
#include "models/wire/frame.h"

namespace rnic::model {

// How failures show them.
inline void PrintTo(CompletionStatus status, std::ostream* out) { *out << name_of(status); }
inline void PrintTo(const CompletionRecord& record, std::ostream* out) {
  *out << fmt::format("{} wr_id {:#x} qpn {:#x} opcode {} signaled {} index {} length {}",
                      name_of(record.status), record.wr_id, record.qpn, record.opcode,
                      record.signaled, record.index, record.length);
}

}  // namespace rnic::model

namespace rnic::model::testing {

inline constexpr std::uint64_t kBuffer = 0x100000;  // 128 KiB of CounterFill, seed 0x11
inline constexpr std::uint64_t kBufferBytes = 0x20000;
inline constexpr std::uint64_t kNowhere = 0x900000000;  // no region near it
inline constexpr std::uint64_t kRing = 0x40000000;

inline QpContext example_qp(QpType type) {
  QpContext qp;
  qp.type = type;
  qp.qpn = 0x11;
  qp.remote_qpn = 0x12;
  qp.source_mac = {2, 0, 0, 0, 0, 1};
  qp.next_hop_mac = {2, 0, 0, 0, 0, 2};
  qp.source_ip = Ipv4Address{10, 0, 0, 1};
  qp.destination_ip = Ipv4Address{10, 0, 0, 2};
  qp.udp_source_port = usual_source_port(qp);
  qp.sq_psn = 0x100;
  qp.ring_base = kRing;
  qp.ring_log2_blocks = 4;
  return qp;
}

inline Wqe wqe_of(WqeOpcode opcode, std::vector<WqePiece> pieces) {
  Wqe wqe{.opcode = to_byte(opcode), .wr_id = 0xABCD};
  wqe.remote_address = 0x7F0000001000;
  wqe.remote_key = 0x1234;
  wqe.pieces = std::move(pieces);
  return wqe;
}

// The record that this WQE must get on example_qp().
inline CompletionRecord record_of(const Wqe& wqe, CompletionStatus status, std::uint16_t index) {
  return {.wr_id = wqe.wr_id,
          .qpn = 0x11,
          .opcode = wqe.opcode,
          .status = status,
          .signaled = wqe.signaled(),
          .index = index,
          .length = is_error(status) ? 0 : static_cast<std::uint32_t>(wqe.length())};
}

// Of a WQE that cannot be named.
inline CompletionRecord nameless(CompletionStatus status, std::uint16_t index) {
  return {.wr_id = 0, .qpn = 0x11, .opcode = 0xFF, .status = status, .index = index};
}

inline Wqe numbered(Wqe wqe, std::uint64_t wr_id) {
  wqe.wr_id = wr_id;
  return wqe;
}

// From the start of the buffer; one piece, so one block.
inline Wqe write_of(std::uint32_t length) {
  return wqe_of(WqeOpcode::kWrite, {{.address = kBuffer, .length = length}});
}
inline Wqe send_of(std::uint32_t length) {
  return wqe_of(WqeOpcode::kSend, {{.address = kBuffer, .length = length}});
}

// Byte i of the buffer, by the words of the format description.
inline std::uint8_t buffer_byte(std::uint64_t i) {
  return static_cast<std::uint8_t>((i + 31 * (i / 256) + 0x11) % 256);
}

struct Outcome {
  std::vector<SentFrame> frames{};
  std::vector<CompletionRecord> records{};

  std::vector<CompletionStatus> statuses() const {
    std::vector<CompletionStatus> all;
    for (const CompletionRecord& record : records) all.push_back(record.status);
    return all;
  }
  std::vector<std::uint32_t> psns() const {
    std::vector<std::uint32_t> all;
    for (const SentFrame& frame : frames) all.push_back(frame.psn);
    return all;
  }
  RoceFrame frame(std::size_t n) const { return *decode(frames.at(n).bytes); }
};

// Everything the requester has to say now.
inline Outcome drain(Requester& requester) {
  Outcome outcome;
  while (const auto output = requester.next()) {
    if (const auto* frame = std::get_if<SentFrame>(&*output)) outcome.frames.push_back(*frame);
    if (const auto* record = std::get_if<CompletionRecord>(&*output)) {
      outcome.records.push_back(*record);
    }
  }
  return outcome;
}

struct Bench {
  explicit Bench(const QpContext& qp, const NicSettings& nic = {})
      : memory(), ring(memory, qp.ring_base, qp.ring_log2_blocks), requester(qp, nic, memory) {
    memory.add_region(kBuffer, kBufferBytes, CounterFill{.seed = 0x11});
    memory.add_region(qp.ring_base, std::uint64_t{kWqeBlockBytes} << qp.ring_log2_blocks,
                      BytesFill{});
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  Outcome ring_doorbell() { return ring_doorbell(ring.count()); }
  Outcome ring_doorbell(std::uint16_t count) {
    requester.doorbell(count);
    return drain(requester);
  }
  Outcome post(const Wqe& wqe) {
    ring.post(wqe);
    return ring_doorbell();
  }

  HostMemory memory;
  SendRing ring;
  Requester requester;
};

}  // namespace rnic::model::testing
