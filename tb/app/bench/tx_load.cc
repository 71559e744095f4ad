// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench/tx_load.h"

#include "tb/harness/rng.h"

namespace rnic::app {
namespace {

constexpr std::uint64_t kMemory = 0x10'0000;
constexpr std::uint32_t kMaxPayload = 4096;
constexpr std::uint32_t kFirstQpn = 0x100;
constexpr model::MacAddress kOurMac = {2, 0, 0, 0, 0, 1};

}  // namespace

model::QpContext bench_qp(std::uint32_t qpn, std::uint8_t dscp) {
  model::QpContext qp;
  qp.qpn = qpn;
  qp.remote_qpn = qpn + 0x10000;
  qp.pmtu = kMaxPayload;
  qp.source_mac = kOurMac;
  qp.next_hop_mac = {2, 0, 0, 0, 0, 0xFE};
  qp.source_ip = model::Ipv4Address{10, 0, 0, 1};
  qp.destination_ip = model::Ipv4Address{10, 0, 1, 1};
  qp.dscp = dscp;
  qp.ring_log2_blocks = 12;
  qp.udp_source_port = model::usual_source_port(qp);
  return qp;
}

std::vector<TxLoadShape> shapes_of(const BenchTxOptions& options) {
  std::vector<TxLoadShape> shapes;
  for (const std::uint32_t latency : options.latencies) {
    for (const std::uint32_t qps : options.qps) {
      for (const std::uint32_t mod : options.addr_mods) {
        for (const std::uint32_t payload : options.payloads) {
          shapes.push_back(
              {.payload = payload, .qps = qps, .addr_mod = mod, .memory_latency = latency});
        }
      }
    }
  }
  return shapes;
}

TxLoad make_tx_load(const TxLoadShape& shape, std::uint64_t frames, std::uint64_t seed) {
  TxLoad load{.work = {}, .limits = TxLimits(shape.memory_latency)};
  load.work.nic.mac = kOurMac;
  load.work.memory.push_back(
      {.addr = kMemory, .size = 2 * kMaxPayload, .fill = model::RandomFill{seed}});
  tb::Rng rng(seed, "bench tx", "sizes");
  const std::uint64_t addr = kMemory + shape.addr_mod;
  for (std::uint32_t i = 0; i < shape.qps; ++i) {
    load.work.qps.push_back(bench_qp(kFirstQpn + i, 46));
    std::uint64_t left = frames / shape.qps + (i < frames % shape.qps ? 1 : 0);
    const bool is_mixed = shape.payload == kMixedPayloads;
    while (left > 0) {
      const std::uint32_t payload = is_mixed ? rng.below(kMaxPayload + 1) : shape.payload;
      // The last one alone, so that it can be signaled.
      const std::uint64_t repeat = is_mixed || left == 1 ? 1 : left - 1;
      left -= repeat;
      WqeConfig config{.qpn = kFirstQpn + i};
      config.repeat = static_cast<std::uint32_t>(repeat);
      config.wqe.opcode = model::to_byte(model::WqeOpcode::kWrite);
      config.wqe.flags = left == 0 ? model::wqe_flag::kSignaled : std::uint8_t{0};
      config.wqe.remote_address = 0x7F00'0000'1000;
      config.wqe.remote_key = 0x1234;
      if (payload > 0) config.wqe.pieces = {{.address = addr, .length = payload}};
      for (std::uint64_t n = 0; n < repeat; ++n) load.limits.add(addr, payload);
      load.work.wqes.push_back(std::move(config));
    }
  }
  return load;
}

}  // namespace rnic::app
