// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/scoreboard.h"

#include <algorithm>
#include <filesystem>

#include "models/pcap/capture_writer.h"

namespace rnic::tb {
namespace {

// Bytes as one hexadecimal number in network order; "nothing" past the end of the frame.
std::string value_of(std::span<const uint8_t> frame, const FrameField& field) {
  if (field.first >= frame.size()) return "nothing";
  const size_t n = std::min(field.bytes, frame.size() - field.first);
  std::string text = "0x";
  for (const uint8_t byte : frame.subspan(field.first, n)) text += fmt::format("{:02x}", byte);
  return text;
}

// Lines of 16 bytes; a line that differs from the other frame's is marked with '*'.
std::string dump(std::span<const uint8_t> frame, std::span<const uint8_t> other) {
  constexpr size_t kLine = 16;
  std::string text;
  for (size_t at = 0; at < frame.size(); at += kLine) {
    const size_t n = std::min(kLine, frame.size() - at);
    const bool is_same =
        at + n <= other.size() && std::ranges::equal(frame.subspan(at, n), other.subspan(at, n));
    text += fmt::format("\n    {} {:04}:", is_same ? ' ' : '*', at);
    for (const uint8_t byte : frame.subspan(at, n)) text += fmt::format(" {:02x}", byte);
  }
  return text;
}

std::string capture_name(const std::string& test, const std::string& board, uint64_t number) {
  return file_name_of(fmt::format("{}.{}.{}.pcap", test, board, number));
}

// The path of the saved capture, or why there is none: a failure must be reported in either case.
std::string save(const std::string& name, const ExpectedFrame* want, std::span<const uint8_t> got) {
  try {
    const auto path = std::filesystem::absolute("failures") / name;
    std::filesystem::create_directories(path.parent_path());
    model::CaptureWriter writer(path.string(), model::CaptureFormat::kPcapNanoseconds);
    if (want) writer.write(want->bytes, {});
    writer.write(got, {});
    writer.close();
    return fmt::format("saved in {} ({})", path.string(),
                       want ? "first the wanted, then the seen frame" : "the seen frame");
  } catch (const std::exception& error) {
    return fmt::format("not saved: {}", error.what());
  }
}

}  // namespace

std::string save_frame(const SimRun& run, const std::string& what, uint64_t number,
                       std::span<const uint8_t> frame) {
  return save(capture_name(run.test_name(), what, number), nullptr, frame);
}

std::string first_difference(std::span<const uint8_t> want, std::span<const uint8_t> got,
                             const FieldNamer& namer) {
  const auto [w, g] = std::ranges::mismatch(want, got);
  if (w == want.end() && g == got.end()) return {};
  const size_t byte = static_cast<size_t>(w - want.begin());
  FrameField field{.name = {}, .first = byte, .bytes = 1};
  if (namer) {
    const FrameField named = namer(want, byte);
    if (!named.name.empty()) field = named;
  }
  std::string text;
  if (want.size() != got.size()) {
    text = fmt::format("want {} bytes, got {}; ", want.size(), got.size());
  }
  return text + fmt::format("{}byte {}: want {}, got {}",
                            field.name.empty() ? "" : field.name + " at ", field.first,
                            value_of(want, field), value_of(got, field));
}

FrameScoreboard::FrameScoreboard(SimRun& run, std::string name, FieldNamer namer)
    : run_(run), name_(std::move(name)), namer_(std::move(namer)) {
  run_.enrol(*this);
}

FrameScoreboard::~FrameScoreboard() { run_.withdraw(*this); }

bool FrameScoreboard::got(std::span<const uint8_t> bytes, bool err) {
  run_.count_checks();
  if (expected_.empty()) {
    report("nobody expected this frame", nullptr, bytes);
    ++next_;
    return false;
  }
  const ExpectedFrame want = std::move(expected_.front());
  expected_.pop_front();
  std::string what;
  if (!std::ranges::equal(want.bytes, bytes)) {
    what = first_difference(want.bytes, bytes, namer_);
  } else if (want.err != err) {
    what = fmt::format("err: want {:d}, got {:d}", want.err, err);
  }
  if (!what.empty()) report(what, &want, bytes);
  ++next_;
  return what.empty();
}

void FrameScoreboard::report(const std::string& what, const ExpectedFrame* want,
                             std::span<const uint8_t> got) {
  if (run_.failures() >= SimRun::kMaxReports) {
    run_.fail(what);
    return;
  }
  std::string text = fmt::format("{}: frame {}", name_, next_);
  if (want && !want->note.empty()) text += fmt::format(" ({})", want->note);
  text += ": " + what;
  if (want) {
    text += fmt::format("\n  wanted {} bytes:{}", want->bytes.size(), dump(want->bytes, got));
  }
  text += fmt::format("\n  seen {} bytes:{}", got.size(),
                      dump(got, want ? std::span<const uint8_t>(want->bytes) : got));
  text += "\n  " + save(capture_name(run_.test_name(), name_, next_), want, got);
  text += "\n  repeat with: " + run_.repeat_command();
  text += "\n  see it with: " + run_.wave_command(fmt::format("--wave-frame {}", next_));
  run_.fail(text);
}

std::string FrameScoreboard::left() const {
  if (expected_.empty()) return {};
  const ExpectedFrame& first = expected_.front();
  return fmt::format("{}: {} never came, the first of them number {} of {} bytes{}", name_,
                     expected_.size(), next_, first.bytes.size(),
                     first.note.empty() ? "" : " (" + first.note + ")");
}

}  // namespace rnic::tb
