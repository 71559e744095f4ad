// SPDX-License-Identifier: Apache-2.0
#include "models/rc/uc_responder.h"

#include "models/rc/message_rules.h"

namespace rnic::model {
namespace {

std::optional<Reason> fault_of(const RxQp& qp, const RoceFrame& frame, const OpcodeInfo& info) {
  const std::uint32_t pmtu = qp.config.pmtu;
  if (qp.gap && !info.starts_message()) return Reason::kUcGap;
  if (continues_nothing(qp.message, info)) return Reason::kSequence;
  if (breaks_pmtu(frame, info, pmtu)) return Reason::kLengthPmtu;
  if (breaks_dma_length(qp.message, frame, info, pmtu)) return Reason::kLengthDma;
  return std::nullopt;
}

}  // namespace

Judgement judge_uc_request(RxQp& qp, const RoceFrame& frame, const OpcodeInfo& info) {
  if (frame.bth.psn != qp.expected_psn) {
    qp.gap = true;
    qp.message = std::nullopt;
  }
  qp.expected_psn = psn_add(frame.bth.psn, 1);

  if (const auto fault = fault_of(qp, frame, info)) {
    qp.gap = true;
    qp.message = std::nullopt;
    return drop(*fault);
  }
  qp.gap = false;
  qp.message = message_after(qp.message, frame, info);
  return {};
}

}  // namespace rnic::model
