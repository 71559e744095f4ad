// SPDX-License-Identifier: Apache-2.0
#include "tb/app/tx/nic_registers.h"

#include <fmt/format.h>

#include <bit>
#include <span>

#include "models/wire/opcode.h"
#include "rtl/csr/rnic_csr.h"
#include "tb/app/errors.h"

namespace rnic::app {
namespace {

constexpr std::uint32_t kReset = 0;
constexpr std::uint32_t kReady = 1;
// Commits are done in some tens of clocks; a register access alone takes a few.
constexpr unsigned kMostPolls = 1000;

// The least significant byte is the last on the wire.
std::uint32_t word(std::span<const std::uint8_t> bytes) {
  std::uint32_t value = 0;
  for (const std::uint8_t byte : bytes) value = value << 8 | byte;
  return value;
}

std::uint32_t kind_of(model::QpType type) {
  switch (type) {
    case model::QpType::kRc:
      return 0;
    case model::QpType::kUc:
      return 1;
    case model::QpType::kUd:
      break;
  }
  return 3;
}

void write_mac(TxDevice& device, std::uint32_t low, std::uint32_t high,
               const model::MacAddress& mac) {
  const std::span<const std::uint8_t> bytes(mac);
  device.write(low, word(bytes.subspan(2)));
  device.write(high, word(bytes.first(2)));
}

// Word 0, at `address`, holds the address's last four bytes.
void write_ip(TxDevice& device, std::uint32_t address, const model::IpAddress& ip) {
  std::visit(
      [&](const auto& bytes) {
        for (std::size_t end = bytes.size(); end > 0; end -= 4, address += 4) {
          device.write(address, word(std::span(bytes).subspan(end - 4, 4)));
        }
      },
      ip);
}

}  // namespace

void NicRegisters::configure(const model::NicSettings& nic) {
  const model::DscpMap& map = nic.dscp_map;
  for (std::uint8_t row = 0; row < 8; ++row) {
    std::uint32_t nibbles = 0;
    for (std::uint8_t i = 0; i < 8; ++i) {
      nibbles |= std::uint32_t{map.priority(static_cast<std::uint8_t>(8 * row + i))} << (4 * i);
    }
    device_.write(csr::qos_map(row), nibbles);
  }
  device_.write(csr::kQosLossless, csr::kQosLosslessMask.put(map.lossless_mask()));
  device_.write(csr::kNicAckreq, csr::kNicAckreqEvery.put(nic.ackreq_every));
  device_.write(csr::kNicControl,
                csr::kNicControlEnable.put(1) |
                    csr::kNicControlCongestionControl.put(nic.congestion_control ? 1 : 0));
}

void NicRegisters::make_ready(const model::QpContext& qp) {
  const bool is_ipv6 = std::holds_alternative<model::Ipv6Address>(qp.source_ip);
  const auto pmtu_code = static_cast<std::uint32_t>(std::countr_zero(qp.pmtu)) - 7;
  device_.write(csr::kQpSelect, qp.qpn);
  device_.write(csr::kQpContextRemote, qp.remote_qpn);
  device_.write(csr::kQpContextTransport,
                csr::kQpContextTransportKind.put(kind_of(qp.type)) |
                    csr::kQpContextTransportPmtu.put(pmtu_code) |
                    csr::kQpContextTransportRingLog2.put(qp.ring_log2_blocks) |
                    csr::kQpContextTransportMigreq.put(qp.mig_req ? 1 : 0) |
                    csr::kQpContextTransportPkey.put(qp.pkey));
  device_.write(csr::kQpContextTraffic, csr::kQpContextTrafficDscp.put(qp.dscp) |
                                            csr::kQpContextTrafficEcn.put(qp.ecn) |
                                            csr::kQpContextTrafficTtl.put(qp.ttl) |
                                            csr::kQpContextTrafficIpv6.put(is_ipv6 ? 1 : 0));
  device_.write(csr::kQpContextFlow, qp.flow_label);
  device_.write(csr::kQpContextVlan, csr::kQpContextVlanVid.put(qp.vlan.value_or(0)) |
                                         csr::kQpContextVlanTag.put(qp.vlan ? 1 : 0));
  device_.write(csr::kQpContextUdp, qp.udp_source_port);
  device_.write(csr::kQpContextRingLow, static_cast<std::uint32_t>(qp.ring_base));
  device_.write(csr::kQpContextRingHigh, static_cast<std::uint32_t>(qp.ring_base >> 32));
  device_.write(csr::kQpContextSqPsn, qp.sq_psn);
  device_.write(csr::kQpContextSqUna, qp.sq_una);
  device_.write(csr::kQpContextRqPsn, qp.rq_psn);
  device_.write(csr::kQpContextQkey, qp.qkey);
  write_mac(device_, csr::kQpContextSrcMacLow, csr::kQpContextSrcMacHigh, qp.source_mac);
  write_mac(device_, csr::kQpContextDstMacLow, csr::kQpContextDstMacHigh, qp.next_hop_mac);
  write_ip(device_, csr::qp_context_src_ip(0), qp.source_ip);
  write_ip(device_, csr::qp_context_dst_ip(0), qp.destination_ip);
  device_.write(csr::kQpCommit, csr::kQpCommitState.put(kReady));
  for (unsigned poll = 0; poll < kMostPolls; ++poll) {
    const std::uint32_t commit = device_.read(csr::kQpCommit);
    if (csr::kQpCommitPending.get(commit) != 0) continue;
    const std::uint32_t result = csr::kQpCommitResult.get(commit);
    if (result == 0) return;
    throw RtlError(
        fmt::format("QP {:#x}: its commit to ready was refused with {}, want 0", qp.qpn, result));
  }
  throw RtlError(fmt::format("QP {:#x}: its commit to ready never ends", qp.qpn));
}

void NicRegisters::reset(std::uint32_t qpn) {
  device_.write(csr::kQpSelect, qpn);
  device_.write(csr::kQpCommit, csr::kQpCommitState.put(kReset));
}

bool NicRegisters::is_busy(std::uint32_t qpn) {
  device_.write(csr::kQpSelect, qpn);
  return csr::kQpStateBusy.get(device_.read(csr::kQpState)) != 0;
}

void NicRegisters::ring(std::uint32_t qpn, std::uint16_t count) {
  device_.write(csr::kDoorbellQpn, qpn);
  device_.write(csr::kDoorbellCount, count);
}

std::uint16_t NicRegisters::sq_free(std::uint32_t qpn) {
  device_.write(csr::kQpSelect, qpn);
  return static_cast<std::uint16_t>(csr::kQpIndicesFree.get(device_.read(csr::kQpIndices)));
}

bool NicRegisters::is_idle() { return csr::kNicStatusIdle.get(device_.read(csr::kNicStatus)) != 0; }

std::uint64_t NicRegisters::read_counter(std::uint32_t low, std::uint32_t high) {
  const std::uint64_t value = device_.read(low);
  return value | std::uint64_t{device_.read(high)} << 32;
}

model::TxCounters NicRegisters::counters() {
  model::TxCounters counters;
  counters.all = {.frames = read_counter(csr::kTxCountersFramesLow, csr::kTxCountersFramesHigh),
                  .bytes = read_counter(csr::kTxCountersBytesLow, csr::kTxCountersBytesHigh)};
  counters.ignored_doorbells =
      read_counter(csr::kTxCountersDoorbellsIgnoredLow, csr::kTxCountersDoorbellsIgnoredHigh);
  for (std::uint32_t i = 0; i < counters.by_priority.size(); ++i) {
    counters.by_priority[i] = {.frames = read_counter(csr::tx_counters_prio_frames_low(i),
                                                      csr::tx_counters_prio_frames_high(i)),
                               .bytes = read_counter(csr::tx_counters_prio_bytes_low(i),
                                                     csr::tx_counters_prio_bytes_high(i))};
  }
  for (std::uint32_t i = 0; i < counters.by_status.size(); ++i) {
    counters.by_status[i] =
        read_counter(csr::tx_counters_statuses_low(i), csr::tx_counters_statuses_high(i));
  }
  for (const model::OpcodeInfo& info : model::all_opcodes()) {
    const std::uint32_t i = model::to_byte(info.opcode);
    counters.by_opcode[i] = {.frames = read_counter(csr::tx_counters_opcode_frames_low(i),
                                                    csr::tx_counters_opcode_frames_high(i)),
                             .bytes = read_counter(csr::tx_counters_opcode_bytes_low(i),
                                                   csr::tx_counters_opcode_bytes_high(i))};
  }
  return counters;
}

}  // namespace rnic::app
