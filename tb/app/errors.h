// SPDX-License-Identifier: Apache-2.0
//
// How a run of rnic400 ends: its exit status, and the exceptions that lead there.
//
// Each error is one line, `FILE: place: what was expected`; main.cc puts `rnic400: ` in front.
// What the model throws for captures (model::CaptureError) has the same form and the same status.
//
//   throw InputError(fmt::format("{}:{}:{}: 'vlna' is no key of [nic]", file, line, column));
#pragma once

#include <stdexcept>

namespace rnic::app {

enum ExitStatus : int {
  kAgree = 0,          // everything agrees; findings such as a wrong ICRC are no failure
  kMismatch = 1,       // RTL and model disagree
  kUnusableInput = 2,  // bad usage, a file that cannot be read or written
};

// Input or usage that the program cannot work with.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The RTL stopped: an assertion fired, or it does not answer. Not an input error.
class RtlError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Whoever read our output has gone (`| head`): end quietly.
class OutputClosed : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "output closed"; }
};

}  // namespace rnic::app
