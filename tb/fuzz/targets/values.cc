// SPDX-License-Identifier: Apache-2.0
//
// Any text as a value of the command line: numbers, ranges of frames, DSCP maps, lists of
// priorities, MAC addresses. What is read and written again is read as the same.
#include <string>

#include "models/wire/address.h"
#include "tb/app/dscp_options.h"
#include "tb/app/errors.h"
#include "tb/app/frame_range.h"
#include "tb/app/parse_number.h"
#include "tb/fuzz/fuzz_target.h"

namespace rnic::fuzz {
namespace {

template <class Parse>
void parse(Parse&& parser) {
  try {
    parser();
  } catch (const app::InputError& error) {
    require(*error.what() != '\0', "an error says something");
  }
}

}  // namespace
}  // namespace rnic::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rnic;
  using namespace rnic::fuzz;
  const std::string_view text = text_of(data, size);
  if (const auto number = app::parse_decimal(text)) {
    require(app::parse_decimal(std::to_string(*number)) == number, "a number is the one written");
  }
  parse([&] { (void)app::parse_number("--seed", text); });
  parse([&] {
    const app::FrameRange range = app::parse_frame_range(text);
    require(range.first >= 1 && range.first <= range.last, "a range has an order");
    require(range.contains(range.first) && range.contains(range.last), "a range has its ends");
  });
  parse([&] {
    const model::DscpMap map = app::parse_dscp_map(text);
    for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
      require(map.priority(dscp) < 8, "a priority is 0 to 7");
    }
  });
  parse([&] { (void)app::parse_lossless(text); });
  if (const auto mac = model::parse_mac(text)) {
    require(model::parse_mac(model::format_mac(*mac)) == mac, "a MAC address is the one written");
  }
  return 0;
}
