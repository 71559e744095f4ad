// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fixture for the registers with their tables: an AXI4-Lite master in front, the owners of queue
// pair state behind, and helpers that speak the registers' language.

#include <Vtb_rnic_csr.h>

#include <array>
#include <cstdint>

#include "rtl/csr/rnic_csr.h"
#include "tb/csr/counter_counts.h"
#include "tb/harness/axil_master.h"
#include "tb/harness/dut_test.h"
#include "tb/qp/qp_context.h"
#include "tb/qp/qp_owners.h"

namespace rnic::tb {

// Answers for rnic_requester and rnic_tx_sched: 0x1000 + index and 0x2000 + index, 2 clocks later.
class IndexOwners final : public Agent {
 public:
  explicit IndexOwners(Vtb_rnic_csr& pins) : Agent("indices"), pins_(pins) {}
  void sample(uint64_t) override { asked_ = {pins_.fetched_qp_o, pins_.free_qp_o}; }
  void drive(uint64_t) override {
    pins_.fetched_index_i = static_cast<uint16_t>(0x1000 + before_[0]);
    pins_.free_index_i = static_cast<uint16_t>(0x2000 + before_[1]);
    before_ = asked_;
  }

 private:
  Vtb_rnic_csr& pins_;
  std::array<uint16_t, 2> asked_{}, before_{};
};

class Csr : public DutTest {
 public:
  static constexpr uint32_t kNumQps = 64;  // of the shim

 protected:
  Csr() {
    dut_.add(master_);
    dut_.add(owners_);
    dut_->idle_i = 0;
    dut_->db_ready_i = 1;
    dut_->fetched_index_i = dut_->free_index_i = 0;
    dut_->token_valid_i = dut_->error_valid_i = 0;
    dut_->token_qp_i = dut_->error_qp_i = 0;
    dut_->addr_qp_i = dut_->rsp_qp_i = 0;
    put_events(dut_.model(), {}, noise_);
    dut_.reset();
  }

  void write(uint32_t address, uint32_t data) {
    master_.write_now(dut_, static_cast<uint16_t>(address), data);
  }
  uint32_t read(uint32_t address) { return master_.read_now(dut_, static_cast<uint16_t>(address)); }
  uint8_t write_response(uint32_t address, uint32_t data, uint8_t strobes = 0xf) {
    return master_.try_write(dut_, static_cast<uint16_t>(address), data, strobes).response;
  }
  uint8_t read_response(uint32_t address) {
    return master_.try_read(dut_, static_cast<uint16_t>(address)).response;
  }

  // Selects the QP and queues all words of the context.
  void write_context(const QpContext& ctx) {
    using namespace csr;
    const auto put = [this](uint32_t address, uint64_t data) {
      master_.write(static_cast<uint16_t>(address), static_cast<uint32_t>(data));
    };
    put(kQpSelect, ctx.sq.qpn);
    put(kQpContextRemote, ctx.sq.remote_qpn);
    put(kQpContextTransport, kQpContextTransportKind.put(ctx.sq.type) |
                                 kQpContextTransportPmtu.put(ctx.sq.pmtu) |
                                 kQpContextTransportRingLog2.put(ctx.sq.ring_log2) |
                                 kQpContextTransportMigreq.put(ctx.addr.migreq) |
                                 kQpContextTransportPkey.put(ctx.addr.pkey));
    put(kQpContextTraffic,
        kQpContextTrafficDscp.put(ctx.sq.dscp) | kQpContextTrafficEcn.put(ctx.sq.ecn) |
            kQpContextTrafficTtl.put(ctx.addr.ttl) | kQpContextTrafficIpv6.put(ctx.addr.ipv6));
    put(kQpContextFlow, ctx.addr.flow_label);
    put(kQpContextVlan, kQpContextVlanVid.put(ctx.addr.vid) | kQpContextVlanTag.put(ctx.addr.vlan));
    put(kQpContextUdp, ctx.addr.udp_src_port);
    put(kQpContextRingLow, ctx.sq.ring_base << 6);
    put(kQpContextRingHigh, ctx.sq.ring_base >> 26);
    put(kQpContextSqPsn, ctx.sq.sq_psn);
    put(kQpContextSqUna, ctx.sq_una);
    put(kQpContextRqPsn, ctx.rq_psn);
    put(kQpContextQkey, ctx.qkey);
    put(kQpContextSrcMacLow, ctx.addr.src_mac);
    put(kQpContextSrcMacHigh, ctx.addr.src_mac >> 32);
    put(kQpContextDstMacLow, ctx.addr.dst_mac);
    put(kQpContextDstMacHigh, ctx.addr.dst_mac >> 32);
    for (uint32_t n = 0; n < 4; ++n) {
      put(qp_context_src_ip(n), ctx.addr.src_ip[n]);
      put(qp_context_dst_ip(n), ctx.addr.dst_ip[n]);
    }
  }
  // The state that was asked for is reached, or the result says why not.
  uint32_t finish_commit() {
    uint32_t word = 0;
    do word = read(csr::kQpCommit);
    while (csr::kQpCommitPending.get(word) != 0);
    return csr::kQpCommitResult.get(word);
  }
  void load(const QpContext& ctx) {
    write_context(ctx);
    write(csr::kQpCommit, kQpReady);
    expect_eq(uint32_t{kCommitGood}, finish_commit(), "result");
  }

  uint64_t read_counter(uint32_t index) {
    const uint32_t address = csr::kTxCountersFramesLow + 8 * index;
    const uint64_t low = read(address);
    return low | uint64_t{read(address + 4)} << 32;
  }

  // Map and mask, at the ports and in the registers.
  template <class Priority>
  void expect_map(Priority priority, uint32_t lossless) {
    for (uint32_t n = 0; n < 8; ++n) {
      uint32_t row = 0;
      for (uint32_t i = 0; i < 8; ++i) {
        const uint32_t dscp = 8 * n + i;
        row |= uint32_t{priority(dscp)} << (4 * i);
        const uint64_t bits =
            dut_->cfg_map_o[3 * dscp / 32] |
            (3 * dscp / 32 < 5 ? uint64_t{dut_->cfg_map_o[3 * dscp / 32 + 1]} << 32 : 0);
        expect_eq(uint32_t{priority(dscp)}, static_cast<uint32_t>(bits >> (3 * dscp % 32)) & 7,
                  "priority of a DSCP");
      }
      expect_eq(row, read(csr::qos_map(n)), "row of the map");
    }
    expect_eq(lossless, uint32_t{dut_->cfg_lossless_o}, "lossless mask");
    expect_eq(lossless, read(csr::kQosLossless), "lossless register");
  }

  Dut<Vtb_rnic_csr> dut_{run()};
  AxilMaster master_{run(), "registers", axil_pins(dut_.model())};
  QpOwners<Vtb_rnic_csr> owners_{run(), dut_.model()};
  CounterCounts counts_;
  Rng noise_ = rng("noise");
};

}  // namespace rnic::tb
