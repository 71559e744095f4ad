// SPDX-License-Identifier: Apache-2.0
#include "tb/app/tx/tx_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "models/wire/frame.h"
#include "tb/app/aligned_table.h"

namespace rnic::app {
namespace {

constexpr std::size_t kHeldRows = 200;

double rounded(double value) { return static_cast<double>(std::llround(value * 10'000)) / 10'000; }

// A frame of the RTL as far as it can be read; `roce` may be wrong in any field.
struct FrameText {
  std::optional<model::RoceFrame> roce;
  std::string opcode_name;
  std::uint8_t priority = 0;

  FrameText(const JudgedTxFrame& frame, const model::DscpMap& map)
      : roce(model::decode(frame.frame.bytes)) {
    if (!roce) return;
    const model::OpcodeInfo* info = model::find_opcode(roce->bth.opcode);
    opcode_name =
        info != nullptr ? std::string(info->name) : fmt::format("{:#04x}", roce->bth.opcode);
    priority = map.priority(model::dscp_of(model::traffic_class(roce->ip)));
  }
};

class JsonReport final : public TxReport {
 public:
  JsonReport(std::ostream& out, const model::DscpMap& map) : out_(out), map_(map) {
    out_ << "{\"frames\":[";
  }

  void add(const JudgedTxFrame& frame) override {
    const FrameText text(frame, map_);
    nlohmann::ordered_json line;
    line["frame"] = frame.number;
    line["clock"] = frame.clock;
    line["qpn"] = nullptr;
    if (frame.match.qp != nullptr) line["qpn"] = frame.match.qp->qpn;
    for (const char* key : {"opcode", "opcode_name", "psn"}) line[key] = nullptr;
    line["bytes"] = frame.frame.bytes.size();
    line["payload_bytes"] = nullptr;
    line["priority"] = nullptr;
    if (text.roce) {
      line["opcode"] = text.roce->bth.opcode;
      line["opcode_name"] = text.opcode_name;
      line["psn"] = text.roce->bth.psn;
      line["payload_bytes"] = text.roce->payload.size();
      line["priority"] = text.priority;
    }
    line["model_agrees"] = frame.match.agrees && !frame.frame.err;
    out_ << (frame.number == 1 ? "\n" : ",\n") << line;
  }

  void add(const JudgedCompletion& completion) override {
    const model::CompletionRecord& record = completion.record;
    completions_.push_back(nlohmann::ordered_json{{"wr_id", record.wr_id},
                                                  {"qpn", record.qpn},
                                                  {"opcode", record.opcode},
                                                  {"status", static_cast<unsigned>(record.status)},
                                                  {"status_name", model::name_of(record.status)},
                                                  {"length", record.length},
                                                  {"model_agrees", completion.match.agrees}}
                               .dump());
  }

  void finish(const TxTotals& totals) override {
    out_ << "\n],\n\"completions\":[";
    for (std::size_t i = 0; i < completions_.size(); ++i) {
      out_ << (i == 0 ? "\n" : ",\n") << completions_[i];
    }
    nlohmann::ordered_json summary;
    summary["frames"] = totals.frames;
    summary["bytes"] = totals.bytes;
    summary["clocks"] = totals.clocks();
    summary["gbps"] = rounded(totals.gbps());
    summary["share_of_line_rate"] = rounded(totals.share_of_line_rate());
    summary["first_frame_clocks"] = nullptr;
    if (totals.first_clock) summary["first_frame_clocks"] = *totals.first_clock;
    summary["completions"] = totals.completions;
    summary["model_disagreements"] = totals.disagreements;
    summary["dscp46_lossy"] = map_.dscp46_is_lossy();
    out_ << "\n],\n\"summary\":" << summary << "}\n";
  }

 private:
  std::ostream& out_;
  const model::DscpMap& map_;
  std::vector<std::string> completions_;
};

class TextReport final : public TxReport {
 public:
  TextReport(std::ostream& out, const model::DscpMap& map, bool quiet)
      : out_(out),
        map_(map),
        quiet_(quiet),
        table_(out,
               {{"frame", Align::kRight},
                {"clock", Align::kRight},
                {"qpn"},
                {"opcode"},
                {"psn"},
                {"bytes", Align::kRight},
                {"payload", Align::kRight},
                {"prio", Align::kRight},
                {"model"}},
               kHeldRows),
        completions_(out,
                     {{"wr_id", Align::kRight},
                      {"qpn"},
                      {"operation"},
                      {"status"},
                      {"bytes", Align::kRight},
                      {"clock", Align::kRight},
                      {"model"}},
                     kHeldRows) {}

  void add(const JudgedTxFrame& frame) override {
    if (quiet_) return;
    const FrameText text(frame, map_);
    const std::string qpn =
        frame.match.qp != nullptr ? fmt::format("{:06x}", frame.match.qp->qpn) : "-";
    std::vector<std::string> cells = {fmt::format("{}", frame.number),
                                      fmt::format("{}", frame.clock), qpn};
    if (text.roce) {
      cells.push_back(text.opcode_name);
      cells.push_back(fmt::format("{:06x}", text.roce->bth.psn));
      cells.push_back(fmt::format("{}", frame.frame.bytes.size()));
      cells.push_back(fmt::format("{}", text.roce->payload.size()));
      cells.push_back(fmt::format("{}", text.priority));
    } else {
      cells.insert(cells.end(), {"-", "-", fmt::format("{}", frame.frame.bytes.size()), "-", "-"});
    }
    cells.push_back(verdict(frame.match.agrees && !frame.frame.err));
    table_.add(std::move(cells));
  }

  // Kept back: they stand below the frames.
  void add(const JudgedCompletion& completion) override {
    if (quiet_) return;
    const model::CompletionRecord& record = completion.record;
    const auto name = model::wqe_opcode_name(record.opcode);
    rows_.push_back({fmt::format("{}", record.wr_id), fmt::format("{:06x}", record.qpn),
                     name.empty() ? fmt::format("{:#04x}", record.opcode) : std::string(name),
                     status_text(record.status), fmt::format("{}", record.length),
                     fmt::format("{}", completion.clock), verdict(completion.match.agrees)});
  }

  void finish(const TxTotals& totals) override {
    table_.finish();
    if (!rows_.empty() && totals.frames > 0) out_ << '\n';
    for (auto& row : rows_) completions_.add(std::move(row));
    completions_.finish();
    if (!quiet_ && totals.frames + totals.completions > 0) out_ << '\n';
    const auto line = [&](std::string_view subject, const std::string& text) {
      out_ << fmt::format("{:<11} {}\n", subject, text);
    };
    line("frames", fmt::format("{}, {} bytes without FCS", totals.frames, totals.bytes));
    if (totals.first_clock) {
      line("clocks", fmt::format("{}, from the first segment to the last", totals.clocks()));
      line("bus", fmt::format("{:.1f} Gb/s of frame bytes at 390.625 MHz", totals.gbps()));
      line("wire", fmt::format("{:.1f} % of a 400 Gb/s wire, with FCS, preamble and gap",
                               100 * totals.share_of_line_rate()));
      line("latency", fmt::format("{} clocks from the first doorbell to the first frame",
                                  *totals.first_clock));
    }
    line("completions", fmt::format("{}", totals.completions));
    line("model", fmt::format("{} frames and {} completions compared, {} disagreement{}",
                              totals.frames, totals.completions, totals.disagreements,
                              totals.disagreements == 1 ? "" : "s"));
    if (map_.dscp46_is_lossy()) {
      line("warning", fmt::format("this map sends DSCP 46 to priority {}, which is not lossless",
                                  map_.priority(46)));
    }
  }

 private:
  static std::string verdict(bool agrees) { return agrees ? "agrees" : "DIFFERS"; }
  static std::string status_text(model::CompletionStatus status) {
    const auto name = model::name_of(status);
    return name.empty() ? fmt::format("{}", static_cast<unsigned>(status)) : std::string(name);
  }

  std::ostream& out_;
  const model::DscpMap& map_;
  bool quiet_;
  AlignedTable table_;
  AlignedTable completions_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace

std::unique_ptr<TxReport> make_tx_report(std::ostream& out, const model::DscpMap& map,
                                         const TxOptions& options) {
  if (options.json) return std::make_unique<JsonReport>(out, map);
  return std::make_unique<TextReport>(out, map, options.quiet);
}

}  // namespace rnic::app
