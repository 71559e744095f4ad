// SPDX-License-Identifier: Apache-2.0
//
// The pins of tb_rnic_rx.sv in the model's terms.
//
//   put_qp(model, {.qpn = 0x11, .rq_psn = 0x10});
//   if (const auto record = record_at(model, 0)) use(record->verdict);
#pragma once

#include <Vtb_rnic_rx.h>

#include <optional>
#include <span>

#include "models/qos/dscp_map.h"
#include "models/rx/rx_counters.h"
#include "models/rx/rx_qp.h"
#include "models/rx/verdict.h"

namespace rnic::app {

// Nothing written, nothing received, no MAC filter.
void rest_pins(Vtb_rnic_rx& pins);

// The record in a slot (0, 1) in this clock. Throws RtlError where it has a code without meaning.
std::optional<model::RxRecord> record_at(const Vtb_rnic_rx& pins, unsigned slot);

// A QP's context on the configuration pins; valid is the caller's.
void put_qp(Vtb_rnic_rx& pins, const model::RxQpConfig& config);

// What counters of these values say; index as in rnic_rx_counters_pkg.
inline constexpr unsigned kCounterIndices = 512;
model::RxCounters counters_of(std::span<const std::uint64_t, kCounterIndices> values);

}  // namespace rnic::app
