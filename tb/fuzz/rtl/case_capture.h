// SPDX-License-Identifier: Apache-2.0
//
// A case as the bytes of a capture and the text of a configuration, as `rnic400 replay` takes them:
// what is judged is what is written.
//
//   const CaseCapture capture = capture_of(fuzz_case);
//   app::RereadableCapture frames(capture.pcap, "case.pcap");
//   write_text("case.toml", config_text(fuzz_case, "# what it is"));
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/app/capture_stream.h"
#include "tb/fuzz/rtl/fuzz_case.h"

namespace rnic::fuzz {

struct CaseCapture {
  std::vector<std::uint8_t> pcap = {};  // nanoseconds, Ethernet
  // A capture has no place for the MAC's mark but a wrong FCS: with one marked frame all have one.
  app::Fcs fcs = app::Fcs::kAbsent;
};

CaseCapture capture_of(const FuzzCase& fuzz_case);

// `head` are comment lines that stand in front.
std::string config_text(const FuzzCase& fuzz_case, const std::string& head);

}  // namespace rnic::fuzz
