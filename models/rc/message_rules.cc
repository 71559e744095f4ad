// SPDX-License-Identifier: Apache-2.0
#include "models/rc/message_rules.h"

namespace rnic::model {

bool continues_nothing(const std::optional<OpenMessage>& message, const OpcodeInfo& info) noexcept {
  if (info.starts_message()) return false;
  return !message || message->operation != info.operation;
}

bool breaks_pmtu(const RoceFrame& frame, const OpcodeInfo& info, std::uint32_t pmtu) noexcept {
  const std::size_t payload = frame.payload.size();
  if (!info.may_carry_payload()) return payload != 0;
  switch (info.place) {
    case Place::kFirst:
    case Place::kMiddle:
      return payload != pmtu || frame.bth.pad_count != 0;
    case Place::kLast:
      return payload == 0 || payload > pmtu;
    case Place::kOnly:
      return payload > pmtu;
  }
  return true;
}

bool breaks_dma_length(const std::optional<OpenMessage>& message, const RoceFrame& frame,
                       const OpcodeInfo& info, std::uint32_t pmtu) noexcept {
  if (frame.reth && frame.reth->dma_length > kMaxDmaLength) return true;
  if (info.operation != Operation::kWrite) return false;
  const std::uint64_t payload = frame.payload.size();
  switch (info.place) {
    case Place::kFirst:
      return frame.reth->dma_length <= pmtu;
    case Place::kMiddle:
      return message->received + payload >= message->dma_length;
    case Place::kLast:
      return message->received + payload != message->dma_length;
    case Place::kOnly:
      return payload != frame.reth->dma_length;
  }
  return true;
}

std::optional<OpenMessage> message_after(const std::optional<OpenMessage>& message,
                                         const RoceFrame& frame, const OpcodeInfo& info) noexcept {
  if (info.ends_message()) return std::nullopt;
  OpenMessage next{.operation = info.operation};
  if (info.place == Place::kFirst) {
    if (frame.reth) next.dma_length = frame.reth->dma_length;
  } else {
    next = *message;
  }
  next.received += frame.payload.size();
  return next;
}

}  // namespace rnic::model
