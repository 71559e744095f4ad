// SPDX-License-Identifier: Apache-2.0
#include "tb/app/frame_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>
#include <vector>

namespace rnic::app {
namespace {

std::vector<Column> columns() {
  return {{"frame", Align::kRight},
          {"time s", Align::kRight},
          {"bytes", Align::kRight},
          {"source"},
          {"destination"},
          {"vlan.pcp", Align::kRight},
          {"dscp", Align::kRight},
          {"ecn"},
          {"prio"},
          {"opcode"},
          {"qpn"},
          {"psn"},
          {"flags"},
          {"payload", Align::kRight},
          {"pad", Align::kRight},
          {"icrc"},
          {"notes"}};
}

// IP addresses where there are some, else MAC addresses.
std::pair<std::string, std::string> addresses(const model::OuterHeaders& outer) {
  if (outer.ip) {
    return std::visit(
        [](const auto& ip) {
          return std::pair(model::format_ip(ip.source), model::format_ip(ip.destination));
        },
        *outer.ip);
  }
  if (outer.ethernet) {
    return {model::format_mac(outer.ethernet->source),
            model::format_mac(outer.ethernet->destination)};
  }
  return {"-", "-"};
}

std::string vlan_text(const model::OuterHeaders& outer) {
  if (!outer.ethernet || !outer.ethernet->tag) return "-";
  return fmt::format("{}.{}", outer.ethernet->tag->vid(), outer.ethernet->tag->pcp());
}

std::string_view ecn_text(std::uint8_t traffic_class) {
  constexpr std::string_view kNames[] = {"-", "ECT1", "ECT0", "CE"};
  return kNames[model::ecn_of(traffic_class)];
}

void append(std::string& list, std::string_view entry) {
  if (!list.empty()) list += ' ';
  list += entry;
}

std::string flags_text(const model::BthHeader& bth) {
  std::string flags;
  if (bth.solicited) append(flags, "SE");
  if (bth.mig_req) append(flags, "MIG");
  if (bth.fecn) append(flags, "FECN");
  if (bth.becn) append(flags, "BECN");
  if (bth.ack_request) append(flags, "ACKREQ");
  return flags.empty() ? "-" : flags;
}

// Extended headers, and BTH fields that are not what nearly every packet has.
std::string header_notes(const model::RoceFrame& frame) {
  std::string notes;
  const auto add = [&]<typename... Values>(fmt::format_string<Values...> format, Values... values) {
    append(notes, fmt::vformat(format, fmt::make_format_args(values...)));
  };
  if (frame.deth) add("qkey={:#010x} src_qp={:06x}", frame.deth->queue_key, frame.deth->source_qp);
  if (frame.reth) {
    add("va={:#x} rkey={:#x} dmalen={}", frame.reth->virtual_address, frame.reth->remote_key,
        frame.reth->dma_length);
  }
  if (const auto& atomic = frame.atomic_eth) {
    add("va={:#x} rkey={:#x}", atomic->virtual_address, atomic->remote_key);
    if (frame.bth.opcode == model::to_byte(model::Opcode::kRcFetchAdd)) {
      add("add={:#x}", atomic->swap_or_add);
    } else {
      add("compare={:#x} swap={:#x}", atomic->compare, atomic->swap_or_add);
    }
  }
  if (frame.aeth) add("{} msn={}", syndrome_text(*frame.aeth), frame.aeth->msn);
  if (frame.atomic_ack_eth) add("original={:#x}", frame.atomic_ack_eth->original);
  if (frame.imm_dt) add("imm={:#010x}", frame.imm_dt->data);
  if (frame.ieth) add("inv_rkey={:#x}", frame.ieth->remote_key);
  if (frame.bth.pkey != model::kDefaultPkey) add("pkey={:#06x}", frame.bth.pkey);
  if (frame.bth.transport_version != 0) add("tver={}", frame.bth.transport_version);
  if (frame.bth.reserved6 != 0) add("reserved6={:#x}", frame.bth.reserved6);
  if (frame.bth.reserved7 != 0) add("reserved7={:#x}", frame.bth.reserved7);
  return notes;
}

std::string notes_text(const FrameView& view) {
  std::string notes;
  if (view.input.skipped()) {
    notes = fmt::format("skipped: {}", view.input.skip_reason);
  } else if (view.record.verdict) {
    const std::string detail = reason_detail(view);
    notes = fmt::format("{}: {}{}", model::name_of(*view.record.verdict),
                        model::name_of(view.record.reason),
                        detail.empty() ? "" : fmt::format(" ({})", detail));
  }
  if (view.roce && view.record.roce) {
    const model::RoceRecord& record = *view.record.roce;
    if (!record.icrc_ok) {
      append(notes, fmt::format("icrc got {}, want {};", icrc_text(record.icrc_got),
                                icrc_text(record.icrc_want)));
    }
    if (record.pcp_mismatch) {
      append(notes, fmt::format("pcp {}, want {};", record.tag->pcp(), record.priority));
    }
    append(notes, header_notes(*view.roce));
  }
  if (!view.input.comment.empty()) {
    append(notes, fmt::format("\"{}\"", printable(view.input.comment)));
  }
  notes.erase(notes.find_last_not_of(" ;") + 1);
  return notes;
}

std::string list_of(const auto& counts) {
  std::string list;
  for (const auto& [name, count] : counts) {
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", name, count);
  }
  return list;
}

// " (frames 3, 7, ...)"
std::string frames_text(const std::vector<std::uint64_t>& frames) {
  if (frames.empty()) return {};
  const std::size_t named = std::min(frames.size(), Findings::kMostNamed);
  return fmt::format(
      " (frame{} {}{})", frames.size() == 1 ? "" : "s",
      fmt::join(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(named), ", "),
      frames.size() > named ? ", ..." : "");
}

}  // namespace

void Findings::add(const FrameView& view) {
  summary.add(view.record, view.input.skipped() ? 0 : view.input.replayed.bytes.size());
  const auto note = [&](std::vector<std::uint64_t>& frames) {
    if (frames.size() <= kMostNamed) frames.push_back(view.input.number);
  };
  if (view.record.roce && !view.record.roce->icrc_ok) note(bad_icrc);
  if (view.input.skipped()) note(skipped);
}

FrameTable::FrameTable(std::ostream& out, std::size_t held_rows)
    : table_(out, columns(), held_rows) {}

std::string FrameTable::time_text(const std::optional<std::int64_t>& time_ns) {
  if (!time_ns) return "-";
  if (!start_ns_) start_ns_ = time_ns;
  // Stamps may lie anywhere in 64 bits: the difference is taken without sign.
  const bool before = *time_ns < *start_ns_;
  const auto now = static_cast<std::uint64_t>(*time_ns);
  const auto start = static_cast<std::uint64_t>(*start_ns_);
  const std::uint64_t ns = before ? start - now : now - start;
  return fmt::format("{}{}.{:09}", before ? "-" : "", ns / 1'000'000'000, ns % 1'000'000'000);
}

void FrameTable::add(const FrameView& view) {
  const auto [source, destination] = addresses(view.outer);
  std::vector<std::string> cells = {fmt::format("{}", view.input.number),
                                    time_text(view.input.time_ns),
                                    fmt::format("{}", view.input.length),
                                    source,
                                    destination,
                                    vlan_text(view.outer)};
  if (view.outer.ip) {
    const std::uint8_t traffic_class = model::traffic_class(*view.outer.ip);
    cells.push_back(fmt::format("{}", model::dscp_of(traffic_class)));
    cells.emplace_back(ecn_text(traffic_class));
  } else {
    cells.insert(cells.end(), 2, "-");
  }
  if (view.roce && view.record.roce) {
    const model::RoceRecord& record = *view.record.roce;
    cells.push_back(fmt::format("{}{}", record.priority, record.lossy_roce ? " lossy" : ""));
    cells.push_back(record.opcode_name.empty() ? fmt::format("{:#04x}", record.opcode)
                                               : std::string(record.opcode_name));
    cells.push_back(fmt::format("{:06x}", record.qpn));
    cells.push_back(fmt::format("{:06x}", record.psn));
    cells.push_back(flags_text(view.roce->bth));
    cells.push_back(fmt::format("{}", view.roce->payload.size()));
    cells.push_back(fmt::format("{}", view.roce->pad.size()));
    cells.emplace_back(record.icrc_ok ? "ok" : "bad");
  } else {
    cells.insert(cells.end(), 8, "-");
  }
  cells.push_back(notes_text(view));
  table_.add(std::move(cells));
}

void print_summary(std::ostream& out, const Findings& findings, const model::DscpMap& map) {
  const model::RecordSummary& summary = findings.summary;
  const auto line = [&](std::string_view subject, const std::string& text) {
    if (!text.empty()) out << fmt::format("{:<11} {}\n", subject, text);
  };
  line("frames", fmt::format("{}, of them RoCE {}", summary.frames, summary.roce));
  if (summary.roce > 0) {
    line("icrc", fmt::format("ok {}, bad {}{}", summary.icrc_ok, summary.icrc_bad,
                             frames_text(findings.bad_icrc)));
  }
  line("verdicts", list_of(summary.verdicts));
  line("reasons", list_of(summary.reasons));
  line("opcodes", list_of(summary.opcodes));
  line("priorities", list_of(summary.priorities));
  if (!findings.skipped.empty()) {
    line("skipped", fmt::format("held only in part{}", frames_text(findings.skipped)));
  }
  if (summary.pcp_mismatch > 0) {
    line("pcp",
         fmt::format("{} tagged frames whose PCP is not the map's priority", summary.pcp_mismatch));
  }
  if (summary.lossy_roce > 0) {
    line("lossy", fmt::format("{} RoCE frames on priorities that may drop", summary.lossy_roce));
  }
  if (map.dscp46_is_lossy()) {
    line("warning", fmt::format("this map sends DSCP 46 to priority {}, which is not lossless",
                                map.priority(46)));
  }
}

}  // namespace rnic::app
