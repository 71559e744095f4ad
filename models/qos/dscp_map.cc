// SPDX-License-Identifier: Apache-2.0
#include "models/qos/dscp_map.h"

namespace rnic::model {

DscpMap DscpMap::basepod() noexcept {
  DscpMap map;
  map.set_priority(46, 3);
  map.set_lossless_mask(1U << 3);
  return map;
}

DscpMap DscpMap::factory() noexcept {
  DscpMap map;
  for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
    map.set_priority(dscp, static_cast<std::uint8_t>(dscp >> 3));
  }
  return map;
}

std::optional<DscpMap> DscpMap::profile(std::string_view name) noexcept {
  if (name == "basepod") return basepod();
  if (name == "factory") return factory();
  return std::nullopt;
}

}  // namespace rnic::model
