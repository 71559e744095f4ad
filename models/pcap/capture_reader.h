// SPDX-License-Identifier: Apache-2.0
//
// Reads any pcap or pcapng capture, one frame at a time, in bounded memory.
//
// The format is found from the file's first bytes, not from its name: pcap with micro- or
// nanoseconds (through libpcap) and pcapng (own code), either byte order, from a file, a pipe or
// memory. It delivers what the file holds: a frame of a Linux cooked capture keeps its cooked
// header (link_layer.h turns it into Ethernet), a frame that was cut stays cut. Compressed files
// are refused.
//
//   CaptureReader reader("write.pcapng");  // "-" reads standard input
//   for (CaptureFrame frame; reader.next(frame);) {
//     fmt::print("{} {} bytes\n", frame.number, frame.bytes.size());
//   }
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/pcap/capture_frame.h"

namespace rnic::model {

class ByteSource;
class FrameSource;

class CaptureReader {
 public:
  // Opens the file and reads its header. Throws CaptureError: missing, unreadable, a directory,
  // empty, no capture.
  explicit CaptureReader(const std::string& path);

  // The same with `name` in error messages, for a copy of what the user named.
  CaptureReader(const std::string& path, std::string name);

  // A capture in memory (the bytes are copied); `name` stands for the file in error messages.
  CaptureReader(std::span<const std::uint8_t> bytes, std::string name);

  ~CaptureReader();
  CaptureReader(CaptureReader&&) noexcept;
  CaptureReader& operator=(CaptureReader&&) noexcept;

  // Fills `frame` with the next frame and returns true; returns false at the end of the file.
  // `frame.bytes` is valid until the next call. Throws CaptureError where the file cannot be
  // understood any further, after all frames before that place were delivered; the file has ended
  // then: the call after it returns false.
  bool next(CaptureFrame& frame);

  // The interfaces described so far: the one of a pcap file from the beginning, those of the
  // current section of a pcapng file as their blocks come by.
  [[nodiscard]] const std::vector<CaptureInterface>& interfaces() const noexcept;

  // "standard input" for "-".
  [[nodiscard]] const std::string& file_name() const noexcept;

  // Progress: bytes taken from the file (libpcap reads a few KiB ahead), and its size where it has
  // one (a pipe has none).
  [[nodiscard]] std::uint64_t bytes_read() const noexcept;
  [[nodiscard]] std::optional<std::uint64_t> file_size() const noexcept;

 private:
  explicit CaptureReader(std::unique_ptr<ByteSource> source);

  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<FrameSource> frames_;
  bool ended_ = false;
};

}  // namespace rnic::model
