// SPDX-License-Identifier: Apache-2.0
//
// A golden vector of the transmit path: NAME.toml, the work; NAME.pcap, the frames that must
// leave; NAME.txt, what it shows.
//
//   const VectorOutcome outcome = check_tx_vector(vector, make_device);
#pragma once

#include <functional>
#include <memory>

#include "models/host/host_memory.h"
#include "tb/app/icrc.h"
#include "tb/app/tx/tx_device.h"
#include "tb/app/vectors/found_vectors.h"

namespace rnic::app {

// Makes the device under test; `memory` outlives it.
using DeviceMaker = std::function<std::unique_ptr<TxDevice>(const DeviceOptions& options,
                                                            const model::HostMemory& memory)>;

// Runs the work through the device beside the model, as `tx` does, and holds the model's frames
// against the capture. Throws InputError and model::CaptureError, as all here.
VectorOutcome check_tx_vector(const FoundVector& vector, const DeviceMaker& make_device);

// Writes NAME.pcap anew, by the golden model alone.
VectorOutcome update_tx_vector(const FoundVector& vector);

}  // namespace rnic::app
