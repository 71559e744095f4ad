// SPDX-License-Identifier: Apache-2.0
//
// Bytes of a capture from a file, a pipe or memory, with look-ahead and a position.
//
// Forward only, so that a pipe works like a file; what is available is handed on at once, so that
// a live capture can be watched. Internal to models/pcap; not a general stream class.
//
//   ByteSource source("-");                       // standard input
//   if (starts_with(source.peek(4), kMagic)) …    // nothing consumed yet
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rnic::model {

class ByteSource {
 public:
  // Opens `path`; "-" is standard input. Throws CaptureError for what cannot be opened, and for a
  // directory.
  explicit ByteSource(const std::string& path);
  // The same with another name in messages, for a copy that only this program knows.
  ByteSource(const std::string& path, std::string name);

  // A capture in memory, `name` in its messages. The bytes are copied.
  ByteSource(std::span<const std::uint8_t> bytes, std::string name);

  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  // The next `count` bytes, fewer at the end of the file; they stay unread. At most 4,096.
  [[nodiscard]] std::span<const std::uint8_t> peek(std::size_t count);

  // Fills `out` as far as the file goes; returns the bytes read. Throws CaptureError when the
  // system refuses to read.
  std::size_t read(std::span<std::uint8_t> out);

  // As `read`, but returns what one read of the system brought: 0 only at the end of the file.
  std::size_t read_some(std::span<std::uint8_t> out);

  // Passes over `count` bytes; false when the file ends before.
  bool skip(std::uint64_t count);

  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  // Bytes of the whole file; nothing for a pipe.
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept { return size_; }

 private:
  bool fill();  // appends to the buffer; false at the end

  std::string name_;
  int descriptor_ = -1;  // -1: in memory
  std::optional<std::uint64_t> size_;
  std::uint64_t offset_ = 0;  // of buffer_[begin_] in the file
  std::vector<std::uint8_t> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace rnic::model
