// SPDX-License-Identifier: Apache-2.0
//
// Where RTL and golden model differ on a RoCE frame, field by field, and a frame's record with the
// RTL's values in the place of the model's.
//
//   for (const Difference& d : differences(*record.roce, verdict)) …  // {"icrc", "ok", "bad"}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/rx/frame_record.h"
#include "tb/app/verdict_matcher.h"

namespace rnic::app {

struct Difference {
  std::string_view field;  // as reports name it: icrc, priority, pcp_mismatch, lossy_roce, ecn
  std::string rtl;
  std::string model;

  bool operator==(const Difference&) const = default;
};

// "ok", "bad", or "-" when the RTL found no ICRC to look at.
std::string_view icrc_name(const RtlVerdict& verdict) noexcept;

// All fields that both know, in the order of the report; empty when they agree. Without a verdict
// the one difference is in `verdict`.
std::vector<Difference> differences(const model::RoceRecord& model,
                                    const std::optional<RtlVerdict>& rtl);

// `record` as the RTL sees it. Headers stay the model's; without a verdict, or without an ICRC for
// the RTL, there is no `roce`.
model::FrameRecord with_rtl(model::FrameRecord record, const std::optional<RtlVerdict>& rtl);

}  // namespace rnic::app
