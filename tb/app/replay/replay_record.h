// SPDX-License-Identifier: Apache-2.0
//
// A frame's record as text: the line of a report, the comment in an annotated capture, and the
// counts of a report's summary.
//
//   out << json_of(1, record, true);   // {"frame":1,"verdict":"accept",…}
//   comment_of(1, record, true);       // "frame=1 verdict=refuse reason=psn_ahead …"
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "models/rx/verdict.h"

namespace rnic::app {

// Every key is there, null where the record says nothing: frame, verdict, reason, opcode,
// opcode_name, qpn, psn, region, action, answer_psn, msn, icrc, priority, pcp_mismatch, lossy_roce,
// ecn, payload_bytes, model_agrees. `frame` counts from 1 as Wireshark does.
nlohmann::ordered_json json_of(std::uint64_t frame, const model::RxRecord& record,
                               std::optional<bool> model_agrees);

// The same keys as words `key=value`, without those that are null.
std::string comment_of(std::uint64_t frame, const model::RxRecord& record,
                       std::optional<bool> model_agrees);

// "RC_SEND_ONLY", or "0x1e" where there is no name.
std::string opcode_text(std::uint8_t opcode);

struct ReplaySummary {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;                     // padded and cut, without FCS
  std::array<std::uint64_t, 6> verdicts = {};  // by Verdict, skipped among them
  std::array<std::uint64_t, model::kReasons> reasons = {};
  // RoCE frames only from here on.
  std::array<std::uint64_t, 256> opcodes = {};
  std::array<std::uint64_t, 8> priorities = {};
  std::uint64_t ce = 0;
  std::uint64_t pcp_mismatch = 0;
  std::uint64_t lossy_roce = 0;

  void add(const model::RxRecord& record, std::uint64_t frame_bytes);
};

// frames, bytes, clocks, model_disagreements, verdicts (all six), reasons, opcodes, priorities
// (those that came), ce, pcp_mismatch, lossy_roce.
nlohmann::ordered_json json_of(const ReplaySummary& summary, std::uint64_t clocks,
                               std::uint64_t model_disagreements);

// "accept 5, drop 1": those that are not 0, by name, in the order of the values.
std::string list_of_verdicts(const ReplaySummary& summary);
std::string list_of_reasons(const ReplaySummary& summary);
std::string list_of_opcodes(const ReplaySummary& summary);
std::string list_of_priorities(const ReplaySummary& summary);

}  // namespace rnic::app
