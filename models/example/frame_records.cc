// SPDX-License-Identifier: Apache-2.0
//
// Prints the record of every frame of a capture as JSON, as far as frame, ICRC and QoS go: what can
// be said without knowing any QP. The map from DSCP to priority is the profile `basepod`.
//
//   frame_records vectors/rx/write_only.pcap
#include <models/pcap/capture_reader.h>
#include <models/pcap/link_layer.h>
#include <models/rx/frame_report.h>
#include <models/rx/replay_rules.h>

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

namespace {

using namespace rnic::model;

void print_records(const char* file) {
  CaptureReader capture(file);
  ReportWriter report(std::cout);
  const RecordOptions options{.map = DscpMap::basepod()};
  ByteVector storage;
  for (CaptureFrame captured; capture.next(captured);) {
    const auto ethernet = to_ethernet(captured.interface.link_type, captured.bytes, storage);
    if (captured.truncated() || !ethernet) {
      const FrameRecord skipped = make_skipped_record(captured.number);
      report.add(skipped, 0, to_json(skipped));
      continue;
    }
    const ReplayedFrame frame = prepare_for_replay(*ethernet);
    const FrameRecord record = make_record(captured.number, frame.bytes, frame.mac_error, options);
    report.add(record, frame.bytes.size(), to_json(record));
  }
  report.finish();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: frame_records CAPTURE\n", stderr);
    return 2;
  }
  try {
    print_records(argv[1]);
  } catch (const CaptureError& error) {
    std::fprintf(stderr, "frame_records: %s\n", error.what());
    return 2;
  }
  return std::cout.flush() ? 0 : 2;
}
