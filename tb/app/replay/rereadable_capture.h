// SPDX-License-Identifier: Apache-2.0
//
// A capture that can be read as often as needed. What comes through a pipe is copied into a file
// without a name first, which goes away with the program; messages still name the pipe.
//
//   const RereadableCapture capture("-");
//   CaptureReader first = capture.open();
//   CaptureReader second = capture.open();
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/pcap/capture_reader.h"

namespace rnic::app {

class RereadableCapture {
 public:
  // `path` may be "-", standard input. Copies a pipe to its end, and calls `copied` with the bytes
  // so far. Throws model::CaptureError for what cannot be opened, InputError when the copy fails.
  explicit RereadableCapture(const std::string& path,
                             const std::function<void(std::uint64_t)>& copied = {});
  // A capture in memory, for tests.
  RereadableCapture(std::vector<std::uint8_t> bytes, std::string name);

  // A reader at the beginning. Throws model::CaptureError.
  [[nodiscard]] model::CaptureReader open() const;
  // As messages name it.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  class Copy;

  std::string name_;
  std::string path_;
  std::shared_ptr<Copy> copy_;
  std::optional<std::vector<std::uint8_t>> bytes_ = std::nullopt;
};

}  // namespace rnic::app
