// SPDX-License-Identifier: Apache-2.0
#include "tb/app/tx/expectation.h"

#include <algorithm>
#include <utility>

#include "models/wire/frame.h"

namespace rnic::app {
namespace {

// A record of the device that comes so many frames before the model's is taken as wrong.
constexpr std::size_t kMostFramesAhead = 4096;
// How many lost frames in a row are recognised as such.
constexpr std::size_t kMostLost = 16;

bool is_same(const model::SentFrame* want, model::ByteSpan bytes) {
  return want != nullptr && std::ranges::equal(want->bytes, bytes);
}

}  // namespace

bool QpExpectation::pull() {
  auto output = requester_.next();
  if (!output) return false;
  counters_.count(*output);
  if (auto* frame = std::get_if<model::SentFrame>(&*output)) {
    frames_.push_back(std::move(*frame));
  } else {
    records_.push_back(std::get<model::CompletionRecord>(*output));
  }
  return true;
}

const model::SentFrame* QpExpectation::frame(std::size_t ahead) {
  while (frames_.size() <= ahead) {
    if (!pull()) return nullptr;
  }
  return &frames_[ahead];
}

const model::CompletionRecord* QpExpectation::record() {
  while (records_.empty()) {
    if (frames_.size() >= kMostFramesAhead || !pull()) return nullptr;
  }
  return &records_.front();
}

model::SentFrame QpExpectation::take_frame() {
  model::SentFrame frame = std::move(frames_.front());
  frames_.pop_front();
  return frame;
}

model::CompletionRecord QpExpectation::take_record() {
  const model::CompletionRecord record = records_.front();
  records_.pop_front();
  return record;
}

bool QpExpectation::has_frame_up_to(std::uint16_t index) const noexcept {
  if (frames_.empty()) return false;
  return static_cast<std::uint16_t>(index - frames_.front().wqe_index) < 0x8000;
}

Expectation::Expectation(const WorkSetup& setup) {
  for (const model::QpContext& qp : setup.qps) {
    QpExpectation& expected = qps_.emplace_back(qp, setup.nic, setup.memory);
    by_qpn_.emplace(qp.qpn, &expected);
    by_key_[key_of(qp)].push_back(&expected);
  }
}

Expectation::Key Expectation::key_of(const model::QpContext& qp) {
  const bool is_datagram = qp.type == model::QpType::kUd;
  return {.source = qp.source_ip,
          .destination = qp.destination_ip,
          .source_port = qp.udp_source_port,
          .is_datagram = is_datagram,
          .qpn = is_datagram ? qp.qpn : qp.remote_qpn};
}

std::optional<Expectation::Key> Expectation::key_of(model::ByteSpan bytes) {
  const auto frame = model::decode(bytes);
  if (!frame) return std::nullopt;
  Key key{.source = {},
          .destination = {},
          .source_port = frame->udp.source_port,
          .is_datagram = frame->deth.has_value(),
          .qpn = frame->deth ? frame->deth->source_qp : frame->bth.dest_qp};
  std::visit(
      [&](const auto& ip) {
        key.source = ip.source;
        key.destination = ip.destination;
      },
      frame->ip);
  return key;
}

void Expectation::doorbell(std::uint32_t qpn, std::uint16_t count, std::uint16_t sq_free) {
  const auto qp = by_qpn_.find(qpn);
  if (qp == by_qpn_.end()) {
    ++ignored_doorbells_;
  } else {
    qp->second->doorbell(count, sq_free);
    first_undrained_ = 0;
  }
}

// The QP whose next frame has most bytes in common, for a frame that names no QP.
QpExpectation* Expectation::nearest(model::ByteSpan bytes) {
  QpExpectation* found = nullptr;
  std::size_t most = 0;
  for (QpExpectation& qp : qps_) {
    const model::SentFrame* want = qp.frame();
    if (want == nullptr) continue;
    std::size_t same = 1;
    for (std::size_t i = 0; i < std::min(bytes.size(), want->bytes.size()); ++i) {
      same += bytes[i] == want->bytes[i] ? 1 : 0;
    }
    if (same > most) most = same, found = &qp;
  }
  return found;
}

FrameMatch Expectation::frame(model::ByteSpan bytes) {
  const auto key = key_of(bytes);
  const auto named = key ? by_key_.find(*key) : by_key_.end();
  FrameMatch match;
  if (named != by_key_.end()) {
    for (std::size_t ahead = 0; ahead < kMostLost; ++ahead) {
      for (QpExpectation* qp : named->second) {
        if (!is_same(qp->frame(ahead), bytes)) continue;
        for (std::size_t i = 0; i < ahead; ++i) match.missing.push_back(qp->take_frame());
        match.qp = &qp->context();
        match.want = qp->take_frame();
        match.agrees = match.missing.empty();
        return match;
      }
    }
  }
  QpExpectation* qp = named != by_key_.end() ? named->second.front() : nearest(bytes);
  if (qp == nullptr) return match;
  match.qp = &qp->context();
  if (qp->frame() != nullptr) match.want = qp->take_frame();
  return match;
}

RecordMatch Expectation::record(const model::CompletionRecord& record) {
  const auto qp = by_qpn_.find(record.qpn);
  if (qp == by_qpn_.end() || qp->second->record() == nullptr) return {};
  const model::CompletionRecord want = qp->second->take_record();
  const bool is_early = !model::is_error(want.status) && qp->second->has_frame_up_to(want.index);
  return {.want = want, .is_early = is_early, .agrees = want == record && !is_early};
}

bool Expectation::is_drained() {
  // QPs found drained stay so until the next doorbell: each is asked once.
  for (; first_undrained_ < qps_.size(); ++first_undrained_) {
    QpExpectation& qp = qps_[first_undrained_];
    if (qp.frame() != nullptr || qp.record() != nullptr) return false;
  }
  return true;
}

std::vector<Expectation::Left> Expectation::left() {
  std::vector<Left> left;
  for (QpExpectation& qp : qps_) {
    const model::SentFrame* frame = qp.frame();
    const model::CompletionRecord* record = qp.record();
    if (frame != nullptr || record != nullptr) left.push_back({&qp.context(), qp.frame(), record});
  }
  return left;
}

model::TxCounters Expectation::counters() const {
  model::TxCounters sum;
  const auto add = [](auto& to, const auto& from) {
    to.frames += from.frames;
    to.bytes += from.bytes;
  };
  for (const QpExpectation& qp : qps_) {
    const model::TxCounters& one = qp.counters();
    add(sum.all, one.all);
    for (std::size_t i = 0; i < sum.by_opcode.size(); ++i) add(sum.by_opcode[i], one.by_opcode[i]);
    for (std::size_t i = 0; i < sum.by_priority.size(); ++i) {
      add(sum.by_priority[i], one.by_priority[i]);
    }
    for (std::size_t i = 0; i < sum.by_status.size(); ++i) sum.by_status[i] += one.by_status[i];
  }
  sum.ignored_doorbells = ignored_doorbells_;
  return sum;
}

}  // namespace rnic::app
