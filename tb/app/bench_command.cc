// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/rx/replay_rules.h"
#include "tb/app/errors.h"
#include "tb/app/parse_number.h"
#include "tb/app/subcommands.h"

namespace rnic::app {
namespace {

constexpr const char* kText =
    "Both forms of the ICRC engine, frames back to back without an idle segment: check (a verdict "
    "a\n"
    "frame, one in eight with a bit flipped) and generate (an ICRC written into each frame). "
    "Frames,\n"
    "and what the model expects of each, are made beforehand; every verdict and every byte is "
    "still\n"
    "compared. A row tells frames and clocks, frames a clock, how much of the bus frame bytes "
    "fill,\n"
    "clocks from a frame's last segment to its verdict (or to that segment at the output), and\n"
    "simulated clocks a second of processor time on one core, comparison included.";

constexpr const char* kExamples =
    "Examples:\n"
    "  rnic400 bench icrc                            all sizes, a few seconds\n"
    "  rnic400 bench icrc --size 60 mix              two sizes (bytes without FCS)\n"
    "  rnic400 bench icrc --frames 1000000 --size 64\n"
    "  rnic400 bench icrc --json bench.json          the table, and the same as JSON\n";

std::uint32_t parse_size(const std::string& text) {
  if (text == "mix") return kMixedSizes;
  const auto bytes = parse_decimal(text);
  if (!bytes || *bytes < model::kMinFrameBytes || *bytes > model::kMaxFrameBytes) {
    throw InputError(fmt::format("--size: '{}', expected 60 to 9600 bytes, or mix", text));
  }
  return static_cast<std::uint32_t>(*bytes);
}

}  // namespace

BenchCommand::BenchCommand(CLI::App& app)
    : command_(*app.add_subcommand("bench", "measure a part of the RTL in simulation")),
      icrc_(*command_.add_subcommand("icrc", "the ICRC engine, both forms, at full load")) {
  command_.fallthrough();
  command_.require_subcommand(1);
  command_.footer(fmt::format("\n{}\n{}", kExamples, kExitStatus));
  icrc_.fallthrough();
  icrc_.footer(fmt::format("\n{}\n\n{}\n{}", kText, kExamples, kExitStatus));
  icrc_.add_option("--frames", frames_, "frames in each row; default: what fills 300,000 clocks")
      ->type_name("N");
  icrc_.add_option("--size", sizes_, "frame bytes without FCS, 60 to 9600, or mix")
      ->type_name("S...");
  icrc_.add_option("--seed", seed_, "of frames and flipped bits; default 1")->type_name("N");
  icrc_.add_option("--json", options_.json, "write a report too; - for standard output alone")
      ->type_name("FILE");
}

BenchIcrcOptions BenchCommand::options() const {
  BenchIcrcOptions options = options_;
  if (icrc_.count("--frames") > 0) options.frames = parse_number("--frames", frames_);
  if (options.frames == 0) throw InputError("--frames: '0', expected at least 1");
  if (icrc_.count("--seed") > 0) options.seed = parse_number("--seed", seed_);
  if (!sizes_.empty()) options.sizes.clear();
  for (const std::string& size : sizes_) options.sizes.push_back(parse_size(size));
  return options;
}

}  // namespace rnic::app
