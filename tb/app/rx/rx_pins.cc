// SPDX-License-Identifier: Apache-2.0
#include "tb/app/rx/rx_pins.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "tb/harness/rx_codes.h"

namespace rnic::app {

unsigned code_of(model::QpType type) {
  switch (type) {
    case model::QpType::kRc:
      return 0;
    case model::QpType::kUc:
      return 1;
    case model::QpType::kUd:
      break;
  }
  return 3;
}

unsigned code_of(model::QpState state) {
  switch (state) {
    case model::QpState::kReset:
      return 0;
    case model::QpState::kReady:
      return 1;
    case model::QpState::kError:
      break;
  }
  return 2;
}

std::array<std::uint8_t, 16> number_of(const std::optional<model::IpAddress>& address) {
  std::array<std::uint8_t, 16> bytes = {};
  if (address) {
    std::visit([&](const auto& ip) { std::ranges::reverse_copy(ip, bytes.begin()); }, *address);
  }
  return bytes;
}

bool is_ipv6(const std::optional<model::IpAddress>& address) {
  return address && std::holds_alternative<model::Ipv6Address>(*address);
}

model::RxCounters counters_of(std::span<const std::uint64_t, kCounterIndices> values) {
  model::RxCounters counters{.frames = values[0], .bytes = values[1]};
  counters.ce = values[2];
  counters.pcp_mismatch = values[3];
  counters.lossy_roce = values[4];
  for (std::size_t i = 0; i < counters.by_verdict.size(); ++i) {
    counters.by_verdict[i] = values[8 + i];
  }
  for (std::size_t i = 0; i < counters.by_priority.size(); ++i) {
    counters.by_priority[i] = values[16 + i];
  }
  for (std::size_t i = 0; i < counters.by_reason.size(); ++i) {
    counters.by_reason[i] = values[64 + tb::code_of(static_cast<model::Reason>(i))];
  }
  for (std::size_t i = 0; i < counters.by_opcode.size(); ++i) {
    counters.by_opcode[i] = values[256 + i];
  }
  return counters;
}

}  // namespace rnic::app
