// SPDX-License-Identifier: Apache-2.0
//
// The record that a report has for each frame, as far as frame, ICRC and QoS go. Verdicts on RoCE
// frames need QP state and are not made here: `verdict` and `reason` are absent for them.
//
//   const DscpMap map = DscpMap::basepod();
//   const FrameRecord record = make_record(1, captured, {.map = map});
//   fmt::print("{}\n", to_json(record).dump());
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "models/qos/dscp_map.h"
#include "models/rx/frame_gate.h"
#include "models/wire/byte_io.h"
#include "models/wire/ethernet.h"

namespace rnic::model {

// What is known of every RoCE frame, trusted or not.
struct RoceRecord {
  std::uint8_t opcode = 0;
  std::string_view opcode_name;  // empty for an unknown opcode
  std::uint32_t qpn = 0;         // BTH DestQP
  std::uint32_t psn = 0;
  bool icrc_ok = false;
  std::uint32_t icrc_got = 0;  // values as in IcrcCheck
  std::uint32_t icrc_want = 0;
  std::optional<VlanTag> tag = std::nullopt;
  std::uint8_t traffic_class = 0;
  std::uint8_t priority = 0;  // of the DSCP, by the site's map
  bool pcp_mismatch = false;  // tagged (VID 0 too) and PCP is not the priority
  bool lossy_roce = false;    // the priority is outside the lossless mask
  std::uint8_t ecn = 0;

  bool operator==(const RoceRecord&) const = default;
};

struct FrameRecord {
  std::uint64_t frame = 0;                        // 1-based, as Wireshark numbers the file
  std::optional<Verdict> verdict = std::nullopt;  // absent: not decided yet
  FrameReason reason = FrameReason::kNone;
  std::optional<RoceRecord> roce = std::nullopt;  // there if and only if it is a RoCE frame

  bool operator==(const FrameRecord&) const = default;
};

struct RecordOptions {
  DscpMap map{};
  std::optional<MacAddress> our_mac = std::nullopt;  // switches the MAC filter on
};

// The record of a frame as it arrives, for example out of prepare_for_replay().
FrameRecord make_record(std::uint64_t number, ByteSpan frame, bool mac_error,
                        const RecordOptions& options);
// The same for a captured frame: prepare_for_replay() comes first.
FrameRecord make_record(std::uint64_t number, ByteSpan captured, const RecordOptions& options);
// The record of a frame that a capture holds only in part.
FrameRecord make_skipped_record(std::uint64_t number) noexcept;

// Keys: frame, verdict, reason, opcode, opcode_name, qpn, psn, icrc ("ok", "bad"), priority,
// pcp_mismatch, lossy_roce, ecn. All are always there, null where there is nothing to say.
nlohmann::ordered_json to_json(const FrameRecord& record);

}  // namespace rnic::model
