// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/replay.h"

#include "tb/app/replay/replay_session.h"
#include "tb/app/replay/rtl_device.h"

namespace rnic::app {

ExitStatus replay(const ReplayOptions& options, const Console& console) {
  return run_replay(options, make_rtl_device, console);
}

}  // namespace rnic::app
