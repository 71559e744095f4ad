// SPDX-License-Identifier: Apache-2.0
//
// The command line of rnic400: what was asked for, or the text that answers it at once.
//
// One struct of options for each subcommand; nothing is opened or run here.
//
//   const CommandLine line = parse_command_line({"inspect", "write.pcap", "--json"});
//   if (const auto* options = std::get_if<InspectOptions>(&line)) …
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "tb/app/bench/bench_rx.h"
#include "tb/app/bench/bench_tx.h"
#include "tb/app/bench_icrc.h"
#include "tb/app/icrc.h"
#include "tb/app/inspect.h"
#include "tb/app/loop/loop.h"
#include "tb/app/replay/replay.h"
#include "tb/app/tx/tx.h"
#include "tb/app/vectors/vectors.h"

namespace rnic::app {

// Help or version, to be printed on standard output.
struct Answer {
  std::string text;
};

using CommandLine =
    std::variant<Answer, InspectOptions, IcrcOptions, ReplayOptions, TxOptions, LoopOptions,
                 VectorsOptions, BenchIcrcOptions, BenchRxOptions, BenchTxOptions>;

// `arguments` without the program's name. Throws InputError for bad usage.
CommandLine parse_command_line(const std::vector<std::string>& arguments);

}  // namespace rnic::app
