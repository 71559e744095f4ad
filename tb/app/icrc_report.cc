// SPDX-License-Identifier: Apache-2.0
#include "tb/app/icrc_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "models/rx/frame_report.h"
#include "tb/app/aligned_table.h"
#include "tb/app/frame_table.h"
#include "tb/app/rtl_compare.h"

namespace rnic::app {
namespace {

double two_digits(double value) { return static_cast<double>(std::llround(value * 100)) / 100; }

class JsonReport final : public IcrcReport {
 public:
  JsonReport(std::ostream& out, const model::DscpMap& map) : report_(out), map_(map) {}

  void add(const JudgedFrame& frame) override {
    const FrameView& view = frame.view;
    nlohmann::ordered_json line = model::to_json(view.record);
    line["clock"] = nullptr;
    if (frame.clock) line["clock"] = *frame.clock;
    line["model_agrees"] = nullptr;
    if (frame.model_agrees) line["model_agrees"] = *frame.model_agrees;
    line["skipped"] = nullptr;
    if (view.input.skipped()) line["skipped"] = view.input.skip_reason;
    report_.add(view.record, view.input.skipped() ? 0 : view.input.replayed.bytes.size(), line);
  }

  void finish(const IcrcTotals& totals) override {
    report_.finish({{"clocks", totals.clocks()},
                    {"gbps", two_digits(totals.gbps())},
                    {"gbps_on_wire", two_digits(totals.gbps(kWireOverheadBytes))},
                    {"most_ends_a_clock", totals.most_ends_a_clock},
                    {"model_disagreements", totals.disagreements},
                    {"dscp46_lossy", map_.dscp46_is_lossy()}});
  }

 private:
  model::ReportWriter report_;
  const model::DscpMap& map_;
};

std::string notes_of(const JudgedFrame& frame) {
  const FrameView& view = frame.view;
  if (view.input.skipped()) return fmt::format("skipped: {}", view.input.skip_reason);
  if (frame.model_agrees == false) return "see below";
  if (!view.record.verdict) return {};
  const std::string detail = reason_detail(view);
  return fmt::format("{}: {}{}", model::name_of(*view.record.verdict),
                     model::name_of(view.record.reason),
                     detail.empty() ? "" : fmt::format(" ({})", detail));
}

std::string_view agrees_text(const std::optional<bool>& agrees) {
  if (!agrees) return "-";
  return *agrees ? "agrees" : "DIFFERS";
}

std::string opcode_text(const model::RoceFrame& frame) {
  const model::OpcodeInfo* info = model::find_opcode(frame.bth.opcode);
  return info != nullptr ? std::string(info->name) : fmt::format("{:#04x}", frame.bth.opcode);
}

class TextReport final : public IcrcReport {
 public:
  TextReport(std::ostream& out, const model::DscpMap& map, bool quiet, std::size_t held_rows)
      : out_(out),
        map_(map),
        quiet_(quiet),
        table_(out,
               {{"frame", Align::kRight},
                {"clock", Align::kRight},
                {"bytes", Align::kRight},
                {"opcode"},
                {"qpn"},
                {"psn"},
                {"icrc"},
                {"prio"},
                {"pcp"},
                {"ecn"},
                {"model"},
                {"notes"}},
               held_rows) {}

  void add(const JudgedFrame& frame) override {
    findings_.add(frame.view);
    if (quiet_) return;
    const InputFrame& input = frame.view.input;
    const std::size_t bytes = input.skipped() ? input.length : input.replayed.bytes.size();
    std::vector<std::string> cells = {fmt::format("{}", input.number),
                                      frame.clock ? fmt::format("{}", *frame.clock) : "-",
                                      fmt::format("{}", bytes)};
    if (frame.view.roce) {
      cells.push_back(opcode_text(*frame.view.roce));
      cells.push_back(fmt::format("{:06x}", frame.view.roce->bth.dest_qp));
      cells.push_back(fmt::format("{:06x}", frame.view.roce->bth.psn));
    } else {
      cells.insert(cells.end(), 3, "-");
    }
    if (frame.verdict) {
      add_verdict(cells, *frame.verdict);
    } else {
      cells.insert(cells.end(), 4, "-");
    }
    cells.emplace_back(agrees_text(frame.model_agrees));
    cells.push_back(notes_of(frame));
    table_.add(std::move(cells));
  }

  void finish(const IcrcTotals& totals) override {
    table_.finish();
    if (!quiet_ && findings_.summary.frames > 0) out_ << '\n';
    print_summary(out_, findings_, map_);
    if (totals.frames == 0) return;
    out_ << fmt::format("clocks      {}, from the first segment to the last\n", totals.clocks());
    out_ << fmt::format("bus         {:.1f} Gb/s of frame bytes without FCS at 390.625 MHz\n",
                        totals.gbps());
    out_ << fmt::format("wire        {:.1f} Gb/s with FCS, preamble and gap, {} bytes a frame\n",
                        totals.gbps(kWireOverheadBytes), kWireOverheadBytes);
    out_ << fmt::format("ends        at most {} frame{} ended in one clock\n",
                        totals.most_ends_a_clock, totals.most_ends_a_clock == 1 ? "" : "s");
    out_ << fmt::format("rtl         {} verdicts, each {} clocks behind its frame's end\n",
                        totals.verdicts, kVerdictClocks);
    out_ << fmt::format("model       {} RoCE frames compared, {} disagreement{}\n", totals.compared,
                        totals.disagreements, totals.disagreements == 1 ? "" : "s");
  }

 private:
  static void add_verdict(std::vector<std::string>& cells, const RtlVerdict& verdict) {
    constexpr std::string_view kEcn[] = {"-", "ECT1", "ECT0", "CE"};
    cells.emplace_back(icrc_name(verdict));
    cells.push_back(fmt::format("{}{}", verdict.priority, verdict.lossy ? " lossy" : ""));
    cells.emplace_back(!verdict.tagged ? "-" : verdict.pcp_mismatch ? "MISMATCH" : "ok");
    cells.emplace_back(kEcn[verdict.ecn & 3]);
  }

  std::ostream& out_;
  const model::DscpMap& map_;
  bool quiet_;
  AlignedTable table_;
  Findings findings_;
};

}  // namespace

std::unique_ptr<IcrcReport> make_icrc_report(std::ostream& out, const model::DscpMap& map,
                                             const IcrcOptions& options, std::size_t held_rows) {
  if (options.json) return std::make_unique<JsonReport>(out, map);
  return std::make_unique<TextReport>(out, map, options.quiet, held_rows);
}

}  // namespace rnic::app
