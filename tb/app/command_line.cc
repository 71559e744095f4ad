// SPDX-License-Identifier: Apache-2.0
#include "tb/app/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <utility>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

constexpr const char* kDescription =
    "rnic400: a 400G RoCEv2 network card's packet path, in SystemVerilog and as a golden model.";

constexpr const char* kExitStatus =
    "Exit status: 0 everything agrees, 1 RTL and model disagree, 2 unusable input or bad usage.";

constexpr const char* kExamples =
    "Examples:\n"
    "  rnic400 inspect write.pcap            a line a frame, by the golden model\n"
    "  rnic400 inspect --help                what inspect can do\n";

constexpr const char* kInspectText =
    "Every frame is shown with its headers and fields by name, its ICRC right or wrong, and its\n"
    "priority by the site's DSCP map; other frames with the reason why they are no RoCEv2 frames.\n"
    "Reads pcap and pcapng, Ethernet and Linux cooked. A wrong ICRC is a finding, not a failure.";

constexpr const char* kInspectExamples =
    "Examples:\n"
    "  rnic400 inspect write.pcap                        a line a frame, then a summary\n"
    "  rnic400 inspect write.pcap -v --frame 3           all fields of frame 3\n"
    "  rnic400 inspect write.pcap --json > report.json   one object, one frame a line\n"
    "  rnic400 inspect write.pcap --map factory          priorities by another map\n"
    "  rnic400 inspect write.pcap --map 46=3,26=4 --lossless 3,4\n"
    "  tcpdump -i any -w - udp port 4791 | rnic400 inspect -\n";

// The options as text; what they mean is found out after CLI11 is done with them.
struct InspectText {
  InspectOptions options = {};
  std::string frames = {};
  std::string map = {};
  std::string lossless = {};
};

CLI::App* add_inspect(CLI::App& app, InspectText& text) {
  CLI::App* inspect = app.add_subcommand("inspect", "show a capture as the golden model sees it");
  inspect->fallthrough();  // for --version behind the subcommand
  inspect->footer(fmt::format("\n{}\n\n{}\n{}", kInspectText, kInspectExamples, kExitStatus));
  inspect->add_option("FILE", text.options.file, "capture file; - reads standard input")
      ->required()
      ->type_name("");
  inspect->add_flag("--json", text.options.json, "JSON instead of a table");
  inspect->add_flag("-v,--verbose", text.options.verbose, "all fields, a line a layer");
  inspect->add_option("--frame", text.frames, "only frame N, or frames N to M")->type_name("N|N-M");
  inspect->add_option("--config", text.options.config, "site description; [nic] is used")
      ->type_name("FILE.toml");
  inspect
      ->add_option("--map", text.map,
                   "DSCP to priority: basepod, factory, or a table; default: the file's, basepod")
      ->type_name("MAP");
  inspect
      ->add_option("--lossless", text.lossless,
                   "priorities that never drop; default: the file's, the map's own")
      ->type_name("LIST");
  return inspect;
}

InspectOptions finish_inspect(const CLI::App& inspect, InspectText text) {
  if (inspect.count("--frame") > 0) text.options.frames = parse_frame_range(text.frames);
  if (inspect.count("--map") > 0) text.options.dscp.map = parse_dscp_map(text.map);
  if (inspect.count("--lossless") > 0) text.options.dscp.lossless = parse_lossless(text.lossless);
  if (text.options.json && text.options.verbose) {
    throw InputError("--verbose: expected without --json, which has all fields anyway");
  }
  return std::move(text.options);
}

// What CLI11 found wrong, in one line that says where to read on.
std::string complaint(const CLI::App& app, const CLI::ParseError& error,
                      const std::vector<std::string>& arguments) {
  const auto used = app.get_subcommands();
  if (!used.empty()) {
    return fmt::format("{}; see rnic400 {} --help", error.what(), used.front()->get_name());
  }
  if (arguments.empty()) return "expected a command; see rnic400 --help";
  return fmt::format("'{}' is no command, expected inspect; see rnic400 --help", arguments.front());
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
  CLI::App app(kDescription, "rnic400");
  app.set_version_flag("--version", "rnic400 " RNIC_VERSION);
  app.require_subcommand(1);
  app.footer(fmt::format("\n{}\n{}", kExamples, kExitStatus));
  InspectText inspect_text;
  const CLI::App* const inspect = add_inspect(app, inspect_text);

  try {
    // CLI11 takes a vector from its end.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    // CLI11's own exit codes end here; 0 is help or version.
    std::ostringstream answer;
    std::ostringstream ignored;
    if (app.exit(error, answer, ignored) == 0) return Answer{answer.str()};
    std::string text = complaint(app, error, arguments);
    std::ranges::replace(text, '\n', ' ');
    throw InputError(text);
  }
  return finish_inspect(*inspect, std::move(inspect_text));
}

}  // namespace rnic::app
