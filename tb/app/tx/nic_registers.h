// SPDX-License-Identifier: Apache-2.0
//
// The registers of a NIC as a driver uses them: bring it up, make QPs ready, ring, ask. Knows the
// register map (made from the RDL) and nothing of rings or work.
//
//   NicRegisters nic(device);
//   nic.make_ready(qp);
//   nic.configure(settings);     // and enable
//   nic.ring(qp.qpn, 5);
#pragma once

#include <cstdint>

#include "models/host/qp_context.h"
#include "models/host/tx_counters.h"
#include "tb/app/tx/tx_device.h"

namespace rnic::app {

class NicRegisters {
 public:
  explicit NicRegisters(TxDevice& device) : device_(device) {}

  // Everything throws RtlError where the device does not answer.

  // DSCP map, AckReq interval, congestion control; then the NIC is enabled.
  void configure(const model::NicSettings& nic);
  // From reset to ready, and waits for it. Throws RtlError when the device refuses.
  void make_ready(const model::QpContext& qp);
  // To reset; is_busy() says when the last of it is gone.
  void reset(std::uint32_t qpn);
  bool is_busy(std::uint32_t qpn);

  void ring(std::uint32_t qpn, std::uint16_t count);
  std::uint16_t sq_free(std::uint32_t qpn);
  // Nothing is under way in the device.
  bool is_idle();
  // What the device counted; of opcodes, those that have a name.
  model::TxCounters counters();

 private:
  std::uint64_t read_counter(std::uint32_t low, std::uint32_t high);

  TxDevice& device_;
};

}  // namespace rnic::app
