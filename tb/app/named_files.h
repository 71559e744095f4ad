// SPDX-License-Identifier: Apache-2.0
//
// The files of a run, so that none that it writes takes the place of one that it reads.
//
//   refuse_overwriting({{"the configuration", config}}, {{"--out", out}, {"--wave", wave}});
#pragma once

#include <string>
#include <vector>

namespace rnic::app {

struct NamedFile {
  std::string name;  // what complaints call it: "the capture", "--out"
  std::string path;  // empty: there is none
};

// Throws InputError where an output is an input, or two outputs are one file, whatever links or
// spellings lead there. Devices may stand often.
void refuse_overwriting(const std::vector<NamedFile>& inputs,
                        const std::vector<NamedFile>& outputs);

}  // namespace rnic::app
