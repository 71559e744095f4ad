// SPDX-License-Identifier: Apache-2.0
#include "models/rx/frame_record.h"

#include <nlohmann/json.hpp>
#include <string>

#include "models/crc/icrc.h"
#include "models/rx/replay_rules.h"
#include "models/wire/frame.h"

namespace rnic::model {
namespace {

RoceRecord make_roce_record(const RoceFrame& frame, const IcrcCheck& check, const DscpMap& map) {
  RoceRecord record;
  record.opcode = frame.bth.opcode;
  if (const OpcodeInfo* info = find_opcode(frame.bth.opcode)) record.opcode_name = info->name;
  record.qpn = frame.bth.dest_qp;
  record.psn = frame.bth.psn;
  record.icrc_ok = check.ok();
  record.icrc_got = check.got;
  record.icrc_want = check.want;
  record.tag = frame.ethernet.tag;
  record.traffic_class = traffic_class(frame.ip);
  record.priority = map.priority(dscp_of(record.traffic_class));
  record.pcp_mismatch = record.tag && record.tag->pcp() != record.priority;
  record.lossy_roce = !map.is_lossless(record.priority);
  record.ecn = ecn_of(record.traffic_class);
  return record;
}

// null for an empty text
nlohmann::ordered_json text_or_null(std::string_view text) {
  if (text.empty()) return nullptr;
  return std::string(text);
}

}  // namespace

FrameRecord make_record(std::uint64_t number, ByteSpan frame, bool mac_error,
                        const RecordOptions& options) {
  FrameRecord record{.frame = number, .reason = judge_frame(frame, mac_error, options.our_mac)};
  record.verdict = verdict_of(record.reason);
  if (record.reason != FrameReason::kNone) return record;
  const auto decoded = decode(frame);
  const auto check = check_icrc(frame);
  if (decoded && check) record.roce = make_roce_record(*decoded, *check, options.map);
  return record;
}

FrameRecord make_record(std::uint64_t number, ByteSpan captured, const RecordOptions& options) {
  const ReplayedFrame replayed = prepare_for_replay(captured);
  return make_record(number, replayed.bytes, replayed.mac_error, options);
}

FrameRecord make_skipped_record(std::uint64_t number) noexcept {
  return {.frame = number, .verdict = Verdict::kSkipped};
}

nlohmann::ordered_json to_json(const FrameRecord& record) {
  nlohmann::ordered_json json;
  json["frame"] = record.frame;
  json["verdict"] = record.verdict ? text_or_null(name_of(*record.verdict)) : nullptr;
  json["reason"] = text_or_null(name_of(record.reason));
  if (record.roce) {
    const RoceRecord& roce = *record.roce;
    json["opcode"] = roce.opcode;
    json["opcode_name"] = text_or_null(roce.opcode_name);
    json["qpn"] = roce.qpn;
    json["psn"] = roce.psn;
    json["icrc"] = roce.icrc_ok ? "ok" : "bad";
    json["priority"] = roce.priority;
    json["pcp_mismatch"] = roce.pcp_mismatch;
    json["lossy_roce"] = roce.lossy_roce;
    json["ecn"] = roce.ecn;
  } else {
    for (const char* key : {"opcode", "opcode_name", "qpn", "psn", "icrc", "priority",
                            "pcp_mismatch", "lossy_roce", "ecn"}) {
      json[key] = nullptr;
    }
  }
  return json;
}

}  // namespace rnic::model
