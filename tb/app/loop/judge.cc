// SPDX-License-Identifier: Apache-2.0
#include "tb/app/loop/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "models/wire/frame.h"
#include "models/wire/opcode.h"

namespace rnic::app {
namespace {

bool is_taken(const model::RxRecord& record) {
  return record.verdict == model::Verdict::kAccept || record.verdict == model::Verdict::kDuplicate;
}

bool ends_message(const model::RxRecord& record) {
  const model::OpcodeInfo* info = model::find_opcode(record.opcode.value_or(0));
  return info != nullptr && info->ends_message();
}

// `length` bytes of a message from `offset` on; nothing where memory does not answer.
std::optional<model::ByteVector> gather(const model::HostMemory& memory, const model::Wqe& wqe,
                                        std::uint64_t offset, std::size_t length) {
  model::ByteVector bytes(length);
  std::span<std::uint8_t> rest(bytes);
  for (const model::WqePiece& piece : wqe.pieces) {
    if (offset >= piece.length) {
      offset -= piece.length;
      continue;
    }
    const std::size_t share = std::min<std::uint64_t>(piece.length - offset, rest.size());
    if (!memory.read(piece.address + offset, rest.first(share))) return std::nullopt;
    rest = rest.subspan(share);
    offset = 0;
  }
  if (!rest.empty()) return std::nullopt;
  return bytes;
}

}  // namespace

bool is_protected(model::ByteSpan sent, std::uint32_t bit) {
  const auto frame = model::decode(sent);
  if (!frame) return false;
  const bool is_ipv6 = std::holds_alternative<model::Ipv6Header>(frame->ip);
  const std::size_t packet = model::ip_packet_bytes(*frame);
  const std::size_t ip_at = model::frame_bytes(*frame) - frame->trailer.size() - packet;
  if (bit < 8 * ip_at || bit >= 8 * (ip_at + packet)) return false;
  const std::size_t byte = bit / 8 - ip_at;
  const bool is_low_half = bit % 8 < 4;
  const std::size_t udp = is_ipv6 ? model::kIpv6Bytes : model::kIpv4Bytes;
  const std::size_t bth = udp + 8;
  if (byte == udp + 6 || byte == udp + 7 || byte == bth + 4) return false;
  if (!is_ipv6) return byte != 1 && byte != 8 && byte != 10 && byte != 11;
  // Traffic class and flow label: all of the first word but the version.
  if (byte == 0) return !is_low_half;
  return byte > 3 && byte != 7;
}

Judge::Judge(RxDevice& device, model::Receiver& receiver, const model::HostMemory& memory,
             const WorkConfig& work, std::vector<Lane>& lanes)
    : device_(device), receiver_(receiver), memory_(memory), work_(work), lanes_(lanes) {}

void Judge::push(Arrival arrival) {
  const std::uint64_t frame = device_.push({.bytes = arrival.bytes});
  const model::RxRecord want = receiver_.receive(arrival.bytes, /*mac_error=*/false);
  pending_.push_back({.frame = frame, .judged = {.arrival = std::move(arrival), .want = want}});
}

Judge::Pending* Judge::find(std::uint64_t frame) noexcept {
  const auto it = std::ranges::find(pending_, frame, &Pending::frame);
  return it == pending_.end() ? nullptr : &*it;
}

void Judge::collect() {
  for (auto& answers = device_.answers(); !answers.empty(); answers.pop_front()) {
    take(answers.front());
  }
  for (auto& payload = device_.payload(); !payload.empty(); payload.pop_front()) {
    take(payload.front());
  }
  for (std::string& text : device_.complaints()) complaints_.push_back(std::move(text));
  device_.complaints().clear();
  const bool is_over = device_.is_idle();
  while (!pending_.empty()) {
    Pending& oldest = pending_.front();
    const bool is_due =
        oldest.is_answered && (oldest.has_payload || !oldest.judged.record ||
                               oldest.judged.record->verdict != model::Verdict::kAccept);
    if (!is_due && !is_over) break;
    finish(oldest);
    pending_.pop_front();
  }
}

void Judge::take(const RxAnswer& answer) {
  Pending* pending = find(answer.frame);
  if (pending == nullptr) {
    complaints_.push_back(
        fmt::format("RX a record for frame {}, which is not awaited", answer.frame));
    return;
  }
  JudgedArrival& judged = pending->judged;
  pending->is_answered = true;
  judged.clock = answer.eop_clock;
  judged.record = answer.record;
  for (const RxDifference& difference : differences(judged.want, answer.record)) {
    judged.complaints.push_back(text_of(difference));
  }
  if (const auto& bit = judged.arrival.flipped; bit && answer.record) {
    model::ByteVector sent = judged.arrival.bytes;
    sent[*bit / 8] = static_cast<std::uint8_t>(sent[*bit / 8] ^ 1 << *bit % 8);
    if (is_protected(sent, *bit) && is_taken(*answer.record)) {
      judged.complaints.push_back(
          fmt::format("taken with a flipped bit at byte {}, expected a drop", *bit / 8));
    }
  }
}

std::optional<model::ByteVector> Judge::described(const Origin& origin,
                                                  const model::RxRecord& record) const {
  const Lane& lane = lanes_[origin.lane];
  const WqeConfig& config = work_.wqes[lane.messages[origin.message].config];
  const std::uint64_t offset = std::uint64_t{origin.packet} * lane.qp.pmtu;
  const std::size_t length = record.payload_bytes.value_or(0);
  if (config.raw.empty()) return gather(memory_, config.wqe, offset, length);
  const auto decoded = model::decode_wqe(config.raw, lane.qp.type, lane.qp.pmtu);
  const auto* wqe = std::get_if<model::Wqe>(&decoded);
  if (wqe == nullptr) return std::nullopt;
  return gather(memory_, *wqe, offset, length);
}

void Judge::take(const RxPayload& payload) {
  Pending* pending = find(payload.frame);
  if (pending == nullptr || !pending->judged.record) return;  // the device has complained
  pending->has_payload = true;
  JudgedArrival& judged = pending->judged;
  if (!judged.arrival.origin) return;  // the sender has complained
  const model::ByteSpan bytes = model::payload_of(payload.bytes, *judged.record);
  const auto want = described(*judged.arrival.origin, *judged.record);
  if (!want || !std::ranges::equal(*want, bytes)) {
    judged.complaints.push_back(
        fmt::format("{} bytes of payload, which are not those of the WQE", bytes.size()));
  }
  payload_bytes_ += bytes.size();
}

void Judge::finish(Pending& pending) {
  JudgedArrival& judged = pending.judged;
  if (!pending.is_answered) {
    judged.complaints.push_back("no record");
  } else if (judged.record && judged.record->verdict == model::Verdict::kAccept) {
    if (!pending.has_payload) judged.complaints.push_back("accepted, and no payload came");
    if (judged.arrival.origin && ends_message(*judged.record)) {
      const Origin& origin = *judged.arrival.origin;
      ++lanes_[origin.lane].messages[origin.message].deliveries;
    }
  }
  judged_.push_back(std::move(judged));
}

}  // namespace rnic::app
