// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tb/app/subcommands.h"

namespace rnic::app {
namespace {

constexpr const char* kText =
    "DIR holds vectors of the receive path, the transmit path or both; vectors/rx and vectors/tx\n"
    "unless given.\n"
    "\n"
    "receive   NAME.pcap, a capture, NAME.json, the report on it (see replay --help), and "
    "NAME.toml,\n"
    "          the QPs, which are learned where there is none; a mac in its [nic] turns the MAC\n"
    "          filter on\n"
    "transmit  NAME.toml, the work (see tx --help), NAME.pcap, the frames that must leave, and\n"
    "          NAME.txt, what it shows\n"
    "\n"
    "check     receive: the RTL's records, payload and counters must be the model's, its report\n"
    "          NAME.json but for clocks; the first frame and key that differ are named.\n"
    "          transmit: the model's frames must be the capture's, byte for byte in its order; "
    "the\n"
    "          RTL's must be the model's, per queue pair in order, its completions too\n"
    "update    writes every report and capture anew from the model; look at the difference before\n"
    "          you keep it";

constexpr const char* kExamples =
    "Examples:\n"
    "  rnic400 vectors check                    the vectors of this repository\n"
    "  rnic400 vectors check vectors/rx         those of the receive path\n"
    "  rnic400 vectors update my/vectors        reports and captures for your own files\n";

}  // namespace

VectorsCommand::VectorsCommand(CLI::App& app)
    : command_(*app.add_subcommand("vectors", "golden vectors of receive and transmit path")),
      check_(*command_.add_subcommand("check", "run every vector through RTL and model")),
      update_(*command_.add_subcommand("update", "write reports and captures from the model")) {
  command_.fallthrough();
  command_.require_subcommand(1);
  for (CLI::App* command : {&command_, &check_, &update_}) {
    command->footer(fmt::format("\n{}\n\n{}\n{}", kText, kExamples, kExitStatus));
  }
  for (CLI::App* command : {&check_, &update_}) {
    command->fallthrough();
    command->add_option("DIR", options_.folders, "folders of vectors")->type_name("");
  }
}

VectorsOptions VectorsCommand::options() const {
  VectorsOptions options = options_;
  options.update = update_.parsed();
  return options;
}

}  // namespace rnic::app
