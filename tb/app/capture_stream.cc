// SPDX-License-Identifier: Apache-2.0
#include "tb/app/capture_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/crc/crc32.h"
#include "models/pcap/link_layer.h"
#include "tb/app/errors.h"

namespace rnic::app {
namespace {

constexpr std::size_t kFcsBytes = 4;

// The FCS stands behind the frame, least significant byte first (IEEE 802.3, 3.2.9).
bool fcs_is_right(std::span<const std::uint8_t> frame, std::span<const std::uint8_t> fcs) {
  model::Crc32 crc;
  crc.update(frame);
  const std::uint32_t value = crc.value();
  for (std::size_t i = 0; i < kFcsBytes; ++i) {
    if (fcs[i] != static_cast<std::uint8_t>(value >> (8 * i))) return false;
  }
  return true;
}

model::ReplayedFrame without_fcs(std::span<const std::uint8_t> captured) {
  if (captured.size() < kFcsBytes) {
    return {.bytes = model::prepare_for_replay(captured).bytes, .mac_error = true};
  }
  const auto frame = captured.first(captured.size() - kFcsBytes);
  model::ReplayedFrame replayed = model::prepare_for_replay(frame);
  replayed.mac_error |= !fcs_is_right(frame, captured.last(kFcsBytes));
  return replayed;
}

std::uint32_t minus_fcs(std::uint32_t length) {
  return length - std::min(length, static_cast<std::uint32_t>(kFcsBytes));
}

}  // namespace

CaptureStream::CaptureStream(const std::string& path, FrameRange range)
    : CaptureStream(model::CaptureReader(path), range) {}

CaptureStream::CaptureStream(model::CaptureReader reader, FrameRange range)
    : CaptureStream(std::move(reader), StreamRules{.range = range}) {}

CaptureStream::CaptureStream(model::CaptureReader reader, const StreamRules& rules)
    : reader_(std::move(reader)), rules_(rules) {
  // pcap names its link type before the first frame, so even a file without frames is refused.
  for (const model::CaptureInterface& link : reader_.interfaces()) {
    const std::string complaint = complaint_about(link.link_type);
    if (!complaint.empty()) throw model::CaptureError(reader_.file_name(), complaint);
  }
}

bool CaptureStream::next(InputFrame& frame) {
  model::CaptureFrame captured;
  const FrameRange& range = rules_.range;
  while (last_number_ < range.last && reader_.next(captured)) {
    last_number_ = captured.number;
    if (!range.contains(captured.number)) continue;
    found_ = true;
    convert(captured, frame);
    return true;
  }
  if (!found_ && !range.is_everything()) {
    throw InputError(fmt::format("{}: frame {}: expected a frame of the file, which ends after {}",
                                 reader_.file_name(), range.first, last_number_));
  }
  return false;
}

std::string CaptureStream::complaint_about(std::uint16_t link_type) const {
  if (!model::is_supported_link(link_type)) return model::unsupported_link_text(link_type);
  const bool needs_ethernet = rules_.ethernet_only || rules_.fcs == Fcs::kPresent;
  if (!needs_ethernet || link_type == model::kLinkEthernet) return {};
  return fmt::format("frames are {}, expected {} for --fcs and --direction",
                     model::link_type_name(link_type), model::link_type_name(model::kLinkEthernet));
}

void CaptureStream::convert(const model::CaptureFrame& captured, InputFrame& frame) {
  const std::uint16_t link_type = captured.interface.link_type;
  const std::string complaint = complaint_about(link_type);
  if (!complaint.empty()) {
    throw model::CaptureError(reader_.file_name(),
                              fmt::format("frame {}: {}", captured.number, complaint));
  }
  const auto captured_bytes = static_cast<std::uint32_t>(captured.bytes.size());
  const auto ethernet = model::to_ethernet(link_type, captured.bytes, storage_);
  frame.number = captured.number;
  frame.time_ns = captured.time_ns;
  frame.captured_length = model::ethernet_length(link_type, captured_bytes);
  frame.length =
      model::ethernet_length(link_type, std::max(captured.original_length, captured_bytes));
  if (rules_.fcs == Fcs::kPresent) {
    frame.length = minus_fcs(frame.length);
    frame.captured_length = std::min(frame.captured_length, frame.length);
  }
  frame.comment = captured.comment;
  frame.interface = captured.interface;
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
  } else if (rules_.fcs == Fcs::kPresent) {
    frame.replayed = without_fcs(*ethernet);
  } else {
    frame.replayed = model::prepare_for_replay(*ethernet);
  }
}

Progress CaptureStream::progress() const noexcept {
  return {.done = reader_.bytes_read(), .total = reader_.file_size(), .frames = last_number_};
}

}  // namespace rnic::app
