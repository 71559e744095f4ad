// SPDX-License-Identifier: Apache-2.0
//
// Access to the repository's vectors/ for tests. Test code: not installed.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "models/pcap/capture_reader.h"
#include "models/wire/byte_io.h"

namespace rnic::model::testing {

inline std::filesystem::path vector_path(const std::string& name) {
  return std::filesystem::path(RNIC_VECTORS) / name;
}

inline std::string read_text(const std::string& name) {
  std::ifstream in(vector_path(name), std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + vector_path(name).string());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline nlohmann::json read_json(const std::string& name) {
  return nlohmann::json::parse(read_text(name));
}

// All frames of a capture; none of them may be cut.
inline std::vector<ByteVector> read_frames(const std::string& name) {
  std::vector<ByteVector> frames;
  CaptureReader reader(vector_path(name).string());
  for (CaptureFrame frame; reader.next(frame);) {
    if (frame.truncated()) throw std::runtime_error(name + " holds a truncated frame");
    frames.emplace_back(frame.bytes.begin(), frame.bytes.end());
  }
  return frames;
}

// Names of all captures in vectors/rx without ".pcap", sorted.
inline std::vector<std::string> capture_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(vector_path("rx"))) {
    if (entry.path().extension() == ".pcap") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace rnic::model::testing
