// SPDX-License-Identifier: Apache-2.0
// Made by scripts/registers from rtl/csr/rnic_csr.rdl: edit that.
#pragma once

// Addresses and fields of the registers. What they do: docs/registers.md.
//
// Not a driver: who uses them has the bus.
//
//   bus.write(kNicControl, kNicControlEnable.put(1) | kNicControlCongestionControl.put(1));
//   uint32_t pending = kQpCommitPending.get(bus.read(kQpCommit));

#include <cstdint>

namespace rnic::csr {

// Bits of a register, in one piece.
struct Field {
  uint32_t low;    // number of its lowest bit
  uint32_t width;  // bits

  constexpr uint32_t mask() const noexcept {
    return (width == 32 ? ~uint32_t{0} : (uint32_t{1} << width) - 1) << low;
  }
  // The bits of a word that make the field `value`; what does not fit is cut off.
  constexpr uint32_t put(uint32_t value) const noexcept { return (value << low) & mask(); }
  constexpr uint32_t get(uint32_t word) const noexcept { return (word & mask()) >> low; }
};

// What any register can be asked for in general.
struct Register {
  const char* name;
  uint32_t address;
  uint32_t readable;  // bits
  uint32_t writable;
  bool has_reset;  // its value after reset is `reset`, else it is somebody else's
  uint32_t reset;
};

// Identity and control
inline constexpr uint32_t kNicIdentity = 0x0000;
inline constexpr uint32_t kNicVersion = 0x0004;
inline constexpr Field kNicVersionPatch{0, 8};
inline constexpr Field kNicVersionMinor{8, 8};
inline constexpr Field kNicVersionMajor{16, 8};
inline constexpr uint32_t kNicCapacity = 0x0008;
inline constexpr Field kNicCapacityNumQps{0, 16};
inline constexpr uint32_t kNicStatus = 0x000c;
inline constexpr Field kNicStatusIdle{0, 1};
inline constexpr uint32_t kNicControl = 0x0010;
inline constexpr Field kNicControlEnable{0, 1};
inline constexpr Field kNicControlCongestionControl{1, 1};
inline constexpr uint32_t kNicAckreq = 0x0014;
inline constexpr Field kNicAckreqEvery{0, 16};

// Priorities
constexpr uint32_t qos_map(uint32_t n) noexcept {
  return 0x0100 + 4 * n;  // n below 8
}
inline constexpr Field kQosMapPrio0{0, 3};
inline constexpr Field kQosMapPrio1{4, 3};
inline constexpr Field kQosMapPrio2{8, 3};
inline constexpr Field kQosMapPrio3{12, 3};
inline constexpr Field kQosMapPrio4{16, 3};
inline constexpr Field kQosMapPrio5{20, 3};
inline constexpr Field kQosMapPrio6{24, 3};
inline constexpr Field kQosMapPrio7{28, 3};
inline constexpr uint32_t kQosLossless = 0x0120;
inline constexpr Field kQosLosslessMask{0, 8};
inline constexpr uint32_t kQosProfile = 0x0124;
inline constexpr Field kQosProfileFactory{0, 1};

// Doorbell
inline constexpr uint32_t kDoorbellQpn = 0x0200;
inline constexpr Field kDoorbellQpnQpn{0, 24};
inline constexpr uint32_t kDoorbellCount = 0x0204;
inline constexpr Field kDoorbellCountCount{0, 16};

// Queue pairs
inline constexpr uint32_t kQpSelect = 0x0300;
inline constexpr Field kQpSelectQpn{0, 24};
inline constexpr uint32_t kQpCommit = 0x0304;
inline constexpr Field kQpCommitState{0, 2};
inline constexpr Field kQpCommitPending{8, 1};
inline constexpr Field kQpCommitResult{16, 3};
inline constexpr uint32_t kQpState = 0x0308;
inline constexpr Field kQpStateState{0, 2};
inline constexpr Field kQpStateBusy{8, 1};
inline constexpr uint32_t kQpHolder = 0x030c;
inline constexpr Field kQpHolderQpn{0, 24};
inline constexpr uint32_t kQpIndices = 0x0310;
inline constexpr Field kQpIndicesFetched{0, 16};
inline constexpr Field kQpIndicesFree{16, 16};
inline constexpr uint32_t kQpContextRemote = 0x0380;
inline constexpr Field kQpContextRemoteQpn{0, 24};
inline constexpr uint32_t kQpContextTransport = 0x0384;
inline constexpr Field kQpContextTransportKind{0, 2};
inline constexpr Field kQpContextTransportPmtu{4, 3};
inline constexpr Field kQpContextTransportRingLog2{8, 4};
inline constexpr Field kQpContextTransportMigreq{12, 1};
inline constexpr Field kQpContextTransportPkey{16, 16};
inline constexpr uint32_t kQpContextTraffic = 0x0388;
inline constexpr Field kQpContextTrafficDscp{0, 6};
inline constexpr Field kQpContextTrafficEcn{8, 2};
inline constexpr Field kQpContextTrafficTtl{16, 8};
inline constexpr Field kQpContextTrafficIpv6{24, 1};
inline constexpr uint32_t kQpContextFlow = 0x038c;
inline constexpr Field kQpContextFlowLabel{0, 20};
inline constexpr uint32_t kQpContextVlan = 0x0390;
inline constexpr Field kQpContextVlanVid{0, 12};
inline constexpr Field kQpContextVlanTag{16, 1};
inline constexpr uint32_t kQpContextUdp = 0x0394;
inline constexpr Field kQpContextUdpSrcPort{0, 16};
inline constexpr uint32_t kQpContextRingLow = 0x0398;
inline constexpr Field kQpContextRingLowBase{6, 26};
inline constexpr uint32_t kQpContextRingHigh = 0x039c;
inline constexpr uint32_t kQpContextSqPsn = 0x03a0;
inline constexpr Field kQpContextSqPsnPsn{0, 24};
inline constexpr uint32_t kQpContextSqUna = 0x03a4;
inline constexpr Field kQpContextSqUnaPsn{0, 24};
inline constexpr uint32_t kQpContextRqPsn = 0x03a8;
inline constexpr Field kQpContextRqPsnPsn{0, 24};
inline constexpr uint32_t kQpContextQkey = 0x03ac;
inline constexpr uint32_t kQpContextSrcMacLow = 0x03b0;
inline constexpr uint32_t kQpContextSrcMacHigh = 0x03b4;
inline constexpr Field kQpContextSrcMacHighMac{0, 16};
inline constexpr uint32_t kQpContextDstMacLow = 0x03b8;
inline constexpr uint32_t kQpContextDstMacHigh = 0x03bc;
inline constexpr Field kQpContextDstMacHighMac{0, 16};
constexpr uint32_t qp_context_src_ip(uint32_t n) noexcept {
  return 0x03c0 + 4 * n;  // n below 4
}
constexpr uint32_t qp_context_dst_ip(uint32_t n) noexcept {
  return 0x03d0 + 4 * n;  // n below 4
}

// Transmit counters
inline constexpr uint32_t kTxCountersFramesLow = 0x4000;
inline constexpr uint32_t kTxCountersFramesHigh = 0x4004;
inline constexpr uint32_t kTxCountersBytesLow = 0x4008;
inline constexpr uint32_t kTxCountersBytesHigh = 0x400c;
inline constexpr uint32_t kTxCountersDoorbellsIgnoredLow = 0x4010;
inline constexpr uint32_t kTxCountersDoorbellsIgnoredHigh = 0x4014;
constexpr uint32_t tx_counters_prio_frames_low(uint32_t n) noexcept {
  return 0x4040 + 8 * n;  // n below 8
}
constexpr uint32_t tx_counters_prio_frames_high(uint32_t n) noexcept {
  return 0x4044 + 8 * n;  // n below 8
}
constexpr uint32_t tx_counters_prio_bytes_low(uint32_t n) noexcept {
  return 0x4080 + 8 * n;  // n below 8
}
constexpr uint32_t tx_counters_prio_bytes_high(uint32_t n) noexcept {
  return 0x4084 + 8 * n;  // n below 8
}
constexpr uint32_t tx_counters_statuses_low(uint32_t n) noexcept {
  return 0x4100 + 8 * n;  // n below 16
}
constexpr uint32_t tx_counters_statuses_high(uint32_t n) noexcept {
  return 0x4104 + 8 * n;  // n below 16
}
constexpr uint32_t tx_counters_opcode_frames_low(uint32_t n) noexcept {
  return 0x4800 + 8 * n;  // n below 256
}
constexpr uint32_t tx_counters_opcode_frames_high(uint32_t n) noexcept {
  return 0x4804 + 8 * n;  // n below 256
}
constexpr uint32_t tx_counters_opcode_bytes_low(uint32_t n) noexcept {
  return 0x5000 + 8 * n;  // n below 256
}
constexpr uint32_t tx_counters_opcode_bytes_high(uint32_t n) noexcept {
  return 0x5004 + 8 * n;  // n below 256
}

// All of them but the counters.
inline constexpr Register kRegisters[] = {
    {"nic.identity", 0x0000, 0xffffffff, 0x00000000, true, 0x524e4943},
    {"nic.version", 0x0004, 0x00ffffff, 0x00000000, true, 0x100},
    {"nic.capacity", 0x0008, 0x0000ffff, 0x00000000, false, 0x0},
    {"nic.status", 0x000c, 0x00000001, 0x00000000, false, 0x0},
    {"nic.control", 0x0010, 0x00000003, 0x00000003, true, 0x0},
    {"nic.ackreq", 0x0014, 0x0000ffff, 0x0000ffff, true, 0x42},
    {"qos.map[0]", 0x0100, 0x77777777, 0x77777777, false, 0x0},
    {"qos.map[1]", 0x0104, 0x77777777, 0x77777777, false, 0x0},
    {"qos.map[2]", 0x0108, 0x77777777, 0x77777777, false, 0x0},
    {"qos.map[3]", 0x010c, 0x77777777, 0x77777777, false, 0x0},
    {"qos.map[4]", 0x0110, 0x77777777, 0x77777777, false, 0x0},
    {"qos.map[5]", 0x0114, 0x77777777, 0x77777777, false, 0x0},
    {"qos.map[6]", 0x0118, 0x77777777, 0x77777777, false, 0x0},
    {"qos.map[7]", 0x011c, 0x77777777, 0x77777777, false, 0x0},
    {"qos.lossless", 0x0120, 0x000000ff, 0x000000ff, true, 0x8},
    {"qos.profile", 0x0124, 0x00000001, 0x00000001, false, 0x0},
    {"doorbell.qpn", 0x0200, 0x00ffffff, 0x00ffffff, true, 0x0},
    {"doorbell.count", 0x0204, 0x0000ffff, 0x0000ffff, false, 0x0},
    {"qp.select", 0x0300, 0x00ffffff, 0x00ffffff, true, 0x0},
    {"qp.commit", 0x0304, 0x00070103, 0x00000003, false, 0x0},
    {"qp.state", 0x0308, 0x00000103, 0x00000000, false, 0x0},
    {"qp.holder", 0x030c, 0x00ffffff, 0x00000000, false, 0x0},
    {"qp.indices", 0x0310, 0xffffffff, 0x00000000, false, 0x0},
    {"qp.context.remote", 0x0380, 0x00ffffff, 0x00ffffff, true, 0x0},
    {"qp.context.transport", 0x0384, 0xffff1f73, 0xffff1f73, true, 0x0},
    {"qp.context.traffic", 0x0388, 0x01ff033f, 0x01ff033f, true, 0x0},
    {"qp.context.flow", 0x038c, 0x000fffff, 0x000fffff, true, 0x0},
    {"qp.context.vlan", 0x0390, 0x00010fff, 0x00010fff, true, 0x0},
    {"qp.context.udp", 0x0394, 0x0000ffff, 0x0000ffff, true, 0x0},
    {"qp.context.ring_low", 0x0398, 0xffffffc0, 0xffffffc0, true, 0x0},
    {"qp.context.ring_high", 0x039c, 0xffffffff, 0xffffffff, true, 0x0},
    {"qp.context.sq_psn", 0x03a0, 0x00ffffff, 0x00ffffff, true, 0x0},
    {"qp.context.sq_una", 0x03a4, 0x00ffffff, 0x00ffffff, true, 0x0},
    {"qp.context.rq_psn", 0x03a8, 0x00ffffff, 0x00ffffff, true, 0x0},
    {"qp.context.qkey", 0x03ac, 0xffffffff, 0xffffffff, true, 0x0},
    {"qp.context.src_mac_low", 0x03b0, 0xffffffff, 0xffffffff, true, 0x0},
    {"qp.context.src_mac_high", 0x03b4, 0x0000ffff, 0x0000ffff, true, 0x0},
    {"qp.context.dst_mac_low", 0x03b8, 0xffffffff, 0xffffffff, true, 0x0},
    {"qp.context.dst_mac_high", 0x03bc, 0x0000ffff, 0x0000ffff, true, 0x0},
    {"qp.context.src_ip[0]", 0x03c0, 0xffffffff, 0xffffffff, true, 0x0},
    {"qp.context.src_ip[1]", 0x03c4, 0xffffffff, 0xffffffff, true, 0x0},
    {"qp.context.src_ip[2]", 0x03c8, 0xffffffff, 0xffffffff, true, 0x0},
    {"qp.context.src_ip[3]", 0x03cc, 0xffffffff, 0xffffffff, true, 0x0},
    {"qp.context.dst_ip[0]", 0x03d0, 0xffffffff, 0xffffffff, true, 0x0},
    {"qp.context.dst_ip[1]", 0x03d4, 0xffffffff, 0xffffffff, true, 0x0},
    {"qp.context.dst_ip[2]", 0x03d8, 0xffffffff, 0xffffffff, true, 0x0},
    {"qp.context.dst_ip[3]", 0x03dc, 0xffffffff, 0xffffffff, true, 0x0},
};

}  // namespace rnic::csr
