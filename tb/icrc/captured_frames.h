// SPDX-License-Identifier: Apache-2.0
#pragma once

// All frames of the captures in vectors/rx, as a MAC would deliver them: padded to 60 bytes, cut at
// 9,600. In the order of the file names.
//
//   for_each_captured_frame([&](std::vector<uint8_t> frame) { push(std::move(frame)); });

#include <algorithm>
#include <filesystem>
#include <vector>

#include "models/pcap/capture_reader.h"
#include "models/rx/replay_rules.h"

namespace rnic::tb {

template <class F>
void for_each_captured_frame(F&& take) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(RNIC_SOURCE_DIR "/vectors/rx")) {
    if (entry.path().extension() == ".pcap") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const auto& file : files) {
    model::CaptureReader reader(file.string());
    for (model::CaptureFrame frame; reader.next(frame);) {
      take(model::prepare_for_replay(frame.bytes).bytes);
    }
  }
}

}  // namespace rnic::tb
