// SPDX-License-Identifier: Apache-2.0
//
// Writes a capture again as pcapng with one more comment on each frame, so that Wireshark shows it:
// same frames, order, times (to the nanosecond), link types and interfaces, and the comments that
// were there.
//
// Reads the capture by itself, in the file's order; comments may come in another and wait for their
// turn. What is not kept: names and other options of interfaces and sections, blocks that are no
// frames. Frames without a time get 0.
//
//   Annotator annotator(capture, "annotated.pcapng");
//   annotator.add(1, "verdict=accept");
//   annotator.finish();
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "models/pcap/capture_reader.h"
#include "models/pcap/pcapng_writer.h"
#include "tb/app/replay/rereadable_capture.h"

namespace rnic::app {

class Annotator {
 public:
  // Creates or empties `path`. Throws model::CaptureError, as everything here.
  Annotator(const RereadableCapture& capture, const std::string& path);

  // The comment of the frame with this number; each frame once.
  void add(std::uint64_t number, std::string comment);
  // Writes the frames for which nothing came without a comment, and closes the file.
  void finish();

 private:
  // False at the file's end, good or bad: the replay has its own reader to tell of a bad one.
  bool read_next();
  void write(std::string comment);
  std::uint32_t interface_of(const model::CaptureInterface& interface);

  model::CaptureReader reader_;
  model::PcapngWriter writer_;
  model::CaptureFrame next_ = {};
  bool has_next_ = false;
  std::map<std::uint64_t, std::string> waiting_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> interfaces_;
};

}  // namespace rnic::app
