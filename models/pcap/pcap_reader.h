// SPDX-License-Identifier: Apache-2.0
//
// The older pcap format, read through libpcap. Internal to models/pcap; use `CaptureReader`.
//
// Micro- and nanosecond files of either byte order. Two things are kept away from libpcap, which
// would hide them: the snap length, by which it cuts records without a word, and the upper half of
// the link type field, which it may refuse.
#pragma once

#include <pcap/pcap.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/pcap/byte_order.h"
#include "models/pcap/byte_source.h"
#include "models/pcap/frame_source.h"

namespace rnic::model {

class PcapReader : public FrameSource {
 public:
  // True when `magic` (the first four bytes) opens a file of this format.
  [[nodiscard]] static bool recognises(std::span<const std::uint8_t> magic);

  // Reads the file header. Throws CaptureError. `source` must outlive the reader.
  explicit PcapReader(ByteSource& source);

  // Throws CaptureError: file cut inside a record, record over 262,144 bytes, fraction of a second
  // that the file's unit does not allow.
  bool next(CaptureFrame& frame) override;

  [[nodiscard]] const std::vector<CaptureInterface>& interfaces() const noexcept override {
    return interfaces_;
  }

 private:
  static constexpr std::size_t kHeaderBytes = 24;

  void read_header();
  void open_libpcap();
  std::size_t feed(std::span<std::uint8_t> out);  // what libpcap sees as the file
  [[noreturn]] void fail(const std::string& text) const;

  ByteSource& source_;
  std::vector<CaptureInterface> interfaces_;
  bool nanoseconds_ = false;
  std::uint64_t record_header_bytes_ = 16;
  std::array<std::uint8_t, kHeaderBytes> header_ = {};
  std::size_t header_fed_ = 0;
  std::exception_ptr read_error_;
  std::unique_ptr<pcap_t, decltype(&pcap_close)> pcap_{nullptr, &pcap_close};
  std::uint64_t record_offset_ = kHeaderBytes;
  std::uint64_t frames_ = 0;
};

}  // namespace rnic::model
