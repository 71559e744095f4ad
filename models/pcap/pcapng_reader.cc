// SPDX-License-Identifier: Apache-2.0
#include "models/pcap/pcapng_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace rnic::model {
namespace {

__extension__ typedef __int128 Int128;

enum BlockType : std::uint32_t {
  kInterfaceDescription = 1,
  kObsoletePacket = 2,
  kSimplePacket = 3,
  kEnhancedPacket = 6,
  kJournalExport = 9,
  kCustom = 0x0BAD,
  kCustomNotCopied = 0x40000BAD,
  kSectionHeader = 0x0A0D0D0A,  // reads the same in both byte orders
};

enum OptionCode : std::uint16_t {
  kEndOfOptions = 0,
  kComment = 1,
  kTimeResolution = 9,
  kTimeOffset = 14,
};

constexpr std::uint32_t kByteOrderMagic = 0x1A2B3C4D;
constexpr std::uint32_t kBlockFrameBytes = 12;  // type and the two lengths
constexpr std::size_t kSectionHeaderBody = 16;
constexpr std::size_t kInterfaceBody = 8;
constexpr std::size_t kPacketBody = 20;  // enhanced and obsolete
constexpr std::size_t kSimplePacketBody = 4;

std::size_t padded(std::size_t bytes) { return (bytes + 3) & ~std::size_t{3}; }

bool is_looked_into(std::uint32_t type) {
  return type == kInterfaceDescription || type == kObsoletePacket || type == kSimplePacket ||
         type == kEnhancedPacket || type == kSectionHeader;
}

}  // namespace

std::optional<std::int64_t> PcapngClock::to_ns(std::uint64_t stamp) const noexcept {
  const unsigned exponent = resolution & 0x7Fu;
  Int128 ns = stamp;
  if ((resolution & 0x80u) != 0) {
    ns = ns * 1'000'000'000 >> exponent;  // the product has at most 94 bits
  } else {
    // A 64-bit stamp is below 10^20: nothing is left of it after 20 divisions.
    for (unsigned n = exponent; n < 9; ++n) ns *= 10;
    for (unsigned n = 9; n < std::min(exponent, 29u); ++n) ns /= 10;
  }
  ns += Int128{offset_seconds} * 1'000'000'000;
  if (ns < std::numeric_limits<std::int64_t>::min() ||
      ns > std::numeric_limits<std::int64_t>::max()) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(ns);
}

bool PcapngReader::recognises(std::span<const std::uint8_t> magic) {
  return magic.size() >= 4 && ByteOrder{}.u32(magic.data()) == kSectionHeader;
}

PcapngReader::PcapngReader(ByteSource& source) : source_(source) {
  read_block();
  begin_section();
}

void PcapngReader::fail(const std::string& text) const {
  throw CaptureError(source_.name(), CapturePlace{block_offset_, sections_ == 0 ? 0 : frames_ + 1},
                     text);
}

bool PcapngReader::read_block() {
  block_offset_ = source_.offset();
  std::array<std::uint8_t, 12> head = {};
  const std::size_t got = source_.read(std::span(head).first<8>());
  if (got == 0) return false;
  if (got < 8) fail(fmt::format("file ends after {} of the 8 bytes that begin a block", got));

  std::size_t already = 0;
  if (recognises(head)) {
    // The section says only now in which byte order its length was written.
    already = source_.read(std::span(head).last<4>());
    if (already < 4) fail("file ends inside a section header block");
    order_.big = ByteOrder{.big = true}.u32(&head[8]) == kByteOrderMagic;
    if (order_.u32(&head[8]) != kByteOrderMagic) {
      fail(
          fmt::format("byte-order magic is {:02x} {:02x} {:02x} {:02x}, "
                      "expected 1a 2b 3c 4d or 4d 3c 2b 1a",
                      head[8], head[9], head[10], head[11]));
    }
  }
  type_ = order_.u32(&head[0]);
  const std::uint32_t length = read_length(&head[4]);
  body_.assign(head.begin() + 8, head.begin() + 8 + static_cast<std::ptrdiff_t>(already));
  read_body(length, already);
  return true;
}

std::uint32_t PcapngReader::read_length(const std::uint8_t* field) {
  const std::uint32_t length = order_.u32(field);
  if (length % 4 != 0) fail(fmt::format("block length is {}, expected a multiple of 4", length));
  const std::uint32_t smallest =
      kBlockFrameBytes + (type_ == kSectionHeader ? std::uint32_t{kSectionHeaderBody} : 0);
  if (length < smallest) {
    fail(fmt::format("block length is {}, expected at least {}", length, smallest));
  }
  const std::uint32_t greatest = is_looked_into(type_) ? kMaxBlockBytes : kMaxSkippedBytes;
  if (length > greatest) {
    fail(fmt::format("block length is {}, expected at most {}", length, greatest));
  }
  return length;
}

void PcapngReader::read_body(std::uint32_t length, std::size_t already) {
  const std::size_t rest = length - kBlockFrameBytes - already;
  bool complete = false;
  if (is_looked_into(type_)) {
    body_.resize(already + rest);
    complete = source_.read(std::span(body_).subspan(already)) == rest;
  } else {
    complete = source_.skip(rest);
  }
  std::array<std::uint8_t, 4> trailer = {};
  if (!complete || source_.read(trailer) < trailer.size()) {
    fail(fmt::format("file ends inside a block of {} bytes", length));
  }
  const std::uint32_t repeated = order_.u32(trailer.data());
  if (repeated != length) {
    fail(fmt::format("block length is {} at its start and {} at its end, expected the same", length,
                     repeated));
  }
}

void PcapngReader::begin_section() {
  const std::uint16_t major = order_.u16(&body_[4]);
  if (major != 1) fail(fmt::format("pcapng version is {}, expected 1", major));
  ++sections_;
  interfaces_.clear();
  clocks_.clear();
}

void PcapngReader::require_body(std::size_t bytes, const char* block) const {
  if (body_.size() < bytes) {
    fail(fmt::format("{} block has {} bytes, expected at least {}", block,
                     body_.size() + kBlockFrameBytes, bytes + kBlockFrameBytes));
  }
}

template <typename Visit>
void PcapngReader::for_each_option(std::size_t at, Visit&& visit) const {
  while (at + 4 <= body_.size()) {
    const std::uint16_t code = order_.u16(&body_[at]);
    const std::size_t length = order_.u16(&body_[at + 2]);
    if (code == kEndOfOptions) return;
    at += 4;
    if (length > body_.size() - at) {
      fail(fmt::format("option {} has {} bytes, expected at most the {} left in its block", code,
                       length, body_.size() - at));
    }
    visit(code, std::span(body_).subspan(at, length));
    at += padded(length);
  }
}

void PcapngReader::add_interface() {
  require_body(kInterfaceBody, "interface");
  if (interfaces_.size() == kMaxInterfaces) {
    fail(fmt::format("more than {} interfaces in one section", kMaxInterfaces));
  }
  PcapngClock clock;
  for_each_option(kInterfaceBody, [&](std::uint16_t code, std::span<const std::uint8_t> value) {
    const std::size_t expected = code == kTimeResolution ? 1 : code == kTimeOffset ? 8 : 0;
    if (expected == 0) return;
    if (value.size() != expected) {
      fail(fmt::format("interface option {} has {} bytes, expected {}", code, value.size(),
                       expected));
    }
    if (code == kTimeResolution) clock.resolution = value[0];
    if (code == kTimeOffset) {
      clock.offset_seconds = static_cast<std::int64_t>(order_.u64(value.data()));
    }
  });
  interfaces_.push_back({.section = sections_ - 1,
                         .index = static_cast<std::uint32_t>(interfaces_.size()),
                         .link_type = order_.u16(&body_[0]),
                         .snap_length = order_.u32(&body_[4])});
  clocks_.push_back(clock);
}

const CaptureInterface& PcapngReader::interface_at(std::uint32_t index) const {
  if (index >= interfaces_.size()) {
    fail(fmt::format("packet of interface {}, but its section describes {} interface{} so far",
                     index, interfaces_.size(), interfaces_.size() == 1 ? "" : "s"));
  }
  return interfaces_[index];
}

void PcapngReader::deliver(const PacketFields& packet, CaptureFrame& frame) {
  const std::size_t room = body_.size() - packet.data_at;
  if (packet.captured > room) {
    fail(fmt::format("captured length is {}, expected at most the {} bytes of its block",
                     packet.captured, room));
  }
  frame.interface = interface_at(packet.interface);
  frame.time_ns.reset();
  if (packet.stamp) {
    frame.time_ns = clocks_[packet.interface].to_ns(*packet.stamp);
    if (!frame.time_ns) {
      fail(
          fmt::format("time stamp {:#x} of interface {} is outside the 64-bit nanoseconds "
                      "around 1970",
                      *packet.stamp, packet.interface));
    }
  }
  frame.bytes = std::span(body_).subspan(packet.data_at, packet.captured);
  frame.original_length = packet.original;
  frame.comment.clear();
  if (type_ != kSimplePacket) {
    for_each_option(packet.data_at + padded(packet.captured),
                    [&](std::uint16_t code, std::span<const std::uint8_t> value) {
                      if (code != kComment) return;
                      if (!frame.comment.empty()) frame.comment += '\n';
                      frame.comment.append(value.begin(), value.end());
                    });
  }
  frame.number = ++frames_;
}

void PcapngReader::read_enhanced_packet(CaptureFrame& frame) {
  require_body(kPacketBody, "enhanced packet");
  const std::uint64_t high = order_.u32(&body_[4]);
  deliver({.interface = order_.u32(&body_[0]),
           .stamp = high << 32 | order_.u32(&body_[8]),
           .captured = order_.u32(&body_[12]),
           .original = order_.u32(&body_[16]),
           .data_at = kPacketBody},
          frame);
}

void PcapngReader::read_obsolete_packet(CaptureFrame& frame) {
  require_body(kPacketBody, "packet");
  const std::uint64_t high = order_.u32(&body_[4]);
  deliver({.interface = order_.u16(&body_[0]),  // a count of drops follows in the same word
           .stamp = high << 32 | order_.u32(&body_[8]),
           .captured = order_.u32(&body_[12]),
           .original = order_.u32(&body_[16]),
           .data_at = kPacketBody},
          frame);
}

void PcapngReader::read_simple_packet(CaptureFrame& frame) {
  require_body(kSimplePacketBody, "simple packet");
  const std::uint32_t original = order_.u32(&body_[0]);
  const std::uint32_t snap_length = interface_at(0).snap_length;
  deliver({.captured = snap_length == 0 ? original : std::min(original, snap_length),
           .original = original,
           .data_at = kSimplePacketBody},
          frame);
}

bool PcapngReader::next(CaptureFrame& frame) {
  while (read_block()) {
    switch (type_) {
      case kSectionHeader:
        begin_section();
        break;
      case kInterfaceDescription:
        add_interface();
        break;
      case kEnhancedPacket:
        read_enhanced_packet(frame);
        return true;
      case kSimplePacket:
        read_simple_packet(frame);
        return true;
      case kObsoletePacket:
        read_obsolete_packet(frame);
        return true;
      case kJournalExport:
      case kCustom:
      case kCustomNotCopied:
        ++frames_;  // Wireshark lists them between the frames
        break;
      default:
        break;
    }
  }
  return false;
}

}  // namespace rnic::model
