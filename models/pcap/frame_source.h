// SPDX-License-Identifier: Apache-2.0
//
// What the two file formats have in common inside `CaptureReader`: frames, one after the other.
// Internal to models/pcap.
#pragma once

#include <vector>

#include "models/pcap/capture_frame.h"

namespace rnic::model {

class FrameSource {
 public:
  virtual ~FrameSource() = default;

  // Fills `frame` with the next one; false at a clean end of the file. Throws CaptureError.
  virtual bool next(CaptureFrame& frame) = 0;

  // Interfaces of the current section that are known so far.
  [[nodiscard]] virtual const std::vector<CaptureInterface>& interfaces() const noexcept = 0;
};

}  // namespace rnic::model
