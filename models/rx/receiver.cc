// SPDX-License-Identifier: Apache-2.0
#include "models/rx/receiver.h"

#include <fmt/format.h>

#include "models/rc/rc_responder.h"
#include "models/rc/response_window.h"
#include "models/rc/uc_responder.h"
#include "models/rc/ud_responder.h"

namespace rnic::model {
namespace {

bool fits(Transport transport, QpType type) noexcept {
  switch (transport) {
    case Transport::kRc:
      return type == QpType::kRc;
    case Transport::kUc:
      return type == QpType::kUc;
    case Transport::kUd:
      return type == QpType::kUd;
    case Transport::kCnp:
      return type == QpType::kRc || type == QpType::kUc;
    default:
      return false;
  }
}

bool is_response(Operation operation) noexcept {
  return operation == Operation::kAcknowledge || operation == Operation::kReadResponse ||
         operation == Operation::kAtomicAcknowledge;
}

// Source and destination as the sender of the frame sees them.
struct Addresses {
  IpAddress source;
  IpAddress destination;
};

Addresses addresses_of(const IpHeader& ip) {
  return std::visit(
      [](const auto& header) {
        return Addresses{header.source, header.destination};
      },
      ip);
}

bool address_fits(const RxQpConfig& config, const IpHeader& ip) {
  const auto [source, destination] = addresses_of(ip);
  return (!config.source_ip || destination == *config.source_ip) &&
         (!config.destination_ip || source == *config.destination_ip);
}

bool vlan_fits(const RxQpConfig& config, const EthernetHeader& ethernet) noexcept {
  if (!config.vlan) return true;
  const std::uint16_t none = 0;  // the VID of a priority tag
  return (ethernet.tag ? ethernet.tag->vid() : none) == *config.vlan;
}

bool pkey_fits(std::uint16_t ours, std::uint16_t theirs) noexcept {
  const bool same_partition = ((ours ^ theirs) & 0x7FFF) == 0;
  const bool a_full_member = ((ours | theirs) & 0x8000) != 0;
  return same_partition && a_full_member;
}

// The questions asked of every packet before its transport's own rules.
std::optional<Reason> check_qp(const RxQp* qp, const RoceFrame& frame, const OpcodeInfo& info) {
  if (qp == nullptr || qp->state == QpState::kReset) return Reason::kQpUnknown;
  if (qp->state == QpState::kError) return Reason::kQpError;
  const RxQpConfig& config = qp->config;
  if (!fits(info.transport, config.type)) return Reason::kQpType;
  if (config.type != QpType::kUd) {
    if (!address_fits(config, frame.ip)) return Reason::kAddress;
    if (!vlan_fits(config, frame.ethernet)) return Reason::kVlan;
  }
  if (!pkey_fits(config.pkey, frame.bth.pkey)) return Reason::kPkey;
  if (config.type == QpType::kUd && frame.deth->queue_key != config.qkey) return Reason::kQkey;
  return std::nullopt;
}

Judgement judge(RxQp* qp, const RoceFrame& frame, const OpcodeInfo& info) {
  if (const auto reason = check_qp(qp, frame, info)) return drop(*reason);
  if (info.transport == Transport::kCnp) return {.action = Action::kCnp};
  if (info.transport == Transport::kUc) return judge_uc_request(*qp, frame, info);
  if (info.transport == Transport::kUd) return judge_ud_request(*qp, frame);
  if (is_response(info.operation)) return judge_response(*qp, frame, info);
  return judge_rc_request(*qp, frame, info);
}

// What is said of a RoCE frame beside its verdict.
void describe(RxRecord& record, const RoceFrame& frame, const DscpMap& map) {
  const std::uint8_t tos = traffic_class(frame.ip);
  const std::uint8_t priority = map.priority(dscp_of(tos));
  const auto& tag = frame.ethernet.tag;
  record.opcode = frame.bth.opcode;
  record.qpn = frame.bth.dest_qp;
  record.psn = frame.bth.psn;
  record.priority = priority;
  record.pcp_mismatch = tag && tag->pcp() != priority;
  record.lossy_roce = !map.is_lossless(priority);
  record.ecn = ecn_of(tos);
}

// Bytes whose congestion mark counts: those of SEND, WRITE and READ response.
bool carries_data(Operation operation) noexcept {
  return operation == Operation::kSend || operation == Operation::kWrite ||
         operation == Operation::kReadResponse;
}

}  // namespace

std::string QpnClash::text() const {
  return fmt::format("QPN {:#x} and QPN {:#x} share entry {} of the QP table", held, refused,
                     index);
}

Receiver::Receiver(const ReceiverSettings& settings)
    : settings_(settings), table_(settings.num_qps) {}

std::optional<QpnClash> Receiver::add_qp(const RxQpConfig& config) {
  const std::size_t index = config.qpn % table_.size();
  auto& entry = table_[index];
  if (entry && entry->config.qpn != config.qpn) {
    return QpnClash{.held = entry->config.qpn, .refused = config.qpn, .index = index};
  }
  entry.emplace(config);
  return std::nullopt;
}

RxQp* Receiver::entry_of(std::uint32_t qpn) noexcept {
  auto& entry = table_[qpn % table_.size()];
  return entry && entry->config.qpn == qpn ? &*entry : nullptr;
}

const RxQp* Receiver::find_qp(std::uint32_t qpn) const noexcept {
  const auto& entry = table_[qpn % table_.size()];
  return entry && entry->config.qpn == qpn ? &*entry : nullptr;
}

bool Receiver::set_state(std::uint32_t qpn, QpState state) {
  RxQp* qp = entry_of(qpn);
  if (qp == nullptr) return false;
  if (state == QpState::kReady) *qp = RxQp(qp->config);
  qp->state = state;
  return true;
}

RxRecord Receiver::receive(ByteSpan frame, bool mac_error) {
  const FrameCheck check = check_frame(frame, mac_error, settings_.our_mac);
  RxRecord record;
  if (check.frame) describe(record, *check.frame, settings_.map);
  if (check.length_ok) {
    record.payload_bytes = check.payload_bytes;
    record.payload_offset = check.payload_offset;
    record.pad = check.pad;
  }
  record.icrc_ok = check.icrc_ok;

  if (check.reason) {
    record.verdict = verdict_of_frame(*check.reason);
    record.reason = check.reason;
  } else {
    RxQp* qp = entry_of(check.frame->bth.dest_qp);
    record.ce_counted = qp != nullptr && record.ecn == 3 && carries_data(check.opcode->operation);
    const Judgement judgement = judge(qp, *check.frame, *check.opcode);
    record.verdict = judgement.verdict;
    record.reason = judgement.reason;
    record.region = judgement.region;
    record.action = judgement.action;
    record.answer_psn = judgement.answer_psn;
    record.msn = judgement.msn;
  }
  counters_.count(record, frame.size());
  return record;
}

}  // namespace rnic::model
