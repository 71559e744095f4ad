// SPDX-License-Identifier: Apache-2.0
// main() of every RTL test: GoogleTest plus the options of a run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <charconv>
#include <filesystem>
#include <string_view>

#include "tb/harness/sim_run.h"

namespace {

constexpr std::string_view kUsage =
    "Options of a simulation, besides GoogleTest's:\n"
    "  --seed N          seed of all randomness (default RNIC_SEED, else 1)\n"
    "  --wave F.fst      record waves (default RNIC_WAVE, else none)\n"
    "  --wave-from C     first clock to record\n"
    "  --wave-to C       last clock to record\n"
    "  --wave-frame N    record only around frame N, counted from 0\n";

template <class T>
bool parse_number(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool parse_option(std::string_view name, std::string_view text, rnic::tb::RunOptions& options) {
  if (name == "--seed") return parse_number(text, options.seed);
  if (name == "--wave-from") return parse_number(text, options.wave.from);
  if (name == "--wave-to") return parse_number(text, options.wave.to);
  if (name == "--wave-frame") return parse_number(text, options.wave.frame);
  if (name != "--wave") return false;
  options.wave.file = text;
  return !text.empty();
}

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  rnic::tb::RunOptions& options = rnic::tb::process_options();
  options.program = std::filesystem::absolute(argv[0]).lexically_normal().string();
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--help") {  // GoogleTest has printed its own part
      fmt::print("\n{}", kUsage);
      return 0;
    }
    if (i + 1 == argc || !parse_option(argv[i], argv[i + 1], options)) {
      fmt::print(stderr, "{}: cannot use '{}'\n{}", argv[0], argv[i], kUsage);
      return 2;
    }
    ++i;
  }
  return RUN_ALL_TESTS();
}
