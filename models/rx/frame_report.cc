// SPDX-License-Identifier: Apache-2.0
#include "models/rx/frame_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

namespace rnic::model {

void RecordSummary::add(const FrameRecord& record, std::size_t frame_bytes) {
  ++frames;
  bytes += frame_bytes;
  if (record.verdict) ++verdicts[std::string(name_of(*record.verdict))];
  if (record.reason != FrameReason::kNone) ++reasons[std::string(name_of(record.reason))];
  if (!record.roce) return;
  const RoceRecord& r = *record.roce;
  ++roce;
  ++(r.icrc_ok ? icrc_ok : icrc_bad);
  ++opcodes[r.opcode_name.empty() ? fmt::format("{}", r.opcode) : std::string(r.opcode_name)];
  ++priorities[r.priority];
  if (r.pcp_mismatch) ++pcp_mismatch;
  if (r.lossy_roce) ++lossy_roce;
}

nlohmann::ordered_json to_json(const RecordSummary& summary) {
  using Json = nlohmann::ordered_json;
  const auto counts = [](const auto& by_key) {
    Json object = Json::object();
    for (const auto& [key, count] : by_key) object[fmt::format("{}", key)] = count;
    return object;
  };
  Json json;
  json["frames"] = summary.frames;
  json["bytes"] = summary.bytes;
  json["roce"] = summary.roce;
  json["icrc"] = Json{{"ok", summary.icrc_ok}, {"bad", summary.icrc_bad}};
  json["verdicts"] = counts(summary.verdicts);
  json["reasons"] = counts(summary.reasons);
  json["opcodes"] = counts(summary.opcodes);
  json["priorities"] = counts(summary.priorities);
  json["pcp_mismatch"] = summary.pcp_mismatch;
  json["lossy_roce"] = summary.lossy_roce;
  return json;
}

ReportWriter::ReportWriter(std::ostream& out) : out_(out) { out_ << "{\"frames\":["; }

void ReportWriter::add(const FrameRecord& record, std::size_t bytes,
                       const nlohmann::ordered_json& line) {
  out_ << (summary_.frames == 0 ? "\n" : ",\n") << line;
  summary_.add(record, bytes);
}

void ReportWriter::finish(const nlohmann::ordered_json& more) {
  nlohmann::ordered_json summary = to_json(summary_);
  if (more.is_object()) summary.update(more);
  out_ << "\n],\n\"summary\":" << summary << "}\n";
}

void ReportWriter::finish() { finish(nullptr); }

}  // namespace rnic::model
