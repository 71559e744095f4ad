// SPDX-License-Identifier: Apache-2.0
//
// The QPs of the two guests of a kernel capture, from what the guests printed (index.json), and
// for the stock programs, which print less, from the capture's packets. Test code: not installed.
//
//   for (const KernelQp& qp : qps_of_guest(scenario, capture, Guest::kB)) …
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/rx/frame_check.h"
#include "models/rx/replay_rules.h"
#include "models/rx/rx_qp.h"
#include "models/rx/vector_files.h"

namespace rnic::model::testing {

enum class Guest { kA, kB };  // A is the requester (both may send), B the responder

struct KernelQp {
  RxQpConfig config{};
  std::uint32_t peer_qpn = 0;
  std::optional<std::uint32_t> final_rq_psn = std::nullopt;  // what the kernel reported at the end
  std::optional<unsigned> final_state = std::nullopt;        // 3 ready to send, 6 error
};

// Captures in which the kernel refuses by what the receive rules do not judge: keys, access rights,
// receive buffers. From its first such answer on a QP the two go different ways.
inline const std::set<std::string>& refused_by_later_stages() {
  static const std::set<std::string> kNames = {
      "nak_bad_rkey_atomic", "nak_bad_rkey_write",     "nak_bad_rkey_write_multi",
      "nak_out_of_bounds",   "nak_read_out_of_bounds", "send_inv",  // keys
      "nak_qp_no_read",                                             // rights: NAK invalid request
      "nak_send_too_long",   "rnr_exceeded",           "rnr_nak"};  // receive buffers
  return kNames;
}

// "rxe's receiver drops everything for good (its expected PSN stays), a receiver by the book takes
// the next FIRST/ONLY packet" (vectors/README.md).
inline bool kernel_stays_deaf(const std::string& scenario) { return scenario == "uc_write_lost"; }

// What this guest printed.
inline const nlohmann::json& lines_of_guest(const nlohmann::json& capture, Guest guest) {
  return capture[guest == Guest::kA ? "requester" : "responder"];
}

// The file that holds what this guest saw.
inline std::string file_of_guest(const std::string& scenario, const nlohmann::json& capture,
                                 Guest guest) {
  const std::string own = scenario + ".req.pcap";
  return guest == Guest::kA && capture["files"].contains(own) ? own : scenario + ".pcap";
}

// "KEY=0x12" in a line; nothing if it is not there.
inline std::optional<std::uint32_t> field_of(const std::string& line, const std::string& key) {
  const auto at = line.find(" " + key + "=");
  if (at == std::string::npos) return std::nullopt;
  return static_cast<std::uint32_t>(std::stoul(line.substr(at + key.size() + 2), nullptr, 0));
}

// From LOCAL, REMOTE and FINAL lines; those of a guest's second QP begin with "Q2 ".
inline std::vector<KernelQp> printed_qps(const nlohmann::json& lines) {
  std::map<bool, KernelQp> qps;
  for (const nlohmann::json& entry : lines) {
    std::string line = entry.get<std::string>();
    const bool second = line.starts_with("Q2 ");
    if (second) line.erase(0, 3);
    if (line.starts_with("LOCAL ")) {
      RxQpConfig& config = qps[second].config;
      config.qpn = field_of(line, "qpn").value();
      config.pmtu = field_of(line, "mtu").value();
      config.sq_una = config.sq_psn = field_of(line, "psn").value();
      if (line.find(" type=uc") != std::string::npos) config.type = QpType::kUc;
      if (line.find(" type=ud") != std::string::npos) config.type = QpType::kUd;
    } else if (line.starts_with("REMOTE ")) {
      qps[second].peer_qpn = field_of(line, "qpn").value();
      qps[second].config.rq_psn = field_of(line, "psn").value();
    } else if (line.starts_with("FINAL ")) {
      qps[second].config.sq_psn = field_of(line, "sq_psn").value();
      qps[second].final_rq_psn = field_of(line, "rq_psn").value();
      qps[second].final_state = field_of(line, "qp_state").value();
    }
  }
  std::vector<KernelQp> found;
  for (const auto& [second, qp] : qps) found.push_back(qp);
  return found;
}

inline bool is_request(Operation operation) noexcept {
  return operation == Operation::kSend || operation == Operation::kWrite ||
         operation == Operation::kReadRequest || operation == Operation::kCompareSwap ||
         operation == Operation::kFetchAdd;
}

// The packets of a capture with which nothing is wrong, in order.
inline std::vector<FrameCheck> packets_of(const std::string& file) {
  std::vector<FrameCheck> packets;
  for (const ByteVector& frame : read_frames("rx/" + file)) {
    const ReplayedFrame replayed = prepare_for_replay(frame);
    FrameCheck check = check_frame(replayed.bytes, replayed.mac_error);
    if (!check.reason) packets.push_back(std::move(check));
  }
  return packets;
}

// The QPs that got packets at this address: type, Q_Key and first PSN from their first request,
// the window around the answers they got. The peer is whom an answer to their request went to.
inline std::vector<KernelQp> learned_qps(const std::string& file, const Ipv4Address& host,
                                         std::uint32_t pmtu) {
  std::map<std::uint32_t, KernelQp> qps;
  std::set<std::uint32_t> asked;
  std::set<std::uint32_t> answered;
  std::map<std::uint32_t, std::uint32_t> asked_by_psn;
  for (const FrameCheck& packet : packets_of(file)) {
    const BthHeader& bth = packet.frame->bth;
    const bool request = is_request(packet.opcode->operation);
    if (std::get<Ipv4Header>(packet.frame->ip).destination != host) {
      const auto ours = asked_by_psn.find(bth.psn);
      if (!request && ours != asked_by_psn.end()) qps[ours->second].peer_qpn = bth.dest_qp;
      continue;
    }
    RxQpConfig& config = qps[bth.dest_qp].config;
    config.qpn = bth.dest_qp;
    config.pmtu = pmtu;
    if (!request) {
      if (answered.insert(bth.dest_qp).second) config.sq_una = bth.psn;
      config.sq_psn = psn_add(bth.psn, 1);
      continue;
    }
    asked_by_psn[bth.psn] = bth.dest_qp;
    if (!asked.insert(bth.dest_qp).second) continue;
    config.rq_psn = bth.psn;
    if (packet.opcode->transport == Transport::kUc) config.type = QpType::kUc;
    if (packet.opcode->transport == Transport::kUd) config.type = QpType::kUd;
    if (packet.frame->deth) config.qkey = packet.frame->deth->queue_key;
  }
  std::vector<KernelQp> found;
  for (const auto& [qpn, qp] : qps) found.push_back(qp);
  return found;
}

// All QPs of one guest. A Q_Key is in no print: it comes from the capture.
inline std::vector<KernelQp> qps_of_guest(const std::string& scenario,
                                          const nlohmann::json& capture, Guest guest) {
  const std::string file = file_of_guest(scenario, capture, guest);
  std::vector<KernelQp> qps = printed_qps(lines_of_guest(capture, guest));
  const std::uint8_t host = guest == Guest::kA ? 1 : 2;
  if (qps.empty() && capture["group"] == "tools") {
    return learned_qps(file, {10, 77, 0, host}, capture["mtu"].get<std::uint32_t>());
  }
  for (KernelQp& qp : qps) {
    if (qp.config.type != QpType::kUd) continue;
    for (const FrameCheck& packet : packets_of(file)) {
      if (packet.frame->bth.dest_qp == qp.config.qpn && packet.frame->deth) {
        qp.config.qkey = packet.frame->deth->queue_key;
      }
    }
  }
  return qps;
}

}  // namespace rnic::model::testing
