// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/replay_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>
#include <utility>

namespace rnic::app {
namespace {

constexpr std::size_t kMostQpLines = 64;
constexpr std::size_t kMostClashLines = 16;

std::string ip_text(const model::IpAddress& address) {
  return std::visit([](const auto& ip) { return model::format_ip(ip); }, address);
}

std::string_view type_name(model::QpType type) {
  constexpr std::string_view kNames[] = {"RC", "UC", "UD"};
  return kNames[static_cast<std::size_t>(type)];
}

std::string window_text(const model::RxQpConfig& qp) {
  if (qp.sq_una == qp.sq_psn) return "none";
  return fmt::format("{:06x}..{:06x}", qp.sq_una, (qp.sq_psn - 1) & 0xFFFFFF);
}

std::string or_dash(const std::optional<std::uint32_t>& psn) {
  return psn ? fmt::format("{:06x}", *psn) : "-";
}

template <typename Value>
std::string name_or_dash(const std::optional<Value>& value) {
  return value ? std::string(model::name_of(*value)) : "-";
}

std::string plural(std::uint64_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::vector<Column> columns(const ReplayTableOptions& options) {
  std::vector<Column> all = {{"frame", Align::kRight}};
  if (options.nics > 1) all.push_back({"nic", Align::kRight});
  all.insert(all.end(), {{"bytes", Align::kRight},
                         {"verdict"},
                         {"reason"},
                         {"opcode"},
                         {"qpn"},
                         {"psn"},
                         {"action"},
                         {"answer"},
                         {"msn", Align::kRight},
                         {"payload", Align::kRight},
                         {"icrc"},
                         {"prio"},
                         {"pcp"},
                         {"ecn"},
                         {"model"}});
  return all;
}

void add_roce(std::vector<std::string>& cells, const model::RxRecord& record) {
  constexpr std::string_view kEcn[] = {"-", "ECT1", "ECT0", "CE"};
  cells.push_back(record.opcode ? opcode_text(*record.opcode) : "-");
  cells.push_back(or_dash(record.qpn));
  cells.push_back(or_dash(record.psn));
  cells.push_back(name_or_dash(record.action));
  cells.push_back(or_dash(record.answer_psn));
  cells.push_back(record.msn ? fmt::format("{}", *record.msn) : "-");
  cells.push_back(record.payload_bytes ? fmt::format("{}", *record.payload_bytes) : "-");
  cells.emplace_back(!record.icrc_ok ? "-" : *record.icrc_ok ? "ok" : "bad");
  cells.push_back(record.priority ? fmt::format("{}{}", *record.priority,
                                                record.lossy_roce.value_or(false) ? " lossy" : "")
                                  : "-");
  cells.emplace_back(record.pcp_mismatch.value_or(false) ? "MISMATCH" : "-");
  cells.emplace_back(record.ecn ? kEcn[*record.ecn & 3] : "-");
}

}  // namespace

void print_assumptions(std::ostream& out, const Learned& learned) {
  std::size_t qps = 0;
  for (const LearnedNic& nic : learned.nics) qps += nic.qps.size();
  out << fmt::format(
      "assumed     {} of {}, learned from the capture; addresses and VLANs not checked\n",
      plural(qps, "QP"), plural(learned.nics.size(), "NIC"));
  AlignedTable table(out,
                     {{"nic", Align::kRight},
                      {"address"},
                      {"qpn"},
                      {"type"},
                      {"pmtu", Align::kRight},
                      {"pkey"},
                      {"qkey"},
                      {"rq_psn"},
                      {"window"}},
                     kMostQpLines);
  std::size_t lines = 0;
  for (std::size_t i = 0; i < learned.nics.size(); ++i) {
    for (const model::RxQpConfig& qp : learned.nics[i].qps) {
      if (++lines > kMostQpLines) continue;
      const bool is_ud = qp.type == model::QpType::kUd;
      table.add({fmt::format("{}", i + 1), ip_text(learned.nics[i].address),
                 fmt::format("{:06x}", qp.qpn), std::string(type_name(qp.type)),
                 fmt::format("{}", qp.pmtu), fmt::format("{:04x}", qp.pkey),
                 is_ud ? fmt::format("{:08x}", qp.qkey) : "-",
                 is_ud ? "-" : fmt::format("{:06x}", qp.rq_psn), window_text(qp)});
    }
  }
  table.finish();
  if (lines > kMostQpLines) out << fmt::format("and {} more\n", lines - kMostQpLines);
  for (std::size_t i = 0; i < std::min(learned.clashes.size(), kMostClashLines); ++i) {
    const LearnedClash& clash = learned.clashes[i];
    out << fmt::format("{}: {}; the second one is not learned\n", ip_text(clash.address),
                       clash.clash.text());
  }
  if (learned.clashes.size() > kMostClashLines) {
    out << fmt::format("and {} more that are not learned\n",
                       learned.clashes.size() - kMostClashLines);
  }
  out << '\n';
}

ReplayTable::ReplayTable(std::ostream& out, const model::DscpMap& map,
                         const ReplayTableOptions& options)
    : out_(out), map_(map), options_(options), table_(out, columns(options), options.held_rows) {}

void ReplayTable::add(const JudgedRxFrame& frame) {
  const model::RxRecord& record = frame.record;
  summary_.add(record, frame.bytes);
  const bool is_wanted = record.verdict == model::Verdict::kRefuse ||
                         record.verdict == model::Verdict::kDrop ||
                         !frame.model_agrees.value_or(true);
  if (options_.quiet && !is_wanted) return;
  has_rows_ = true;
  const bool is_skipped = !frame.model_agrees;
  std::vector<std::string> cells = {fmt::format("{}", frame.input.number)};
  if (options_.nics > 1) cells.push_back(is_skipped ? "-" : fmt::format("{}", frame.nic + 1));
  cells.push_back(fmt::format("{}", is_skipped ? frame.input.length : frame.bytes));
  cells.emplace_back(model::name_of(record.verdict));
  cells.push_back(is_skipped ? frame.input.skip_reason : name_or_dash(record.reason));
  add_roce(cells, record);
  cells.emplace_back(is_skipped ? "-" : *frame.model_agrees ? "agrees" : "DIFFERS");
  table_.add(std::move(cells));
}

void ReplayTable::finish(const ReplayTotals& totals) {
  table_.finish();
  if (has_rows_) out_ << '\n';
  const auto line = [&](std::string_view subject, const std::string& text) {
    if (!text.empty()) out_ << fmt::format("{:<11} {}\n", subject, text);
  };
  line("frames", fmt::format("{}, {} bytes without FCS", summary_.frames, summary_.bytes));
  line("verdicts", list_of_verdicts(summary_));
  line("reasons", list_of_reasons(summary_));
  line("opcodes", list_of_opcodes(summary_));
  line("priorities", list_of_priorities(summary_));
  if (summary_.ce > 0) line("ce", plural(summary_.ce, "congestion mark"));
  if (summary_.pcp_mismatch > 0) {
    line("pcp", fmt::format("{} whose PCP is not the map's priority",
                            plural(summary_.pcp_mismatch, "tagged frame")));
  }
  if (summary_.lossy_roce > 0) {
    line("lossy",
         fmt::format("{} on priorities that may drop", plural(summary_.lossy_roce, "RoCE frame")));
  }
  if (totals.compared > 0) {
    line("clocks", fmt::format("{}, from the first segment to the last{}", totals.clocks,
                               options_.nics > 1 ? ", added up over the NICs" : ""));
  }
  line("model", fmt::format("{} compared, {}", plural(totals.compared, "record"),
                            plural(totals.disagreements, "disagreement")));
  if (map_.dscp46_is_lossy()) {
    line("warning", fmt::format("this map sends DSCP 46 to priority {}, which is not lossless",
                                map_.priority(46)));
  }
}

ReplayReport::ReplayReport(const std::string& path, std::ostream& out) : file_(path, out) {
  file_.write("{\"frames\":[");
}

void ReplayReport::add(const JudgedRxFrame& frame) {
  file_.write((summary_.frames == 0 ? "\n" : ",\n") +
              json_of(frame.input.number, frame.record, frame.model_agrees).dump());
  summary_.add(frame.record, frame.bytes);
}

void ReplayReport::finish(const ReplayTotals& totals) {
  file_.write("\n],\n\"summary\":" + json_of(summary_, totals.clocks, totals.disagreements).dump() +
              "}\n");
}

}  // namespace rnic::app
