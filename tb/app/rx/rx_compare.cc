// SPDX-License-Identifier: Apache-2.0
#include "tb/app/rx/rx_compare.h"

#include <fmt/format.h>

#include <type_traits>

namespace rnic::app {
namespace {

std::string value_text(bool value) { return value ? "true" : "false"; }
std::string value_text(std::uint8_t value) { return fmt::format("{}", value); }
std::string value_text(std::uint32_t value) { return fmt::format("{}", value); }
template <class T>
requires std::is_enum_v<T> std::string value_text(T value) {
  return std::string(model::name_of(value));
}

// Numbers that are read in hexadecimal.
std::string hex_text(const std::optional<std::uint32_t>& value) {
  return value ? fmt::format("{:#08x}", *value) : "null";
}
std::string icrc_text(const std::optional<bool>& ok) { return ok ? (*ok ? "ok" : "bad") : "null"; }
template <class T>
std::string text(const std::optional<T>& value) {
  return value ? value_text(*value) : "null";
}
template <class T>
std::string text(const T& value) {
  return value_text(value);
}

}  // namespace

std::vector<RxDifference> differences(const model::RxRecord& model,
                                      const std::optional<model::RxRecord>& rtl) {
  if (!rtl) return {{"record", "none", text(model.verdict)}};
  if (*rtl == model) return {};
  std::vector<RxDifference> found;
  const auto compare = [&](std::string_view field, const auto& got, const auto& want) {
    if (got != want) found.push_back({field, text(got), text(want)});
  };
  const auto compare_hex = [&](std::string_view field, const auto& got, const auto& want) {
    if (got != want) found.push_back({field, hex_text(got), hex_text(want)});
  };
  compare("verdict", rtl->verdict, model.verdict);
  compare("reason", rtl->reason, model.reason);
  compare("opcode", rtl->opcode, model.opcode);
  compare_hex("qpn", rtl->qpn, model.qpn);
  compare_hex("psn", rtl->psn, model.psn);
  compare("region", rtl->region, model.region);
  compare("action", rtl->action, model.action);
  compare_hex("answer_psn", rtl->answer_psn, model.answer_psn);
  compare("msn", rtl->msn, model.msn);
  if (rtl->icrc_ok != model.icrc_ok) {
    found.push_back({"icrc", icrc_text(rtl->icrc_ok), icrc_text(model.icrc_ok)});
  }
  compare("priority", rtl->priority, model.priority);
  compare("pcp_mismatch", rtl->pcp_mismatch, model.pcp_mismatch);
  compare("lossy_roce", rtl->lossy_roce, model.lossy_roce);
  compare("ecn", rtl->ecn, model.ecn);
  compare("ce", rtl->ce_counted, model.ce_counted);
  compare("payload_bytes", rtl->payload_bytes, model.payload_bytes);
  compare("payload_offset", rtl->payload_offset, model.payload_offset);
  compare("pad", rtl->pad, model.pad);
  return found;
}

std::string text_of(const RxDifference& difference) {
  return fmt::format("{}: want {}, got {}", difference.field, difference.model, difference.rtl);
}

}  // namespace rnic::app
