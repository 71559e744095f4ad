// SPDX-License-Identifier: Apache-2.0
//
// A QP as the receive side knows it: what was configured, and what moves while it runs.
// Values only; the rules are in models/rc.
//
//   RxQp qp({.type = QpType::kRc, .qpn = 0x11, .pmtu = 1024, .rq_psn = 0x10});
//   qp.expected_psn;  // 0x10
//   qp.ack_psn;       // 0x0F
#pragma once

#include <cstdint>
#include <optional>

#include "models/host/qp_context.h"
#include "models/wire/bth.h"
#include "models/wire/opcode.h"
#include "models/wire/psn.h"

namespace rnic::model {

enum class QpState : std::uint8_t { kReset, kReady, kError };

struct RxQpConfig {
  QpType type = QpType::kRc;
  std::uint32_t qpn = 0;  // 24 bits
  QpState state = QpState::kReady;
  std::uint32_t pmtu = 1024;  // payload bytes a packet: 256, 512, 1024, 2048, 4096
  std::uint16_t pkey = kDefaultPkey;
  std::uint32_t qkey = 0;                                  // UD
  std::optional<IpAddress> source_ip = std::nullopt;       // ours; absent: not checked
  std::optional<IpAddress> destination_ip = std::nullopt;  // the peer's; absent: not checked
  std::optional<std::uint16_t> vlan = std::nullopt;        // VID 1..4094; absent: any, or none
  std::uint32_t rq_psn = 0;                                // first PSN that is expected
  // PSNs of our own requests: [sq_una, sq_psn) are sent and not acknowledged. They do not move.
  std::uint32_t sq_una = 0;
  std::uint32_t sq_psn = 0;

  bool operator==(const RxQpConfig&) const = default;
};

// A message of which the First packet came and the Last did not.
struct OpenMessage {
  Operation operation = Operation::kSend;  // kSend or kWrite
  std::uint64_t dma_length = 0;            // WRITE: bytes promised by the RETH
  std::uint64_t received = 0;              // bytes so far

  bool operator==(const OpenMessage&) const = default;
};

struct RxQp {
  // State as after "reset to ready".
  explicit RxQp(const RxQpConfig& configuration);

  RxQpConfig config;
  QpState state;
  std::uint32_t expected_psn;
  std::uint32_t ack_psn;  // RC: PSN of the newest in-order SEND or WRITE packet
  std::uint32_t msn = 0;  // RC: messages executed, modulo 2^24
  bool nak_sent = false;  // RC: for the gap that is open now
  bool gap = false;       // UC: packets were lost or dropped, only First or Only is taken
  std::optional<OpenMessage> message = std::nullopt;

  bool operator==(const RxQp&) const = default;
};

}  // namespace rnic::model
