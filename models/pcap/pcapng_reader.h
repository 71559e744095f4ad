// SPDX-License-Identifier: Apache-2.0
//
// The pcapng format, read by own code. Internal to models/pcap; use `CaptureReader`.
//
// libpcap stops at ordinary files with several interfaces and shows no comments; this reader takes
// any number of sections, each in its own byte order, interfaces that differ in everything, and
// enhanced, simple and obsolete packet blocks. All other blocks are passed over by their length;
// custom blocks and journal exports take a frame number all the same, as they do in Wireshark.
// Format: IETF draft-ietf-opsawg-pcapng.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/pcap/byte_order.h"
#include "models/pcap/byte_source.h"
#include "models/pcap/frame_source.h"

namespace rnic::model {

// Unit and origin of an interface's time stamps.
struct PcapngClock {
  std::uint8_t resolution = 6;      // if_tsresol: 10^-n, with the top bit set 2^-(n - 128)
  std::int64_t offset_seconds = 0;  // if_tsoffset

  // Time stamp as nanoseconds since 1970, rounded down; nothing when they exceed 64 bits.
  [[nodiscard]] std::optional<std::int64_t> to_ns(std::uint64_t stamp) const noexcept;
};

class PcapngReader : public FrameSource {
 public:
  // A block that is looked into may have this many bytes, one that is passed over these.
  static constexpr std::uint32_t kMaxBlockBytes = 16u << 20;
  static constexpr std::uint32_t kMaxSkippedBytes = 1u << 30;
  static constexpr std::size_t kMaxInterfaces = 65536;

  [[nodiscard]] static bool recognises(std::span<const std::uint8_t> magic);

  // Reads the first section header. Throws CaptureError. `source` must outlive the reader.
  explicit PcapngReader(ByteSource& source);

  // Throws CaptureError at the first block that breaks a rule of the format.
  bool next(CaptureFrame& frame) override;

  [[nodiscard]] const std::vector<CaptureInterface>& interfaces() const noexcept override {
    return interfaces_;
  }

 private:
  struct PacketFields {
    std::uint32_t interface = 0;
    std::optional<std::uint64_t> stamp = std::nullopt;
    std::uint32_t captured = 0;
    std::uint32_t original = 0;
    std::size_t data_at = 0;  // in body_
  };

  bool read_block();  // sets type_ and body_; false at the end of the file
  std::uint32_t read_length(const std::uint8_t* field);
  void read_body(std::uint32_t length, std::size_t already);
  void begin_section();
  void add_interface();
  void read_enhanced_packet(CaptureFrame& frame);
  void read_simple_packet(CaptureFrame& frame);
  void read_obsolete_packet(CaptureFrame& frame);
  void deliver(const PacketFields& packet, CaptureFrame& frame);
  const CaptureInterface& interface_at(std::uint32_t index) const;
  void require_body(std::size_t bytes, const char* block) const;
  template <typename Visit>
  void for_each_option(std::size_t at, Visit&& visit) const;
  [[noreturn]] void fail(const std::string& text) const;

  ByteSource& source_;
  ByteOrder order_;
  std::uint64_t block_offset_ = 0;
  std::uint32_t type_ = 0;
  std::vector<std::uint8_t> body_;  // between the two length fields
  std::uint32_t sections_ = 0;
  std::vector<CaptureInterface> interfaces_;
  std::vector<PcapngClock> clocks_;  // by interface
  std::uint64_t frames_ = 0;
};

}  // namespace rnic::model
