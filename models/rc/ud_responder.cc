// SPDX-License-Identifier: Apache-2.0
#include "models/rc/ud_responder.h"

namespace rnic::model {

Judgement judge_ud_request(const RxQp& qp, const RoceFrame& frame) {
  if (frame.payload.size() > qp.config.pmtu) return drop(Reason::kLengthPmtu);
  return {};
}

}  // namespace rnic::model
