// SPDX-License-Identifier: Apache-2.0
//
// fuzz_rtl: random frames through the receive path of the RTL beside the golden model.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <string>

#include "tb/app/errors.h"
#include "tb/app/parse_number.h"
#include "tb/app/replay/rtl_device.h"
#include "tb/fuzz/rtl/rtl_fuzz.h"

namespace rnic::fuzz {
namespace {

constexpr int kUnusable = 2;

struct Texts {
  std::string seed = "1";
  std::string frames;
  std::string seconds;
  std::string only;
  std::string batch = "400";
};

FuzzOptions options_of(const Texts& texts, const std::string& folder, const std::string& keep) {
  FuzzOptions options;
  options.seed = app::parse_number("--seed", texts.seed);
  if (!texts.frames.empty()) options.frames = app::parse_number("--frames", texts.frames);
  // Frames alone, where only they are given.
  if (!texts.frames.empty()) options.seconds = 0;
  if (!texts.seconds.empty()) options.seconds = app::parse_number("--seconds", texts.seconds);
  if (!texts.only.empty()) options.only = app::parse_number("--case", texts.only);
  const std::uint64_t batch = app::parse_number("--batch", texts.batch);
  if (batch == 0 || batch > 10'000) throw app::InputError("--batch: expected 1 to 10000 frames");
  if (options.frames == 0 && options.seconds == 0 && !options.only) {
    throw app::InputError("expected --frames, --seconds or --case, or it would never end");
  }
  options.batch = static_cast<std::uint32_t>(batch);
  options.folder = folder;
  if (!keep.empty()) options.keep = keep;
  return options;
}

int run(const FuzzOptions& options) {
  const FuzzTotals totals = fuzz_device(options, app::make_rtl_device, std::cout);
  std::cout << fmt::format(
      "{} frames compared in {} cases, {} clocks, {:.1f} s, {:.0f} frames/s, {} findings, seed "
      "{}\n",
      totals.frames, totals.cases, totals.clocks, totals.seconds,
      totals.seconds > 0 ? static_cast<double>(totals.frames) / totals.seconds : 0.0,
      totals.findings, options.seed);
  return totals.findings == 0 ? 0 : 1;
}

}  // namespace
}  // namespace rnic::fuzz

int main(int argc, char** argv) {
  using namespace rnic;
  CLI::App app("random frames through rnic_rx beside the golden model; scripts/fuzz rtl runs it");
  fuzz::Texts texts;
  std::string folder = "build/fuzz/rtl";
  std::string keep;
  app.add_option("--seed", texts.seed, "of all cases; default 1");
  app.add_option("--frames", texts.frames, "stop after about so many");
  app.add_option("--seconds", texts.seconds, "stop after so many; default 60, without --frames");
  app.add_option("--case", texts.only, "only the case of this number");
  app.add_option("--batch", texts.batch, "frames a case; default 400");
  app.add_option("--out", folder, "folder of findings; default build/fuzz/rtl");
  app.add_option("--keep", keep, "folder where findings that are vectors are written too");
  CLI11_PARSE(app, argc, argv);
  try {
    return fuzz::run(fuzz::options_of(texts, folder, keep));
  } catch (const std::exception& error) {
    std::cerr << "fuzz_rtl: " << error.what() << '\n';
    return fuzz::kUnusable;
  }
}
