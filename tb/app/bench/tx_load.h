// SPDX-License-Identifier: Apache-2.0
//
// The work of one row of `bench tx`, and what limits it.
//
//   const TxLoad load = make_tx_load({.payload = 64, .qps = 1}, 20'000, seed);
//   run_tx(load.work, …);
#pragma once

#include <cstdint>
#include <vector>

#include "tb/app/bench/bench_tx.h"
#include "tb/app/bench/tx_limits.h"
#include "tb/app/config/work_config.h"

namespace rnic::app {

struct TxLoadShape {
  std::uint32_t payload = 0;  // kMixedPayloads: at random
  std::uint32_t qps = 1;
  std::uint32_t addr_mod = 0;  // address modulo 128
  std::uint32_t memory_latency = 0;
};

struct TxLoad {
  WorkConfig work;
  TxLimits limits;
};

// Every combination of the options, in their order.
std::vector<TxLoadShape> shapes_of(const BenchTxOptions& options);

// `frames` WRITEs of one packet, shared out over the QPs (one more on the first ones where it does
// not divide), unsignaled but for the last one of each.
TxLoad make_tx_load(const TxLoadShape& shape, std::uint64_t frames, std::uint64_t seed);

// An RC QP as the bench uses them: IPv4, untagged, path MTU 4096, a ring of 4,096 blocks.
model::QpContext bench_qp(std::uint32_t qpn, std::uint8_t dscp);

}  // namespace rnic::app
