// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 icrc FILE`: every frame of a capture through the RTL's ICRC engine and classifier, each
// verdict compared with the golden model's.
//
// A table, or JSON in the form of `inspect --json` with `clock` and `model_agrees` a frame; what is
// shown of ICRC, priority, PCP, loss and ECN is the RTL's. Compared are RoCE frames; of every other
// frame the RTL still owes one verdict.
//
//   const ExitStatus status = icrc({.file = "write.pcap"}, {.out = out.stream(), …});
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>

#include "tb/app/capture_stream.h"
#include "tb/app/dscp_options.h"
#include "tb/app/errors.h"
#include "tb/app/frame_view.h"
#include "tb/app/progress_bar.h"

namespace rnic::app {

// How frames follow each other on the bus.
enum class Spacing {
  kBackToBack,  // each in the segment behind the one before
  kGaps,        // on start segments 0, 1 … 7 in turn, an idle beat before every fourth
  kRecorded,    // by time stamps; pauses of more than 1,024 clocks are cut to that
  kRandom,      // idle segments and beats, in frames too, at random
};

struct IcrcWave {
  std::optional<std::string> file = std::nullopt;     // FST; absent: nothing is recorded
  std::optional<std::uint64_t> frame = std::nullopt;  // only around this frame of the capture
  std::uint64_t from = 0;                             // clocks, both included
  std::uint64_t to = std::numeric_limits<std::uint64_t>::max();
};

struct IcrcOptions {
  std::string file = {};  // "-": standard input
  Spacing spacing = Spacing::kBackToBack;
  std::uint64_t seed = 1;
  IcrcWave wave = {};
  bool json = false;
  bool quiet = false;                                // no table, only the summary
  std::optional<std::string> config = std::nullopt;  // TOML file
  DscpSettings dscp = {};                            // from the command line
  // For the command that repeats a run: the program, and all options but the wave's.
  std::string program = "rnic400";
  std::string repeat_options = {};
};

// Where a run writes.
struct Console {
  std::ostream& out;  // the report
  std::ostream& err;  // disagreements, after the report
  ProgressBar& bar;
};

// What the RTL is compared with: look_at(), or a test's own.
using ModelSide = std::function<FrameView(const InputFrame&, const model::DscpMap&)>;

// kAgree or kMismatch. Throws InputError and model::CaptureError; where a capture ends badly, after
// the report on all whole frames. A program built without RTL always throws.
ExitStatus icrc(const IcrcOptions& options, const Console& console);

// The same for a capture that is open already; `map` has been resolved.
ExitStatus icrc(CaptureStream& stream, const model::DscpMap& map, const IcrcOptions& options,
                const ModelSide& model_side, const Console& console);

}  // namespace rnic::app
