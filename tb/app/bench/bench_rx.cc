// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench/bench_rx.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "tb/app/bench/rate_plot.h"
#include "tb/app/bench/rx_run.h"
#include "tb/app/output_file.h"
#include "tb/harness/seg_bus.h"

namespace rnic::app {
namespace {

// Clocks that a row fills where nobody says how many frames, and their bytes at most: frames and
// records are held in memory.
constexpr std::uint64_t kRowClocks = 50'000;
constexpr std::uint64_t kMeanMixBytes = 600;

std::uint64_t frames_of(const BenchRxOptions& options, std::uint32_t size) {
  if (options.frames) return *options.frames;
  return kRowClocks * tb::kBeatBytes / (size == kMixedSizes ? kMeanMixBytes : size);
}

// A row's frames and what came of them.
struct Row {
  std::uint32_t size;  // kMixedSizes: mixed
  std::uint32_t qps;
  Spacing spacing;
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;
  RxRun run = {};

  [[nodiscard]] double per_clock() const { return ratio(static_cast<double>(frames)); }
  [[nodiscard]] double bus_use() const {
    return ratio(static_cast<double>(bytes) / tb::kBeatBytes);
  }
  [[nodiscard]] double gbps() const { return bus_use() * tb::kBeatBytes * 8 * 0.390625; }
  [[nodiscard]] double clocks_a_second() const {
    return static_cast<double>(run.simulated_clocks) / std::max(run.seconds, 1e-9);
  }
  [[nodiscard]] std::string size_text() const {
    return size == kMixedSizes ? "mix" : fmt::format("{}", size);
  }
  [[nodiscard]] std::string_view spacing_text() const {
    switch (spacing) {
      case Spacing::kGaps:
        return "gaps";
      case Spacing::kRandom:
        return "random";
      case Spacing::kRecorded:
      case Spacing::kBackToBack:
        break;
    }
    return "back-to-back";
  }

 private:
  [[nodiscard]] double ratio(double value) const {
    return value / static_cast<double>(std::max<std::uint64_t>(run.clocks, 1));
  }
};

std::string line_of(const Row& row) {
  return fmt::format(
      "{:>5} {:>5} {:>12} {:>9} {:>9} {:>12.3f} {:>7.1f} % {:>6.1f} {:>5} {:>6} {:>10.0f}\n",
      row.size_text(), row.qps, row.spacing_text(), row.frames, row.run.clocks, row.per_clock(),
      100 * row.bus_use(), row.gbps(), row.run.lost, row.run.wrong, row.clocks_a_second());
}

nlohmann::ordered_json json_of(const Row& row) {
  nlohmann::ordered_json json;
  json["size"] = row.size_text();
  json["qps"] = row.qps;
  json["spacing"] = row.spacing_text();
  json["frames"] = row.frames;
  json["bytes"] = row.bytes;
  json["clocks"] = row.run.clocks;
  json["frames_a_clock"] = row.per_clock();
  json["bus_use"] = row.bus_use();
  json["gbps"] = row.gbps();
  json["lost"] = row.run.lost;
  json["wrong"] = row.run.wrong;
  json["clocks_a_second"] = row.clocks_a_second();
  return json;
}

std::string text_of(const nlohmann::ordered_json& rows, double slowest) {
  std::string text = "{\"rows\":[";
  for (std::size_t i = 0; i < rows.size(); ++i) text += (i == 0 ? "\n" : ",\n") + rows[i].dump();
  return text + "\n],\n\"summary\":" +
         nlohmann::ordered_json{{"slowest_clocks_a_second", slowest}}.dump() + "}\n";
}

void add_to(RatePlot& plot, const Row& row) {
  if (row.size == kMixedSizes) return;
  const double bytes = row.size;
  plot.add(fmt::format("{} QP{}, {}", row.qps, row.qps == 1 ? "" : "s", row.spacing_text()),
           {.frame_bytes = bytes, .share = row.bus_use()});
  const std::uint32_t segments = (row.size + tb::kSegBytes - 1) / tb::kSegBytes;
  plot.add_limit({.frame_bytes = bytes, .share = bytes / (segments * tb::kSegBytes)});
}

}  // namespace

ExitStatus bench_rx(const BenchRxOptions& options, const Console& console) {
  return bench_rx(options, make_rx_load, console);
}

ExitStatus bench_rx(const BenchRxOptions& options, const RxLoadMaker& make_load,
                    const Console& console) {
  std::optional<OutputFile> json;
  if (options.json) json.emplace(*options.json, console.out);
  std::optional<OutputFile> plot_file;
  if (options.plot) plot_file.emplace(*options.plot, console.out);
  const bool has_table = options.json != "-";
  if (has_table) {
    console.out << fmt::format(
        "{:>5} {:>5} {:>12} {:>9} {:>9} {:>12} {:>9} {:>6} {:>5} {:>6} {:>10}\n", "bytes", "qps",
        "bus", "frames", "clocks", "frames/clock", "bus use", "Gb/s", "lost", "wrong", "clocks/s");
  }
  RatePlot plot({.title = "Receive path: share of the bus, 128 bytes a clock",
                 .limit = "dashed: what whole segments allow",
                 .max_bytes = 9600});
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::vector<std::string> complaints;
  double slowest = 0;
  for (const std::uint32_t size : options.sizes) {
    for (const std::uint32_t qps : options.qps) {
      const RxLoad load =
          make_load({.qps = qps, .frame_bytes = size}, frames_of(options, size), options.seed);
      for (const Spacing spacing : options.spacings) {
        Row row{.size = size,
                .qps = qps,
                .spacing = spacing,
                .frames = load.frames.size(),
                .bytes = load.bytes};
        try {
          row.run = play(load, spacing, options.seed);
        } catch (const RtlError& error) {
          console.out.flush();
          console.err << fmt::format("rnic400: RTL: {}\n", error.what());
          return kMismatch;
        }
        slowest = rows.empty() ? row.clocks_a_second() : std::min(slowest, row.clocks_a_second());
        rows.push_back(json_of(row));
        add_to(plot, row);
        if (has_table) console.out << line_of(row) << std::flush;
        if (row.run.wrong > 0) {
          complaints.push_back(fmt::format(
              "rnic400: {} bytes, {} QPs, {}: {} wrong, the first: {}\n", row.size_text(), qps,
              row.spacing_text(), row.run.wrong, row.run.first_wrong));
        }
      }
    }
  }
  if (has_table) {
    console.out << fmt::format(
        "\nslowest     {:.0f} simulated clocks a second of processor time, one core\n", slowest);
  }
  if (json) json->write(text_of(rows, slowest));
  if (plot_file) plot_file->write(plot.svg());
  console.out.flush();
  for (const std::string& text : complaints) console.err << text;
  return complaints.empty() ? kAgree : kMismatch;
}

}  // namespace rnic::app
