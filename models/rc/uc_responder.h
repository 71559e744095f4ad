// SPDX-License-Identifier: Apache-2.0
//
// UC requests at the responder (IBTA volume 1, 9.8.3): nothing is answered, what is lost is lost.
//
// Expected or not, the next PSN expected is this one's plus 1. A PSN other than expected is a gap:
// the message in progress is lost. After a gap, and after any drop below, only First or Only is
// taken. In this order, all drops, and the QP keeps running:
//   uc_gap       Middle or Last after a gap or a drop
//   sequence     Middle or Last of another kind, or without a message
//   length_pmtu, length_dma  as for RC (rc_responder.h)
// First or Only inside a message abandons it and is taken. AckReq is ignored.
//
//   const Judgement j = judge_uc_request(qp, *check.frame, info);
#pragma once

#include "models/rx/rx_qp.h"
#include "models/rx/verdict.h"
#include "models/wire/frame.h"
#include "models/wire/opcode.h"

namespace rnic::model {

// `info` is the opcode's entry, a UC request. Moves the state of `qp`.
Judgement judge_uc_request(RxQp& qp, const RoceFrame& frame, const OpcodeInfo& info);

}  // namespace rnic::model
