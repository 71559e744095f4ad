// SPDX-License-Identifier: Apache-2.0
//
// A request packet as the sender of this project builds it: its choices for every header field
// that the standard leaves open (IPv4 identification 0 with DF, UDP checksum 0, priority in the
// tag, ECT(0) under congestion control, padding to 60 bytes).
//
//   const RoceFrame frame = build_request(qp, nic, wqe, segments.packet(0), psn, payload);
//   const ByteVector bytes = encode(frame);
#pragma once

#include <cstdint>

#include "models/host/qp_context.h"
#include "models/host/segmenter.h"
#include "models/host/wqe.h"
#include "models/wire/frame.h"

namespace rnic::model {

// `psn` is the packet's own (24 bits), `payload` its plan's bytes. The frame is complete: lengths,
// checksum, pad, ICRC and the zeros behind the IP packet that a short frame needs.
RoceFrame build_request(const QpContext& qp, const NicSettings& nic, const Wqe& wqe,
                        const PacketPlan& packet, std::uint32_t psn, ByteVector payload);

}  // namespace rnic::model
