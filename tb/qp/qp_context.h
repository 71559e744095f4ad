// SPDX-License-Identifier: Apache-2.0
#pragma once

// A queue pair's context as the test sees it: made at random, put on pins, read back from pins.
// The fields are those of rnic_qp_pkg, with its units.
//
//   QpContext want = random_context(rng, 0x11);
//   put_commit(*dut, want);                       // pins commit_*_i of tb_rnic_qp_table
//   expect_eq(want.addr, read_addr(*dut), "addresses");

#include <array>
#include <cstdint>
#include <ostream>

#include "tb/harness/pins.h"
#include "tb/harness/rng.h"

namespace rnic::tb {

enum QpOp : uint8_t { kQpLoad, kQpUpdate, kQpKill, kQpFail };
enum QpState : uint8_t { kQpReset, kQpReady, kQpError };
enum CommitResult : uint8_t {
  kCommitGood,
  kCommitType,
  kCommitPmtu,
  kCommitRing,
  kCommitTransition,
  kCommitHolder
};

using Ip = std::array<uint32_t, 4>;  // word 0: bits 31:0

struct SqContext {
  uint32_t qpn, remote_qpn;
  uint8_t type, pmtu, dscp, ecn;
  uint64_t ring_base;
  uint8_t ring_log2;
  uint32_t sq_psn;
  bool operator==(const SqContext&) const = default;
};

struct AddrContext {
  uint64_t src_mac, dst_mac;
  bool vlan;
  uint16_t vid;
  bool ipv6;
  Ip src_ip, dst_ip;
  uint8_t ttl;
  uint32_t flow_label;
  uint16_t udp_src_port, pkey;
  bool migreq;
  bool operator==(const AddrContext&) const = default;
};

struct QpContext {
  SqContext sq;
  AddrContext addr;
  uint32_t qkey, sq_una, rq_psn;
};

struct QpCommand {
  uint8_t op;
  uint16_t qp;
  SqContext sq;
  bool operator==(const QpCommand&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const SqContext& sq) {
  return out << std::hex << "qpn " << sq.qpn << " remote " << sq.remote_qpn << " type "
             << int{sq.type} << " pmtu " << int{sq.pmtu} << " dscp " << int{sq.dscp} << " ecn "
             << int{sq.ecn} << " ring " << sq.ring_base << '^' << int{sq.ring_log2} << " psn "
             << sq.sq_psn << std::dec;
}
inline std::ostream& operator<<(std::ostream& out, const QpCommand& cmd) {
  return out << "op " << int{cmd.op} << " index " << cmd.qp << ": " << cmd.sq;
}

// Any values that a commit into ready takes; type, PMTU and ring size in range.
inline QpContext random_context(Rng& rng, uint32_t qpn) {
  constexpr std::array<uint8_t, 3> kTypes{0, 1, 3};
  const auto bits = [&rng](unsigned n) { return rng.next() >> (64 - n); };
  const auto u8 = [&](unsigned n) { return static_cast<uint8_t>(bits(n)); };
  const auto u16 = [&](unsigned n) { return static_cast<uint16_t>(bits(n)); };
  const auto u32 = [&](unsigned n) { return static_cast<uint32_t>(bits(n)); };
  QpContext ctx{};
  ctx.sq = {.qpn = qpn,
            .remote_qpn = u32(24),
            .type = kTypes[rng.below(3)],
            .pmtu = static_cast<uint8_t>(rng.between(1, 5)),
            .dscp = u8(6),
            .ecn = u8(2),
            .ring_base = bits(58),
            .ring_log2 = static_cast<uint8_t>(rng.between(4, 15)),
            .sq_psn = u32(24)};
  ctx.addr = {.src_mac = bits(48),
              .dst_mac = bits(48),
              .vlan = rng.chance(50),
              .vid = u16(12),
              .ipv6 = rng.chance(50),
              .src_ip = {u32(32), u32(32), u32(32), u32(32)},
              .dst_ip = {u32(32), u32(32), u32(32), u32(32)},
              .ttl = u8(8),
              .flow_label = u32(20),
              .udp_src_port = u16(16),
              .pkey = u16(16),
              .migreq = rng.chance(50)};
  ctx.qkey = u32(32);
  ctx.sq_una = u32(24);
  ctx.rq_psn = u32(24);
  return ctx;
}

template <class V>
void put_commit(V& pins, const QpContext& ctx) {
  pins.commit_sq_qpn_i = ctx.sq.qpn;
  pins.commit_sq_remote_qpn_i = ctx.sq.remote_qpn;
  pins.commit_sq_type_i = ctx.sq.type;
  pins.commit_sq_pmtu_i = ctx.sq.pmtu;
  pins.commit_sq_dscp_i = ctx.sq.dscp;
  pins.commit_sq_ecn_i = ctx.sq.ecn;
  pins.commit_sq_ring_base_i = ctx.sq.ring_base;
  pins.commit_sq_ring_log2_i = ctx.sq.ring_log2;
  pins.commit_sq_sq_psn_i = ctx.sq.sq_psn;
  pins.commit_addr_src_mac_i = ctx.addr.src_mac;
  pins.commit_addr_dst_mac_i = ctx.addr.dst_mac;
  pins.commit_addr_vlan_i = ctx.addr.vlan;
  pins.commit_addr_vid_i = ctx.addr.vid;
  pins.commit_addr_ipv6_i = ctx.addr.ipv6;
  for (size_t i = 0; i < 4; ++i) {
    pins.commit_addr_src_ip_i[i] = ctx.addr.src_ip[i];
    pins.commit_addr_dst_ip_i[i] = ctx.addr.dst_ip[i];
  }
  pins.commit_addr_ttl_i = ctx.addr.ttl;
  pins.commit_addr_flow_label_i = ctx.addr.flow_label;
  pins.commit_addr_udp_src_port_i = ctx.addr.udp_src_port;
  pins.commit_addr_pkey_i = ctx.addr.pkey;
  pins.commit_addr_migreq_i = ctx.addr.migreq;
  pins.commit_qkey_i = ctx.qkey;
  pins.commit_sq_una_i = ctx.sq_una;
  pins.commit_rq_psn_i = ctx.rq_psn;
}

template <class V>
QpCommand read_cmd(const V& pins) {
  return {.op = pins.cmd_op_o,
          .qp = pins.cmd_qp_o,
          .sq = {.qpn = pins.cmd_qpn_o,
                 .remote_qpn = pins.cmd_remote_qpn_o,
                 .type = pins.cmd_type_o,
                 .pmtu = pins.cmd_pmtu_o,
                 .dscp = pins.cmd_dscp_o,
                 .ecn = pins.cmd_ecn_o,
                 .ring_base = pins.cmd_ring_base_o,
                 .ring_log2 = pins.cmd_ring_log2_o,
                 .sq_psn = pins.cmd_sq_psn_o}};
}

template <class V>
AddrContext read_addr(const V& pins) {
  AddrContext addr{.src_mac = pins.addr_src_mac_o,
                   .dst_mac = pins.addr_dst_mac_o,
                   .vlan = pins.addr_vlan_o != 0,
                   .vid = pins.addr_vid_o,
                   .ipv6 = pins.addr_ipv6_o != 0,
                   .src_ip = {},
                   .dst_ip = {},
                   .ttl = pins.addr_ttl_o,
                   .flow_label = pins.addr_flow_label_o,
                   .udp_src_port = pins.addr_udp_src_port_o,
                   .pkey = pins.addr_pkey_o,
                   .migreq = pins.addr_migreq_o != 0};
  for (size_t i = 0; i < 4; ++i) {
    addr.src_ip[i] = pins.addr_src_ip_o[i];
    addr.dst_ip[i] = pins.addr_dst_ip_o[i];
  }
  return addr;
}

}  // namespace rnic::tb
