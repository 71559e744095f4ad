// SPDX-License-Identifier: Apache-2.0
//
// The pins of the receive path in the model's terms: of tb_rnic_rx.sv, and of any shim that calls
// them the same.
//
//   put_qp(model, {.qpn = 0x11, .rq_psn = 0x10});
//   if (const auto record = record_at(model, 0)) use(record->verdict);
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>

#include "models/qos/dscp_map.h"
#include "models/rx/rx_counters.h"
#include "models/rx/rx_qp.h"
#include "models/rx/verdict.h"
#include "models/wire/address.h"
#include "tb/app/rx/record_codes.h"
#include "tb/harness/pins.h"

namespace rnic::app {

unsigned code_of(model::QpType type);
unsigned code_of(model::QpState state);
// As a number, the last byte on the wire lowest; zero where there is none.
std::array<std::uint8_t, 16> number_of(const std::optional<model::IpAddress>& address);
bool is_ipv6(const std::optional<model::IpAddress>& address);

// What counters of these values say; index as in rnic_rx_counters_pkg.
inline constexpr unsigned kCounterIndices = 512;
model::RxCounters counters_of(std::span<const std::uint64_t, kCounterIndices> values);

// The field of a slot, `Bits` wide, out of a pin that carries both.
template <unsigned Bits, class Pin>
std::uint32_t rx_pin_field(const Pin& pin, unsigned slot) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(pin) >> (Bits * slot)) &
                                    ((std::uint64_t{1} << Bits) - 1));
}

// A QP's context on the configuration pins; valid is the caller's.
template <class Pins>
void put_qp(Pins& pins, const model::RxQpConfig& config) {
  tb::write_pin<2>(pins.cfg_qp_state_i, code_of(config.state));
  tb::write_pin<24>(pins.cfg_qp_qpn_i, config.qpn);
  tb::write_pin<2>(pins.cfg_qp_type_i, code_of(config.type));
  // 1 to 5 for 256 to 4,096 bytes
  tb::write_pin<3>(pins.cfg_qp_pmtu_i, static_cast<unsigned>(std::bit_width(config.pmtu)) - 8);
  pins.cfg_qp_pkey_i = config.pkey;
  pins.cfg_qp_qkey_i = config.qkey;
  pins.cfg_qp_check_src_i = config.destination_ip.has_value();
  pins.cfg_qp_check_dst_i = config.source_ip.has_value();
  pins.cfg_qp_src_ipv6_i = is_ipv6(config.source_ip);
  pins.cfg_qp_dst_ipv6_i = is_ipv6(config.destination_ip);
  tb::write_pin<128>(pins.cfg_qp_src_ip_i, number_of(config.source_ip));
  tb::write_pin<128>(pins.cfg_qp_dst_ip_i, number_of(config.destination_ip));
  pins.cfg_qp_check_vlan_i = config.vlan.has_value();
  tb::write_pin<12>(pins.cfg_qp_vid_i, config.vlan.value_or(0));
  tb::write_pin<24>(pins.cfg_qp_sq_una_i, config.sq_una);
  tb::write_pin<24>(pins.cfg_qp_sq_psn_i, config.sq_psn);
  tb::write_pin<24>(pins.cfg_qp_rq_psn_i, config.rq_psn);
}

// Nothing written, nothing received, no MAC filter.
template <class Pins>
void rest_pins(Pins& pins) {
  pins.cfg_mac_filter_i = 0;
  pins.cfg_mac_i = 0;
  pins.cfg_profile_we_i = pins.cfg_map_we_i = pins.cfg_lossless_we_i = 0;
  pins.cfg_profile_i = pins.cfg_map_dscp_i = pins.cfg_map_prio_i = pins.cfg_lossless_i = 0;
  pins.cfg_qp_valid_i = pins.cfg_qp_load_i = 0;
  put_qp(pins, {});
  pins.counter_index_i = 0;
}

// The record in a slot (0, 1) in this clock. Throws RtlError where it has a code without meaning.
template <class Pins>
std::optional<model::RxRecord> record_at(const Pins& pins, unsigned slot) {
  if (!rx_pin_field<1>(pins.valid_o, slot)) return std::nullopt;
  model::RxRecord record{.verdict = decode_verdict(rx_pin_field<3>(pins.verdict_o, slot)),
                         .reason = decode_reason(rx_pin_field<6>(pins.reason_o, slot))};
  if (rx_pin_field<1>(pins.roce_o, slot)) {
    record.opcode = static_cast<std::uint8_t>(rx_pin_field<8>(pins.opcode_o, slot));
    record.qpn = rx_pin_field<24>(pins.qpn_o, slot);
    record.psn = rx_pin_field<24>(pins.psn_o, slot);
    record.priority = static_cast<std::uint8_t>(rx_pin_field<3>(pins.prio_o, slot));
    record.pcp_mismatch = rx_pin_field<1>(pins.pcp_mismatch_o, slot) != 0;
    record.lossy_roce = rx_pin_field<1>(pins.lossy_o, slot) != 0;
    record.ecn = static_cast<std::uint8_t>(rx_pin_field<2>(pins.ecn_o, slot));
  }
  record.ce_counted = rx_pin_field<1>(pins.ce_o, slot) != 0;
  if (rx_pin_field<1>(pins.sized_o, slot)) {
    record.payload_bytes = rx_pin_field<14>(pins.payload_bytes_o, slot);
    record.payload_offset = rx_pin_field<7>(pins.payload_offset_o, slot);
    record.pad = static_cast<std::uint8_t>(rx_pin_field<2>(pins.pad_o, slot));
  }
  record.icrc_ok = decode_icrc(rx_pin_field<2>(pins.icrc_o, slot));
  record.region = decode_region(rx_pin_field<2>(pins.region_o, slot));
  record.action = decode_action(rx_pin_field<4>(pins.action_o, slot));
  if (rx_pin_field<1>(pins.answered_o, slot)) {
    record.answer_psn = rx_pin_field<24>(pins.answer_psn_o, slot);
    record.msn = rx_pin_field<24>(pins.msn_o, slot);
  }
  return record;
}

// A MAC filter for this address, or none.
template <class Pins>
void put_mac_filter(Pins& pins, const std::optional<model::MacAddress>& our_mac) {
  pins.cfg_mac_filter_i = our_mac.has_value();
  std::uint64_t mac = 0;
  for (const std::uint8_t byte : our_mac.value_or(model::MacAddress{})) mac = mac << 8 | byte;
  tb::write_pin<48>(pins.cfg_mac_i, mac);
}

// Loads the profile that is nearest, then what differs from it; `cycle` is called for each clock.
template <class Pins, class Cycle>
void load_map(Pins& pins, const model::DscpMap& map, Cycle&& cycle) {
  const bool is_factory = map.priority(46) != 3;
  const model::DscpMap loaded = is_factory ? model::DscpMap::factory() : model::DscpMap::basepod();
  pins.cfg_profile_we_i = 1;
  pins.cfg_profile_i = is_factory;
  cycle();
  pins.cfg_profile_we_i = 0;
  for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
    if (loaded.priority(dscp) == map.priority(dscp)) continue;
    pins.cfg_map_we_i = 1;
    tb::write_pin<6>(pins.cfg_map_dscp_i, dscp);
    tb::write_pin<3>(pins.cfg_map_prio_i, map.priority(dscp));
    cycle();
  }
  pins.cfg_map_we_i = 0;
  pins.cfg_lossless_we_i = loaded.lossless_mask() != map.lossless_mask();
  pins.cfg_lossless_i = map.lossless_mask();
  cycle();
  pins.cfg_lossless_we_i = 0;
}

// All counters through their port; `cycle` is called for each clock.
template <class Pins, class Cycle>
model::RxCounters read_counters(Pins& pins, Cycle&& cycle) {
  constexpr unsigned kClocks = 5;  // from an index to its count
  std::array<std::uint64_t, kCounterIndices> values = {};
  for (unsigned i = 0; i < kCounterIndices + kClocks - 1; ++i) {
    tb::write_pin<9>(pins.counter_index_i, i);
    cycle();
    if (i + 1 >= kClocks) values[i + 1 - kClocks] = pins.counter_count_o;
  }
  return counters_of(values);
}

}  // namespace rnic::app
