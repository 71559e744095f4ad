// SPDX-License-Identifier: Apache-2.0
//
// A receive path as a replay sees it: QPs, frames, clocks, and what came out. The RTL in simulation
// is one (rtl_device.h); tests put a device of their own in its place.
//
//   device.load(qp);
//   device.push({.bytes = frame});
//   while (device.answers().empty()) device.cycle();
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/qos/dscp_map.h"
#include "models/rx/rx_counters.h"
#include "models/rx/rx_qp.h"
#include "tb/app/rx/rx_device.h"

namespace rnic::app {

class ReplayDevice {
 public:
  ReplayDevice() = default;
  virtual ~ReplayDevice() = default;
  ReplayDevice(const ReplayDevice&) = delete;
  ReplayDevice& operator=(const ReplayDevice&) = delete;

  // As those of RxDevice.
  virtual void load(const model::RxQpConfig& qp) = 0;
  virtual std::uint64_t push(const RxFrame& frame) = 0;
  [[nodiscard]] virtual bool is_idle() const = 0;
  virtual void cycle() = 0;
  [[nodiscard]] virtual std::deque<RxAnswer>& answers() = 0;
  [[nodiscard]] virtual std::deque<RxPayload>& payload() = 0;
  [[nodiscard]] virtual std::vector<std::string>& complaints() = 0;
  virtual model::RxCounters counters() = 0;
  virtual void finish_wave() = 0;
  [[nodiscard]] virtual bool has_recorded() const = 0;
};

using ReplayDeviceFactory = std::function<std::unique_ptr<ReplayDevice>(
    const RxDeviceOptions& options, const model::DscpMap& map)>;

}  // namespace rnic::app
