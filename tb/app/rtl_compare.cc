// SPDX-License-Identifier: Apache-2.0
#include "tb/app/rtl_compare.h"

#include <fmt/format.h>

namespace rnic::app {

std::string_view icrc_name(const RtlVerdict& verdict) noexcept {
  if (!verdict.checked) return "-";
  return verdict.ok ? "ok" : "bad";
}

std::vector<Difference> differences(const model::RoceRecord& model,
                                    const std::optional<RtlVerdict>& rtl) {
  if (!rtl) return {{"verdict", "none", "one"}};
  std::vector<Difference> found;
  const auto compare = [&](std::string_view field, const auto& seen, const auto& wanted) {
    if (seen != wanted)
      found.push_back({field, fmt::format("{}", seen), fmt::format("{}", wanted)});
  };
  compare("icrc", icrc_name(*rtl), std::string_view(model.icrc_ok ? "ok" : "bad"));
  compare("priority", rtl->priority, model.priority);
  compare("pcp_mismatch", rtl->pcp_mismatch, model.pcp_mismatch);
  compare("lossy_roce", rtl->lossy, model.lossy_roce);
  compare("ecn", rtl->ecn, model.ecn);
  return found;
}

model::FrameRecord with_rtl(model::FrameRecord record, const std::optional<RtlVerdict>& rtl) {
  if (!rtl || !rtl->checked) record.roce.reset();
  if (!record.roce) return record;
  record.roce->icrc_ok = rtl->ok;
  record.roce->priority = rtl->priority;
  record.roce->pcp_mismatch = rtl->pcp_mismatch;
  record.roce->lossy_roce = rtl->lossy;
  record.roce->ecn = rtl->ecn;
  return record;
}

}  // namespace rnic::app
