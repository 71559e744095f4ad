// SPDX-License-Identifier: Apache-2.0
//
// The RTL's receive path in the place of a ReplayDevice.
//
//   const ReplayDeviceFactory factory = make_rtl_device;
#pragma once

#include <memory>

#include "tb/app/replay/replay_device.h"

namespace rnic::app {

// Throws what RxDevice's constructor throws.
std::unique_ptr<ReplayDevice> make_rtl_device(const RxDeviceOptions& options,
                                              const model::DscpMap& map);

}  // namespace rnic::app
