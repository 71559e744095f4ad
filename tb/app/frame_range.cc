// SPDX-License-Identifier: Apache-2.0
#include "tb/app/frame_range.h"

#include <fmt/format.h>

#include "tb/app/errors.h"
#include "tb/app/parse_number.h"

namespace rnic::app {

FrameRange parse_frame_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = parse_decimal(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : parse_decimal(text.substr(dash + 1));
  if (!first || !last || *first == 0 || *last < *first) {
    throw InputError(
        fmt::format("--frame: '{}', expected a frame number N from 1 or a range N-M", text));
  }
  return {*first, *last};
}

}  // namespace rnic::app
