// SPDX-License-Identifier: Apache-2.0
//
// Runs `icrc` within the process on captures made in memory.
//
//   const Seen seen = run(stream_of(file_of({write_only()})));
//   EXPECT_EQ(seen.frames()[0].at("icrc"), "ok");
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "models/pcap/capture_bytes.h"
#include "models/wire/frame.h"
#include "tb/app/icrc.h"

namespace rnic::app::test {

using model::test::Bytes;
using model::test::operator+;
using nlohmann::json;

struct Seen {
  ExitStatus status = kUnusableInput;
  std::string out;
  std::string err;

  json frames() const { return json::parse(out).at("frames"); }
  json summary() const { return json::parse(out).at("summary"); }
};

inline IcrcOptions json_options() {
  IcrcOptions options;
  options.json = true;
  return options;
}

inline Seen run(CaptureStream stream, const IcrcOptions& options = json_options(),
                const model::DscpMap& map = model::DscpMap::basepod(),
                const ModelSide& model_side = look_at) {
  std::ostringstream out;
  std::ostringstream err;
  ProgressBar bar(false);
  const ExitStatus status =
      icrc(stream, map, options, model_side, {.out = out, .err = err, .bar = bar});
  return {.status = status, .out = out.str(), .err = err.str()};
}

inline CaptureStream stream_of(const Bytes& file) {
  return CaptureStream(model::CaptureReader(file, "test"));
}

// A frame with all fields right, DSCP 46, ECT(0).
inline Bytes write_only(std::optional<model::VlanTag> tag = std::nullopt) {
  model::RoceFrame frame;
  frame.ethernet = {.destination = {2, 0, 0, 0, 0, 2}, .source = {2, 0, 0, 0, 0, 1}, .tag = tag};
  model::Ipv4Header ip;
  ip.traffic_class = 0xBA;
  ip.source = {10, 0, 0, 1};
  ip.destination = {10, 0, 0, 2};
  frame.ip = ip;
  frame.bth.opcode = model::to_byte(model::Opcode::kRcRdmaWriteOnly);
  frame.bth.dest_qp = 0x11;
  frame.bth.psn = 0xFFFFFE;
  frame.reth = model::Reth{.virtual_address = 0x1000, .remote_key = 0x1234, .dma_length = 5};
  frame.payload = {1, 2, 3, 4, 5};
  model::complete(frame);
  return model::encode(frame);
}

inline Bytes file_of(const std::vector<Bytes>& frames) {
  Bytes file = model::test::pcap_header(false, model::test::kNanoseconds);
  std::uint32_t time = 0;
  for (const Bytes& frame : frames)
    file = file + model::test::pcap_record(false, 1, ++time * 100, frame);
  return file;
}

}  // namespace rnic::app::test
