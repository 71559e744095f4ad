// SPDX-License-Identifier: Apache-2.0
#include "models/rc/response_window.h"

#include "models/rc/message_rules.h"

namespace rnic::model {
namespace {

Judgement judge_acknowledge(const Aeth& aeth) {
  switch (aeth.kind()) {
    case SyndromeKind::kAck:
      return {.action = Action::kComplete};
    case SyndromeKind::kRnrNak:
    case SyndromeKind::kNakPsnSequence:
      return {.action = Action::kRetry};
    case SyndromeKind::kNakInvalidRequest:
    case SyndromeKind::kNakRemoteAccess:
    case SyndromeKind::kNakRemoteOperation:
      return {.action = Action::kFail};
    case SyndromeKind::kReserved:
      break;
  }
  return drop(Reason::kSyndrome);
}

}  // namespace

Judgement judge_response(const RxQp& qp, const RoceFrame& frame, const OpcodeInfo& info) {
  if (psn_distance(qp.config.sq_una, frame.bth.psn) < 0) return drop(Reason::kAckStale);
  if (psn_distance(qp.config.sq_psn, frame.bth.psn) >= 0) return drop(Reason::kAckBeyond);
  if (info.operation == Operation::kAcknowledge) return judge_acknowledge(*frame.aeth);
  if (info.operation == Operation::kReadResponse && breaks_pmtu(frame, info, qp.config.pmtu)) {
    return drop(Reason::kLengthPmtu);
  }
  return {.action = Action::kData};
}

}  // namespace rnic::model
