// SPDX-License-Identifier: Apache-2.0
#pragma once

// Packets for rnic_tx_frame: what the scheduler would release, and the frame that must come of it.
//
// The frame is the golden model's: fields filled in, complete(), encode(). Packets with an extended
// header that no opcode has (or with other bytes in it) carry an opcode that the model does not
// know, whose extended header it takes for payload.
//
//   PacketMaker make(rng);
//   TxPacket packet = make.raw({.ipv6 = true, .ext_words = 7, .payload_bytes = 1000});
//   TxPacket write = make.of_opcode(model::Opcode::kRcRdmaWriteOnly, 64);

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/wire/address.h"
#include "models/wire/opcode.h"
#include "tb/harness/rng.h"

namespace rnic::tb {

// The fields of addr_ctx_t.
struct AddressContext {
  model::MacAddress src_mac{};
  model::MacAddress dst_mac{};
  bool vlan = false;
  uint16_t vid = 0;
  bool ipv6 = false;
  model::Ipv6Address src_ip{};  // IPv4: the last four bytes
  model::Ipv6Address dst_ip{};
  uint8_t ttl = 0;
  uint32_t flow_label = 0;
  uint16_t udp_src_port = 0;
  uint16_t pkey = 0;
  bool migreq = false;
};

struct TxPacket {
  bool discard = false;
  uint8_t qid = 0;
  uint16_t qp = 0;
  uint8_t opcode = 0;
  bool solicited = false;
  bool ack_req = false;
  bool becn = false;
  uint32_t dest_qp = 0;
  uint32_t psn = 0;
  uint8_t dscp = 0;
  uint8_t ecn = 0;
  uint8_t prio = 0;
  std::vector<uint8_t> ext;
  std::vector<uint8_t> payload;
  std::vector<uint8_t> frame;  // as it must leave; empty where it is discarded

  size_t rows() const noexcept { return (payload.size() + 127) / 128; }
};

struct PacketShape {
  bool vlan = false;
  bool ipv6 = false;
  size_t ext_words = 0;  // 0..8
  size_t payload_bytes = 0;
};

class PacketMaker {
 public:
  static constexpr size_t kNumQps = 1024;

  explicit PacketMaker(Rng rng);

  // All fields but those of the shape random.
  TxPacket raw(const PacketShape& shape);
  // Any context, real extended headers.
  TxPacket of_opcode(model::Opcode opcode, size_t payload_bytes);
  // Any shape.
  TxPacket any(size_t max_payload_bytes = 4096);
  // The same packet, not to be sent.
  static TxPacket discarded(TxPacket packet);

  // Contexts by index, tagged where bit 0 of the index is set, IPv6 where bit 1 is.
  const std::vector<AddressContext>& contexts() const noexcept { return contexts_; }

 private:
  TxPacket blank(uint16_t qp, size_t payload_bytes);
  std::vector<uint8_t> frame_of(const TxPacket& packet) const;

  Rng rng_;
  std::vector<AddressContext> contexts_;
};

}  // namespace rnic::tb
