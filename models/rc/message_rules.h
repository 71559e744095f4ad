// SPDX-License-Identifier: Apache-2.0
//
// Rules on the packets of a message that RC and UC share: which packet may follow which, how long
// each may be, and whether a WRITE brings the bytes that its RETH promised. What follows from a
// broken rule is the transport's business.
//
//   if (breaks_pmtu(frame, info, qp.config.pmtu)) return refuse(Reason::kLengthPmtu);
#pragma once

#include <cstdint>
#include <optional>

#include "models/rx/rx_qp.h"
#include "models/wire/frame.h"
#include "models/wire/opcode.h"

namespace rnic::model {

// Longest message (IBTA volume 1, C9-94).
inline constexpr std::uint32_t kMaxDmaLength = 1U << 31;

// Middle or Last without a message in progress, or of another kind than it.
bool continues_nothing(const std::optional<OpenMessage>& message, const OpcodeInfo& info) noexcept;

// SEND and WRITE: First or Middle not exactly PMTU or with pad; Last of 0 or more than PMTU bytes;
// Only more than PMTU. READ request or atomic: any payload.
bool breaks_pmtu(const RoceFrame& frame, const OpcodeInfo& info, std::uint32_t pmtu) noexcept;

// WRITE or READ: DMALen over 2^31. WRITE: First with DMALen not over PMTU; Only with payload not
// DMALen; Last whose sum is not DMALen; Middle that leaves nothing for a Last. For packets that
// break no rule above.
bool breaks_dma_length(const std::optional<OpenMessage>& message, const RoceFrame& frame,
                       const OpcodeInfo& info, std::uint32_t pmtu) noexcept;

// The message in progress behind a SEND or WRITE packet that breaks no rule.
std::optional<OpenMessage> message_after(const std::optional<OpenMessage>& message,
                                         const RoceFrame& frame, const OpcodeInfo& info) noexcept;

}  // namespace rnic::model
