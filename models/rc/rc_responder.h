// SPDX-License-Identifier: Apache-2.0
//
// RC requests at the responder (IBTA volume 1, 9.7.4): SEND, WRITE, READ, atomics that frame and
// QP checks let through. Keys and receive buffers are not judged here.
//
// d = PSN - expected PSN, signed 24 bits; the first line that applies decides:
//   d > 0   psn_ahead, refused with nak_seq, the first such packet since the last one in order;
//           then psn_ahead_again, dropped
//   d < 0   psn_duplicate: ack_again (SEND, WRITE), read_again, atomic_again; no state changes
//   d = 0   refused with nak_inv, and the QP is in the error state behind it:
//     sequence      Middle or Last without a message or of another kind; First, Only, READ or
//                   atomic inside a message
//     length_pmtu   First or Middle not exactly PMTU; Last of 0 or more than PMTU; Only more than
//                   PMTU; READ or atomic with payload
//     length_dma    DMALen over 2^31; WRITE: First with DMALen not over PMTU, Only with another
//                   length than DMALen, Last that does not end at DMALen, Middle that leaves
//                   nothing for a Last
//     atomic_align  address not a multiple of 8
//   otherwise accepted: ack if AckReq, else none; read; atomic
//
// answer_psn is the request's PSN; of nak_seq the expected one; of ack_again that of the newest
// in-order SEND or WRITE packet, never a READ's or atomic's (before the first: the PSN in front
// of the one configured). MSN counts accepted Last, Only, READ and atomic.
//
//   const Judgement j = judge_rc_request(qp, *check.frame, info);
#pragma once

#include "models/rx/rx_qp.h"
#include "models/rx/verdict.h"
#include "models/wire/frame.h"
#include "models/wire/opcode.h"

namespace rnic::model {

// `info` is the opcode's entry, an RC request. Moves the state of `qp`.
Judgement judge_rc_request(RxQp& qp, const RoceFrame& frame, const OpcodeInfo& info);

}  // namespace rnic::model
