// SPDX-License-Identifier: Apache-2.0
#pragma once

// Collects the parser's words and the judged frames of tb_rnic_rx_verdict, each kind in wire order.
//
//   JudgedMonitor judged(dut.model());
//   dut.add(judged);
//   SeenJudged first = judged.judged().front();       // yours to take out

#include <Vtb_rnic_rx_verdict.h>

#include <array>
#include <cstdint>
#include <deque>

#include "tb/harness/agent.h"

namespace rnic::tb {

// IcrcNull, IcrcOk and IcrcBad of rnic_rx_pkg.
enum class IcrcWord : uint8_t { kNull = 0, kOk = 1, kBad = 2 };

// reason: as rnic_rx_pkg numbers them, 0 for none.
struct SeenParsed {
  uint64_t clock = 0;
  uint8_t slot = 0;
  uint8_t reason = 0;
  bool roce = false;
  bool sized = false;
  uint16_t frame_bytes = 0;
};

struct SeenJudged {
  uint64_t clock = 0;
  uint8_t slot = 0;
  uint8_t reason = 0;
  bool roce = false;
  bool sized = false;
  IcrcWord icrc = IcrcWord::kNull;
  uint8_t prio = 0;
  bool pcp_mismatch = false;
  bool lossy = false;
  uint8_t ecn = 0;
  uint16_t frame_bytes = 0;
  bool vlan = false;
  uint16_t tci = 0;
  bool ipv6 = false;
  uint8_t tclass = 0;
  std::array<uint8_t, 16> src_ip{};  // as numbers: the least significant byte first
  std::array<uint8_t, 16> dst_ip{};
  uint8_t opcode = 0;
  bool solicited = false;
  bool ackreq = false;
  uint16_t pkey = 0;
  uint32_t qpn = 0;
  uint32_t psn = 0;
  std::array<uint8_t, 28> ext{};  // in wire order
  uint8_t payload_offset = 0;
  uint16_t payload_bytes = 0;
  uint8_t pad = 0;
};

class JudgedMonitor final : public Agent {
 public:
  explicit JudgedMonitor(Vtb_rnic_rx_verdict& model) : Agent("judged frames"), model_(model) {}

  std::deque<SeenParsed>& parsed() noexcept { return parsed_; }
  std::deque<SeenJudged>& judged() noexcept { return judged_; }

  void sample(uint64_t clock) override;

 private:
  Vtb_rnic_rx_verdict& model_;
  std::deque<SeenParsed> parsed_;
  std::deque<SeenJudged> judged_;
};

}  // namespace rnic::tb
