// SPDX-License-Identifier: Apache-2.0
#include "models/rx/rx_qp.h"

namespace rnic::model {

RxQp::RxQp(const RxQpConfig& configuration)
    : config(configuration),
      state(configuration.state),
      expected_psn(configuration.rq_psn & kPsnMask),
      ack_psn(psn_add(configuration.rq_psn, -1)) {}

}  // namespace rnic::model
