// SPDX-License-Identifier: Apache-2.0
//
// The frames of a capture as the receive side is to see them: Ethernet, padded and cut like a
// replayer does, with frames held only in part marked.
//
// What all subcommands share between a capture file and their own work. It judges nothing.
//
//   CaptureStream stream("write.pcap", range);
//   for (InputFrame frame; stream.next(frame);) {
//     if (frame.skipped()) …
//   }
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/pcap/capture_reader.h"
#include "models/rx/replay_rules.h"
#include "tb/app/frame_range.h"
#include "tb/app/progress_bar.h"

namespace rnic::app {

struct InputFrame {
  std::uint64_t number = 0;
  std::optional<std::int64_t> time_ns;  // since 1970-01-01 UTC
  std::uint32_t length = 0;             // bytes on the link, as Ethernet without FCS
  std::uint32_t captured_length = 0;    // bytes of that in the file
  std::string comment;
  model::CaptureInterface interface;

  // 60..9,600 bytes, and the error mark of a frame that was cut at 9,600 or whose FCS is wrong. A
  // skipped frame: the bytes there are, neither padded nor cut.
  model::ReplayedFrame replayed;

  // Why the frame cannot be judged, "holds 64 of 1086 bytes"; empty for a whole frame.
  std::string skip_reason;
  [[nodiscard]] bool skipped() const noexcept { return !skip_reason.empty(); }
};

// Whether the captured frames end with their FCS. Then it is checked and cut off; lengths are
// without it.
enum class Fcs : bool { kAbsent, kPresent };

struct StreamRules {
  FrameRange range = {};
  Fcs fcs = Fcs::kAbsent;
  // Refuses cooked frames, which have no destination MAC, and no header that an FCS could cover.
  bool ethernet_only = false;
};

class CaptureStream {
 public:
  // Opens `path` ("-": standard input). Throws model::CaptureError, also when the file's only link
  // type is not supported.
  explicit CaptureStream(const std::string& path, FrameRange range = {});
  explicit CaptureStream(model::CaptureReader reader, FrameRange range = {});
  CaptureStream(model::CaptureReader reader, const StreamRules& rules);

  // The next frame of the range; false when there is none. Reads no further than the range.
  // Throws model::CaptureError where the file ends badly or a frame's link type is not supported,
  // and InputError when the file has no frame of the range.
  bool next(InputFrame& frame);

  [[nodiscard]] Progress progress() const noexcept;

  // False for a pipe: its frames should be shown as they come.
  [[nodiscard]] bool is_file() const noexcept { return reader_.file_size().has_value(); }

 private:
  [[nodiscard]] std::string complaint_about(std::uint16_t link_type) const;
  void convert(const model::CaptureFrame& captured, InputFrame& frame);

  model::CaptureReader reader_;
  StreamRules rules_;
  std::vector<std::uint8_t> storage_;
  std::uint64_t last_number_ = 0;
  bool found_ = false;
};

}  // namespace rnic::app
