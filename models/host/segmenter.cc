// SPDX-License-Identifier: Apache-2.0
#include "models/host/segmenter.h"

#include <algorithm>

namespace rnic::model {
namespace {

Transport transport_of_type(QpType type) noexcept {
  switch (type) {
    case QpType::kUc:
      return Transport::kUc;
    case QpType::kUd:
      return Transport::kUd;
    case QpType::kRc:
      break;
  }
  return Transport::kRc;
}

Operation operation_of(WqeOpcode opcode) noexcept {
  switch (opcode) {
    case WqeOpcode::kWrite:
    case WqeOpcode::kWriteImm:
      return Operation::kWrite;
    case WqeOpcode::kRead:
      return Operation::kReadRequest;
    case WqeOpcode::kCompareSwap:
      return Operation::kCompareSwap;
    case WqeOpcode::kFetchAdd:
      return Operation::kFetchAdd;
    case WqeOpcode::kSend:
    case WqeOpcode::kSendImm:
    case WqeOpcode::kSendInv:
      break;
  }
  return Operation::kSend;
}

bool has_payload(WqeOpcode opcode) noexcept {
  const Operation operation = operation_of(opcode);
  return operation == Operation::kSend || operation == Operation::kWrite;
}

bool carries(const OpcodeInfo& info, Extension extension) noexcept {
  return std::ranges::find(info.extensions, extension) != info.extensions.end();
}

// The one opcode of its transport, operation and place that has the right header at the end.
Opcode wire_opcode(QpType type, WqeOpcode opcode, Place place) noexcept {
  const bool ends = place == Place::kLast || place == Place::kOnly;
  const bool immediate = ends && (opcode == WqeOpcode::kSendImm || opcode == WqeOpcode::kWriteImm);
  const bool invalidate = ends && opcode == WqeOpcode::kSendInv;
  const auto fits = [&](const OpcodeInfo& info) {
    return info.transport == transport_of_type(type) && info.operation == operation_of(opcode) &&
           info.place == place && carries(info, Extension::kImmDt) == immediate &&
           carries(info, Extension::kIeth) == invalidate;
  };
  return std::ranges::find_if(all_opcodes(), fits)->opcode;
}

// A plain WRITE raises no event at the other end, nor do READ and atomics.
bool may_be_solicited(WqeOpcode opcode) noexcept {
  return operation_of(opcode) == Operation::kSend || opcode == WqeOpcode::kWriteImm;
}

}  // namespace

Segmenter::Segmenter(const Wqe& wqe, QpType type, std::uint32_t pmtu,
                     std::uint32_t ackreq_every) noexcept
    : operation_(static_cast<WqeOpcode>(wqe.opcode)),
      solicited_(wqe.solicited() && may_be_solicited(operation_)),
      type_(type),
      pmtu_(pmtu),
      ackreq_every_(ackreq_every),
      length_(wqe.length()) {
  const std::uint64_t pieces_of_pmtu = std::max<std::uint64_t>(1, (length_ + pmtu_ - 1) / pmtu_);
  packets_ = has_payload(operation_) ? pieces_of_pmtu : 1;
  psns_ = is_atomic(wqe.opcode) ? 1 : static_cast<std::uint32_t>(pieces_of_pmtu);
}

Place Segmenter::place_of(std::uint64_t k) const noexcept {
  if (packets_ == 1) return Place::kOnly;
  if (k == 0) return Place::kFirst;
  return k + 1 == packets_ ? Place::kLast : Place::kMiddle;
}

PacketPlan Segmenter::packet(std::uint64_t k) const noexcept {
  const bool last = k + 1 == packets_;
  const bool due = ackreq_every_ != 0 && k % ackreq_every_ == ackreq_every_ - 1;
  PacketPlan plan{.opcode = wire_opcode(type_, operation_, place_of(k)),
                  .psn_offset = static_cast<std::uint32_t>(k),
                  .payload_offset = k * pmtu_,
                  .solicited = last && solicited_,
                  .ack_request = type_ == QpType::kRc && (last || due)};
  if (has_payload(operation_)) {
    plan.payload_bytes =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(pmtu_, length_ - plan.payload_offset));
  }
  return plan;
}

}  // namespace rnic::model
