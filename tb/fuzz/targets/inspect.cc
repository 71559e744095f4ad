// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a capture that `inspect` shows: as a table, by layers, and as JSON, which is JSON.
#include "tb/app/inspect.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "tb/app/errors.h"
#include "tb/fuzz/fuzz_target.h"

namespace rnic::fuzz {
namespace {

std::string inspect(std::span<const std::uint8_t> bytes, const app::InspectOptions& options) {
  std::ostringstream out;
  app::ProgressBar bar(false);
  try {
    app::CaptureStream stream{model::CaptureReader(bytes, "input")};
    try {
      app::inspect(stream, model::DscpMap::basepod(), options, out, bar);
    } catch (const model::CaptureError& error) {
      require_one_line(error.what());  // after all whole frames and the summary
    }
  } catch (const model::CaptureError& error) {
    require_one_line(error.what());  // no frame was looked at
    return {};
  }
  return out.str();
}

}  // namespace
}  // namespace rnic::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rnic::fuzz;
  inspect({data, size}, {});
  inspect({data, size}, {.verbose = true});
  const std::string json = inspect({data, size}, {.json = true});
  require(json.empty() || nlohmann::json::accept(json), "inspect --json writes JSON");
  return 0;
}
