// SPDX-License-Identifier: Apache-2.0
//
// Random traffic toward a receiver: what its QPs expect for the most part, and everything that can
// go wrong beside it. What a QP expects is asked of the model's receiver, so each frame must be
// given to that one before the next is made. Not a judge, and no promise which frame is good.
//
//   model::Receiver receiver({…});
//   RxTraffic traffic({.qps = 1024}, rng);
//   for (const auto& qp : traffic.configs()) receiver.add_qp(qp);
//   const RxTrafficFrame frame = traffic.next(receiver);
//   const model::RxRecord want = receiver.receive(frame.bytes, frame.mac_error);
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/rx/receiver.h"
#include "models/wire/frame.h"
#include "models/wire/opcode.h"
#include "tb/harness/rng.h"

namespace rnic::app {

// Shares in percent of all frames unless named otherwise.
struct RxTrafficMix {
  std::uint32_t qps = 1;          // 1 to 1,024
  std::uint32_t frame_bytes = 0;  // of each frame; 0: 60 to 9,600 at random, most of them short
  unsigned off_psn = 8;           // requests and responses with a PSN around the right one
  unsigned damaged = 4;           // a bit flipped behind the addresses
  unsigned mac_error = 1;
  unsigned other = 3;           // no RoCE at all
  unsigned strange = 2;         // RoCE that does not fit its QP: key, VLAN, type, no such QP
  unsigned fatal_permille = 0;  // RC requests that end in NAK 0x61, and so the QP
};

struct RxTrafficFrame {
  std::vector<std::uint8_t> bytes = {};  // 60..9,600
  bool mac_error = false;
};

class RxTraffic {
 public:
  RxTraffic(const RxTrafficMix& mix, tb::Rng rng);

  // One for each QP: RC for the most part, UC and UD, path MTUs of all sizes.
  [[nodiscard]] const std::vector<model::RxQpConfig>& configs() const noexcept { return configs_; }
  // Anew: other PSNs. The receivers must be told.
  void renew_psns();

  RxTrafficFrame next(const model::Receiver& receiver);

 private:
  // A packet to `qp` of this opcode with its payload; sizes that do not fit the frame are cut.
  model::RoceFrame packet(const model::RxQpConfig& qp, model::Opcode opcode, std::uint32_t psn,
                          std::size_t payload);
  model::RoceFrame request(const model::RxQp& qp);
  model::RoceFrame connected_request(const model::RxQp& qp, bool is_rc);
  model::RoceFrame message_start(const model::RxQp& qp, bool is_rc, std::uint32_t psn);
  model::RoceFrame message_rest(const model::RxQp& qp, bool is_rc, std::uint32_t psn);
  model::RoceFrame response(const model::RxQpConfig& qp);
  void make_strange(model::RoceFrame& frame);
  void make_fatal(model::RoceFrame& frame, const model::RxQp& qp);
  std::vector<std::uint8_t> finished(model::RoceFrame frame);
  std::vector<std::uint8_t> other_frame();

  const model::RxQp& pick(const model::Receiver& receiver);
  std::size_t room(const model::RxQpConfig& qp, model::Opcode opcode) const;
  std::size_t any_payload(const model::RxQpConfig& qp, model::Opcode opcode);
  std::uint32_t around(std::uint32_t psn);

  RxTrafficMix mix_;
  tb::Rng rng_;
  std::vector<model::RxQpConfig> configs_;
};

}  // namespace rnic::app
