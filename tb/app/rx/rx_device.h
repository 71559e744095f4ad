// SPDX-License-Identifier: Apache-2.0
//
// The receive path of the RTL (tb_rnic_rx.sv) as a thing that takes frames and gives records, in
// the model's terms, and the payload of what it accepted. Compares nothing: see rx_compare.h.
//
//   RxDevice device({.seed = 1}, map);
//   device.load({.qpn = 0x11, .rq_psn = 0x10});
//   device.push({.bytes = frame});
//   while (!device.is_idle()) device.cycle();
//   device.answers().front().record->verdict
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/qos/dscp_map.h"
#include "models/rx/rx_counters.h"
#include "models/rx/rx_qp.h"
#include "models/rx/verdict.h"
#include "models/wire/address.h"
#include "tb/app/errors.h"
#include "tb/app/icrc.h"
#include "tb/app/rx_path.h"

namespace rnic::app {

struct RxDeviceOptions {
  Spacing spacing = Spacing::kBackToBack;
  std::uint64_t seed = 1;
  IcrcWave wave = {};                                       // its `frame`: see RxFrame::wave
  std::optional<model::MacAddress> our_mac = std::nullopt;  // switches the MAC filter on
};

// What became of one frame.
struct RxAnswer {
  std::uint64_t frame = 0;  // as push() numbered it
  std::uint64_t sop_clock = 0;
  std::uint64_t eop_clock = 0;
  std::uint64_t record_clock = 0;
  std::optional<model::RxRecord> record = std::nullopt;  // absent: none came when it was due

  // Clocks from the frame's last segment to its record, if there is one.
  static constexpr std::uint64_t kRecordClocks = 26;
};

// A frame that was accepted, whole, as it left on the payload stream.
struct RxPayload {
  std::uint64_t frame = 0;
  std::vector<std::uint8_t> bytes = {};
};

class RxDevice {
 public:
  // Resets the RTL, waits for its tables, loads the map. Throws InputError when the wave file
  // cannot be written, and RtlError.
  RxDevice(const RxDeviceOptions& options, const model::DscpMap& map);
  ~RxDevice();

  // Writes a QP; what moves of it begins anew. Clocks until the RTL takes it, frames going on;
  // where two frames end in every clock it never does: RtlError.
  void load(const model::RxQpConfig& config);
  // Queues a frame; returns its number, from 0.
  std::uint64_t push(const RxFrame& frame);
  // So much is queued that the bus stays full for a while.
  [[nodiscard]] bool is_full() const noexcept;
  // Every frame has had its time for record and payload, and some clocks more have gone by.
  [[nodiscard]] bool is_idle() const noexcept;
  // One clock. Throws RtlError.
  void cycle();
  [[nodiscard]] std::uint64_t clock() const noexcept;

  // One a frame, in wire order; yours to empty.
  [[nodiscard]] std::deque<RxAnswer>& answers() noexcept;
  // One an accepted frame, in order, behind its answer; yours to empty.
  [[nodiscard]] std::deque<RxPayload>& payload() noexcept;
  // What is wrong and belongs to no answer: a record without a frame, payload without a record or
  // the other way round, an ICRC's word in another clock than the 15th. Yours to empty.
  [[nodiscard]] std::vector<std::string>& complaints() noexcept;

  // All counters, read through their port; takes some hundred clocks, frames going on.
  [[nodiscard]] model::RxCounters counters();

  // Resets the RTL where it stands: what was pushed and is not answered is forgotten, QPs too. The
  // DSCP map is loaded again.
  void reset();

  // Ends the wave, where one is recorded. Throws InputError when it was not written to its end.
  void finish_wave();
  // The wave holds at least one clock.
  [[nodiscard]] bool has_recorded() const noexcept;

 private:
  class Simulation;
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace rnic::app
