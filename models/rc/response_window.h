// SPDX-License-Identifier: Apache-2.0
//
// Responses to our own RC requests: ACK, NAK, READ response, atomic acknowledge. Looks at the
// packet alone and at the window [sq_una, sq_psn) that was configured; it completes nothing.
//
// In this order, all drops:
//   ack_stale    PSN before the oldest unacknowledged
//   ack_beyond   PSN at or after the next one to send
//   syndrome     ACK with a reserved syndrome or NAK code (not looked at in READ responses and
//                atomic acknowledges)
//   length_pmtu  READ response: First or Middle not exactly PMTU, Last not 1..PMTU, Only more
// Otherwise accepted: complete (ACK), retry (NAK sequence, RNR), fail (NAK 0x61..0x63), data.
#pragma once

#include "models/rx/rx_qp.h"
#include "models/rx/verdict.h"
#include "models/wire/frame.h"
#include "models/wire/opcode.h"

namespace rnic::model {

// `info` is the opcode's entry, an RC response.
Judgement judge_response(const RxQp& qp, const RoceFrame& frame, const OpcodeInfo& info);

}  // namespace rnic::model
