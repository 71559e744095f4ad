// SPDX-License-Identifier: Apache-2.0
#include "tb/tx/frame_packets.h"

#include <algorithm>
#include <utility>

#include "models/wire/frame.h"
#include "tb/harness/seg_bus.h"

namespace rnic::tb {
namespace {

constexpr uint8_t kUnknownOpcode = 0x1F;

model::Ipv4Address last_four(const model::Ipv6Address& ip) {
  return {ip[12], ip[13], ip[14], ip[15]};
}

// Random extended headers of `info`, into the frame's fields and as bytes.
std::vector<uint8_t> extensions(Rng& rng, const model::OpcodeInfo& info) {
  std::vector<uint8_t> bytes;
  model::ByteWriter out(bytes);
  const auto u24 = [&] { return static_cast<uint32_t>(rng.next() & 0xFFFFFF); };
  const auto u32 = [&] { return static_cast<uint32_t>(rng.next()); };
  for (const model::Extension extension : info.extensions) {
    switch (extension) {
      case model::Extension::kReth:
        write(out, model::Reth{rng.next(), u32(), u32()});
        break;
      case model::Extension::kAeth:
        write(out, model::Aeth{rng.byte(), u24()});
        break;
      case model::Extension::kAtomicEth:
        write(out, model::AtomicEth{rng.next(), u32(), rng.next(), rng.next()});
        break;
      case model::Extension::kAtomicAckEth:
        write(out, model::AtomicAckEth{rng.next()});
        break;
      case model::Extension::kDeth:
        write(out, model::Deth{u32(), 0, u24()});
        break;
      case model::Extension::kImmDt:
        write(out, model::ImmDt{u32()});
        break;
      case model::Extension::kIeth:
        write(out, model::Ieth{u32()});
        break;
      case model::Extension::kCnpReserved:
        write(out, model::CnpReserved{});
        break;
    }
  }
  return bytes;
}

}  // namespace

PacketMaker::PacketMaker(Rng rng) : rng_(rng), contexts_(kNumQps) {
  for (size_t i = 0; i < kNumQps; ++i) {
    AddressContext& ctx = contexts_[i];
    rng_.fill(ctx.src_mac);
    rng_.fill(ctx.dst_mac);
    ctx.vlan = (i & 1) != 0;
    ctx.ipv6 = (i & 2) != 0;
    ctx.vid = static_cast<uint16_t>(rng_.between(1, 4094));
    rng_.fill(ctx.src_ip);
    rng_.fill(ctx.dst_ip);
    // Checksums near their carries: addresses of many ones.
    if (rng_.chance(20)) ctx.src_ip.fill(0xFF);
    if (rng_.chance(20)) ctx.dst_ip.fill(0xFF);
    ctx.ttl = rng_.byte();
    ctx.flow_label = static_cast<uint32_t>(rng_.next() & 0xFFFFF);
    ctx.udp_src_port = static_cast<uint16_t>(0xC000 | rng_.below(0x4000));
    ctx.pkey = static_cast<uint16_t>(rng_.next());
    ctx.migreq = rng_.chance(50);
  }
}

TxPacket PacketMaker::blank(uint16_t qp, size_t payload_bytes) {
  TxPacket packet;
  packet.qp = qp;
  packet.qid = static_cast<uint8_t>(rng_.below(8));
  packet.solicited = rng_.chance(50);
  packet.ack_req = rng_.chance(50);
  packet.becn = rng_.chance(50);
  packet.dest_qp = static_cast<uint32_t>(rng_.next() & 0xFFFFFF);
  packet.psn = static_cast<uint32_t>(rng_.next() & 0xFFFFFF);
  packet.dscp = static_cast<uint8_t>(rng_.below(64));
  packet.ecn = static_cast<uint8_t>(rng_.below(4));
  packet.prio = static_cast<uint8_t>(rng_.below(8));
  packet.payload.resize(payload_bytes);
  rng_.fill(packet.payload);
  return packet;
}

TxPacket PacketMaker::raw(const PacketShape& shape) {
  const uint32_t kind = (shape.ipv6 ? 2u : 0u) | (shape.vlan ? 1u : 0u);
  TxPacket packet =
      blank(static_cast<uint16_t>(rng_.below(kNumQps / 4) * 4 + kind), shape.payload_bytes);
  packet.opcode = kUnknownOpcode;
  packet.ext.resize(4 * shape.ext_words);
  rng_.fill(packet.ext);
  packet.frame = frame_of(packet);
  return packet;
}

TxPacket PacketMaker::of_opcode(model::Opcode opcode, size_t payload_bytes) {
  TxPacket packet = blank(static_cast<uint16_t>(rng_.below(kNumQps)), payload_bytes);
  packet.opcode = model::to_byte(opcode);
  packet.ext = extensions(rng_, *model::find_opcode(opcode));
  packet.frame = frame_of(packet);
  return packet;
}

TxPacket PacketMaker::any(size_t max_payload_bytes) {
  const auto most = static_cast<uint32_t>(max_payload_bytes);
  const uint32_t kind = rng_.below(4);
  // Short ones are where the packer has to work.
  const uint32_t bytes = kind == 0   ? rng_.below(2) * rng_.below(std::min(most, 8u))
                         : kind == 1 ? rng_.below(std::min(most, 128u) + 1)
                         : kind == 2 ? rng_.below(std::min(most, 520u) + 1)
                                     : rng_.below(most + 1);
  if (rng_.chance(30)) {
    const auto opcodes = model::all_opcodes();
    return of_opcode(opcodes[rng_.below(static_cast<uint32_t>(opcodes.size()))].opcode, bytes);
  }
  return raw({.vlan = rng_.chance(50),
              .ipv6 = rng_.chance(50),
              .ext_words = rng_.below(9),
              .payload_bytes = bytes});
}

TxPacket PacketMaker::discarded(TxPacket packet) {
  packet.discard = true;
  packet.frame.clear();
  return packet;
}

std::vector<uint8_t> PacketMaker::frame_of(const TxPacket& packet) const {
  const AddressContext& ctx = contexts_[packet.qp];
  model::RoceFrame frame;
  frame.ethernet.destination = ctx.dst_mac;
  frame.ethernet.source = ctx.src_mac;
  if (ctx.vlan) frame.ethernet.tag = model::make_vlan_tag(packet.prio, ctx.vid);
  if (ctx.ipv6) {
    frame.ip = model::Ipv6Header{.flow_label = ctx.flow_label,
                                 .hop_limit = ctx.ttl,
                                 .source = ctx.src_ip,
                                 .destination = ctx.dst_ip};
  } else {
    frame.ip = model::Ipv4Header{.time_to_live = ctx.ttl,
                                 .source = last_four(ctx.src_ip),
                                 .destination = last_four(ctx.dst_ip)};
  }
  model::set_traffic_class(frame.ip, static_cast<uint8_t>(packet.dscp << 2 | packet.ecn));
  frame.udp.source_port = ctx.udp_src_port;
  frame.bth.opcode = kUnknownOpcode;  // for now: the extended header counts as payload
  frame.bth.solicited = packet.solicited;
  frame.bth.mig_req = ctx.migreq;
  frame.bth.pkey = ctx.pkey;
  frame.bth.becn = packet.becn;
  frame.bth.dest_qp = packet.dest_qp;
  frame.bth.ack_request = packet.ack_req;
  frame.bth.psn = packet.psn;
  frame.payload = packet.ext;
  frame.payload.insert(frame.payload.end(), packet.payload.begin(), packet.payload.end());
  frame.bth.opcode = packet.opcode;
  model::complete(frame);
  std::vector<uint8_t> bytes = model::encode(frame);
  bytes.resize(std::max(bytes.size(), kMinFrameBytes));
  return bytes;
}

}  // namespace rnic::tb
