// SPDX-License-Identifier: Apache-2.0
//
// Writes a pcapng file of any number of interfaces, with comments on frames: what it takes to write
// a capture again with something said about each frame.
//
// Little-endian, one section, times in nanoseconds. Options of sections and interfaces (names,
// hardware) are not written. CaptureWriter is the simple form for one Ethernet interface.
//
//   PcapngWriter writer("annotated.pcapng");
//   const auto wire = writer.add_interface(kLinkEthernet, 0);
//   writer.write(frame, {.interface = wire, .time_ns = 2560, .comments = {"verdict=accept"}});
//   writer.close();
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rnic::model {

// What stands beside a frame's bytes.
struct PcapngNote {
  std::uint32_t interface = 0;  // as add_interface() returned it
  std::int64_t time_ns = 0;     // since 1970-01-01 UTC, not negative
  // Bytes on the link, when the frame given is only the beginning.
  std::optional<std::uint32_t> original_length = std::nullopt;
  std::vector<std::string> comments = {};  // cut at 65,535 bytes each
};

class PcapngWriter {
 public:
  // Creates or empties the file. Throws CaptureError, as everything here does when a write fails.
  explicit PcapngWriter(std::string path);

  // Describes an interface; its number, from 0. `snap_length` 0: no limit.
  std::uint32_t add_interface(std::uint16_t link_type, std::uint32_t snap_length);
  // Appends a frame of an interface that was described.
  void write(std::span<const std::uint8_t> frame, const PcapngNote& note);
  // Writes out what is buffered and closes the file; nothing may be written after it.
  void close();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void put(std::uint64_t value, int bytes);
  void pad();
  void put_option(std::uint16_t code, std::string_view value);
  void begin_block(std::uint32_t type);
  void end_block();
  [[noreturn]] void fail_with_errno() const;

  std::string path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::vector<std::uint8_t> block_;
  std::uint32_t interfaces_ = 0;
};

}  // namespace rnic::model
