// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench/isolation.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>
#include <vector>

#include "tb/app/bench/isolation_run.h"
#include "tb/app/output_file.h"

namespace rnic::app {
namespace {

constexpr double kPromised = 0.99;

struct Mix {
  std::string_view name;
  Troubles troubles;
};

constexpr auto kN = Trouble::kNone;
constexpr auto kP = Trouble::kPaused;
constexpr auto kF = Trouble::kFailing;
constexpr auto kR = Trouble::kResetting;
constexpr std::array kMixes = {Mix{"alone", {kN, kN, kN, kN, kN, kN, kN, kN}},
                               Mix{"seven paused and full", {kN, kP, kP, kP, kP, kP, kP, kP}},
                               Mix{"seven failing", {kN, kF, kF, kF, kF, kF, kF, kF}},
                               Mix{"seven resetting", {kN, kR, kR, kR, kR, kR, kR, kR}},
                               Mix{"all at once", {kN, kP, kF, kR, kF, kP, kR, kF}}};

}  // namespace

ExitStatus bench_isolation(const BenchTxOptions& options, const Console& console) {
  std::optional<OutputFile> json;
  if (options.json) json.emplace(*options.json, console.out);
  const bool has_table = options.json != "-";
  if (has_table) {
    console.out << fmt::format("{:>8} {:>7}  {:<24} {:>12} {:>14} {:>9}\n", "priority", "payload",
                               "the seven others", "frames/clock", "share of alone", "restarts");
  }
  std::vector<std::string> complaints;
  std::string rows;
  for (const unsigned victim : {3u, 0u}) {
    for (const std::uint32_t payload : {64u, 1024u, 4096u}) {
      double alone = 0;
      for (const Mix& mix : kMixes) {
        IsolationRun run(victim, mix.troubles, payload, options.frames, options.seed);
        const double rate = run.run();
        if (alone == 0) alone = rate;
        const double share = alone > 0 ? rate / alone : 0;
        if (has_table) {
          console.out << fmt::format("{:>8} {:>7}  {:<24} {:>12.4f} {:>12.2f} % {:>9}{}\n", victim,
                                     payload, mix.name, rate, 100 * share, run.restarts(),
                                     share < kPromised || !run.wrong().empty() ? "  WRONG" : "")
                      << std::flush;
        }
        nlohmann::ordered_json row;
        row["priority"] = victim;
        row["payload_bytes"] = payload;
        row["others"] = mix.name;
        row["frames_a_clock"] = rate;
        row["share_of_alone"] = share;
        row["restarts"] = run.restarts();
        row["wrong"] = run.wrong();
        rows += (rows.empty() ? "\n" : ",\n") + row.dump();
        const std::string what =
            fmt::format("priority {}, payload {}, {}", victim, payload, mix.name);
        if (!run.wrong().empty()) complaints.push_back(fmt::format("{}: {}", what, run.wrong()));
        if (share < kPromised) {
          complaints.push_back(
              fmt::format("{}: {:.2f} % of the rate alone, want 99 %", what, 100 * share));
        }
      }
    }
  }
  if (json) json->write("[" + rows + "\n]\n");
  console.out.flush();
  for (const std::string& text : complaints) console.err << fmt::format("rnic400: {}\n", text);
  return complaints.empty() ? kAgree : kMismatch;
}

}  // namespace rnic::app
