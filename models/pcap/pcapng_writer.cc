// SPDX-License-Identifier: Apache-2.0
#include "models/pcap/pcapng_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "models/pcap/capture_frame.h"

namespace rnic::model {
namespace {

// Block and option numbers of IETF draft-ietf-opsawg-pcapng.
constexpr std::uint32_t kSectionHeader = 0x0A0D0D0A;
constexpr std::uint32_t kInterfaceDescription = 1;
constexpr std::uint32_t kEnhancedPacket = 6;
constexpr std::uint32_t kByteOrderMagic = 0x1A2B3C4D;
constexpr std::uint16_t kEndOfOptions = 0;
constexpr std::uint16_t kComment = 1;
constexpr std::uint16_t kTimeResolution = 9;
constexpr std::size_t kMaxOptionBytes = 0xFFFF;

}  // namespace

PcapngWriter::PcapngWriter(std::string path)
    : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb")) {
  if (file_ == nullptr) fail_with_errno();
  begin_block(kSectionHeader);
  put(kByteOrderMagic, 4);
  put(1, 2);  // version 1.0
  put(0, 2);
  put(~std::uint64_t{0}, 8);  // section length not given
  end_block();
}

std::uint32_t PcapngWriter::add_interface(std::uint16_t link_type, std::uint32_t snap_length) {
  begin_block(kInterfaceDescription);
  put(link_type, 2);
  put(0, 2);
  put(snap_length, 4);
  put_option(kTimeResolution, std::string_view("\x09"));  // 10^-9
  put_option(kEndOfOptions, {});
  end_block();
  return interfaces_++;
}

void PcapngWriter::write(std::span<const std::uint8_t> frame, const PcapngNote& note) {
  const auto stamp = static_cast<std::uint64_t>(note.time_ns);
  begin_block(kEnhancedPacket);
  put(note.interface, 4);
  put(stamp >> 32, 4);
  put(stamp & 0xFFFFFFFF, 4);
  put(frame.size(), 4);
  put(note.original_length.value_or(static_cast<std::uint32_t>(frame.size())), 4);
  block_.insert(block_.end(), frame.begin(), frame.end());
  pad();
  for (const std::string& comment : note.comments) put_option(kComment, comment);
  if (!note.comments.empty()) put_option(kEndOfOptions, {});
  end_block();
}

void PcapngWriter::close() {
  if (std::fclose(file_.release()) != 0) fail_with_errno();
}

void PcapngWriter::put(std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) block_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

void PcapngWriter::pad() { block_.resize((block_.size() + 3) & ~std::size_t{3}); }

void PcapngWriter::put_option(std::uint16_t code, std::string_view value) {
  const std::size_t length = std::min(value.size(), kMaxOptionBytes);
  put(code, 2);
  put(length, 2);
  block_.insert(block_.end(), value.begin(), value.begin() + static_cast<std::ptrdiff_t>(length));
  pad();
}

void PcapngWriter::begin_block(std::uint32_t type) {
  block_.clear();
  put(type, 4);
  put(0, 4);  // length, known at the end
}

void PcapngWriter::end_block() {
  const std::size_t length = block_.size() + 4;
  put(length, 4);
  std::copy(block_.end() - 4, block_.end(), block_.begin() + 4);
  if (std::fwrite(block_.data(), 1, block_.size(), file_.get()) != block_.size()) {
    fail_with_errno();
  }
}

void PcapngWriter::fail_with_errno() const { throw CaptureError(path_, std::strerror(errno)); }

}  // namespace rnic::model
