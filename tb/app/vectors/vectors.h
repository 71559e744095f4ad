// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 vectors check|update [DIR]`: golden vectors of the transmit path. A vector is three
// files: NAME.toml, the work; NAME.pcap, the frames that must leave; NAME.txt, what it shows.
//
// check runs each through the RTL beside the model, as `tx` does, and holds the model's frames
// against the capture. update writes the captures anew, by the model alone.
//
//   const ExitStatus status = vectors({.folder = "vectors/tx"}, console);
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "models/host/host_memory.h"
#include "tb/app/errors.h"
#include "tb/app/icrc.h"
#include "tb/app/tx/tx_device.h"

namespace rnic::app {

struct VectorsOptions {
  bool update = false;
  std::string folder = "vectors/tx";
};

// Makes the device under test; `memory` outlives it.
using DeviceMaker = std::function<std::unique_ptr<TxDevice>(const DeviceOptions& options,
                                                            const model::HostMemory& memory)>;

// kAgree or kMismatch. Throws InputError and model::CaptureError. A program built without RTL
// always throws.
ExitStatus vectors(const VectorsOptions& options, const Console& console);

// The same with a device of the caller's for check.
ExitStatus vectors(const VectorsOptions& options, const DeviceMaker& make_device,
                   const Console& console);

}  // namespace rnic::app
