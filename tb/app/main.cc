// SPDX-License-Identifier: Apache-2.0
//
// The rnic400 program: from the command line to a subcommand, from an exception to a line on
// standard error and an exit status.
#include <cstdio>
#include <exception>
#include <string>
#include <variant>
#include <vector>

#include "tb/app/command_line.h"
#include "tb/app/errors.h"
#include "tb/app/inspect.h"
#include "tb/app/progress_bar.h"
#include "tb/app/standard_output.h"

namespace rnic::app {
namespace {

struct Run {
  StandardOutput& out;
  ProgressBar& bar;

  void operator()(const Answer& answer) const {
    out.stream() << answer.text;
    out.stream().flush();
  }
  void operator()(const InspectOptions& options) const { inspect(options, out.stream(), bar); }
};

ExitStatus run(const std::vector<std::string>& arguments) {
  ProgressBar bar(ProgressBar::wanted());
  StandardOutput out(bar);
  try {
    std::visit(Run{out, bar}, parse_command_line(arguments));
    return kAgree;
  } catch (const OutputClosed&) {
    return kAgree;
  } catch (const std::exception& error) {
    bar.hide();
    std::fprintf(stderr, "rnic400: %s\n", error.what());
    return kUnusableInput;
  }
}

}  // namespace
}  // namespace rnic::app

int main(int argc, char** argv) {
  return rnic::app::run(std::vector<std::string>(argv + 1, argv + argc));
}
