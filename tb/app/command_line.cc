// SPDX-License-Identifier: Apache-2.0
#include "tb/app/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <utility>
#include <variant>

#include "tb/app/errors.h"
#include "tb/app/shell_word.h"
#include "tb/app/subcommands.h"

namespace rnic::app {
namespace {

constexpr const char* kDescription =
    "rnic400: a 400G RoCEv2 network card's packet path, in SystemVerilog and as a golden model.";

constexpr const char* kExamples =
    "Examples:\n"
    "  rnic400 inspect write.pcap            a line a frame, by the golden model\n"
    "  rnic400 icrc write.pcap               the same frames through the RTL, beside the model\n"
    "  rnic400 replay write.pcap             a verdict for every frame by the RTL's receive path\n"
    "  rnic400 tx --config write.toml        work requests through the RTL's transmit path\n"
    "  rnic400 loop --config write.toml      and over a bad channel into the receive path\n"
    "  rnic400 bench icrc                    how fast the RTL simulates at full load\n"
    "  rnic400 icrc --help                   what icrc can do\n";

// What CLI11 found wrong, in one line that says where to read on.
std::string complaint(const CLI::App& app, const CLI::ParseError& error,
                      const std::vector<std::string>& arguments) {
  const CLI::App* command = &app;
  std::string name = "rnic400";
  std::size_t depth = 0;
  for (; !command->get_subcommands().empty(); ++depth) {
    command = command->get_subcommands().front();
    name += " " + command->get_name();
  }
  std::string commands;
  for (const CLI::App* known : command->get_subcommands({})) {
    commands += (commands.empty() ? "" : ", ") + known->get_name();
  }
  if (commands.empty()) return fmt::format("{}; see {} --help", error.what(), name);
  if (arguments.size() <= depth) return fmt::format("expected {}; see {} --help", commands, name);
  return fmt::format("'{}' is no command, expected {}; see {} --help", arguments[depth], commands,
                     name);
}

}  // namespace

SiteOptions::SiteOptions(CLI::App& command) : command_(command) {
  command.add_option("--config", config_, "site description; [nic] is used")
      ->type_name("FILE.toml");
  command
      .add_option("--map", map_,
                  "DSCP to priority: basepod, factory, or a table; default: the file's, basepod")
      ->type_name("MAP");
  command
      .add_option("--lossless", lossless_,
                  "priorities that never drop; default: the file's, the map's own")
      ->type_name("LIST");
}

DscpSettings SiteOptions::dscp() const {
  DscpSettings settings;
  if (command_.count("--map") > 0) settings.map = parse_dscp_map(map_);
  if (command_.count("--lossless") > 0) settings.lossless = parse_lossless(lossless_);
  return settings;
}

std::string SiteOptions::as_typed() const {
  std::string words;
  if (config_) words += " --config " + shell_word(*config_);
  if (command_.count("--map") > 0) words += " --map " + shell_word(map_);
  if (command_.count("--lossless") > 0) words += " --lossless " + shell_word(lossless_);
  return words;
}

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
  CLI::App app(kDescription, "rnic400");
  app.set_version_flag("--version", "rnic400 " RNIC_VERSION);
  app.require_subcommand(1);
  app.footer(fmt::format("\n{}\n{}", kExamples, kExitStatus));
  const InspectCommand inspect(app);
  const IcrcCommand icrc(app);
  const ReplayCommand replay(app);
  const TxCommand tx(app);
  const LoopCommand loop(app);
  const VectorsCommand vectors(app);
  const BenchCommand bench(app);

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
  if (icrc.is_used()) return icrc.options();
  if (replay.is_used()) return replay.options();
  if (tx.is_used()) return tx.options();
  if (loop.is_used()) return loop.options();
  if (vectors.is_used()) return vectors.options();
  if (bench.is_used()) {
    return std::visit([](const auto& options) -> CommandLine { return options; }, bench.options());
  }
  return inspect.options();
}

}  // namespace rnic::app
