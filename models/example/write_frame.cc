// SPDX-License-Identifier: Apache-2.0
//
// Builds an RDMA WRITE frame, prints its bytes and its ICRC, takes the bytes apart again, then
// damages one bit and sees the ICRC notice.
#include <models/crc/icrc.h>
#include <models/qos/source_port.h>
#include <models/rx/frame_gate.h>
#include <models/wire/frame.h>

#include <cstdio>

namespace {

using namespace rnic::model;

RoceFrame make_write() {
  Ipv4Header ip;
  ip.source = {10, 0, 0, 1};
  ip.destination = {10, 0, 0, 2};
  ip.traffic_class = 46 << 2 | 2;  // DSCP 46, ECT(0)

  RoceFrame frame;
  frame.ethernet.destination = {0x02, 0, 0, 0, 0, 0x02};
  frame.ethernet.source = {0x02, 0, 0, 0, 0, 0x01};
  frame.ip = ip;
  frame.udp.source_port = connected_source_port(0, 0x11, 0x12);
  frame.bth.opcode = to_byte(Opcode::kRcRdmaWriteOnly);
  frame.bth.dest_qp = 0x12;
  frame.bth.psn = 0x100;
  frame.bth.ack_request = true;
  frame.payload = {'h', 'e', 'l', 'l', 'o'};
  frame.reth = Reth{.virtual_address = 0x100000000000, .remote_key = 0x1234, .dma_length = 5};
  complete(frame);  // pad, lengths, checksum and ICRC follow from the rest
  return frame;
}

const char* verdict_on(const ByteVector& bytes) {
  if (judge_frame(bytes, /*mac_error=*/false) != FrameReason::kNone) return "no RoCE frame";
  return check_icrc(bytes)->ok() ? "ICRC ok" : "ICRC bad";
}

}  // namespace

int main() {
  const RoceFrame frame = make_write();
  ByteVector bytes = encode(frame);
  for (const std::uint8_t byte : bytes) std::printf("%02x", byte);
  const auto wire = icrc_to_wire(frame.icrc);
  std::printf("\nICRC %02x %02x %02x %02x\n", wire[0], wire[1], wire[2], wire[3]);

  const auto again = decode(bytes);
  if (!again || *again != frame) {
    std::puts("does not come back as it was");
    return 1;
  }
  const OpcodeInfo* info = find_opcode(again->bth.opcode);
  std::printf("%.*s of %zu bytes to address 0x%llx, pad %u\n", static_cast<int>(info->name.size()),
              info->name.data(), again->payload.size(),
              static_cast<unsigned long long>(again->reth->virtual_address),
              unsigned{again->bth.pad_count});

  std::printf("as it is: %s\n", verdict_on(bytes));
  bytes[60] ^= 0x01;
  std::printf("one bit flipped: %s\n", verdict_on(bytes));
  return 0;
}
