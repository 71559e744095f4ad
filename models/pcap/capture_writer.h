// SPDX-License-Identifier: Apache-2.0
//
// Writes Ethernet frames to a capture file: pcap (through libpcap) or pcapng (own code, which can
// hold a comment per frame).
//
// Every write is checked: a full disk is an error, never a short file. Other link types and several
// interfaces are for pcapng_writer.h.
//
//   CaptureWriter writer("sent.pcapng", CaptureFormat::kPcapng);
//   writer.write(frame, {.time_ns = 2560, .comment = "ICRC damaged at byte 70"});
//   writer.close();
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rnic::model {

enum class CaptureFormat {
  kPcapMicroseconds,  // for tools that know nothing newer; time is rounded down
  kPcapNanoseconds,
  kPcapng,  // nanoseconds
};

struct CaptureNote {
  std::int64_t time_ns = 0;  // since 1970-01-01 UTC, not negative
  // Bytes on the link, when the frame given is only the beginning.
  std::optional<std::uint32_t> original_length = std::nullopt;
  std::string comment = {};  // pcapng only; pcap has no place for it
};

// pcapng for a name that ends in ".pcapng", else pcap with nanoseconds.
[[nodiscard]] CaptureFormat capture_format_for(std::string_view path);

class CaptureWriter {
 public:
  // No frame may be longer: readers refuse such records.
  static constexpr std::uint32_t kMaxFrameBytes = 262144;

  // Creates or empties the file and writes its header. Throws CaptureError.
  CaptureWriter(const std::string& path, CaptureFormat format);

  // Closes without a report; call close() to learn of a full disk.
  ~CaptureWriter();
  CaptureWriter(CaptureWriter&&) noexcept;
  CaptureWriter& operator=(CaptureWriter&&) noexcept;

  // Appends a frame (Ethernet, without FCS). Throws CaptureError when it cannot be written, when it
  // is too long, and when the format cannot hold its time (pcap ends in 2106).
  void write(std::span<const std::uint8_t> frame, const CaptureNote& note);

  // Writes out what is buffered and closes the file; nothing may be written after it. Throws
  // CaptureError.
  void close();

  class Format;  // internal: one implementation a file format

 private:
  std::unique_ptr<Format> format_;
};

}  // namespace rnic::model
