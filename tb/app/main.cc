// SPDX-License-Identifier: Apache-2.0
//
// The rnic400 program: from the command line to a subcommand, from an exception to a line on
// standard error and an exit status.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "tb/app/bench/bench_rx.h"
#include "tb/app/bench/bench_tx.h"
#include "tb/app/bench_icrc.h"
#include "tb/app/command_line.h"
#include "tb/app/errors.h"
#include "tb/app/icrc.h"
#include "tb/app/inspect.h"
#include "tb/app/loop/loop.h"
#include "tb/app/progress_bar.h"
#include "tb/app/replay/replay.h"
#include "tb/app/standard_output.h"
#include "tb/app/tx/tx.h"
#include "tb/app/vectors/vectors.h"

namespace rnic::app {
namespace {

struct Run {
  const Console& console;
  const char* program;  // as it was called

  ExitStatus operator()(const Answer& answer) const {
    console.out << answer.text;
    console.out.flush();
    return kAgree;
  }
  ExitStatus operator()(const InspectOptions& options) const {
    inspect(options, console.out, console.bar);
    return kAgree;
  }
  ExitStatus operator()(IcrcOptions options) const {
    options.program = program;
    return icrc(options, console);
  }
  ExitStatus operator()(ReplayOptions options) const {
    options.program = program;
    return replay(options, console);
  }
  ExitStatus operator()(TxOptions options) const {
    options.program = program;
    return tx(options, console);
  }
  ExitStatus operator()(LoopOptions options) const {
    options.program = program;
    return loop(options, console);
  }
  ExitStatus operator()(const VectorsOptions& options) const { return vectors(options, console); }
  ExitStatus operator()(const BenchIcrcOptions& options) const {
    return bench_icrc(options, console);
  }
  ExitStatus operator()(const BenchRxOptions& options) const { return bench_rx(options, console); }
  ExitStatus operator()(const BenchTxOptions& options) const { return bench_tx(options, console); }
};

// A descriptor that the caller has closed would go to the next file opened, a capture perhaps, and
// the report into it. In its place comes one that can't be written.
void keep_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) < 0) (void)::open("/dev/null", O_RDONLY);
  }
}

// A file's name may hold anything, a line break too.
std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return text;
}

ExitStatus run(const char* program, const std::vector<std::string>& arguments) {
  ProgressBar bar(ProgressBar::wanted());
  StandardOutput out(bar);
  const Console console{.out = out.stream(), .err = std::cerr, .bar = bar};
  try {
    return std::visit(Run{console, program}, parse_command_line(arguments));
  } catch (const OutputClosed&) {
    return kAgree;
  } catch (const std::exception& error) {
    bar.hide();
    std::fprintf(stderr, "rnic400: %s\n", on_one_line(error.what()).c_str());
    return kUnusableInput;
  }
}

}  // namespace
}  // namespace rnic::app

int main(int argc, char** argv) {
  rnic::app::keep_standard_descriptors();
  const char* program = argc > 0 ? argv[0] : "rnic400";
  return rnic::app::run(program, std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
}
