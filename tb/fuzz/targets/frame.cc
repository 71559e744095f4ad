// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as an Ethernet frame: what decode() takes apart encode() puts together again, byte for
// byte; gate, frame check, decoder and ICRC agree with each other; and what complete() makes right
// is found right.
#include "models/wire/frame.h"

#include <algorithm>

#include "models/crc/icrc.h"
#include "models/rx/frame_check.h"
#include "models/rx/replay_rules.h"
#include "tb/fuzz/fuzz_target.h"

namespace rnic::fuzz {
namespace {

using model::ByteSpan;
using model::ByteVector;

void check_codec(ByteSpan bytes) {
  const auto frame = model::decode(bytes);
  if (!frame) return;
  const ByteVector again = model::encode(*frame);
  require(std::ranges::equal(again, bytes), "encode(decode(frame)) is the frame");
  require(model::frame_bytes(*frame) == bytes.size(), "frame_bytes() is the frame's size");
  require(model::decode(again) == frame, "decode(encode(fields)) are the fields");
}

void check_verdict(ByteSpan bytes, bool mac_error) {
  const model::FrameCheck check = model::check_frame(bytes, mac_error);
  const model::FrameCheck again = model::check_frame(bytes, mac_error);
  require(check.reason == again.reason && check.frame == again.frame &&
              check.icrc_ok == again.icrc_ok && check.payload_bytes == again.payload_bytes,
          "a frame checked twice is the same twice");
  const model::FrameReason gate = model::judge_frame(bytes, mac_error);
  require((gate == model::FrameReason::kNone) == check.frame.has_value(),
          "a frame passes the gate where its fields are known");
  if (check.icrc_ok) {
    require(check.length_ok, "the ICRC is looked at once the length is right");
    const auto icrc = model::check_icrc(bytes);
    require(icrc && icrc->ok() == *check.icrc_ok, "frame check and ICRC check agree");
    require(icrc->got == check.frame->icrc, "the ICRC is the decoded one");
  }
  if (!check.length_ok) return;
  const std::size_t end = check.payload_offset + check.payload_bytes + check.pad;
  require(end + model::kIcrcBytes + check.frame->trailer.size() == bytes.size(),
          "payload, pad, ICRC and trailer end the frame");
  require(std::ranges::equal(bytes.subspan(check.payload_offset, check.payload_bytes),
                             check.frame->payload),
          "the payload is the decoded one");
}

// Whatever the fields were, complete() makes a frame that nothing is wrong with, as far as opcode
// and TVer allow.
void check_complete(ByteSpan bytes) {
  auto frame = model::decode(bytes);
  if (!frame || model::find_opcode(frame->bth.opcode) == nullptr) return;
  if (!model::find_opcode(frame->bth.opcode)->may_carry_payload()) return;
  frame->bth.transport_version = 0;
  model::complete(*frame);
  if (model::ip_packet_bytes(*frame) > 0xFFFF) return;  // no length field holds it
  const ByteVector made = model::encode(*frame);
  const model::FrameCheck check = model::check_frame(made, false);
  if (check.reason == model::Reason::kLength) return;  // too short for its extended headers
  require(!check.reason, "complete() makes a right frame");
  require(check.icrc_ok == true, "complete() makes a right ICRC");
}

}  // namespace
}  // namespace rnic::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rnic;
  const model::ByteSpan bytes(data, size);
  fuzz::check_codec(bytes);
  fuzz::check_verdict(bytes, false);
  fuzz::check_complete(bytes);
  (void)model::decode_outer(bytes);
  (void)model::icrc(bytes);
  const model::ReplayedFrame replayed = model::prepare_for_replay(bytes);
  fuzz::require(replayed.bytes.size() >= 60 && replayed.bytes.size() <= 9600,
                "a replayed frame has 60 to 9,600 bytes");
  fuzz::check_verdict(replayed.bytes, replayed.mac_error);
  return 0;
}
