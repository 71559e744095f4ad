// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/replay_nics.h"

#include <utility>

#include "models/wire/frame.h"

namespace rnic::app {

std::vector<ReplayNic> nics_of(Learned learned) {
  std::vector<ReplayNic> nics;
  for (LearnedNic& nic : learned.nics) {
    nics.push_back({.address = nic.address, .qps = std::move(nic.qps)});
  }
  if (nics.empty()) nics.push_back({});
  return nics;
}

NicFinder::NicFinder(const std::vector<ReplayNic>& nics) {
  for (std::size_t i = 0; i < nics.size(); ++i) {
    if (nics[i].address) places_.emplace(*nics[i].address, i);
  }
}

std::size_t NicFinder::find(const InputFrame& frame) const {
  if (places_.size() < 2) return 0;
  const model::OuterHeaders outer = model::decode_outer(frame.replayed.bytes);
  if (!outer.ip) return 0;
  const auto destination =
      std::visit([](const auto& ip) { return model::IpAddress(ip.destination); }, *outer.ip);
  const auto found = places_.find(destination);
  return found == places_.end() ? 0 : found->second;
}

}  // namespace rnic::app
