// SPDX-License-Identifier: Apache-2.0
#pragma once

// Packets for a queue pair as the model knows it at this moment: mostly the one that it waits for,
// and faults of every kind that QP rules look at.
//
// Not a sender: it reads the receiver's state, so that a stream goes on behind any fault.
//
//   RequestTraffic traffic(rng("traffic"), {.fault = 30});
//   const model::RoceFrame frame = traffic.next(*receiver.find_qp(0x11));

#include <cstdint>

#include "models/rx/rx_qp.h"
#include "models/wire/frame.h"
#include "tb/harness/rng.h"

namespace rnic::tb {

// In percent of the packets.
struct TrafficMix {
  uint32_t psn = 15;     // another PSN than expected
  uint32_t fatal = 2;    // place, lengths, alignment: ends an RC queue pair
  uint32_t foreign = 5;  // address, VLAN, P_Key, Q_Key, QPN, another transport
  uint32_t damaged = 2;  // sections 1 and 2
  uint32_t other = 10;   // RC, UC: responses and CNPs
};

// A QP's configuration at random; `index` in the low bits of the QPN.
model::RxQpConfig random_qp(Rng& rng, uint32_t qpn);

class RequestTraffic {
 public:
  RequestTraffic(Rng rng, TrafficMix mix) : rng_(rng), mix_(mix) {}

  // Complete, lengths and ICRC too.
  model::RoceFrame next(const model::RxQp& qp);

 private:
  model::RoceFrame request(const model::RxQp& qp);
  model::RoceFrame response(const model::RxQp& qp);
  void spoil_psn(model::RoceFrame& frame);
  void spoil_length(model::RoceFrame& frame, uint32_t pmtu);
  void spoil_dma(model::RoceFrame& frame, uint32_t pmtu);
  void spoil_origin(model::RoceFrame& frame, const model::RxQpConfig& config);

  Rng rng_;
  TrafficMix mix_;
};

}  // namespace rnic::tb
