// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/sim_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

namespace rnic::tb {
namespace {

RunOptions options_from_environment() {
  RunOptions options;
  if (const char* seed = std::getenv("RNIC_SEED")) options.seed = std::strtoull(seed, nullptr, 0);
  if (const char* wave = std::getenv("RNIC_WAVE")) options.wave.file = wave;
  return options;
}

}  // namespace

RunOptions& process_options() {
  static RunOptions options = options_from_environment();
  return options;
}

std::string file_name_of(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return !std::isalnum(c) && c != '.' && c != '-'; }, '_');
  return text;
}

SimRun::SimRun(RunOptions options, std::string test_name, FailureSink sink)
    : options_(std::move(options)), test_name_(std::move(test_name)), sink_(std::move(sink)) {}

void SimRun::fail(const std::string& text) {
  ++failures_;
  if (failures_ <= kMaxReports) sink_(text);
  if (failures_ == kMaxReports) sink_("further failures of this run are only counted");
}

std::string SimRun::repeat_command() const {
  return fmt::format("{} --gtest_filter='{}' --seed {}", options_.program, test_name_, seed());
}

std::string SimRun::wave_command(std::string_view wave_arguments) const {
  return fmt::format("{} --wave failure.fst {}", repeat_command(), wave_arguments);
}

void SimRun::withdraw(const Drained& item) { std::erase(enrolled_, &item); }

void SimRun::finish() {
  for (const Drained* item : enrolled_) {
    const std::string left = item->left();
    if (!left.empty()) fail(left);
  }
  enrolled_.clear();
}

std::string SimRun::next_wave_file(const std::string& file) {
  static unsigned used = 0;
  const unsigned number = ++used;
  if (number == 1) return file;
  std::filesystem::path path(file);
  path.replace_filename(
      fmt::format("{}.{}{}", path.stem().string(), number, path.extension().string()));
  return path.string();
}

}  // namespace rnic::tb
