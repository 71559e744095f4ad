// SPDX-License-Identifier: Apache-2.0
//
// What a replayer does to a captured frame before the receive side sees it, so that the frame
// looks as it would from a MAC: one shorter than 60 bytes is zero-padded, as its sender's MAC
// would have done, without an error mark; one over 9,600 bytes is cut to 9,600 and marked.
// Sizes are without FCS.
//
//   const ReplayedFrame replayed = prepare_for_replay(captured);
//   judge_frame(replayed.bytes, replayed.mac_error);
#pragma once

#include <cstddef>

#include "models/wire/byte_io.h"

namespace rnic::model {

struct ReplayedFrame {
  ByteVector bytes;  // 60..9,600
  bool mac_error = false;
};

ReplayedFrame prepare_for_replay(ByteSpan captured);

}  // namespace rnic::model
