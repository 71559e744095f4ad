// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench_icrc.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <ostream>

#include "tb/app/bench_run.h"
#include "tb/app/output_file.h"
#include "tb/app/rx_path.h"

namespace rnic::app {
namespace {

constexpr std::uint64_t kDefaultClocks = 300'000;

std::uint64_t frames_to_run(const BenchIcrcOptions& options, const BenchLoad& load) {
  if (options.frames) return *options.frames;
  return std::max<std::uint64_t>(1, load.frame_bytes.size() * kDefaultClocks / load.beats.size());
}

// What a row says, computed once for table and JSON.
struct Row {
  BenchForm form;
  std::uint32_t size;
  BenchResult result;

  double per_clock() const { return ratio(static_cast<double>(result.frames), result.clocks); }
  double bus_use() const {
    return ratio(static_cast<double>(result.bytes) / tb::kBeatBytes, result.clocks);
  }
  double gbps() const { return bus_use() * tb::kBeatBytes * 8 * 0.390625; }
  double speed() const { return static_cast<double>(result.timed_clocks) / result.seconds; }
  std::string size_text() const { return size == kMixedSizes ? "mix" : fmt::format("{}", size); }

 private:
  static double ratio(double value, std::uint64_t clocks) {
    return value / static_cast<double>(clocks);
  }
};

std::string line_of(const Row& row) {
  return fmt::format(
      "{:<9} {:>5} {:>9} {:>9} {:>12.3f} {:>7.1f} % {:>6.1f} {:>8} {:>6} {:>10.0f}\n",
      name_of(row.form), row.size_text(), row.result.frames, row.result.clocks, row.per_clock(),
      100 * row.bus_use(), row.gbps(), row.result.latency_clocks, row.result.wrong, row.speed());
}

nlohmann::ordered_json json_of(const Row& row) {
  nlohmann::ordered_json json;
  json["form"] = name_of(row.form);
  json["size"] = row.size_text();
  json["frames"] = row.result.frames;
  json["bytes"] = row.result.bytes;
  json["clocks"] = row.result.clocks;
  json["frames_a_clock"] = row.per_clock();
  json["bus_use"] = row.bus_use();
  json["gbps"] = row.gbps();
  json["latency_clocks"] = row.result.latency_clocks;
  json["wrong"] = row.result.wrong;
  json["clocks_a_second"] = row.speed();
  return json;
}

std::string text_of(const nlohmann::ordered_json& rows, double slowest) {
  std::string text = "{\"rows\":[";
  for (std::size_t i = 0; i < rows.size(); ++i) text += (i == 0 ? "\n" : ",\n") + rows[i].dump();
  return text + "\n],\n\"summary\":" +
         nlohmann::ordered_json{{"slowest_clocks_a_second", slowest}}.dump() + "}\n";
}

}  // namespace

ExitStatus bench_icrc(const BenchIcrcOptions& options, const Console& console) {
  return bench_icrc(options, make_bench_load, console);
}

ExitStatus bench_icrc(const BenchIcrcOptions& options, const LoadMaker& make_load,
                      const Console& console) {
  std::optional<OutputFile> json;
  if (options.json) json.emplace(*options.json, console.out);
  const bool has_table = options.json != "-";
  if (has_table) {
    console.out << fmt::format("{:<9} {:>5} {:>9} {:>9} {:>12} {:>9} {:>6} {:>8} {:>6} {:>10}\n",
                               "form", "bytes", "frames", "clocks", "frames/clock", "bus use",
                               "Gb/s", "latency", "wrong", "clocks/s");
  }
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::vector<std::string> complaints;
  double slowest = 0;
  for (const BenchForm form : {BenchForm::kCheck, BenchForm::kGenerate}) {
    for (const std::uint32_t size : options.sizes) {
      const BenchLoad load = make_load(form, size, options.seed);
      Row row{.form = form, .size = size, .result = {}};
      try {
        row.result = run_bench(form, load, frames_to_run(options, load), options.seed);
      } catch (const RtlError& error) {
        console.out.flush();
        console.err << fmt::format("rnic400: RTL: {}\n", error.what());
        return kMismatch;
      }
      slowest = rows.empty() ? row.speed() : std::min(slowest, row.speed());
      rows.push_back(json_of(row));
      if (has_table) console.out << line_of(row) << std::flush;
      if (row.result.wrong > 0) {
        complaints.push_back(fmt::format("rnic400: {}, {} bytes: {} wrong, the first: {}\n",
                                         name_of(form), row.size_text(), row.result.wrong,
                                         row.result.first_wrong));
      }
    }
  }
  if (has_table) {
    console.out << fmt::format(
        "\nslowest     {:.0f} simulated clocks a second of processor time, one core\n", slowest);
  }
  if (json) json->write(text_of(rows, slowest));
  console.out.flush();
  for (const std::string& text : complaints) console.err << text;
  return complaints.empty() ? kAgree : kMismatch;
}

}  // namespace rnic::app
