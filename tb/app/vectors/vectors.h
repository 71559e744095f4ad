// SPDX-License-Identifier: Apache-2.0
//
// `rnic400 vectors check|update [DIR …]`: the golden vectors of both paths, see rx_vector.h and
// tx_vector.h; a folder may hold both kinds.
//
// check runs each through the RTL beside the model, as `replay` and `tx` do, and compares with its
// files. update writes reports and captures anew, by the model alone.
//
//   const ExitStatus status = vectors({.folders = {"vectors/rx"}}, console);
#pragma once

#include <string>
#include <vector>

#include "tb/app/errors.h"
#include "tb/app/icrc.h"

namespace rnic::app {

struct VectorsOptions {
  bool update = false;
  std::vector<std::string> folders = {"vectors/rx", "vectors/tx"};
};

// kAgree or kMismatch. Throws InputError and model::CaptureError. A program built without RTL
// always throws.
ExitStatus vectors(const VectorsOptions& options, const Console& console);

}  // namespace rnic::app
