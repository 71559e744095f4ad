// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 replay CAPTURE`: the frames of a capture through the RTL's receive path, each record
// compared with the golden model's.
//
// With a configuration all frames are offered to the one NIC it describes. Without one the capture
// is read twice: first the NICs and QPs are learned (learn.h), then each NIC judges the frames that
// are for its IP address.
//
//   const ExitStatus status = replay({.file = "write.pcap", .report = "r.json"}, console);
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/wire/address.h"
#include "tb/app/capture_stream.h"
#include "tb/app/dscp_options.h"
#include "tb/app/errors.h"
#include "tb/app/icrc.h"

namespace rnic::app {

struct ReplayWave {
  std::optional<std::string> file = std::nullopt;      // FST; absent: nothing is recorded
  std::optional<std::uint64_t> packet = std::nullopt;  // only around this frame of the capture
};

struct ReplayOptions {
  std::string file = {};                                      // "-": standard input
  std::optional<std::string> config = std::nullopt;           // TOML file; absent: QPs are learned
  DscpSettings dscp = {};                                     // from the command line
  std::optional<model::MacAddress> direction = std::nullopt;  // switches the MAC filter on
  std::optional<std::string> report = std::nullopt;           // JSON; "-": in the table's place
  std::optional<std::string> annotate = std::nullopt;         // pcapng
  Spacing spacing = Spacing::kBackToBack;
  Fcs fcs = Fcs::kAbsent;
  std::uint64_t seed = 1;
  bool quiet = false;  // the table has only what was refused or dropped
  ReplayWave wave = {};
  // For the command that repeats a run: the program, and all options but the wave's.
  std::string program = "rnic400";
  std::string repeat_options = {};
};

// kAgree or kMismatch. Throws InputError and model::CaptureError; where a capture ends badly, after
// the report on all whole frames. A program built without RTL always throws.
ExitStatus replay(const ReplayOptions& options, const Console& console);

}  // namespace rnic::app
