// SPDX-License-Identifier: Apache-2.0
#include "tb/app/capture_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/pcap/link_layer.h"
#include "tb/app/errors.h"

namespace rnic::app {

CaptureStream::CaptureStream(const std::string& path, FrameRange range)
    : CaptureStream(model::CaptureReader(path), range) {}

CaptureStream::CaptureStream(model::CaptureReader reader, FrameRange range)
    : reader_(std::move(reader)), range_(range) {
  // pcap names its link type before the first frame, so even a file without frames is refused.
  for (const model::CaptureInterface& link : reader_.interfaces()) {
    if (model::is_supported_link(link.link_type)) continue;
    throw model::CaptureError(reader_.file_name(), model::unsupported_link_text(link.link_type));
  }
}

bool CaptureStream::next(InputFrame& frame) {
  model::CaptureFrame captured;
  while (last_number_ < range_.last && reader_.next(captured)) {
    last_number_ = captured.number;
    if (!range_.contains(captured.number)) continue;
    found_ = true;
    convert(captured, frame);
    return true;
  }
  if (!found_ && !range_.is_everything()) {
    throw InputError(fmt::format("{}: frame {}: expected a frame of the file, which ends after {}",
                                 reader_.file_name(), range_.first, last_number_));
  }
  return false;
}

void CaptureStream::convert(const model::CaptureFrame& captured, InputFrame& frame) {
  const std::uint16_t link_type = captured.interface.link_type;
  if (!model::is_supported_link(link_type)) {
    throw model::CaptureError(
        reader_.file_name(),
        fmt::format("frame {}: {}", captured.number, model::unsupported_link_text(link_type)));
  }
  const auto captured_bytes = static_cast<std::uint32_t>(captured.bytes.size());
  const auto ethernet = model::to_ethernet(link_type, captured.bytes, storage_);
  frame.number = captured.number;
  frame.time_ns = captured.time_ns;
  frame.captured_length = model::ethernet_length(link_type, captured_bytes);
  frame.length =
      model::ethernet_length(link_type, std::max(captured.original_length, captured_bytes));
  frame.comment = captured.comment;
  frame.skip_reason.clear();
  if (captured.truncated()) {
    frame.skip_reason = fmt::format("holds {} of {} bytes", frame.captured_length, frame.length);
  } else if (!ethernet) {
    frame.skip_reason = fmt::format("holds {} bytes, too few for the header of {}", captured_bytes,
                                    model::link_type_name(link_type));
  }
  if (frame.skipped()) {
    const auto held = ethernet.value_or(std::span<const std::uint8_t>());
    frame.replayed = {.bytes = {held.begin(), held.end()}, .mac_error = false};
  } else {
    frame.replayed = model::prepare_for_replay(*ethernet);
  }
}

Progress CaptureStream::progress() const noexcept {
  return {.done = reader_.bytes_read(), .total = reader_.file_size(), .frames = last_number_};
}

}  // namespace rnic::app
