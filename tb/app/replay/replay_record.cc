// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/replay_record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

namespace rnic::app {
namespace {

using nlohmann::ordered_json;

template <typename Value>
ordered_json or_null(const std::optional<Value>& value) {
  if (!value) return nullptr;
  return *value;
}

template <typename Value>
ordered_json name_or_null(const std::optional<Value>& value) {
  if (!value) return nullptr;
  return std::string(model::name_of(*value));
}

// Calls `visit(name, count)` for what is not 0.
template <typename Counts, typename NameOf, typename Visit>
void for_each_count(const Counts& counts, NameOf&& name_of, Visit&& visit) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] != 0) visit(name_of(i), counts[i]);
  }
}

std::string verdict_name(std::size_t i) {
  return std::string(model::name_of(static_cast<model::Verdict>(i)));
}
std::string reason_name(std::size_t i) {
  return std::string(model::name_of(static_cast<model::Reason>(i)));
}
// As a key of the report: opcodes without a name are numbers there.
std::string opcode_key(std::size_t i) {
  const auto name = model::opcode_name(static_cast<std::uint8_t>(i));
  return name.empty() ? fmt::format("{}", i) : std::string(name);
}
std::string number(std::size_t i) { return fmt::format("{}", i); }

template <typename Counts, typename NameOf>
std::string list_of(const Counts& counts, NameOf&& name_of) {
  std::string list;
  for_each_count(counts, name_of, [&](const std::string& name, std::uint64_t count) {
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", name, count);
  });
  return list;
}

template <typename Counts, typename NameOf>
ordered_json object_of(const Counts& counts, NameOf&& name_of) {
  ordered_json object = ordered_json::object();
  for_each_count(counts, name_of,
                 [&](const std::string& name, std::uint64_t count) { object[name] = count; });
  return object;
}

}  // namespace

std::string opcode_text(std::uint8_t opcode) {
  const auto name = model::opcode_name(opcode);
  return name.empty() ? fmt::format("{:#04x}", opcode) : std::string(name);
}

ordered_json json_of(std::uint64_t frame, const model::RxRecord& record,
                     std::optional<bool> model_agrees) {
  ordered_json json;
  json["frame"] = frame;
  json["verdict"] = std::string(model::name_of(record.verdict));
  json["reason"] = name_or_null(record.reason);
  json["opcode"] = or_null(record.opcode);
  json["opcode_name"] = nullptr;
  if (record.opcode) {
    const auto name = model::opcode_name(*record.opcode);
    if (!name.empty()) json["opcode_name"] = std::string(name);
  }
  json["qpn"] = or_null(record.qpn);
  json["psn"] = or_null(record.psn);
  json["region"] = name_or_null(record.region);
  json["action"] = name_or_null(record.action);
  json["answer_psn"] = or_null(record.answer_psn);
  json["msn"] = or_null(record.msn);
  json["icrc"] = nullptr;
  if (record.icrc_ok) json["icrc"] = *record.icrc_ok ? "ok" : "bad";
  json["priority"] = or_null(record.priority);
  json["pcp_mismatch"] = or_null(record.pcp_mismatch);
  json["lossy_roce"] = or_null(record.lossy_roce);
  json["ecn"] = or_null(record.ecn);
  json["payload_bytes"] = or_null(record.payload_bytes);
  json["model_agrees"] = or_null(model_agrees);
  return json;
}

std::string comment_of(std::uint64_t frame, const model::RxRecord& record,
                       std::optional<bool> model_agrees) {
  std::string text;
  const ordered_json json = json_of(frame, record, model_agrees);
  for (const auto& [key, value] : json.items()) {
    if (value.is_null()) continue;
    const bool is_text = value.is_string();
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", key,
                        is_text ? value.get<std::string>() : value.dump());
  }
  return text;
}

void ReplaySummary::add(const model::RxRecord& record, std::uint64_t frame_bytes) {
  ++frames;
  bytes += frame_bytes;
  ++verdicts[static_cast<std::size_t>(record.verdict)];
  if (record.reason) ++reasons[static_cast<std::size_t>(*record.reason)];
  if (record.opcode) ++opcodes[*record.opcode];
  if (record.priority) ++priorities[*record.priority & 7];
  if (record.ce_counted) ++ce;
  if (record.pcp_mismatch.value_or(false)) ++pcp_mismatch;
  if (record.lossy_roce.value_or(false)) ++lossy_roce;
}

ordered_json json_of(const ReplaySummary& summary, std::uint64_t clocks,
                     std::uint64_t model_disagreements) {
  ordered_json json;
  json["frames"] = summary.frames;
  json["bytes"] = summary.bytes;
  json["clocks"] = clocks;
  json["model_disagreements"] = model_disagreements;
  json["verdicts"] = ordered_json::object();
  for (std::size_t i = 0; i < summary.verdicts.size(); ++i) {
    json["verdicts"][verdict_name(i)] = summary.verdicts[i];
  }
  json["reasons"] = object_of(summary.reasons, reason_name);
  json["opcodes"] = object_of(summary.opcodes, opcode_key);
  json["priorities"] = object_of(summary.priorities, number);
  json["ce"] = summary.ce;
  json["pcp_mismatch"] = summary.pcp_mismatch;
  json["lossy_roce"] = summary.lossy_roce;
  return json;
}

std::string list_of_verdicts(const ReplaySummary& summary) {
  return list_of(summary.verdicts, verdict_name);
}
std::string list_of_reasons(const ReplaySummary& summary) {
  return list_of(summary.reasons, reason_name);
}
std::string list_of_opcodes(const ReplaySummary& summary) {
  return list_of(summary.opcodes,
                 [](std::size_t i) { return opcode_text(static_cast<std::uint8_t>(i)); });
}
std::string list_of_priorities(const ReplaySummary& summary) {
  return list_of(summary.priorities, number);
}

}  // namespace rnic::app
