// SPDX-License-Identifier: Apache-2.0
#include "tb/app/tx/tx_disagreements.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <span>

#include "models/pcap/capture_writer.h"
#include "models/wire/opcode.h"
#include "tb/app/shell_word.h"
#include "tb/harness/frame_fields.h"
#include "tb/harness/scoreboard.h"

namespace rnic::app {
namespace {

// Clocks of a wave before and behind a completion.
constexpr std::uint64_t kAround = 256;

// Lines of 16 bytes; one that differs from `other` is marked.
std::string dump(std::span<const std::uint8_t> frame, std::span<const std::uint8_t> other) {
  constexpr std::size_t kLine = 16;
  std::string text;
  for (std::size_t at = 0; at < frame.size(); at += kLine) {
    const auto line = frame.subspan(at, std::min(kLine, frame.size() - at));
    const bool is_same = at + line.size() <= other.size() &&
                         std::ranges::equal(line, other.subspan(at, line.size()));
    text += fmt::format("\n    {} {:04}: {:02x}", is_same ? ' ' : '*', at, fmt::join(line, " "));
  }
  return text;
}

// The absolute path of the capture: first the wanted frame, then the RTL's. Throws.
std::string save(const JudgedTxFrame& frame) {
  const auto path =
      std::filesystem::absolute("failures") / fmt::format("tx.frame-{}.pcap", frame.number);
  std::filesystem::create_directories(path.parent_path());
  model::CaptureWriter writer(path.string(), model::CaptureFormat::kPcapNanoseconds);
  if (frame.match.want) writer.write(frame.match.want->bytes, {});
  writer.write(frame.frame.bytes, {});
  writer.close();
  return path.string();
}

std::string text_of(const model::CompletionRecord& record) {
  return fmt::format("{} (wr_id {}, opcode {}, length {}, index {}, {})",
                     model::name_of(record.status), record.wr_id, record.opcode, record.length,
                     record.index, record.signaled ? "signaled" : "not signaled");
}

}  // namespace

std::string TxDisagreements::see_it(const std::string& wave_options) const {
  return fmt::format("  see it with: {} tx{} --wave failure.fst {}\n", shell_word(options_.program),
                     options_.repeat_options, wave_options);
}

void TxDisagreements::add(const JudgedTxFrame& frame) {
  if (++count_ > kMostTold) return;
  const FrameMatch& match = frame.match;
  std::string text = fmt::format("rnic400: frame {}, clock {}", frame.number, frame.clock);
  if (match.qp != nullptr) text += fmt::format(", QP {:#x}", match.qp->qpn);
  if (!match.missing.empty()) {
    const model::OpcodeInfo* info = model::find_opcode(match.missing.front().opcode);
    text += fmt::format(": RTL left out {} frame{} before it, the first {} with PSN {:#08x}\n",
                        match.missing.size(), match.missing.size() == 1 ? "" : "s",
                        info != nullptr ? info->name : "", match.missing.front().psn);
  } else if (!match.want) {
    text += fmt::format(": RTL one, model none\n  RTL {} bytes:{}\n", frame.frame.bytes.size(),
                        dump(frame.frame.bytes, {}));
  } else if (match.agrees) {
    text += ": err: RTL 1, model 0\n";
  } else {
    text +=
        fmt::format(": {}\n  model {} bytes:{}\n  RTL {} bytes:{}\n",
                    tb::first_difference(match.want->bytes, frame.frame.bytes, tb::roce_field_at),
                    match.want->bytes.size(), dump(match.want->bytes, frame.frame.bytes),
                    frame.frame.bytes.size(), dump(frame.frame.bytes, match.want->bytes));
  }
  try {
    text += fmt::format("  saved in {}{}\n", save(frame),
                        match.want ? ", first the model's frame, then the RTL's" : "");
  } catch (const std::exception& error) {
    text += fmt::format("  not saved: {}\n", error.what());
  }
  told_.push_back(text + see_it(fmt::format("--wave-packet {}", frame.number)));
}

void TxDisagreements::add(const JudgedCompletion& completion) {
  if (++count_ > kMostTold) return;
  const RecordMatch& match = completion.match;
  std::string text = fmt::format(
      "rnic400: completion of QP {:#x}, clock {}: RTL {}, model {}{}\n", completion.record.qpn,
      completion.clock, text_of(completion.record), match.want ? text_of(*match.want) : "none",
      match.is_early ? ", and not before its frames have left" : "");
  const std::uint64_t from = completion.clock - std::min(completion.clock, kAround);
  told_.push_back(
      text + see_it(fmt::format("--wave-from {} --wave-to {}", from, completion.clock + kAround)));
}

void TxDisagreements::add(const std::string& text) {
  if (++count_ > kMostTold) return;
  told_.push_back(fmt::format("rnic400: {}\n  repeat with: {} tx{}\n", text,
                              shell_word(options_.program), options_.repeat_options));
}

void TxDisagreements::print(std::ostream& err) const {
  for (const std::string& text : told_) err << text;
  if (count_ > kMostTold) {
    err << fmt::format("rnic400: {} more disagreements are only counted\n", count_ - kMostTold);
  }
  err.flush();
}

}  // namespace rnic::app
