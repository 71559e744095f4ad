// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/frame_fields.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "models/wire/opcode.h"

namespace rnic::tb {
namespace {

struct Part {
  std::string_view name;
  size_t bytes;
};
using Parts = std::initializer_list<Part>;

constexpr uint16_t kIpv4 = 0x0800;
constexpr uint16_t kIpv6 = 0x86dd;
constexpr size_t kIcrc = 4;

// Appends fields at a moving place, never beyond the frame.
class Layout {
 public:
  explicit Layout(std::span<const uint8_t> frame) : frame_(frame) {}

  size_t at() const noexcept { return at_; }
  bool has(size_t bytes) const noexcept { return at_ + bytes <= frame_.size(); }
  unsigned byte(size_t offset) const noexcept {
    return at_ + offset < frame_.size() ? frame_[at_ + offset] : 0;
  }
  unsigned word(size_t offset) const noexcept { return byte(offset) << 8 | byte(offset + 1); }

  void header(std::string_view name, Parts parts) {
    for (const Part& part : parts) add(fmt::format("{}.{}", name, part.name), part.bytes);
  }
  void add(std::string name, size_t bytes) {
    const size_t n = std::min(bytes, frame_.size() - at_);
    if (n != 0) fields.push_back({.name = std::move(name), .first = at_, .bytes = n});
    at_ += n;
  }
  // One field a byte, up to `end`.
  void bytes_until(std::string_view name, size_t end) {
    const size_t first = at_;
    while (at_ < std::min(end, frame_.size())) add(fmt::format("{}[{}]", name, at_ - first), 1);
  }

  std::vector<FrameField> fields;

 private:
  std::span<const uint8_t> frame_;
  size_t at_ = 0;
};

void add_extension(Layout& layout, model::Extension extension) {
  switch (extension) {
    case model::Extension::kReth:
      return layout.header("RETH", {{"va", 8}, {"rkey", 4}, {"dma_len", 4}});
    case model::Extension::kAeth:
      return layout.header("AETH", {{"syndrome", 1}, {"msn", 3}});
    case model::Extension::kAtomicEth:
      return layout.header("AtomicETH", {{"va", 8}, {"rkey", 4}, {"swap_add", 8}, {"compare", 8}});
    case model::Extension::kAtomicAckEth:
      return layout.header("AtomicAckETH", {{"original", 8}});
    case model::Extension::kDeth:
      return layout.header("DETH", {{"qkey", 4}, {"reserved", 1}, {"src_qp", 3}});
    case model::Extension::kImmDt:
      return layout.add("ImmDt", 4);
    case model::Extension::kIeth:
      return layout.header("IETH", {{"rkey", 4}});
    case model::Extension::kCnpReserved:
      return layout.add("CNP.reserved", 16);
  }
}

// UDP to ICRC, for an IP packet that ends at `end`.
void add_transport(Layout& layout, size_t end) {
  layout.header("UDP", {{"src_port", 2}, {"dst_port", 2}, {"length", 2}, {"checksum", 2}});
  const uint8_t opcode = static_cast<uint8_t>(layout.byte(0));
  const size_t pad = layout.byte(1) >> 4 & 3;
  layout.header("BTH", {{"opcode", 1},
                        {"se_migreq_padcnt_tver", 1},
                        {"pkey", 2},
                        {"fecn_becn_resv6", 1},
                        {"dest_qp", 3},
                        {"ackreq_resv7", 1},
                        {"psn", 3}});
  if (const model::OpcodeInfo* info = model::find_opcode(opcode)) {
    for (const model::Extension extension : info->extensions) add_extension(layout, extension);
  }
  if (end >= layout.at() + pad + kIcrc) {
    layout.bytes_until("payload", end - pad - kIcrc);
    layout.bytes_until("pad", end - kIcrc);
    layout.add("ICRC", kIcrc);
  }
}

}  // namespace

std::vector<FrameField> roce_fields(std::span<const uint8_t> frame) {
  Layout layout(frame);
  layout.header("Ethernet", {{"dst", 6}, {"src", 6}});
  if (layout.word(0) == 0x8100 || layout.word(0) == 0x88a8) {
    layout.header("VLAN", {{"tpid", 2}, {"tci", 2}});
  }
  const unsigned ethertype = layout.word(0);
  layout.add("Ethernet.type", 2);
  const size_t ip = layout.at();
  if (ethertype == kIpv4 && layout.has(20)) {
    const size_t end = ip + layout.word(2);
    layout.header("IPv4", {{"version_ihl", 1},
                           {"tos", 1},
                           {"total_length", 2},
                           {"id", 2},
                           {"flags_fragment", 2},
                           {"ttl", 1},
                           {"protocol", 1},
                           {"checksum", 2},
                           {"src", 4},
                           {"dst", 4}});
    add_transport(layout, end);
  } else if (ethertype == kIpv6 && layout.has(40)) {
    const size_t end = ip + 40 + layout.word(4);
    layout.header("IPv6", {{"version_class_label", 4},
                           {"payload_length", 2},
                           {"next_header", 1},
                           {"hop_limit", 1},
                           {"src", 16},
                           {"dst", 16}});
    add_transport(layout, end);
  }
  layout.bytes_until("trailer", frame.size());
  return std::move(layout.fields);
}

FrameField roce_field_at(std::span<const uint8_t> frame, size_t byte) {
  for (const FrameField& field : roce_fields(frame)) {
    if (byte >= field.first && byte < field.first + field.bytes) return field;
  }
  return {};
}

}  // namespace rnic::tb
