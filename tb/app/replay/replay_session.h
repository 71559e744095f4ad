// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 replay` for any device: files in, files out, exit status. replay() is this with the RTL.
//
//   const ExitStatus status = run_replay(options, make_rtl_device, console);
#pragma once

#include "tb/app/replay/replay.h"
#include "tb/app/replay/replay_device.h"

namespace rnic::app {

// As replay().
ExitStatus run_replay(const ReplayOptions& options, const ReplayDeviceFactory& factory,
                      const Console& console);

}  // namespace rnic::app
