// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 inspect FILE`: every frame of a capture as the golden model sees it. No RTL takes part.
//
// A table by default, all fields by layer with `verbose`, or JSON: one object
// {"frames":[ … ],"summary":{ … }}, one frame a line, each line as json_of() makes it.
//
//   inspect({.file = "write.pcap", .json = true}, out.stream(), bar);
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "tb/app/capture_stream.h"
#include "tb/app/dscp_options.h"
#include "tb/app/frame_range.h"
#include "tb/app/progress_bar.h"

namespace rnic::app {

struct InspectOptions {
  std::string file = {};  // "-": standard input
  bool json = false;
  bool verbose = false;
  FrameRange frames = {};
  std::optional<std::string> config = std::nullopt;  // TOML file
  DscpSettings dscp = {};                            // from the command line
};

// Throws InputError and model::CaptureError; where a capture ends badly, after all whole frames and
// the summary were written.
void inspect(const InspectOptions& options, std::ostream& out, ProgressBar& bar);

// The same for a capture that is open already; `map` has been resolved.
void inspect(CaptureStream& stream, const model::DscpMap& map, const InspectOptions& options,
             std::ostream& out, ProgressBar& bar);

}  // namespace rnic::app
