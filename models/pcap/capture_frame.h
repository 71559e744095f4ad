// SPDX-License-Identifier: Apache-2.0
//
// One frame of a capture file, and the error that ends a file.
//
// Plain data handed out by `CaptureReader`; nothing here knows a file format, and nothing here
// looks into the frame's bytes.
//
//   for (CaptureFrame frame; reader.next(frame);) {
//     if (!frame.truncated()) use(frame.bytes);
//   }
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

namespace rnic::model {

// Where frames come from: the one link of a pcap file, or one interface block of pcapng.
struct CaptureInterface {
  std::uint32_t section = 0;      // pcapng section from 0; 0 in pcap
  std::uint32_t index = 0;        // number within its section; 0 in pcap
  std::uint16_t link_type = 1;    // LINKTYPE_ number, see link_layer.h
  std::uint32_t snap_length = 0;  // bytes of a frame that the capture kept at most; 0 = no limit
};

struct CaptureFrame {
  std::uint64_t number = 0;             // from 1, as Wireshark numbers the file
  std::optional<std::int64_t> time_ns;  // since 1970-01-01 UTC; pcapng's simple packets have none
  std::span<const std::uint8_t> bytes;  // as captured; valid until the next call of the reader
  std::uint32_t original_length = 0;    // bytes on the link, as the file states it
  CaptureInterface interface;
  std::string comment;  // pcapng packet comments, several joined by newlines; else empty

  // True when the file holds only the beginning of the frame.
  [[nodiscard]] bool truncated() const noexcept { return bytes.size() < original_length; }
};

// Position in a capture file. `frame` is the number of the frame that could not be delivered,
// 0 when the fault is in a file header.
struct CapturePlace {
  std::uint64_t byte_offset = 0;
  std::uint64_t frame = 0;
};

// A file that cannot be opened, read, or understood any further. `what()` is one line:
// `FILE: byte 148, frame 3: what is wrong and what was expected`, without the place where there
// is none (a missing file).
class CaptureError : public std::runtime_error {
 public:
  CaptureError(const std::string& file, const std::string& text);
  CaptureError(const std::string& file, CapturePlace place, const std::string& text);

  [[nodiscard]] const std::optional<CapturePlace>& place() const noexcept { return place_; }

 private:
  std::optional<CapturePlace> place_;
};

}  // namespace rnic::model
