// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/replay_disagreements.h"

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
      std::filesystem::absolute("failures") / fmt::format("replay.frame-{}.pcap", input.number);
  std::filesystem::create_directories(path.parent_path());
  model::CaptureWriter writer(path.string(), model::CaptureFormat::kPcapNanoseconds);
  writer.write(input.replayed.bytes, {});
  writer.close();
  return path.string();
}

}  // namespace

void ReplayDisagreements::add(const JudgedRxFrame& frame) {
  if (++count_ > kMostTold) return;
  std::string text;
  for (const RxDifference& d : frame.differences) {
    text += fmt::format("rnic400: frame {}: {}: RTL {}, model {}\n", frame.input.number, d.field,
                        d.rtl, d.model);
  }
  try {
    text += fmt::format("  frame saved in {}\n", save(frame.input));
  } catch (const std::exception& error) {
    text += fmt::format("  frame not saved: {}\n", error.what());
  }
  // Standard input is gone; the user may have kept it.
  const std::string file = options_.file == "-" ? "CAPTURE" : shell_word(options_.file);
  text +=
      fmt::format("  see it with: {} replay {}{} --wave failure.fst --wave-packet {}\n",
                  shell_word(options_.program), file, options_.repeat_options, frame.input.number);
  told_.push_back(std::move(text));
}

void ReplayDisagreements::add(const std::string& complaint) {
  if (++count_ > kMostTold) return;
  told_.push_back(fmt::format("rnic400: RTL: {}\n", complaint));
}

void ReplayDisagreements::print(std::ostream& err) const {
  for (const std::string& text : told_) err << text;
  if (count_ > kMostTold) {
    err << fmt::format("rnic400: {} more disagreements are only counted\n", count_ - kMostTold);
  }
  err.flush();
}

}  // namespace rnic::app
