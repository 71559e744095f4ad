// SPDX-License-Identifier: Apache-2.0
//
// A finding as files: NAME.pcap and NAME.toml, which `rnic400 replay` takes; NAME.txt, what differs
// and how each frame came about; and NAME.json, what must come out by the golden model, where the
// case can be a vector of vectors/rx.
//
//   const CaseFiles files = write_case("build/fuzz/rtl", "msn_seed1_case12", shrunk, where);
//   files.replay;      // "scripts/rnic400 replay … --config …"
#pragma once

#include <cstdint>
#include <string>

#include "tb/fuzz/rtl/case_run.h"
#include "tb/fuzz/rtl/fuzz_case.h"

namespace rnic::fuzz {

struct CaseOrigin {
  std::uint64_t seed = 0;  // of the CaseMaker
  std::uint64_t number = 0;
  std::uint32_t frames = 0;  // asked for in each case
  std::uint64_t before = 0;  // frames of the case before it was shrunk
};

struct CaseFiles {
  std::string base = {};    // the files without their endings
  std::string replay = {};  // the command that shows it again
  bool is_vector = false;   // fit for vectors/rx: plain spacing, no mark of the MAC
};

// A name made of the field and the origin: "fuzz_answer_psn_seed1_case12".
std::string name_of(const Finding& finding, const CaseOrigin& origin);

// Makes the folder. Throws app::InputError and model::CaptureError.
CaseFiles write_case(const std::string& folder, const std::string& name, const FuzzCase& fuzz_case,
                     const Finding& finding, const CaseOrigin& origin);

}  // namespace rnic::fuzz
