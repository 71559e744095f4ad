// SPDX-License-Identifier: Apache-2.0
//
// Runs the rnic400 program as a user's shell would, and keeps what it said.
//
//   const Outcome outcome = run_program({"inspect", "x.pcap"});
//   EXPECT_EQ(outcome.status, 2);
#pragma once

#include <string>
#include <vector>

namespace rnic::app::test {

struct Outcome {
  int status = -1;  // exit status; 128 + n when signal n ended it
  std::string out;
  std::string err;
};

struct Streams {
  std::string input = "/dev/null";
  std::string output = {};  // a file to write to; empty: kept in the outcome
};

Outcome run_program(const std::vector<std::string>& arguments, const Streams& streams = {});

// The same with standard output (a pipe) closed at its other end.
Outcome run_program_without_reader(const std::vector<std::string>& arguments);

// The same with standard output and error on one terminal; `out` has both.
Outcome run_program_on_terminal(const std::vector<std::string>& arguments);

std::string read_file(const std::string& path);

}  // namespace rnic::app::test
