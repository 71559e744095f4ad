// SPDX-License-Identifier: Apache-2.0
//
// Where RTL and golden model differ on a received frame, field by field.
//
//   for (const RxDifference& d : differences(model, rtl)) print(text_of(d));
//   // "answer_psn: want 0x000105, got 0x000104"
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/rx/verdict.h"

namespace rnic::app {

struct RxDifference {
  std::string_view field;  // as reports name it; payload_offset, pad and ce too
  std::string rtl;         // "null" where the field is absent
  std::string model;

  bool operator==(const RxDifference&) const = default;
};

// All fields, in the order of the report; empty when they agree. Without a record of the RTL the
// one difference is in `record`.
std::vector<RxDifference> differences(const model::RxRecord& model,
                                      const std::optional<model::RxRecord>& rtl);

// One line: what was wanted, what came.
std::string text_of(const RxDifference& difference);

}  // namespace rnic::app
