// SPDX-License-Identifier: Apache-2.0
#include "tb/app/rx/rx_pins.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "tb/app/rx/record_codes.h"
#include "tb/harness/pins.h"
#include "tb/harness/rx_codes.h"

namespace rnic::app {
namespace {

// The field of a slot, `Bits` wide, out of a pin that carries both.
template <unsigned Bits, class Pin>
std::uint32_t field(const Pin& pin, unsigned slot) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(pin) >> (Bits * slot)) &
                                    ((std::uint64_t{1} << Bits) - 1));
}

unsigned code_of(model::QpType type) {
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

unsigned code_of(model::QpState state) {
  switch (state) {
    case model::QpState::kReset:
      return 0;
    case model::QpState::kReady:
      return 1;
    case model::QpState::kError:
      break;
  }
  return 2;
}

// As a number, the last byte on the wire lowest.
void put_address(VlWide<4>& pin, const std::optional<model::IpAddress>& address) {
  std::array<std::uint8_t, 16> bytes = {};
  if (address) {
    std::visit([&](const auto& ip) { std::ranges::reverse_copy(ip, bytes.begin()); }, *address);
  }
  tb::write_pin<128>(pin, bytes);
}

bool is_ipv6(const std::optional<model::IpAddress>& address) {
  return address && std::holds_alternative<model::Ipv6Address>(*address);
}

}  // namespace

void rest_pins(Vtb_rnic_rx& pins) {
  pins.cfg_mac_filter_i = 0;
  pins.cfg_mac_i = 0;
  pins.cfg_profile_we_i = pins.cfg_map_we_i = pins.cfg_lossless_we_i = 0;
  pins.cfg_profile_i = pins.cfg_map_dscp_i = pins.cfg_map_prio_i = pins.cfg_lossless_i = 0;
  pins.cfg_qp_valid_i = pins.cfg_qp_load_i = 0;
  put_qp(pins, {});
  pins.counter_index_i = 0;
}

std::optional<model::RxRecord> record_at(const Vtb_rnic_rx& pins, unsigned slot) {
  if (!field<1>(pins.valid_o, slot)) return std::nullopt;
  model::RxRecord record{.verdict = decode_verdict(field<3>(pins.verdict_o, slot)),
                         .reason = decode_reason(field<6>(pins.reason_o, slot))};
  if (field<1>(pins.roce_o, slot)) {
    record.opcode = static_cast<std::uint8_t>(field<8>(pins.opcode_o, slot));
    record.qpn = field<24>(pins.qpn_o, slot);
    record.psn = field<24>(pins.psn_o, slot);
    record.priority = static_cast<std::uint8_t>(field<3>(pins.prio_o, slot));
    record.pcp_mismatch = field<1>(pins.pcp_mismatch_o, slot) != 0;
    record.lossy_roce = field<1>(pins.lossy_o, slot) != 0;
    record.ecn = static_cast<std::uint8_t>(field<2>(pins.ecn_o, slot));
  }
  record.ce_counted = field<1>(pins.ce_o, slot) != 0;
  if (field<1>(pins.sized_o, slot)) {
    record.payload_bytes = field<14>(pins.payload_bytes_o, slot);
    record.payload_offset = field<7>(pins.payload_offset_o, slot);
    record.pad = static_cast<std::uint8_t>(field<2>(pins.pad_o, slot));
  }
  record.icrc_ok = decode_icrc(field<2>(pins.icrc_o, slot));
  record.region = decode_region(field<2>(pins.region_o, slot));
  record.action = decode_action(field<4>(pins.action_o, slot));
  if (field<1>(pins.answered_o, slot)) {
    record.answer_psn = field<24>(pins.answer_psn_o, slot);
    record.msn = field<24>(pins.msn_o, slot);
  }
  return record;
}

void put_qp(Vtb_rnic_rx& pins, const model::RxQpConfig& config) {
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
  put_address(pins.cfg_qp_src_ip_i, config.source_ip);
  put_address(pins.cfg_qp_dst_ip_i, config.destination_ip);
  pins.cfg_qp_check_vlan_i = config.vlan.has_value();
  tb::write_pin<12>(pins.cfg_qp_vid_i, config.vlan.value_or(0));
  tb::write_pin<24>(pins.cfg_qp_sq_una_i, config.sq_una);
  tb::write_pin<24>(pins.cfg_qp_sq_psn_i, config.sq_psn);
  tb::write_pin<24>(pins.cfg_qp_rq_psn_i, config.rq_psn);
}

model::RxCounters counters_of(std::span<const std::uint64_t, kCounterIndices> values) {
  model::RxCounters counters{.frames = values[0], .bytes = values[1]};
  counters.ce = values[2];
  counters.pcp_mismatch = values[3];
  counters.lossy_roce = values[4];
  for (std::size_t i = 0; i < counters.by_verdict.size(); ++i) {
    counters.by_verdict[i] = values[8 + i];
  }
  for (std::size_t i = 0; i < counters.by_priority.size(); ++i) {
    counters.by_priority[i] = values[16 + i];
  }
  for (std::size_t i = 0; i < counters.by_reason.size(); ++i) {
    counters.by_reason[i] = values[64 + tb::code_of(static_cast<model::Reason>(i))];
  }
  for (std::size_t i = 0; i < counters.by_opcode.size(); ++i) {
    counters.by_opcode[i] = values[256 + i];
  }
  return counters;
}

}  // namespace rnic::app
