// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 tx --config FILE.toml`: work requests through the RTL's transmit path, each frame and
// each completion compared with the golden model's.
//
// The run plays driver and memory: it fills registers, rings and buffers, rings the doorbells, and
// takes what comes. Clock 0 is the first doorbell accepted.
//
//   const ExitStatus status = tx({.config = "write.toml", .out = "tx.pcap"}, console);
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tb/app/errors.h"
#include "tb/app/icrc.h"
#include "tb/app/tx/tx_device.h"

namespace rnic::app {

struct TxWave {
  std::optional<std::string> file = std::nullopt;      // FST; absent: nothing is recorded
  std::optional<std::uint64_t> packet = std::nullopt;  // only around this frame, as numbered
  // Clocks from the first doorbell on, both included; absent: from the simulation's beginning.
  std::optional<std::uint64_t> from = std::nullopt;
  std::uint64_t to = std::numeric_limits<std::uint64_t>::max();
};

struct TxOptions {
  std::string config = {};
  std::optional<std::string> out = std::nullopt;  // capture file
  DeviceOptions device = {};
  TxWave wave = {};
  bool json = false;
  bool quiet = false;  // no table, only the summary
  DscpSettings dscp = {};
  // For the command that repeats a run: the program, and all options but the wave's.
  std::string program = "rnic400";
  std::string repeat_options = {};
};

// kAgree or kMismatch. Throws InputError and model::CaptureError. A program built without RTL
// always throws.
ExitStatus tx(const TxOptions& options, const Console& console);

}  // namespace rnic::app
