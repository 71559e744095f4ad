// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/rtl/rtl_fuzz.h"

#include <fmt/format.h>

#include <chrono>
#include <ostream>

#include "tb/fuzz/rtl/case_files.h"
#include "tb/fuzz/rtl/case_maker.h"

namespace rnic::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void tell(const Shrunk& shrunk, const CaseOrigin& origin, const CaseFiles& files,
          std::ostream& out) {
  out << fmt::format("case {}: {}\n  shrunk from {} to {} frame{} in {} runs{}\n  {}.txt\n  {}\n",
                     origin.number, shrunk.finding.text, origin.before,
                     shrunk.smallest.frames.size(), shrunk.smallest.frames.size() == 1 ? "" : "s",
                     shrunk.runs, shrunk.is_finished ? "" : " (a limit ended it)", files.base,
                     files.replay);
}

void write_down(const FuzzOptions& options, const Shrunk& shrunk, const CaseOrigin& origin,
                std::ostream& out) {
  const std::string name = name_of(shrunk.finding, origin);
  const CaseFiles files = write_case(options.folder, name, shrunk.smallest, shrunk.finding, origin);
  tell(shrunk, origin, files, out);
  if (!options.keep) return;
  if (!files.is_vector) {
    out << fmt::format("  not kept in {}: it needs its spacing, seed or FCS\n", *options.keep);
    return;
  }
  const CaseFiles kept = write_case(*options.keep, name, shrunk.smallest, shrunk.finding, origin);
  out << fmt::format("  kept as {}.pcap, .toml, .json, .txt\n", kept.base);
}

}  // namespace

FuzzTotals fuzz_device(const FuzzOptions& options, const app::ReplayDeviceFactory& factory,
                       std::ostream& out) {
  const CaseMaker maker(options.seed, options.batch);
  CaseRunner runner(factory);
  FuzzTotals totals;
  const auto is_over = [&] {
    if (options.only) return totals.cases == 1;
    return totals.findings >= options.most_findings ||
           (options.frames > 0 && totals.frames >= options.frames) ||
           (options.seconds > 0 && totals.seconds >= static_cast<double>(options.seconds));
  };
  for (std::uint64_t number = options.only.value_or(0); !is_over(); ++number) {
    const Clock::time_point begin = Clock::now();
    const std::uint64_t frames_before = runner.frames();
    const std::uint64_t clocks_before = runner.clocks();
    const FuzzCase fuzz_case = maker.make(number);
    const auto finding = runner.run(fuzz_case);
    ++totals.cases;
    totals.frames += runner.frames() - frames_before;
    totals.clocks += runner.clocks() - clocks_before;
    totals.seconds += seconds_since(begin);
    if (!finding) continue;
    ++totals.findings;
    const Shrunk shrunk = shrink(fuzz_case, *finding, runner, options.limits);
    write_down(options, shrunk,
               {.seed = options.seed,
                .number = number,
                .frames = options.batch,
                .before = fuzz_case.frames.size()},
               out);
  }
  return totals;
}

}  // namespace rnic::fuzz
