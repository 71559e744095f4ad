// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 loop --config FILE.toml`: work requests through the RTL's transmit path, a channel that
// damages frames, and the RTL's receive path. Both paths are compared with the golden model, frame
// by frame, and every payload that is accepted with what its WQE described.
//
// There is no retransmission in the RTL yet; its driver starts a queue pair anew after a NAK, and
// at the end of a run where messages are missing.
//
//   const ExitStatus status = loop({.config = "write.toml", .rates = {.loss = 1e-3}}, console);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/app/dscp_options.h"
#include "tb/app/errors.h"
#include "tb/app/icrc.h"
#include "tb/app/loop/channel.h"
#include "tb/app/tx/tx_device.h"

namespace rnic::app {

struct LoopOptions {
  std::string config = {};
  ChannelRates rates = {};
  std::optional<std::string> script = std::nullopt;  // a file of events
  std::vector<std::string> events = {};              // the same on the command line
  DeviceOptions device = {};
  Spacing spacing = Spacing::kBackToBack;
  std::optional<std::string> sent = std::nullopt;      // capture of what left
  std::optional<std::string> received = std::nullopt;  // capture of what arrived
  bool json = false;
  bool quiet = false;  // no line for what is accepted
  DscpSettings dscp = {};
  std::string program = "rnic400";
  std::string repeat_options = {};
};

// kAgree or kMismatch: also where an RC message never arrives. Throws InputError and
// model::CaptureError. A program built without RTL always throws.
ExitStatus loop(const LoopOptions& options, const Console& console);

}  // namespace rnic::app
