// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tb/app/subcommands.h"

namespace rnic::app {
namespace {

constexpr const char* kText =
    "A vector is NAME.toml, the work (see tx --help), NAME.pcap, the frames that must leave, and\n"
    "NAME.txt, what it shows. DIR is vectors/tx unless given.\n"
    "\n"
    "check   every vector: the model's frames must be the capture's, byte for byte in its order;\n"
    "        the RTL's must be the model's, per queue pair in order, its completions too\n"
    "update  writes every capture anew from the model; look at the difference before you keep it";

constexpr const char* kExamples =
    "Examples:\n"
    "  rnic400 vectors check                    the vectors of this repository\n"
    "  rnic400 vectors update my/vectors        captures for your own files\n";

}  // namespace

VectorsCommand::VectorsCommand(CLI::App& app)
    : command_(*app.add_subcommand("vectors", "golden vectors of the transmit path")),
      check_(*command_.add_subcommand("check", "run every vector through RTL and model")),
      update_(*command_.add_subcommand("update", "write the captures anew from the model")) {
  command_.fallthrough();
  command_.require_subcommand(1);
  for (CLI::App* command : {&command_, &check_, &update_}) {
    command->footer(fmt::format("\n{}\n\n{}\n{}", kText, kExamples, kExitStatus));
  }
  for (CLI::App* command : {&check_, &update_}) {
    command->fallthrough();
    command->add_option("DIR", options_.folder, "folder of vectors")->type_name("");
  }
}

VectorsOptions VectorsCommand::options() const {
  VectorsOptions options = options_;
  options.update = update_.parsed();
  return options;
}

}  // namespace rnic::app
