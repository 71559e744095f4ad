// SPDX-License-Identifier: Apache-2.0
//
// UD datagrams: any PSN will do, only the length is looked at. More than PMTU bytes is
// length_pmtu, a drop; the QP keeps running.
#pragma once

#include "models/rx/rx_qp.h"
#include "models/rx/verdict.h"
#include "models/wire/frame.h"

namespace rnic::model {

Judgement judge_ud_request(const RxQp& qp, const RoceFrame& frame);

}  // namespace rnic::model
