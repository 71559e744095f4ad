// SPDX-License-Identifier: Apache-2.0
#include "models/qos/source_port.h"

namespace rnic::model {
namespace {

constexpr std::uint16_t kFirstPort = 0xC000;
constexpr std::uint32_t kLabelMask = 0xFFFFF;
constexpr std::uint32_t kQpnMask = 0xFFFFFF;

std::uint32_t label_of_connection(std::uint32_t qpn, std::uint32_t remote_qpn) noexcept {
  std::uint64_t v = std::uint64_t{qpn & kQpnMask} * (remote_qpn & kQpnMask);
  v ^= v >> 20;
  v ^= v >> 40;
  return static_cast<std::uint32_t>(v) & kLabelMask;
}

}  // namespace

std::uint16_t connected_source_port(std::uint32_t flow_label, std::uint32_t qpn,
                                    std::uint32_t remote_qpn) noexcept {
  std::uint32_t label = flow_label & kLabelMask;
  if (label == 0) label = label_of_connection(qpn, remote_qpn);
  return static_cast<std::uint16_t>(kFirstPort | ((label & 0x3FFF) ^ (label >> 14)));
}

std::uint16_t datagram_source_port(std::uint32_t qpn) noexcept {
  return static_cast<std::uint16_t>(kFirstPort | (qpn & 0x3FFF));
}

}  // namespace rnic::model
