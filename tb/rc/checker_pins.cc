// SPDX-License-Identifier: Apache-2.0
#include "tb/rc/checker_pins.h"

#include <fmt/format.h>

#include <algorithm>

#include "tb/harness/rx_codes.h"

namespace rnic::tb {
namespace {

std::string reason_text(uint8_t code) {
  if (code == 0) return "accepted";
  if (code < kReasonOfCode.size() && kReasonOfCode[code]) {
    return std::string(name_of(*kReasonOfCode[code]));
  }
  return fmt::format("reason {}", code);
}

std::string action_text(uint8_t code) {
  if (code == 0) return "null";
  if (code < kActionOfCode.size()) return std::string(name_of(*kActionOfCode[code]));
  return fmt::format("action {}", code);
}

template <size_t N>
void fill(std::array<uint32_t, N>& words, Rng& noise) {
  for (uint32_t& word : words) word = static_cast<uint32_t>(noise.next());
}

// A number as 32-bit words, from its bytes on the wire.
template <size_t N>
std::array<uint32_t, 4> number_from_wire(const std::array<uint8_t, N>& wire) {
  std::array<uint32_t, 4> words{};
  for (size_t i = 0; i < N; ++i) {
    words[i / 4] |= static_cast<uint32_t>(wire[N - 1 - i]) << (8 * (i % 4));
  }
  return words;
}

Judged noise_frame(Rng& noise) {
  Judged frame;
  const uint64_t bits = noise.next();
  frame.reason = 0;
  frame.ecn = bits & 3;
  frame.vlan = (bits >> 2) & 1;
  frame.tci = static_cast<uint16_t>(bits >> 3);
  frame.ipv6 = (bits >> 19) & 1;
  frame.tclass = static_cast<uint8_t>(bits >> 20);
  frame.opcode = static_cast<uint8_t>(bits >> 28);
  frame.ackreq = (bits >> 36) & 1;
  frame.pkey = static_cast<uint16_t>(bits >> 37);
  frame.qpn = noise.next() & 0xffffff;
  frame.psn = noise.next() & 0xffffff;
  frame.payload_offset = (bits >> 53) & 0x7f;
  frame.payload_bytes = noise.next() & 0x3fff;
  frame.pad = (bits >> 60) & 3;
  fill(frame.src_ip, noise);
  fill(frame.dst_ip, noise);
  fill(frame.ext, noise);
  return frame;
}

}  // namespace

Judged judged(model::ByteSpan bytes, bool mac_error, Rng& noise) {
  const model::FrameCheck check = model::check_frame(bytes, mac_error);
  Judged out = noise_frame(noise);
  if (check.reason) out.reason = code_of(*check.reason);
  out.roce = check.frame.has_value();
  out.sized = check.length_ok;
  if (check.icrc_ok) out.icrc = *check.icrc_ok ? 1 : 2;
  if (!check.frame) return out;

  const model::RoceFrame& frame = *check.frame;
  size_t ext_at = frame.ethernet.bytes() + model::kUdpBytes + model::kBthBytes;
  out.vlan = frame.ethernet.tag.has_value();
  if (out.vlan) out.tci = frame.ethernet.tag->tci;
  out.tclass = model::traffic_class(frame.ip);
  out.ecn = out.tclass & 3;
  if (const auto* v4 = std::get_if<model::Ipv4Header>(&frame.ip)) {
    out.ipv6 = false;
    out.src_ip = number_from_wire(v4->source);
    out.dst_ip = number_from_wire(v4->destination);
    ext_at += model::kIpv4Bytes;
  } else {
    const auto& v6 = std::get<model::Ipv6Header>(frame.ip);
    out.ipv6 = true;
    out.src_ip = number_from_wire(v6.source);
    out.dst_ip = number_from_wire(v6.destination);
    ext_at += model::kIpv6Bytes;
  }
  out.opcode = frame.bth.opcode;
  out.ackreq = frame.bth.ack_request;
  out.pkey = frame.bth.pkey;
  out.qpn = frame.bth.dest_qp;
  out.psn = frame.bth.psn;
  for (size_t i = 0; i < 28 && ext_at + i < bytes.size(); ++i) {
    uint32_t& word = out.ext[i / 4];
    const unsigned shift = 8 * (i % 4);
    word = (word & ~(0xffu << shift)) | static_cast<uint32_t>(bytes[ext_at + i]) << shift;
  }
  if (check.length_ok) {
    out.payload_offset = static_cast<uint8_t>(check.payload_offset);
    out.payload_bytes = static_cast<uint16_t>(check.payload_bytes);
    out.pad = check.pad;
  }
  return out;
}

Outcome outcome_of(const model::RxRecord& record) {
  Outcome out{.valid = true};
  out.verdict = static_cast<uint8_t>(record.verdict);  // kAccept .. kNotRoce: 0 .. 4 on both sides
  out.reason = record.reason ? code_of(*record.reason) : uint8_t{0};
  out.action = record.action ? code_of(*record.action) : uint8_t{0};
  if (record.region) {
    switch (*record.region) {
      case model::Region::kExpected:
        out.region = 1;
        break;
      case model::Region::kDuplicate:
        out.region = 2;
        break;
      case model::Region::kAhead:
        out.region = 3;
        break;
    }
  }
  out.answered = record.answer_psn.has_value();
  out.answer_psn = record.answer_psn.value_or(0);
  out.msn = record.msn.value_or(0);
  out.ce = record.ce_counted;
  return out;
}

std::string in_words(const Outcome& outcome) {
  if (!outcome.valid) return "nothing";
  constexpr std::array kVerdicts{"accept", "duplicate", "refuse", "drop", "not_roce"};
  constexpr std::array kRegions{"-", "expected", "duplicate", "ahead"};
  std::string text = outcome.verdict < kVerdicts.size() ? kVerdicts[outcome.verdict] : "?";
  text += fmt::format(" {} region {} action {}", reason_text(outcome.reason),
                      kRegions[outcome.region & 3], action_text(outcome.action));
  if (outcome.answered) text += fmt::format(" {:#x} msn {}", outcome.answer_psn, outcome.msn);
  if (outcome.ce) text += " CE";
  return text;
}

void drive(const JudgedPins& pins, const Judged& frame, Rng& noise) {
  const uint64_t bits = noise.next();
  pins.valid = 1;
  pins.reason = frame.reason;
  pins.roce = frame.roce;
  pins.sized = frame.sized;
  pins.icrc = frame.icrc;
  pins.prio = bits & 7;
  pins.pcp_mismatch = (bits >> 3) & 1;
  pins.lossy = (bits >> 4) & 1;
  pins.ecn = frame.ecn;
  pins.frame_bytes = (bits >> 5) & 0x3fff;
  pins.vlan = frame.vlan;
  pins.tci = frame.tci;
  pins.ipv6 = frame.ipv6;
  pins.tclass = frame.tclass;
  std::ranges::copy(frame.src_ip, pins.src_ip.data());
  std::ranges::copy(frame.dst_ip, pins.dst_ip.data());
  pins.opcode = frame.opcode;
  pins.solicited = (bits >> 20) & 1;
  pins.ackreq = frame.ackreq;
  pins.pkey = frame.pkey;
  pins.qpn = frame.qpn;
  pins.psn = frame.psn;
  std::ranges::copy(frame.ext, pins.ext.data());
  pins.payload_offset = frame.payload_offset;
  pins.payload_bytes = frame.payload_bytes;
  pins.pad = frame.pad;
}

void drive_nothing(const JudgedPins& pins, Rng& noise) {
  drive(pins, noise_frame(noise), noise);
  pins.valid = 0;
}

Outcome read(const RecordPins& pins) {
  if (!pins.valid) return {};
  Outcome out{.valid = true,
              .verdict = pins.verdict,
              .reason = pins.reason,
              .region = pins.region,
              .action = pins.action,
              .answered = pins.answered != 0,
              .ce = pins.ce != 0};
  if (out.answered) {
    out.answer_psn = pins.answer_psn;
    out.msn = pins.msn;
  }
  return out;
}

}  // namespace rnic::tb
