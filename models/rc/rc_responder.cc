// SPDX-License-Identifier: Apache-2.0
#include "models/rc/rc_responder.h"

#include <algorithm>

#include "models/rc/message_rules.h"

namespace rnic::model {
namespace {

bool is_atomic(Operation operation) noexcept {
  return operation == Operation::kCompareSwap || operation == Operation::kFetchAdd;
}

Judgement judge_ahead(RxQp& qp) {
  if (qp.nak_sent) {
    Judgement again = drop(Reason::kPsnAheadAgain);
    again.region = Region::kAhead;
    return again;
  }
  qp.nak_sent = true;
  return {.verdict = Verdict::kRefuse,
          .reason = Reason::kPsnAhead,
          .action = Action::kNakSeq,
          .region = Region::kAhead,
          .answer_psn = qp.expected_psn,
          .msn = qp.msn};
}

Judgement judge_duplicate(const RxQp& qp, std::uint32_t psn, Operation operation) {
  Judgement judgement{.verdict = Verdict::kDuplicate,
                      .reason = Reason::kPsnDuplicate,
                      .region = Region::kDuplicate,
                      .msn = qp.msn};
  if (operation == Operation::kReadRequest) {
    judgement.action = Action::kReadAgain;
    judgement.answer_psn = psn;
  } else if (is_atomic(operation)) {
    judgement.action = Action::kAtomicAgain;
    judgement.answer_psn = psn;
  } else {
    judgement.action = Action::kAckAgain;
    judgement.answer_psn = qp.ack_psn;
  }
  return judgement;
}

// Why the packet with the expected PSN cannot be executed.
std::optional<Reason> fault_of(const RxQp& qp, const RoceFrame& frame, const OpcodeInfo& info) {
  const std::uint32_t pmtu = qp.config.pmtu;
  if (continues_nothing(qp.message, info)) return Reason::kSequence;
  if (qp.message && info.starts_message()) return Reason::kSequence;
  if (breaks_pmtu(frame, info, pmtu)) return Reason::kLengthPmtu;
  if (breaks_dma_length(qp.message, frame, info, pmtu)) return Reason::kLengthDma;
  if (frame.atomic_eth && frame.atomic_eth->virtual_address % 8 != 0) return Reason::kAtomicAlign;
  return std::nullopt;
}

Judgement refuse_invalid(RxQp& qp, Reason reason) {
  qp.state = QpState::kError;
  return {.verdict = Verdict::kRefuse,
          .reason = reason,
          .action = Action::kNakInv,
          .region = Region::kExpected,
          .answer_psn = qp.expected_psn,
          .msn = qp.msn};
}

// PSNs that a READ takes: one per response packet.
std::uint32_t response_packets(std::uint32_t dma_length, std::uint32_t pmtu) noexcept {
  const std::uint32_t full = dma_length / pmtu;
  return std::max(1U, full + (dma_length % pmtu != 0 ? 1U : 0U));
}

Judgement accept(RxQp& qp, const RoceFrame& frame, const OpcodeInfo& info) {
  const std::uint32_t psn = frame.bth.psn;
  Judgement judgement{.region = Region::kExpected};
  std::uint32_t taken = 1;
  if (info.operation == Operation::kReadRequest) {
    judgement.action = Action::kRead;
    taken = response_packets(frame.reth->dma_length, qp.config.pmtu);
  } else if (is_atomic(info.operation)) {
    judgement.action = Action::kAtomic;
  } else {
    judgement.action = frame.bth.ack_request ? Action::kAck : Action::kNone;
    qp.message = message_after(qp.message, frame, info);
    qp.ack_psn = psn;
  }
  qp.expected_psn = psn_add(psn, taken);
  qp.nak_sent = false;
  if (info.ends_message()) qp.msn = psn_add(qp.msn, 1);
  if (judgement.action != Action::kNone) {
    judgement.answer_psn = psn;
    judgement.msn = qp.msn;
  }
  return judgement;
}

}  // namespace

Judgement judge_rc_request(RxQp& qp, const RoceFrame& frame, const OpcodeInfo& info) {
  const std::int32_t d = psn_distance(qp.expected_psn, frame.bth.psn);
  if (d > 0) return judge_ahead(qp);
  if (d < 0) return judge_duplicate(qp, frame.bth.psn, info.operation);
  if (const auto fault = fault_of(qp, frame, info)) return refuse_invalid(qp, *fault);
  return accept(qp, frame, info);
}

}  // namespace rnic::model
