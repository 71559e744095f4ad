// SPDX-License-Identifier: Apache-2.0
#include "tb/app/disagreements.h"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <utility>

#include "models/pcap/capture_writer.h"
#include "tb/app/shell_word.h"

namespace rnic::app {
namespace {

// The absolute path of the capture with this one frame. Throws.
std::string save(const InputFrame& input) {
  const auto path =
      std::filesystem::absolute("failures") / fmt::format("icrc.frame-{}.pcap", input.number);
  std::filesystem::create_directories(path.parent_path());
  model::CaptureWriter writer(path.string(), model::CaptureFormat::kPcapNanoseconds);
  writer.write(input.replayed.bytes, {});
  writer.close();
  return path.string();
}

}  // namespace

void Disagreements::tell(std::string text) {
  if (count_ <= kMostTold) told_.push_back(std::move(text));
}

void Disagreements::add(const InputFrame& input, const std::vector<Difference>& differences) {
  if (++count_ > kMostTold) return;
  std::string text;
  for (const Difference& d : differences) {
    text += fmt::format("rnic400: frame {}: {}: RTL {}, model {}\n", input.number, d.field, d.rtl,
                        d.model);
  }
  std::string file = options_.file;
  std::uint64_t number = input.number;
  try {
    const std::string saved = save(input);
    text += fmt::format("  frame saved in {}\n", saved);
    // Standard input cannot be read again; the frame alone can.
    if (file == "-") file = saved, number = 1;
  } catch (const std::exception& error) {
    text += fmt::format("  frame not saved: {}\n", error.what());
  }
  text +=
      fmt::format("  see it with: {} icrc {}{} --wave failure.fst --wave-frame {}\n",
                  shell_word(options_.program), shell_word(file), options_.repeat_options, number);
  tell(std::move(text));
}

void Disagreements::add(const StrayVerdict& stray) {
  if (++count_ > kMostTold) return;
  const std::uint64_t before = stray.clock > 32 ? stray.clock - 32 : 0;
  tell(fmt::format(
      "rnic400: clock {}: verdict in slot {}: RTL one, model none: no frame ended {} clocks "
      "before\n  see it with: {} icrc {}{} --wave failure.fst --wave-from {} --wave-to {}\n",
      stray.clock, stray.slot, kVerdictClocks, shell_word(options_.program),
      shell_word(options_.file), options_.repeat_options, before, stray.clock + 8));
}

void Disagreements::print(std::ostream& err) const {
  for (const std::string& text : told_) err << text;
  if (count_ > kMostTold) {
    err << fmt::format("rnic400: {} more disagreements are only counted\n", count_ - kMostTold);
  }
  err.flush();
}

}  // namespace rnic::app
