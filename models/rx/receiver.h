// SPDX-License-Identifier: Apache-2.0
//
// The receive side of a NIC: frames in wire order go in, one record each comes out. Keys, receive
// buffers and what a READ may ask again are judged by later stages, not here.
//
// A frame that frame_check.h finds nothing wrong with is looked up by its DestQP; the first line
// that applies gives the reason, always a drop:
//   qp_unknown  no such QP, or not ready
//   qp_error    the QP is in the error state
//   qp_type     the opcode's transport is not the QP's; a CNP fits RC and UC
//   address     RC, UC: destination IP is not ours or source IP not the peer's, where configured
//   vlan        RC, UC with a VLAN: another VID; untagged and VID 0 count as none
//   pkey        low 15 bits differ, or both sides are limited members (top bit 0)
//   qkey        UD: Q_Key differs
// None of these changes the QP. A CNP that comes so far is accepted; the others go on to
// rc/rc_responder.h, rc/uc_responder.h, rc/ud_responder.h or rc/response_window.h.
//
//   Receiver receiver({.map = DscpMap::basepod()});
//   if (const auto clash = receiver.add_qp({.qpn = 0x11, .rq_psn = 0x10})) fail(clash->text());
//   const RxRecord record = receiver.receive(frame, /*mac_error=*/false);
//   if (record.verdict == Verdict::kAccept) use(payload_of(frame, record));
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/qos/dscp_map.h"
#include "models/rx/frame_check.h"
#include "models/rx/rx_counters.h"
#include "models/rx/rx_qp.h"
#include "models/rx/verdict.h"
#include "models/wire/address.h"
#include "models/wire/byte_io.h"

namespace rnic::model {

struct ReceiverSettings {
  DscpMap map = DscpMap::basepod();
  std::optional<MacAddress> our_mac = std::nullopt;  // switches the MAC filter on
  std::size_t num_qps = 1024;                        // table entries; index = QPN mod num_qps
};

// Two QPNs that would share an entry of the table.
struct QpnClash {
  std::uint32_t held = 0;     // in the table
  std::uint32_t refused = 0;  // not taken
  std::size_t index = 0;

  // "QPN 0x411 and QPN 0x11 share entry 17 of the QP table"
  std::string text() const;
};

class Receiver {
 public:
  explicit Receiver(const ReceiverSettings& settings);

  // Puts a QP into the table; one of the same QPN is replaced and begins anew. If another QPN
  // holds the entry nothing changes and the clash is returned.
  std::optional<QpnClash> add_qp(const RxQpConfig& config);
  // The QP of exactly this QPN, or nullptr.
  const RxQp* find_qp(std::uint32_t qpn) const noexcept;
  // kReady brings the QP back to what was configured. False if there is no such QP.
  bool set_state(std::uint32_t qpn, QpState state);

  // `frame` as in check_frame(): padded and cut, without FCS.
  RxRecord receive(ByteSpan frame, bool mac_error);

  const RxCounters& counters() const noexcept { return counters_; }

 private:
  RxQp* entry_of(std::uint32_t qpn) noexcept;

  ReceiverSettings settings_;
  std::vector<std::optional<RxQp>> table_;
  RxCounters counters_;
};

}  // namespace rnic::model
