// SPDX-License-Identifier: Apache-2.0
//
// How many of the reasons are the frame's own. Test code: not installed.
#pragma once

#include "models/rx/verdict.h"

namespace rnic::model::testing {

// FrameReason has them behind kNone, Reason in front of those of the transport header.
inline constexpr unsigned kFrameReasons = static_cast<unsigned>(Reason::kTver);

}  // namespace rnic::model::testing
