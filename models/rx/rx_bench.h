// SPDX-License-Identifier: Apache-2.0
//
// Packets made from a few words, a receiver with one QP, and verdicts as a line of text, for
// tests. Test code: not installed.
//
//   RxBench bench({.qpn = kQpn, .rq_psn = 0x10});
//   EXPECT_EQ(bench.give(packet(Opcode::kRcSendOnly, 0x10, 5)), "accept ack 0x10 msn 1");
//   EXPECT_EQ(bench.give(packet(Opcode::kRcSendOnly, 0x12, 5)),
//             "refuse psn_ahead nak_seq 0x11 msn 1");
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <string>

#include "models/rx/receiver.h"
#include "models/rx/replay_rules.h"
#include "models/wire/frame.h"

namespace rnic::model::testing {

inline constexpr std::uint32_t kQpn = 0x11;

// Verdict, reason, action, answer PSN and MSN, each only where there is one.
inline std::string in_words(const RxRecord& record) {
  std::string text(name_of(record.verdict));
  if (record.reason) text += fmt::format(" {}", name_of(*record.reason));
  if (record.action) text += fmt::format(" {}", name_of(*record.action));
  if (record.answer_psn) text += fmt::format(" {:#x}", *record.answer_psn);
  if (record.msn) text += fmt::format(" msn {}", *record.msn);
  return text;
}

// 10.0.0.1 to 10.0.0.2, DestQP kQpn, the opcode's extended headers with zeros in them (DMALen:
// the payload's length), AckReq on the last packet of a message. Lengths and ICRC are for later.
inline RoceFrame packet(Opcode opcode, std::uint32_t psn, std::size_t payload = 0) {
  const OpcodeInfo& info = *find_opcode(opcode);
  RoceFrame frame;
  frame.ethernet.destination = {2, 0, 0, 0, 0, 2};
  frame.ethernet.source = {2, 0, 0, 0, 0, 1};
  Ipv4Header ip;
  ip.source = {10, 0, 0, 1};
  ip.destination = {10, 0, 0, 2};
  frame.ip = ip;
  frame.bth.opcode = to_byte(opcode);
  frame.bth.dest_qp = kQpn;
  frame.bth.psn = psn;
  frame.bth.ack_request = info.ends_message();
  for (const Extension extension : info.extensions) {
    switch (extension) {
      case Extension::kReth:
        frame.reth = Reth{.dma_length = static_cast<std::uint32_t>(payload)};
        break;
      case Extension::kAeth:
        frame.aeth = Aeth{.syndrome = 0x1F};
        break;
      case Extension::kAtomicEth:
        frame.atomic_eth.emplace();
        break;
      case Extension::kAtomicAckEth:
        frame.atomic_ack_eth.emplace();
        break;
      case Extension::kDeth:
        frame.deth.emplace();
        break;
      case Extension::kImmDt:
        frame.imm_dt.emplace();
        break;
      case Extension::kIeth:
        frame.ieth.emplace();
        break;
      case Extension::kCnpReserved:
        frame.cnp_reserved.emplace();
        break;
    }
  }
  frame.payload.assign(payload, 0xA5);
  return frame;
}

// The same with another DMALen.
inline RoceFrame packet(Opcode opcode, std::uint32_t psn, std::size_t payload,
                        std::uint32_t dma_length) {
  RoceFrame frame = packet(opcode, psn, payload);
  frame.reth->dma_length = dma_length;
  return frame;
}

// The bytes on the bus: everything that follows from the fields filled in, padded to 60.
inline ByteVector on_the_bus(RoceFrame frame) {
  complete(frame);
  return prepare_for_replay(encode(frame)).bytes;
}

struct RxBench {
  explicit RxBench(const RxQpConfig& config, const ReceiverSettings& settings = {})
      : receiver(settings), qpn(config.qpn) {
    if (receiver.add_qp(config)) throw std::logic_error("the table was not empty");
  }

  RxRecord record(const RoceFrame& frame) {
    return receiver.receive(on_the_bus(frame), /*mac_error=*/false);
  }
  std::string give(const RoceFrame& frame) { return in_words(record(frame)); }
  const RxQp& qp() const { return *receiver.find_qp(qpn); }

  Receiver receiver;
  std::uint32_t qpn;
};

}  // namespace rnic::model::testing
