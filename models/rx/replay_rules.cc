// SPDX-License-Identifier: Apache-2.0
#include "models/rx/replay_rules.h"

#include <algorithm>

#include "models/wire/ethernet.h"

namespace rnic::model {

ReplayedFrame prepare_for_replay(ByteSpan captured) {
  const ByteSpan kept = captured.first(std::min(captured.size(), kMaxFrameBytes));
  ReplayedFrame replayed{.bytes = ByteVector(kept.begin(), kept.end()),
                         .mac_error = captured.size() > kMaxFrameBytes};
  if (replayed.bytes.size() < kMinFrameBytes) replayed.bytes.resize(kMinFrameBytes, 0);
  return replayed;
}

}  // namespace rnic::model
