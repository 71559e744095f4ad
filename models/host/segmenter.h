// SPDX-License-Identifier: Apache-2.0
//
// Which packets a work request becomes: their opcodes, PSNs, shares of the message, and the bits
// that depend on a packet's place. Packets are cut by length alone, addresses play no part (IBTA
// volume 1, C5-8). Every packet can be asked for at once: nothing is stored, so a message of 2^31
// bytes costs nothing. No payload and no headers here.
//
//   const Segmenter segments(wqe, QpType::kRc, /*pmtu=*/1024, /*ackreq_every=*/66);
//   for (std::uint64_t k = 0; k < segments.packets(); ++k) use(segments.packet(k));
#pragma once

#include <cstdint>

#include "models/host/qp_context.h"
#include "models/host/wqe.h"
#include "models/wire/opcode.h"

namespace rnic::model {

struct PacketPlan {
  Opcode opcode{};
  std::uint32_t psn_offset = 0;      // from the message's first PSN
  std::uint64_t payload_offset = 0;  // from the message's first byte
  std::uint32_t payload_bytes = 0;
  bool solicited = false;
  bool ack_request = false;

  bool operator==(const PacketPlan&) const = default;
};

class Segmenter {
 public:
  // The WQE must be one that decode_wqe() lets through.
  Segmenter(const Wqe& wqe, QpType type, std::uint32_t pmtu, std::uint32_t ackreq_every) noexcept;

  // Frames of the message, at least 1. READ and atomics are one packet.
  std::uint64_t packets() const noexcept { return packets_; }
  // PSNs it takes, at least 1; a READ takes one for each response packet.
  std::uint32_t psns() const noexcept { return psns_; }
  // Packet k < packets().
  PacketPlan packet(std::uint64_t k) const noexcept;

 private:
  Place place_of(std::uint64_t k) const noexcept;

  WqeOpcode operation_;
  bool solicited_;
  QpType type_;
  std::uint32_t pmtu_;
  std::uint32_t ackreq_every_;
  std::uint64_t length_;
  std::uint64_t packets_;
  std::uint32_t psns_;
};

}  // namespace rnic::model
