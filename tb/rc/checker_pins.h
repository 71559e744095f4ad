// SPDX-License-Identifier: Apache-2.0
#pragma once

// The plain ports of tb_rnic_psn_checker, by slot, and what goes in and out of them as values.
//
// Not a parser: what the RTL's parser would find in a frame is taken from the model's
// check_frame().
//
//   const JudgedPins pins = judged_pins(dut.model(), 0);
//   drive(pins, judged(frame, /*mac_error=*/false, noise));
//   const Outcome got = read(record_pins(dut.model(), 0));

#include <verilated.h>

#include <array>
#include <cstdint>
#include <string>

#include "models/rx/receiver.h"
#include "tb/harness/rng.h"

namespace rnic::tb {

struct JudgedPins {
  CData &valid, &reason, &roce, &sized, &icrc, &prio, &pcp_mismatch, &lossy, &ecn;
  SData& frame_bytes;
  CData& vlan;
  SData& tci;
  CData &ipv6, &tclass;
  VlWide<4>&src_ip, &dst_ip;
  CData &opcode, &solicited, &ackreq;
  SData& pkey;
  IData &qpn, &psn;
  VlWide<7>& ext;
  CData& payload_offset;
  SData& payload_bytes;
  CData& pad;
};

struct RecordPins {
  CData &valid, &verdict, &reason, &region, &action, &answered;
  IData &answer_psn, &msn;
  CData &ce, &same_frame;
};

// What the earlier parts of the receive path say of a frame.
struct Judged {
  uint8_t reason = 0;  // as rnic_rx_pkg numbers them
  bool roce = false;
  bool sized = false;
  uint8_t icrc = 0;
  uint8_t ecn = 0;
  bool vlan = false;
  uint16_t tci = 0;
  bool ipv6 = false;
  uint8_t tclass = 0;
  std::array<uint32_t, 4> src_ip{}, dst_ip{};  // word 0: the low bits
  uint8_t opcode = 0;
  bool ackreq = false;
  uint16_t pkey = 0;
  uint32_t qpn = 0, psn = 0;
  std::array<uint32_t, 7> ext{};
  uint8_t payload_offset = 0;
  uint16_t payload_bytes = 0;
  uint8_t pad = 0;
};

// `bytes` as on the bus. Fields that mean nothing are noise.
Judged judged(model::ByteSpan bytes, bool mac_error, Rng& noise);

// The part of a record that the checker adds; numbers as in rnic_rx_pkg.
struct Outcome {
  bool valid = false;
  uint8_t verdict = 0;
  uint8_t reason = 0;
  uint8_t region = 0;
  uint8_t action = 0;
  bool answered = false;
  uint32_t answer_psn = 0;  // 0 where nothing is answered
  uint32_t msn = 0;
  bool ce = false;

  bool operator==(const Outcome&) const = default;
};
Outcome outcome_of(const model::RxRecord& record);
std::string in_words(const Outcome& outcome);

void drive(const JudgedPins& pins, const Judged& frame, Rng& noise);
// Nothing valid, noise everywhere else.
void drive_nothing(const JudgedPins& pins, Rng& noise);
Outcome read(const RecordPins& pins);

#define RNIC_JUDGED_PINS(dut, s)                                                                  \
  {                                                                                               \
    (dut).judged_##s##_valid_i, (dut).judged_##s##_reason_i, (dut).judged_##s##_roce_i,           \
        (dut).judged_##s##_sized_i, (dut).judged_##s##_icrc_i, (dut).judged_##s##_prio_i,         \
        (dut).judged_##s##_pcp_mismatch_i, (dut).judged_##s##_lossy_i, (dut).judged_##s##_ecn_i,  \
        (dut).judged_##s##_frame_bytes_i, (dut).judged_##s##_vlan_i, (dut).judged_##s##_tci_i,    \
        (dut).judged_##s##_ipv6_i, (dut).judged_##s##_tclass_i, (dut).judged_##s##_src_ip_i,      \
        (dut).judged_##s##_dst_ip_i, (dut).judged_##s##_opcode_i, (dut).judged_##s##_solicited_i, \
        (dut).judged_##s##_ackreq_i, (dut).judged_##s##_pkey_i, (dut).judged_##s##_qpn_i,         \
        (dut).judged_##s##_psn_i, (dut).judged_##s##_ext_i, (dut).judged_##s##_payload_offset_i,  \
        (dut).judged_##s##_payload_bytes_i, (dut).judged_##s##_pad_i                              \
  }
#define RNIC_RECORD_PINS(dut, s)                                                                 \
  {                                                                                              \
    (dut).record_##s##_valid_o, (dut).record_##s##_verdict_o, (dut).record_##s##_reason_o,       \
        (dut).record_##s##_region_o, (dut).record_##s##_action_o, (dut).record_##s##_answered_o, \
        (dut).record_##s##_answer_psn_o, (dut).record_##s##_msn_o, (dut).record_##s##_ce_o,      \
        (dut).record_##s##_same_frame_o                                                          \
  }

template <class V>
JudgedPins judged_pins(V& dut, unsigned slot) {
  if (slot == 0) return RNIC_JUDGED_PINS(dut, 0);
  return RNIC_JUDGED_PINS(dut, 1);
}
template <class V>
RecordPins record_pins(V& dut, unsigned slot) {
  if (slot == 0) return RNIC_RECORD_PINS(dut, 0);
  return RNIC_RECORD_PINS(dut, 1);
}
#undef RNIC_JUDGED_PINS
#undef RNIC_RECORD_PINS

}  // namespace rnic::tb
