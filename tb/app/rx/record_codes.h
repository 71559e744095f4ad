// SPDX-License-Identifier: Apache-2.0
//
// The codes of a record in the model's terms. Reasons and actions: tb/harness/rx_codes.h.
//
//   decode_reason(16);  // model::Reason::kIcrc
#pragma once

#include <cstdint>
#include <optional>

#include "models/rx/verdict.h"

namespace rnic::app {

// Each throws RtlError for a code that means nothing.
model::Verdict decode_verdict(unsigned code);
// 0 is nothing. rx_overflow (17), which nothing gives yet, is refused as well.
std::optional<model::Reason> decode_reason(unsigned code);
std::optional<model::Region> decode_region(unsigned code);
std::optional<model::Action> decode_action(unsigned code);
std::optional<bool> decode_icrc(unsigned code);

}  // namespace rnic::app
