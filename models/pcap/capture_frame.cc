// SPDX-License-Identifier: Apache-2.0
#include "models/pcap/capture_frame.h"

#include <fmt/format.h>

namespace rnic::model {
namespace {

std::string describe(CapturePlace place) {
  if (place.frame == 0) return fmt::format("byte {}", place.byte_offset);
  return fmt::format("byte {}, frame {}", place.byte_offset, place.frame);
}

}  // namespace

CaptureError::CaptureError(const std::string& file, const std::string& text)
    : std::runtime_error(fmt::format("{}: {}", file, text)) {}

CaptureError::CaptureError(const std::string& file, CapturePlace place, const std::string& text)
    : std::runtime_error(fmt::format("{}: {}: {}", file, describe(place), text)), place_(place) {}

}  // namespace rnic::model
