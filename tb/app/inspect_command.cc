// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tb/app/errors.h"
#include "tb/app/subcommands.h"

namespace rnic::app {
namespace {

constexpr const char* kText =
    "Every frame is shown with its headers and fields by name, its ICRC right or wrong, and its\n"
    "priority by the site's DSCP map; other frames with the reason why they are no RoCEv2 frames.\n"
    "Reads pcap and pcapng, Ethernet and Linux cooked. A wrong ICRC is a finding, not a failure.";

constexpr const char* kExamples =
    "Examples:\n"
    "  rnic400 inspect write.pcap                        a line a frame, then a summary\n"
    "  rnic400 inspect write.pcap -v --frame 3           all fields of frame 3\n"
    "  rnic400 inspect write.pcap --json > report.json   one object, one frame a line\n"
    "  rnic400 inspect write.pcap --map factory          priorities by another map\n"
    "  rnic400 inspect write.pcap --map 46=3,26=4 --lossless 3,4\n"
    "  tcpdump -i any -w - udp port 4791 | rnic400 inspect -\n";

}  // namespace

InspectCommand::InspectCommand(CLI::App& app)
    : command_(*app.add_subcommand("inspect", "show a capture as the golden model sees it")),
      site_(command_) {
  command_.fallthrough();  // for --version behind the subcommand
  command_.footer(fmt::format("\n{}\n\n{}\n{}", kText, kExamples, kExitStatus));
  command_.add_option("FILE", options_.file, "capture file; - reads standard input")
      ->required()
      ->type_name("");
  command_.add_flag("--json", options_.json, "JSON instead of a table")->disable_flag_override();
  command_.add_flag("-v,--verbose", options_.verbose, "all fields, a line a layer")
      ->disable_flag_override();
  command_.add_option("--frame", frames_, "only frame N, or frames N to M")->type_name("N|N-M");
}

InspectOptions InspectCommand::options() const {
  InspectOptions options = options_;
  if (command_.count("--frame") > 0) options.frames = parse_frame_range(frames_);
  options.config = site_.config();
  options.dscp = site_.dscp();
  if (options.json && options.verbose) {
    throw InputError("--verbose: expected without --json, which has all fields anyway");
  }
  return options;
}

}  // namespace rnic::app
