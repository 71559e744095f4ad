// SPDX-License-Identifier: Apache-2.0
#include "tb/app/loop/loop_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>

#include "models/host/wqe.h"
#include "tb/app/aligned_table.h"

namespace rnic::app {
namespace {

constexpr std::size_t kHeldRows = 200;
constexpr std::size_t kMostListed = 20;

// What happened to this arrival on its way, in words; empty: nothing.
std::string channel_text(const Arrival& arrival) {
  std::string text;
  const auto add = [&](std::string_view word) {
    if (!text.empty()) text += ", ";
    text += word;
  };
  if (arrival.is_copy) add("duplicate");
  if (arrival.is_delayed) add("delayed");
  if (arrival.is_marked) add("marked");
  if (arrival.flipped) {
    add(fmt::format("byte {} bit {}", *arrival.flipped / 8, *arrival.flipped % 8));
  }
  return text;
}

struct Delivery {
  std::uint64_t messages = 0;   // that the sender did not refuse
  std::uint64_t delivered = 0;  // at least once
  std::uint64_t again = 0;      // deliveries beyond the first: UC and UD know no better
  std::uint64_t refused = 0;    // by the sender, or behind such a one
  std::uint64_t restarts = 0;
};

Delivery delivery_of(const std::vector<Lane>& lanes, model::QpType type) {
  Delivery sum;
  for (const Lane& lane : lanes) {
    if (lane.qp.type != type) continue;
    sum.messages += lane.due();
    sum.refused += lane.messages.size() - lane.due();
    sum.restarts += lane.restarts;
    for (std::size_t i = 0; i < lane.due(); ++i) {
      const std::uint32_t deliveries = lane.messages[i].deliveries;
      sum.delivered += deliveries > 0 ? 1 : 0;
      sum.again += deliveries > 1 ? deliveries - 1 : 0;
    }
  }
  return sum;
}

// Each message that did not arrive, as (lane, message).
std::vector<std::pair<const Lane*, const Message*>> lost_of(const std::vector<Lane>& lanes) {
  std::vector<std::pair<const Lane*, const Message*>> lost;
  for (const Lane& lane : lanes) {
    for (std::size_t i = 0; i < lane.due(); ++i) {
      if (lane.messages[i].deliveries == 0) lost.emplace_back(&lane, &lane.messages[i]);
    }
  }
  return lost;
}

// "wr_id 7 of QP 0x11, SEND, 9000 bytes"
std::string message_text(const Message& message, const Lane& lane, const WorkConfig& work) {
  const model::Wqe& wqe = work.wqes[message.config].wqe;
  return fmt::format("wr_id {} of QP {:#x}, {}, {} bytes", message.wr_id, lane.qp.qpn,
                     model::wqe_opcode_name(wqe.opcode), wqe.length());
}

class Tally {
 public:
  void add(const JudgedArrival& judged) {
    if (!judged.record) return;
    ++verdicts_[std::string(model::name_of(judged.record->verdict))];
    if (judged.record->reason) ++reasons_[std::string(model::name_of(*judged.record->reason))];
  }
  [[nodiscard]] const std::map<std::string, std::uint64_t>& verdicts() const { return verdicts_; }
  [[nodiscard]] const std::map<std::string, std::uint64_t>& reasons() const { return reasons_; }

 private:
  std::map<std::string, std::uint64_t> verdicts_;
  std::map<std::string, std::uint64_t> reasons_;
};

constexpr std::pair<model::QpType, const char*> kTypes[] = {
    {model::QpType::kRc, "RC"}, {model::QpType::kUc, "UC"}, {model::QpType::kUd, "UD"}};

class JsonReport final : public LoopReport {
 public:
  explicit JsonReport(std::ostream& out) : out_(out) { out_ << "{\"frames\":["; }

  void add(const JudgedArrival& judged) override {
    tally_.add(judged);
    nlohmann::ordered_json line;
    line["sent"] = judged.arrival.number;
    line["clock"] = judged.clock;
    line["channel"] = nullptr;
    if (const auto text = channel_text(judged.arrival); !text.empty()) line["channel"] = text;
    for (const char* key : {"qpn", "opcode_name", "psn", "verdict", "reason", "action"}) {
      line[key] = nullptr;
    }
    if (judged.record) {
      const model::RxRecord& record = *judged.record;
      if (record.qpn) line["qpn"] = *record.qpn;
      const std::string_view name = record.opcode ? model::opcode_name(*record.opcode) : "";
      if (!name.empty()) line["opcode_name"] = name;
      if (record.psn) line["psn"] = *record.psn;
      line["verdict"] = model::name_of(record.verdict);
      if (record.reason) line["reason"] = model::name_of(*record.reason);
      if (record.action) line["action"] = model::name_of(*record.action);
    }
    line["model_agrees"] = judged.complaints.empty();
    out_ << (is_first_ ? "\n" : ",\n") << line;
    is_first_ = false;
  }

  void finish(const LoopTotals& totals, const std::vector<Lane>& lanes, const WorkConfig& work,
              const Channel& channel) override {
    out_ << "\n],\n\"lost\":[";
    const auto lost = lost_of(lanes);
    for (std::size_t i = 0; i < lost.size(); ++i) {
      const auto [lane, message] = lost[i];
      const model::Wqe& wqe = work.wqes[message->config].wqe;
      out_ << (i == 0 ? "\n" : ",\n")
           << nlohmann::ordered_json{{"qpn", lane->qp.qpn},
                                     {"wr_id", message->wr_id},
                                     {"opcode", wqe.opcode},
                                     {"length", wqe.length()}};
    }
    nlohmann::ordered_json summary;
    summary["sent"] = totals.sent;
    summary["arrived"] = totals.arrived;
    summary["clocks"] = totals.clocks;
    summary["payload_bytes"] = totals.payload_bytes;
    for (std::size_t i = 0; i < kDamages; ++i) {
      const auto damage = static_cast<Damage>(i);
      summary["channel"][std::string(name_of(damage))] = channel.count(damage);
    }
    summary["verdicts"] = tally_.verdicts();
    summary["reasons"] = tally_.reasons();
    for (const auto& [type, name] : kTypes) {
      const Delivery delivery = delivery_of(lanes, type);
      summary["messages"][name] = nlohmann::ordered_json{{"due", delivery.messages},
                                                         {"delivered", delivery.delivered},
                                                         {"delivered_again", delivery.again},
                                                         {"not_sent", delivery.refused},
                                                         {"restarts", delivery.restarts}};
    }
    summary["disagreements"] = totals.disagreements;
    out_ << "\n],\n\"summary\":" << summary << "}\n";
  }

 private:
  std::ostream& out_;
  bool is_first_ = true;
  Tally tally_;
};

class TextReport final : public LoopReport {
 public:
  TextReport(std::ostream& out, bool quiet)
      : out_(out),
        quiet_(quiet),
        table_(out,
               {{"sent", Align::kRight},
                {"clock", Align::kRight},
                {"qpn"},
                {"opcode"},
                {"psn"},
                {"verdict"},
                {"reason"},
                {"action"},
                {"model"},
                {"channel"}},
               kHeldRows) {}

  void add(const JudgedArrival& judged) override {
    tally_.add(judged);
    const bool is_plain = judged.record && judged.record->verdict == model::Verdict::kAccept &&
                          judged.complaints.empty();
    if (quiet_ && is_plain) return;
    has_rows_ = true;
    std::vector<std::string> cells = {fmt::format("{}", judged.arrival.number),
                                      fmt::format("{}", judged.clock)};
    if (judged.record) {
      const model::RxRecord& record = *judged.record;
      const auto text = [](const auto& value) {
        return value ? std::string(model::name_of(*value)) : std::string("-");
      };
      cells.push_back(record.qpn ? fmt::format("{:06x}", *record.qpn) : "-");
      const std::string_view name = record.opcode ? model::opcode_name(*record.opcode) : "";
      cells.push_back(!name.empty()   ? std::string(name)
                      : record.opcode ? fmt::format("{:#04x}", *record.opcode)
                                      : "-");
      cells.push_back(record.psn ? fmt::format("{:06x}", *record.psn) : "-");
      cells.push_back(std::string(model::name_of(record.verdict)));
      cells.push_back(text(record.reason));
      cells.push_back(text(record.action));
    } else {
      cells.insert(cells.end(), {"-", "-", "-", "none", "-", "-"});
    }
    cells.push_back(judged.complaints.empty() ? "agrees" : "DIFFERS");
    cells.push_back(channel_text(judged.arrival));
    table_.add(std::move(cells));
  }

  void finish(const LoopTotals& totals, const std::vector<Lane>& lanes, const WorkConfig& work,
              const Channel& channel) override {
    table_.finish();
    if (has_rows_) out_ << '\n';
    const auto line = [&](std::string_view subject, const std::string& text) {
      out_ << fmt::format("{:<10} {}\n", subject, text);
    };
    line("frames", fmt::format("{} sent, {} arrived, in {} clocks", totals.sent, totals.arrived,
                               totals.clocks));
    line("channel", channel_summary(channel));
    line("verdicts", counts(tally_.verdicts()));
    if (!tally_.reasons().empty()) line("reasons", counts(tally_.reasons()));
    for (const auto& [type, name] : kTypes) {
      const Delivery delivery = delivery_of(lanes, type);
      if (delivery.messages + delivery.refused > 0) line(name, delivery_text(delivery));
    }
    const auto lost = lost_of(lanes);
    for (std::size_t i = 0; i < std::min(lost.size(), kMostListed); ++i) {
      line("lost", message_text(*lost[i].second, *lost[i].first, work));
    }
    if (lost.size() > kMostListed) {
      line("lost", fmt::format("and {} more; --json names them all", lost.size() - kMostListed));
    }
    line("model", fmt::format("{} frames twice and {} bytes of payload compared, {} disagreement{}",
                              totals.arrived, totals.payload_bytes, totals.disagreements,
                              totals.disagreements == 1 ? "" : "s"));
  }

 private:
  static std::string channel_summary(const Channel& channel) {
    std::string text;
    for (std::size_t i = 0; i < kDamages; ++i) {
      const auto damage = static_cast<Damage>(i);
      if (channel.count(damage) == 0) continue;
      if (!text.empty()) text += ", ";
      text += fmt::format("{} {}", name_of(damage), channel.count(damage));
    }
    return text.empty() ? "nothing damaged" : text;
  }
  static std::string counts(const std::map<std::string, std::uint64_t>& tally) {
    std::string text;
    for (const auto& [name, count] : tally) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
    }
    return text;
  }
  static std::string delivery_text(const Delivery& delivery) {
    std::string text =
        fmt::format("{} of {} messages arrived", delivery.delivered, delivery.messages);
    if (delivery.again > 0) text += fmt::format(", {} of them came again", delivery.again);
    if (delivery.restarts > 0) text += fmt::format("; {} restarts", delivery.restarts);
    if (delivery.refused > 0) text += fmt::format("; {} not sent: see tx", delivery.refused);
    return text;
  }

  std::ostream& out_;
  bool quiet_;
  bool has_rows_ = false;
  AlignedTable table_;
  Tally tally_;
};

}  // namespace

std::unique_ptr<LoopReport> make_loop_report(std::ostream& out, bool json, bool quiet) {
  if (json) return std::make_unique<JsonReport>(out);
  return std::make_unique<TextReport>(out, quiet);
}

}  // namespace rnic::app
