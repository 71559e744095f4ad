// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench/bench_tx.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "tb/app/bench/isolation.h"
#include "tb/app/bench/rate_plot.h"
#include "tb/app/bench/tx_limits.h"
#include "tb/app/bench/tx_load.h"
#include "tb/app/output_file.h"
#include "tb/app/processor_time.h"
#include "tb/app/tx/tx_path.h"
#include "tb/app/tx/tx_run.h"

namespace rnic::app {
namespace {

constexpr double kPromised = 0.99;

// Keeps the first thing that is wrong.
class FirstWrong final : public TxObserver {
 public:
  void frame(const JudgedTxFrame& frame) override {
    if (!frame.match.agrees) note(fmt::format("frame {}: not the model's", frame.number));
  }
  void completion(const JudgedCompletion& completion) override {
    if (completion.match.agrees) return;
    note(fmt::format("completion of wr_id {}: not the model's", completion.record.wr_id));
  }
  void disagreement(const std::string& text) override { note(text); }

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  void note(const std::string& text) {
    if (text_.empty()) text_ = text;
  }
  std::string text_;
};

struct Row {
  TxLoadShape shape;
  TxLimits limits;
  TxTotals totals = {};
  std::string wrong = {};
  std::uint64_t simulated_clocks = 0;
  double seconds = 0;

  // Frames a clock, start-up and last frame's length aside.
  [[nodiscard]] double rate() const {
    return static_cast<double>(totals.frames) /
           static_cast<double>(std::max<std::uint64_t>(totals.clocks(), 1));
  }
  [[nodiscard]] double share_of_limit() const { return rate() / limits.smallest(); }
  [[nodiscard]] double clocks_a_second() const {
    return static_cast<double>(simulated_clocks) / std::max(seconds, 1e-9);
  }
};

Row run_row(const TxLoadShape& shape, const BenchTxOptions& options) {
  const TxLoad load = make_tx_load(shape, options.frames, options.seed);
  Row row{.shape = shape, .limits = load.limits};
  const DeviceOptions device{
      .seed = options.seed, .memory_latency = shape.memory_latency, .wire_paced = true};
  WorkSetup setup = set_up(load.work, model::DscpMap::basepod());
  RtlTxPath path(device, {}, setup.memory);
  FirstWrong wrong;
  const double begin = processor_seconds();
  row.totals = run_tx(load.work, setup, device, path, wrong);
  row.seconds = processor_seconds() - begin;
  row.simulated_clocks = path.clock();
  row.wrong = wrong.text();
  return row;
}

// One entry a line.
std::string lines_of(const nlohmann::ordered_json& rows) {
  std::string text = "[";
  for (std::size_t i = 0; i < rows.size(); ++i) text += (i == 0 ? "\n" : ",\n") + rows[i].dump();
  return text + "\n]\n";
}

std::string size_text(std::uint32_t payload) {
  return payload == kMixedPayloads ? "mix" : fmt::format("{}", payload);
}

// Frames a clock; "-" where nothing limits.
std::string rate_text(double rate) { return rate > 1e6 ? "-" : fmt::format("{:.4f}", rate); }

std::string line_of(const Row& row) {
  return fmt::format(
      "{:>7} {:>7.0f} {:>4} {:>4} {:>7} {:>8} {:>9} {:>7} {:>7} {:>7} {:>7} {:>7.4f} {:>8.1f} % "
      "{:>6.1f} % {:>9.0f}{}\n",
      size_text(row.shape.payload), row.limits.mean_frame_bytes(), row.shape.qps,
      row.shape.addr_mod, row.shape.memory_latency, row.totals.frames, row.totals.clocks(),
      rate_text(row.limits.wire()), rate_text(row.limits.descriptor()),
      rate_text(row.limits.payload_port()), rate_text(row.limits.memory()), row.rate(),
      100 * row.share_of_limit(), 100 * row.totals.share_of_line_rate(), row.clocks_a_second(),
      row.share_of_limit() < kPromised ? "  UNDER" : "");
}

nlohmann::ordered_json json_of(const Row& row) {
  const auto number = [](double rate) {
    return rate > 1e6 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(rate);
  };
  nlohmann::ordered_json json;
  json["payload_bytes"] = row.shape.payload == kMixedPayloads
                              ? nlohmann::ordered_json("mix")
                              : nlohmann::ordered_json(row.shape.payload);
  json["frame_bytes"] = row.limits.mean_frame_bytes();
  json["qps"] = row.shape.qps;
  json["addr_mod"] = row.shape.addr_mod;
  json["memory_latency"] = row.shape.memory_latency;
  json["frames"] = row.totals.frames;
  json["clocks"] = row.totals.clocks();
  json["limit"] = row.limits.smallest();
  json["share_of_limit"] = row.share_of_limit();
  json["share_of_line_rate"] = row.totals.share_of_line_rate();
  json["limit_name"] = row.limits.name_of_smallest();
  json["wire_limit"] = number(row.limits.wire());
  json["descriptor_limit"] = number(row.limits.descriptor());
  json["payload_port_limit"] = number(row.limits.payload_port());
  json["memory_limit"] = number(row.limits.memory());
  json["frames_a_clock"] = row.rate();
  json["wrong"] = !row.wrong.empty();
  json["clocks_a_second"] = row.clocks_a_second();
  return json;
}

void add_to(RatePlot& plot, const Row& row) {
  if (row.shape.payload == kMixedPayloads) return;
  const double bytes = row.limits.mean_frame_bytes();
  plot.add(fmt::format("{} QP{}, address mod 128 = {}, latency {}", row.shape.qps,
                       row.shape.qps == 1 ? "" : "s", row.shape.addr_mod, row.shape.memory_latency),
           {.frame_bytes = bytes, .share = row.totals.share_of_line_rate()});
  if (row.shape.qps == 1 && row.shape.addr_mod == 0 && row.shape.memory_latency == 0) {
    plot.add_limit({.frame_bytes = bytes, .share = row.limits.smallest() / row.limits.wire()});
  }
}

}  // namespace

ExitStatus bench_tx(const BenchTxOptions& options, const Console& console) {
  if (options.isolation) return bench_isolation(options, console);
  std::optional<OutputFile> json;
  if (options.json) json.emplace(*options.json, console.out);
  std::optional<OutputFile> plot_file;
  if (options.plot) plot_file.emplace(*options.plot, console.out);
  const bool has_table = options.json != "-";
  if (has_table) {
    console.out << "limits and rates in frames a clock of 390.625 MHz; sizes without FCS\n"
                << fmt::format(
                       "{:>7} {:>7} {:>4} {:>4} {:>7} {:>8} {:>9} {:>7} {:>7} {:>7} "
                       "{:>7} {:>7} {:>10} {:>8} {:>9}\n",
                       "payload", "frame", "qps", "mod", "latency", "frames", "clocks", "wire",
                       "desc", "port", "memory", "reached", "of limit", "of wire", "clocks/s");
  }
  RatePlot plot({.title = "Transmit path: share of the 400 Gb/s line rate",
                 .limit = "dashed: what the limits allow, best series"});
  std::vector<std::string> complaints;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  double slowest = 0;
  for (const TxLoadShape& shape : shapes_of(options)) {
    const Row row = run_row(shape, options);
    slowest = rows.empty() ? row.clocks_a_second() : std::min(slowest, row.clocks_a_second());
    rows.push_back(json_of(row));
    add_to(plot, row);
    if (has_table) console.out << line_of(row) << std::flush;
    const std::string what =
        fmt::format("payload {}, {} QPs, mod {}, latency {}", size_text(shape.payload), shape.qps,
                    shape.addr_mod, shape.memory_latency);
    if (!row.wrong.empty()) complaints.push_back(fmt::format("{}: {}", what, row.wrong));
    if (row.share_of_limit() < kPromised) {
      complaints.push_back(fmt::format("{}: {:.1f} % of the {} limit, want {:.0f} %", what,
                                       100 * row.share_of_limit(), row.limits.name_of_smallest(),
                                       100 * kPromised));
    }
  }
  if (has_table) {
    console.out << fmt::format(
        "\nslowest     {:.0f} simulated clocks a second of processor time, one core\n", slowest);
  }
  if (json) json->write(lines_of(rows));
  if (plot_file) plot_file->write(plot.svg());
  console.out.flush();
  for (const std::string& text : complaints) console.err << fmt::format("rnic400: {}\n", text);
  return complaints.empty() ? kAgree : kMismatch;
}

}  // namespace rnic::app
