// SPDX-License-Identifier: Apache-2.0
#include "models/pcap/capture_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "models/pcap/byte_source.h"
#include "models/pcap/frame_source.h"
#include "models/pcap/pcap_reader.h"
#include "models/pcap/pcapng_reader.h"

namespace rnic::model {
namespace {

struct Compression {
  std::string_view magic;
  std::string_view name;
  std::string_view unpack;
};

constexpr Compression kCompressions[] = {
    {"\x1F\x8B", "gzip", "gunzip -c"},
    {"\x28\xB5\x2F\xFD", "zstd", "zstd -dc"},
    {"\xFD\x37zXZ", "xz", "xz -dc"},
    {"BZh", "bzip2", "bunzip2 -c"},
};

[[noreturn]] void refuse(const ByteSource& source, std::span<const std::uint8_t> begin) {
  const CapturePlace place{source.offset(), 0};
  if (begin.empty()) {
    throw CaptureError(source.name(), place, "file is empty, expected a pcap or pcapng capture");
  }
  const std::string_view text(reinterpret_cast<const char*>(begin.data()), begin.size());
  for (const auto& [magic, name, unpack] : kCompressions) {
    if (!text.starts_with(magic)) continue;
    throw CaptureError(source.name(), place,
                       fmt::format("compressed with {}, expected plain pcap or pcapng; unpack it "
                                   "first ({} FILE)",
                                   name, unpack));
  }
  std::string hex;
  for (const std::uint8_t byte : begin.first(std::min<std::size_t>(begin.size(), 4))) {
    hex += fmt::format(" {:02x}", byte);
  }
  throw CaptureError(
      source.name(), place,
      fmt::format("begins with{}, expected the magic number of pcap or pcapng", hex));
}

std::unique_ptr<FrameSource> open_format(ByteSource& source) {
  const auto begin = source.peek(6);
  if (PcapReader::recognises(begin)) return std::make_unique<PcapReader>(source);
  if (PcapngReader::recognises(begin)) return std::make_unique<PcapngReader>(source);
  refuse(source, begin);
}

}  // namespace

CaptureReader::CaptureReader(std::unique_ptr<ByteSource> source)
    : source_(std::move(source)), frames_(open_format(*source_)) {}

CaptureReader::CaptureReader(const std::string& path)
    : CaptureReader(std::make_unique<ByteSource>(path)) {}

CaptureReader::CaptureReader(const std::string& path, std::string name)
    : CaptureReader(std::make_unique<ByteSource>(path, std::move(name))) {}

CaptureReader::CaptureReader(std::span<const std::uint8_t> bytes, std::string name)
    : CaptureReader(std::make_unique<ByteSource>(bytes, std::move(name))) {}

CaptureReader::~CaptureReader() = default;
CaptureReader::CaptureReader(CaptureReader&&) noexcept = default;

CaptureReader& CaptureReader::operator=(CaptureReader&& other) noexcept {
  frames_ = std::move(other.frames_);  // before the source that the old ones refer to
  source_ = std::move(other.source_);
  ended_ = other.ended_;
  return *this;
}

bool CaptureReader::next(CaptureFrame& frame) {
  if (ended_) return false;
  ended_ = true;  // also when the next line throws
  ended_ = !frames_->next(frame);
  return !ended_;
}

const std::vector<CaptureInterface>& CaptureReader::interfaces() const noexcept {
  return frames_->interfaces();
}

const std::string& CaptureReader::file_name() const noexcept { return source_->name(); }

std::uint64_t CaptureReader::bytes_read() const noexcept { return source_->offset(); }

std::optional<std::uint64_t> CaptureReader::file_size() const noexcept { return source_->size(); }

}  // namespace rnic::model
