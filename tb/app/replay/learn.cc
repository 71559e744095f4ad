// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/learn.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "models/wire/frame.h"
#include "models/wire/opcode.h"
#include "models/wire/psn.h"

namespace rnic::app {
namespace {

using model::Operation;
using model::QpType;
using model::Transport;

constexpr std::uint32_t kSmallestPmtu = 256;
constexpr std::uint32_t kGreatestPmtu = 4096;
// READs that wait for their answer; a capture of requests alone has no answers.
constexpr std::size_t kMostReads = 65'536;

std::pair<model::IpAddress, model::IpAddress> addresses_of(const model::RoceFrame& frame) {
  return std::visit(
      [](const auto& ip) {
        return std::pair<model::IpAddress, model::IpAddress>(ip.source, ip.destination);
      },
      frame.ip);
}

// Nothing for a CNP, which fits two types.
std::optional<QpType> type_of(const model::OpcodeInfo& opcode) {
  switch (opcode.transport) {
    case Transport::kRc:
      return QpType::kRc;
    case Transport::kUc:
      return QpType::kUc;
    case Transport::kUd:
      return QpType::kUd;
    default:
      return std::nullopt;
  }
}

bool is_response(const model::OpcodeInfo& opcode) {
  return opcode.operation == Operation::kReadResponse ||
         opcode.operation == Operation::kAcknowledge ||
         opcode.operation == Operation::kAtomicAcknowledge;
}

bool is_full_packet(const model::OpcodeInfo& opcode) { return !opcode.ends_message(); }

template <typename Votes>
void vote(Votes& votes, std::uint32_t payload) {
  if (!std::has_single_bit(payload) || payload < kSmallestPmtu || payload > kGreatestPmtu) return;
  ++votes[static_cast<std::size_t>(std::countr_zero(payload / kSmallestPmtu))];
}

// Of equals the smallest.
template <typename Votes>
std::optional<std::uint32_t> winner(const Votes& votes) {
  const auto most = std::ranges::max_element(votes);
  if (*most == 0) return std::nullopt;
  return kSmallestPmtu << (most - votes.begin());
}

}  // namespace

bool Learner::is_for_us(const model::RoceFrame& frame) const {
  const model::MacAddress& destination = frame.ethernet.destination;
  return !our_mac_ || destination == *our_mac_ || model::is_group(destination);
}

void Learner::look_at(const model::ReplayedFrame& frame) {
  const model::FrameCheck check = model::check_frame(frame.bytes, frame.mac_error);
  if (check.reason) return;
  if (check.opcode->operation == Operation::kReadResponse) learn_from_answer(check);
  if (!is_for_us(*check.frame)) return;
  if (const auto place = find_or_add(*check.frame)) learn(*place, check);
}

std::optional<Learner::QpPlace> Learner::find_or_add(const model::RoceFrame& frame) {
  const model::IpAddress address = addresses_of(frame).second;
  const auto [at, is_new_nic] = nic_at_.try_emplace(address, nics_.size());
  if (is_new_nic) nics_.push_back({.address = address});
  Nic& nic = nics_[at->second];
  const std::uint32_t qpn = frame.bth.dest_qp;
  const std::size_t index = qpn % num_qps_;
  const auto [entry, is_new_qp] = nic.entries.try_emplace(index, nic.qps.size());
  if (is_new_qp) nic.qps.push_back({.qpn = qpn, .pkey = frame.bth.pkey});
  const std::uint32_t held = nic.qps[entry->second].qpn;
  if (held == qpn) return QpPlace{at->second, entry->second};
  if (nic.refused.insert(qpn).second) {
    clashes_.push_back(
        {.address = address, .clash = {.held = held, .refused = qpn, .index = index}});
  }
  return std::nullopt;
}

void Learner::learn(const QpPlace& place, const model::FrameCheck& check) {
  Qp& qp = nics_[place.nic].qps[place.qp];
  const model::RoceFrame& frame = *check.frame;
  const model::OpcodeInfo& opcode = *check.opcode;
  const auto type = type_of(opcode);
  if (!type) return;
  if (!qp.type) qp.type = type;
  if (*qp.type != *type) return;
  const std::uint32_t psn = frame.bth.psn;
  if (frame.deth && !qp.qkey) qp.qkey = frame.deth->queue_key;
  qp.longest = std::max(qp.longest, check.payload_bytes);
  if (is_response(opcode)) {
    if (!qp.window) qp.window = Window{.first = psn};
    const std::int32_t distance = model::psn_distance(qp.window->first, psn);
    qp.window->lowest = std::min(qp.window->lowest, distance);
    qp.window->highest = std::max(qp.window->highest, distance);
    if (opcode.operation == Operation::kReadResponse) note_read_response(qp, check);
    return;
  }
  if (!qp.rq_psn) qp.rq_psn = psn;
  if (is_full_packet(opcode)) vote(qp.requests, check.payload_bytes);
  if (opcode.operation == Operation::kReadRequest && reads_.size() < kMostReads) {
    const auto [requester, responder] = addresses_of(frame);
    reads_.insert_or_assign({responder, requester, psn}, place);
  }
}

void Learner::note_read_response(Qp& qp, const model::FrameCheck& check) {
  if (is_full_packet(*check.opcode)) vote(qp.read_responses, check.payload_bytes);
  qp.longest = std::max(qp.longest, check.payload_bytes);
}

// The packet with the READ's own PSN, the First or Only, is all there is to find it by.
void Learner::learn_from_answer(const model::FrameCheck& check) {
  const auto [responder, requester] = addresses_of(*check.frame);
  const auto read = reads_.find({responder, requester, check.frame->bth.psn});
  if (read == reads_.end()) return;
  note_read_response(nics_[read->second.nic].qps[read->second.qp], check);
  reads_.erase(read);
}

model::RxQpConfig Learner::config_of(const Qp& qp) {
  model::RxQpConfig config{.type = qp.type.value_or(QpType::kRc), .qpn = qp.qpn};
  config.pkey = qp.pkey;
  config.qkey = qp.qkey.value_or(0);
  config.rq_psn = qp.rq_psn.value_or(0);
  if (qp.window) {
    config.sq_una = model::psn_add(qp.window->first, qp.window->lowest);
    config.sq_psn = model::psn_add(qp.window->first, qp.window->highest + 1);
  }
  if (const auto requests = winner(qp.requests)) {
    config.pmtu = *requests;
  } else if (const auto responses = winner(qp.read_responses)) {
    config.pmtu = *responses;
  } else {
    config.pmtu = std::bit_ceil(std::clamp(qp.longest, kSmallestPmtu, kGreatestPmtu));
  }
  return config;
}

Learned Learner::learned() const {
  Learned learned{.nics = {}, .clashes = clashes_};
  for (const Nic& nic : nics_) {
    learned.nics.push_back({.address = nic.address});
    for (const Qp& qp : nic.qps) learned.nics.back().qps.push_back(config_of(qp));
  }
  return learned;
}

}  // namespace rnic::app
