// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/rtl/fuzz_case.h"

#include "models/rx/replay_rules.h"

namespace rnic::fuzz {

SentFrame sent_frame(const FuzzFrame& frame) {
  FrameDraft draft(frame.base, /*error=*/false);
  for (const Mutation& mutation : frame.mutations) apply(mutation, draft);
  model::ReplayedFrame replayed = model::prepare_for_replay(draft.bytes);
  return {.bytes = std::move(replayed.bytes), .mac_error = replayed.mac_error || draft.mac_error};
}

std::vector<std::int64_t> times_ns(const FuzzCase& fuzz_case, const std::vector<SentFrame>& sent) {
  constexpr std::int64_t kBytesPerNs = 50;  // 400 Gbit/s
  std::vector<std::int64_t> times;
  std::int64_t now = 0;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    now += fuzz_case.frames[i].gap_ns;
    times.push_back(now);
    now += (static_cast<std::int64_t>(sent[i].bytes.size()) + kBytesPerNs - 1) / kBytesPerNs;
  }
  return times;
}

}  // namespace rnic::fuzz
