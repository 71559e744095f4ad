// SPDX-License-Identifier: Apache-2.0
//
// The NICs of a replay, and which frame is whose.
//
//   const NicFinder finder(nics);
//   const ReplayNic& nic = nics[finder.find(frame)];
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "models/rx/rx_qp.h"
#include "tb/app/capture_stream.h"
#include "tb/app/replay/learn.h"

namespace rnic::app {

struct ReplayNic {
  std::optional<model::IpAddress> address = std::nullopt;  // absent: every frame is its
  std::vector<model::RxQpConfig> qps = {};
};

// Those that a capture taught; one that knows nobody where it taught none.
std::vector<ReplayNic> nics_of(Learned learned);

class NicFinder {
 public:
  explicit NicFinder(const std::vector<ReplayNic>& nics);

  // Place of the NIC whose IP address is the frame's destination; 0, the first, where there is
  // none: such a frame, of whatever kind, is for no QP.
  [[nodiscard]] std::size_t find(const InputFrame& frame) const;

 private:
  std::map<model::IpAddress, std::size_t> places_;
};

}  // namespace rnic::app
