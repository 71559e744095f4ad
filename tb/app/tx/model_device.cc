// SPDX-License-Identifier: Apache-2.0
#include "tb/app/tx/model_device.h"

#include <algorithm>
#include <array>
#include <utility>

#include "rtl/csr/rnic_csr.h"

namespace rnic::app {
namespace {

constexpr std::uint64_t kRegisterClocks = 4;
constexpr std::uint64_t kBeatBytes = 128;
constexpr std::uint32_t kCounterWindow = csr::kTxCountersFramesLow;

template <std::size_t Bytes>
std::array<std::uint8_t, Bytes> bytes_of(std::array<std::uint32_t, Bytes / 4> words) {
  std::array<std::uint8_t, Bytes> bytes;
  for (std::size_t i = 0; i < Bytes; ++i) {
    bytes[Bytes - 1 - i] = static_cast<std::uint8_t>(words[i / 4] >> (8 * (i % 4)));
  }
  return bytes;
}

}  // namespace

std::uint32_t ModelDevice::word(std::uint32_t address) const {
  const auto found = words_.find(address);
  return found == words_.end() ? 0 : found->second;
}

model::QpContext ModelDevice::context_of_words() const {
  model::QpContext qp;
  const std::uint32_t transport = word(csr::kQpContextTransport);
  const std::uint32_t kind = csr::kQpContextTransportKind.get(transport);
  const std::uint32_t traffic = word(csr::kQpContextTraffic);
  const auto mac = [&](std::uint32_t low, std::uint32_t high) {
    const auto bytes = bytes_of<8>({word(low), word(high)});
    model::MacAddress address;
    std::copy(bytes.begin() + 2, bytes.end(), address.begin());
    return address;
  };
  const auto ip = [&](std::uint32_t (*at)(std::uint32_t) noexcept) -> model::IpAddress {
    if (csr::kQpContextTrafficIpv6.get(traffic) == 0) return bytes_of<4>({word(at(0))});
    return bytes_of<16>({word(at(0)), word(at(1)), word(at(2)), word(at(3))});
  };
  qp.type = kind == 0 ? model::QpType::kRc : kind == 1 ? model::QpType::kUc : model::QpType::kUd;
  qp.qpn = word(csr::kQpSelect);
  qp.remote_qpn = word(csr::kQpContextRemote);
  qp.pmtu = 128u << csr::kQpContextTransportPmtu.get(transport);
  qp.source_mac = mac(csr::kQpContextSrcMacLow, csr::kQpContextSrcMacHigh);
  qp.next_hop_mac = mac(csr::kQpContextDstMacLow, csr::kQpContextDstMacHigh);
  const std::uint32_t vlan = word(csr::kQpContextVlan);
  if (csr::kQpContextVlanTag.get(vlan) != 0) {
    qp.vlan = static_cast<std::uint16_t>(csr::kQpContextVlanVid.get(vlan));
  }
  qp.source_ip = ip(csr::qp_context_src_ip);
  qp.destination_ip = ip(csr::qp_context_dst_ip);
  qp.dscp = static_cast<std::uint8_t>(csr::kQpContextTrafficDscp.get(traffic));
  qp.ecn = static_cast<std::uint8_t>(csr::kQpContextTrafficEcn.get(traffic));
  qp.ttl = static_cast<std::uint8_t>(csr::kQpContextTrafficTtl.get(traffic));
  qp.flow_label = word(csr::kQpContextFlow);
  qp.udp_source_port = static_cast<std::uint16_t>(word(csr::kQpContextUdp));
  qp.pkey = static_cast<std::uint16_t>(csr::kQpContextTransportPkey.get(transport));
  qp.qkey = word(csr::kQpContextQkey);
  qp.mig_req = csr::kQpContextTransportMigreq.get(transport) != 0;
  qp.ring_base = std::uint64_t{word(csr::kQpContextRingHigh)} << 32 | word(csr::kQpContextRingLow);
  qp.ring_log2_blocks = csr::kQpContextTransportRingLog2.get(transport);
  qp.sq_psn = word(csr::kQpContextSqPsn);
  qp.sq_una = word(csr::kQpContextSqUna);
  qp.rq_psn = word(csr::kQpContextRqPsn);
  return qp;
}

model::NicSettings ModelDevice::settings_of_words() const {
  model::NicSettings nic;
  for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
    const std::uint32_t row = word(csr::qos_map(dscp / 8u));
    nic.dscp_map.set_priority(dscp, static_cast<std::uint8_t>(row >> (4 * (dscp % 8)) & 7));
  }
  nic.ackreq_every = word(csr::kNicAckreq);
  nic.congestion_control = csr::kNicControlCongestionControl.get(word(csr::kNicControl)) != 0;
  return nic;
}

void ModelDevice::ring(std::uint16_t count) {
  const std::uint32_t qpn = word(csr::kDoorbellQpn);
  if (const auto ready = ready_.extract(qpn)) {
    qps_.emplace(qpn, model::Requester(ready.mapped(), settings_of_words(), memory_));
  }
  const auto qp = qps_.find(qpn);
  if (qp == qps_.end()) {
    ++counters_.ignored_doorbells;
  } else {
    qp->second.doorbell(count);
  }
}

std::uint64_t ModelDevice::counter(std::uint32_t low) const {
  if (low == csr::kTxCountersFramesLow) return counters_.all.frames;
  if (low == csr::kTxCountersBytesLow) return counters_.all.bytes;
  if (low == csr::kTxCountersDoorbellsIgnoredLow) return counters_.ignored_doorbells;
  for (std::uint32_t i = 0; i < counters_.by_priority.size(); ++i) {
    if (low == csr::tx_counters_prio_frames_low(i)) return counters_.by_priority[i].frames;
    if (low == csr::tx_counters_prio_bytes_low(i)) return counters_.by_priority[i].bytes;
  }
  for (std::uint32_t i = 0; i < counters_.by_status.size(); ++i) {
    if (low == csr::tx_counters_statuses_low(i)) return counters_.by_status[i];
  }
  for (std::uint32_t i = 0; i < counters_.by_opcode.size(); ++i) {
    if (low == csr::tx_counters_opcode_frames_low(i)) return counters_.by_opcode[i].frames;
    if (low == csr::tx_counters_opcode_bytes_low(i)) return counters_.by_opcode[i].bytes;
  }
  return 0;
}

void ModelDevice::write(std::uint32_t address, std::uint32_t value) {
  for (std::uint64_t i = 0; i < kRegisterClocks; ++i) cycle();
  words_[address] = value;
  if (address == csr::kQpCommit) ready_.insert_or_assign(word(csr::kQpSelect), context_of_words());
  if (address == csr::kDoorbellCount) ring(static_cast<std::uint16_t>(value));
}

std::uint32_t ModelDevice::read(std::uint32_t address) {
  for (std::uint64_t i = 0; i < kRegisterClocks; ++i) cycle();
  if (address == csr::kQpCommit) return 0;
  if (address == csr::kNicStatus) return csr::kNicStatusIdle.put(1);
  if (address == csr::kQpIndices) {
    const auto qp = qps_.find(word(csr::kQpSelect));
    return csr::kQpIndicesFree.put(qp == qps_.end() ? 0u : qp->second.sq_free());
  }
  if (address < kCounterWindow) return word(address);
  const std::uint64_t value = counter(address & ~7u);
  return static_cast<std::uint32_t>((address & 4) != 0 ? value >> 32 : value);
}

// One frame or record of the next QP that has one.
void ModelDevice::send_next() {
  for (std::size_t tried = 0; tried < qps_.size(); ++tried) {
    auto qp = qps_.upper_bound(last_sender_);
    if (qp == qps_.end()) qp = qps_.begin();
    last_sender_ = qp->first;
    auto output = qp->second.next();
    if (!output) continue;
    counters_.count(*output);
    if (auto* frame = std::get_if<model::SentFrame>(&*output)) {
      const std::uint64_t beats = (frame->bytes.size() + kBeatBytes - 1) / kBeatBytes;
      if (!on_frame(*frame)) return;
      frames_.push_back({.bytes = std::move(frame->bytes),
                         .err = false,
                         .first_clock = clock_,
                         .last_clock = clock_ + beats - 1});
      bus_free_ = clock_ + beats;
    } else {
      auto& record = std::get<model::CompletionRecord>(*output);
      if (on_record(record)) completions_.push_back({.record = record, .clock = clock_});
    }
    return;
  }
}

void ModelDevice::cycle() {
  ++clock_;
  if (clock_ >= bus_free_ && csr::kNicControlEnable.get(word(csr::kNicControl)) != 0) {
    send_next();
  }
}

}  // namespace rnic::app
