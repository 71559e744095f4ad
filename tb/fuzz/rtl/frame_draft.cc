// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/rtl/frame_draft.h"

#include <utility>

#include "models/crc/icrc.h"
#include "models/wire/frame.h"

namespace rnic::fuzz {

FrameDraft::FrameDraft(model::ByteVector frame, bool error)
    : bytes(std::move(frame)), mac_error(error) {
  const auto decoded = model::decode(bytes);
  if (!decoded) return;
  is_roce_ = true;
  is_ipv6_ = std::holds_alternative<model::Ipv6Header>(decoded->ip);
  ip_ = decoded->ethernet.bytes();
  end_ = bytes.size() - decoded->trailer.size();
}

std::uint64_t FrameDraft::bits(std::size_t first, unsigned width) const noexcept {
  std::uint64_t value = 0;
  for (std::size_t bit = first; bit < first + width; ++bit) {
    const std::size_t byte = bit / 8;
    const unsigned is_set = byte < bytes.size() ? bytes[byte] >> (7 - bit % 8) & 1u : 0u;
    value = value << 1 | is_set;
  }
  return value;
}

void FrameDraft::set_bits(std::size_t first, unsigned width, std::uint64_t value) noexcept {
  for (unsigned i = 0; i < width; ++i) {
    const std::size_t bit = first + width - 1 - i;
    if (bit / 8 >= bytes.size()) continue;
    const auto mask = static_cast<std::uint8_t>(0x80u >> (bit % 8));
    std::uint8_t& byte = bytes[bit / 8];
    byte = static_cast<std::uint8_t>((value >> i & 1) != 0 ? byte | mask : byte & ~mask);
  }
}

void FrameDraft::set_packet_end(std::size_t end) noexcept {
  end_ = end;
  set_bits(8 * (udp() + 4), 16, end - udp());
  if (is_ipv6_) {
    set_bits(8 * (ip_ + 4), 16, end - udp());
  } else {
    set_bits(8 * (ip_ + 2), 16, end - ip_);
  }
}

void FrameDraft::seal_checksum() noexcept {
  if (!is_roce_ || is_ipv6_ || bytes.size() < ip_ + model::kIpv4Bytes) return;
  set_bits(8 * (ip_ + 10), 16, 0);
  const auto header = model::ByteSpan(bytes).subspan(ip_, model::kIpv4Bytes);
  set_bits(8 * (ip_ + 10), 16, 0xFFFFu ^ model::ones_complement_sum(header));
}

void FrameDraft::seal_all() noexcept {
  if (!is_roce_) return;
  seal_checksum();
  if (end_ > bytes.size() || end_ < ip_ + model::kIcrcBytes) return;
  const auto packet = model::ByteSpan(bytes).subspan(ip_, end_ - ip_ - model::kIcrcBytes);
  const auto icrc = model::icrc_to_wire(model::icrc(packet));
  for (std::size_t i = 0; i < icrc.size(); ++i) bytes[end_ - icrc.size() + i] = icrc[i];
}

}  // namespace rnic::fuzz
