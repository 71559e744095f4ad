// SPDX-License-Identifier: Apache-2.0
//
// What tests of `replay` share: frames of a connection between 10.0.0.1 (QPN 0x12) and 10.0.0.2
// (QPN 0x11), and runs within the process on captures made in memory.
//
//   const Seen seen = run(store(file_of({wire(request(Opcode::kRcSendOnly, 0x10, 5))})));
//   EXPECT_EQ(seen.frames()[0].at("verdict"), "accept");
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "models/pcap/capture_bytes.h"
#include "models/wire/frame.h"
#include "tb/app/replay/replay_session.h"
#include "tb/app/test/model_rx_device.h"

namespace rnic::app::test {

using model::Opcode;
using model::test::Bytes;
using model::test::operator+;
using nlohmann::json;

inline model::RoceFrame frame_between(std::uint8_t from, std::uint8_t to, Opcode opcode,
                                      std::uint32_t psn) {
  model::RoceFrame frame;
  frame.ethernet = {.destination = {2, 0, 0, 0, 0, to}, .source = {2, 0, 0, 0, 0, from}};
  model::Ipv4Header ip;
  ip.traffic_class = 0xBA;  // DSCP 46, ECT(0)
  ip.source = {10, 0, 0, from};
  ip.destination = {10, 0, 0, to};
  frame.ip = ip;
  frame.bth.opcode = model::to_byte(opcode);
  frame.bth.dest_qp = to == 2 ? 0x11 : 0x12;
  frame.bth.psn = psn;
  return frame;
}

// To 10.0.0.2, with the extended headers that the opcode needs; DMALen is the payload's length.
inline model::RoceFrame request(Opcode opcode, std::uint32_t psn, std::size_t payload) {
  model::RoceFrame frame = frame_between(1, 2, opcode, psn);
  frame.payload = model::test::pattern(payload);
  for (const model::Extension extension : model::find_opcode(opcode)->extensions) {
    if (extension == model::Extension::kReth) {
      frame.reth = model::Reth{.dma_length = static_cast<std::uint32_t>(payload)};
    }
    if (extension == model::Extension::kDeth) frame.deth = model::Deth{.source_qp = 0x12};
    if (extension == model::Extension::kImmDt) frame.imm_dt = model::ImmDt{};
    if (extension == model::Extension::kCnpReserved) frame.cnp_reserved = model::CnpReserved{};
  }
  return frame;
}

// A READ of `length` bytes.
inline model::RoceFrame read_request(std::uint32_t psn, std::uint32_t length) {
  model::RoceFrame frame = request(Opcode::kRcRdmaReadRequest, psn, 0);
  frame.reth->dma_length = length;
  return frame;
}

// From 10.0.0.2 to 10.0.0.1.
inline model::RoceFrame response(Opcode opcode, std::uint32_t psn, std::size_t payload = 0) {
  model::RoceFrame frame = frame_between(2, 1, opcode, psn);
  frame.payload = model::test::pattern(payload);
  if (opcode != Opcode::kRcRdmaReadResponseMiddle) frame.aeth = model::Aeth{.syndrome = 0x1F};
  return frame;
}

inline Bytes wire(model::RoceFrame frame) {
  model::complete(frame);
  return model::encode(frame);
}

inline Bytes damaged(Bytes frame) {
  frame.back() ^= 1;  // in the ICRC
  return frame;
}

// One microsecond between frames.
inline Bytes file_of(const std::vector<Bytes>& frames) {
  Bytes file = model::test::pcap_header(false, model::test::kNanoseconds);
  std::uint32_t time = 0;
  for (const Bytes& frame : frames) {
    file = file + model::test::pcap_record(false, 1, ++time * 1000, frame);
  }
  return file;
}

// Request and acknowledge, a lost one and what becomes of it.
inline Bytes conversation() {
  model::RoceFrame asked = request(Opcode::kRcSendOnly, 0x10, 5);
  asked.bth.ack_request = true;
  return file_of({wire(asked), wire(response(Opcode::kRcAcknowledge, 0x10)),
                  wire(request(Opcode::kRcSendOnly, 0x12, 6)),
                  damaged(wire(request(Opcode::kRcSendOnly, 0x11, 7))),
                  wire(request(Opcode::kRcSendOnly, 0x11, 8)), Bytes(42)});
}

struct Seen {
  ExitStatus status = kUnusableInput;
  std::string out;
  std::string err;
  std::string error;  // what was thrown
  std::string report;

  json frames() const { return json::parse(report).at("frames"); }
  json summary() const { return json::parse(report).at("summary"); }
};

class Replay : public ::testing::Test {
 protected:
  Replay() { std::filesystem::create_directories(folder_); }
  ~Replay() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string store(const Bytes& bytes, const std::string& name = "in.pcap") const {
    std::ofstream(path(name), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return path(name);
  }
  std::string store_text(const std::string& text, const std::string& name) const {
    return store(Bytes(text.begin(), text.end()), name);
  }

  // With a report beside the table, unless the options have another.
  Seen run(ReplayOptions options, const ReplayDeviceFactory& factory = model_devices()) const {
    if (!options.report) options.report = path("report.json");
    std::ostringstream out;
    std::ostringstream err;
    ProgressBar bar(false);
    Seen seen;
    try {
      seen.status = run_replay(options, factory, {.out = out, .err = err, .bar = bar});
    } catch (const std::exception& error) {
      seen.error = error.what();
    }
    seen.out = out.str();
    seen.err = err.str();
    std::ostringstream report;
    report << std::ifstream(*options.report).rdbuf();
    seen.report = *options.report == "-" ? seen.out : report.str();
    return seen;
  }
  Seen run(const std::string& file) const { return run(ReplayOptions{.file = file}); }

  const std::string folder_ = ::testing::TempDir() + "replay_test." + std::to_string(::getpid());
};

}  // namespace rnic::app::test
