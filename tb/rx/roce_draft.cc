// SPDX-License-Identifier: Apache-2.0
#include "tb/rx/roce_draft.h"

#include <algorithm>
#include <span>
#include <utility>

#include "models/crc/icrc.h"
#include "models/wire/bth.h"
#include "models/wire/ethernet.h"
#include "models/wire/frame.h"
#include "models/wire/ip.h"
#include "models/wire/opcode.h"
#include "models/wire/udp.h"
#include "tb/harness/seg_bus.h"

namespace rnic::tb {

RoceShape with_opcode(RoceShape shape, uint8_t opcode) {
  shape.opcode = opcode;
  const model::OpcodeInfo* info = model::find_opcode(opcode);
  shape.extension = info != nullptr ? info->extension_bytes() : 0;
  return shape;
}

RoceDraft::RoceDraft(const RoceShape& shape, Rng& rng)
    : ipv6_(shape.ipv6), ip_(model::kEthernetBytes + (shape.tpid != 0 ? model::kVlanTagBytes : 0)) {
  const size_t pad = (0 - shape.payload) % 4;
  const size_t end =
      bth() + model::kBthBytes + shape.extension + shape.payload + pad + model::kIcrcBytes;
  bytes_.resize(end + shape.trailer);
  rng.fill(bytes_);
  if (shape.tpid != 0) put16(12, shape.tpid);
  put16(type(), ipv6_ ? model::ether_type::kIpv6 : model::ether_type::kIpv4);
  bytes_[ip_] = static_cast<uint8_t>(ipv6_ ? 0x60 | (bytes_[ip_] & 0xf) : 0x45);
  if (!ipv6_) put16(ip_ + 6, 0x4000);  // DF
  bytes_[protocol()] = model::ip_protocol::kUdp;
  put16(udp() + 2, model::kRocePort);
  bytes_[bth()] = shape.opcode;
  bytes_[bth() + 1] = static_cast<uint8_t>((bytes_[bth() + 1] & 0xc0) | pad << 4);  // TVer 0
  set_packet_end(end);
  seal();
  if (bytes_.size() < kMinFrameBytes) bytes_.resize(kMinFrameBytes, 0);
}

void RoceDraft::put16(size_t at, size_t value) {
  bytes_[at] = static_cast<uint8_t>(value >> 8);
  bytes_[at + 1] = static_cast<uint8_t>(value);
}

void RoceDraft::set_packet_end(size_t end) {
  end_ = end;
  put16(ip_length(), ipv6_ ? end - udp() : end - ip_);
  put16(udp() + 4, end - udp());
}

void RoceDraft::seal_header() {
  if (ipv6_) return;
  put16(ip_ + 10, 0);
  const auto header = std::span(std::as_const(bytes_)).subspan(ip_, model::kIpv4Bytes);
  put16(ip_ + 10, 0xffffu ^ model::ones_complement_sum(header));
}

void RoceDraft::seal() {
  seal_header();
  const size_t icrc_at = end_ - model::kIcrcBytes;
  const auto covered = std::span(std::as_const(bytes_)).subspan(ip_, icrc_at - ip_);
  std::ranges::copy(model::icrc_to_wire(model::icrc(covered)),
                    bytes_.begin() + static_cast<ptrdiff_t>(icrc_at));
}

}  // namespace rnic::tb
