// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a capture file, pcap or pcapng. Frames are numbered upwards, lie within what the
// file holds, and a second reading says the same; a cooked frame becomes a whole Ethernet header.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "models/pcap/capture_reader.h"
#include "models/pcap/link_layer.h"
#include "tb/fuzz/fuzz_target.h"

namespace rnic::fuzz {
namespace {

struct Seen {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;
  std::uint64_t hash = 0;
  std::string error;

  bool operator==(const Seen&) const = default;
  void add(std::uint64_t value) { hash = (hash ^ value) * 0x100000001B3; }
};

void look_at(const model::CaptureFrame& frame, std::size_t file_bytes, Seen& seen) {
  require(frame.number > 0, "frames are numbered from 1");
  require(frame.bytes.size() <= file_bytes, "a frame is no longer than its file");
  seen.add(frame.number);
  seen.add(static_cast<std::uint64_t>(frame.time_ns.value_or(-1)));
  seen.add(frame.original_length);
  seen.add(frame.interface.link_type);
  for (const std::uint8_t byte : frame.bytes) seen.add(byte);
  for (const char letter : frame.comment) seen.add(static_cast<std::uint8_t>(letter));
  seen.bytes += frame.bytes.size();
  ++seen.frames;

  std::vector<std::uint8_t> storage;
  const std::uint16_t link = frame.interface.link_type;
  const auto ethernet = model::to_ethernet(link, frame.bytes, storage);
  if (!model::is_supported_link(link)) {
    require(!ethernet, "no Ethernet is made of a link type that is not supported");
    require_one_line(model::unsupported_link_text(link));
  } else if (ethernet && link != model::kLinkEthernet) {
    require(ethernet->size() >= 14, "a cooked frame becomes a whole Ethernet header");
    require(ethernet->size() ==
                model::ethernet_length(link, static_cast<std::uint32_t>(frame.bytes.size())),
            "ethernet_length() is the length of to_ethernet()");
  }
}

Seen read(std::span<const std::uint8_t> bytes) {
  Seen seen;
  try {
    model::CaptureReader reader(bytes, "input");
    std::uint64_t last = 0;
    model::CaptureFrame frame;
    try {
      while (reader.next(frame)) {
        require(frame.number > last, "the number of a frame is above that of the one before");
        last = frame.number;
        look_at(frame, bytes.size(), seen);
      }
    } catch (const model::CaptureError& error) {
      seen.error = error.what();
    }
    require(!reader.next(frame), "behind an error, or the end, there is nothing");
    require(reader.bytes_read() <= bytes.size(), "no more is read than there is");
  } catch (const model::CaptureError& error) {
    seen.error = error.what();
  }
  if (!seen.error.empty()) require_one_line(seen.error);
  return seen;
}

}  // namespace
}  // namespace rnic::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rnic::fuzz;
  require(read({data, size}) == read({data, size}), "a file read twice says the same twice");
  return 0;
}
