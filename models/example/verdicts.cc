// SPDX-License-Identifier: Apache-2.0
//
// What the receive side says of each frame of a capture, for one RC QP that is given by hand.
//
//   verdicts vectors/rx/lost_first.pcap 0x2d6 1024 0x100   # QPN, path MTU, first PSN expected
//   frame 1: refuse psn_ahead nak_seq 0x000100
#include <models/pcap/capture_reader.h>
#include <models/rx/receiver.h>
#include <models/rx/replay_rules.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace rnic::model;

std::uint32_t number(const char* text) {
  return static_cast<std::uint32_t>(std::strtoul(text, nullptr, 0));
}

void print(std::uint64_t frame, const RxRecord& record) {
  std::string line(name_of(record.verdict));
  if (record.reason) line.append(" ").append(name_of(*record.reason));
  if (record.action) line.append(" ").append(name_of(*record.action));
  std::printf("frame %llu: %s", static_cast<unsigned long long>(frame), line.c_str());
  if (record.answer_psn) std::printf(" 0x%06x", static_cast<unsigned>(*record.answer_psn));
  std::printf("\n");
}

void print_verdicts(const char* file, const RxQpConfig& qp) {
  Receiver receiver({.map = DscpMap::basepod()});
  receiver.add_qp(qp);
  CaptureReader capture(file);
  for (CaptureFrame captured; capture.next(captured);) {
    if (captured.truncated()) continue;
    const ReplayedFrame frame = prepare_for_replay(captured.bytes);
    print(captured.number, receiver.receive(frame.bytes, frame.mac_error));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("usage: verdicts CAPTURE QPN PMTU PSN\n", stderr);
    return 2;
  }
  try {
    print_verdicts(argv[1],
                   {.qpn = number(argv[2]), .pmtu = number(argv[3]), .rq_psn = number(argv[4])});
  } catch (const CaptureError& error) {
    std::fprintf(stderr, "verdicts: %s\n", error.what());
    return 2;
  }
  return 0;
}
