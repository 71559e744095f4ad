// SPDX-License-Identifier: Apache-2.0
//
// Any text as a report of expected records (vectors/rx/NAME.json), held against a second one: the
// text up to a zero byte, and what is behind it. A report differs from no copy of itself.
#include <algorithm>
#include <string>

#include "tb/app/vectors/rx_vector.h"
#include "tb/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rnic;
  const std::string_view text = fuzz::text_of(data, size);
  const std::size_t middle = std::min(text.find('\0'), text.size());
  const std::string one(text.substr(0, middle));
  const std::string other(text.substr(std::min(middle + 1, text.size())));
  fuzz::require(app::report_difference(one, one).empty(), "a text is as it is");
  // The same but for a blank behind it: parsed, and the same if it is a report at all.
  const std::string parsed = app::report_difference(one, one + " ");
  fuzz::require(parsed.empty() || parsed.starts_with("no report"), "a report is as it is");
  const std::string forth = app::report_difference(one, other);
  const std::string back = app::report_difference(other, one);
  fuzz::require(forth.empty() == back.empty(), "two reports differ either way round");
  return 0;
}
