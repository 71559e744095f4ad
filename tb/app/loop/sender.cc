// SPDX-License-Identifier: Apache-2.0
#include "tb/app/loop/sender.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "models/host/segmenter.h"
#include "models/wire/frame.h"
#include "models/wire/psn.h"

namespace rnic::app {
namespace {

// Between two looks at a register.
constexpr std::uint64_t kLookInterval = 32;
// Behind the last of a queue pair in reset its frames are still in the packet part of the path.
constexpr std::uint64_t kSettleClocks = 512;
constexpr std::uint64_t kStuckClocks = 100'000;
// A doorbell a WQE would keep the device busy with doorbells.
constexpr std::size_t kShare = 8;

}  // namespace

Sender::Sender(TxDevice& device, WorkSetup& setup, const WorkConfig& work)
    : device_(device),
      setup_(setup),
      work_(work),
      registers_(device),
      lanes_(setup.qps.size()),
      lines_(setup.qps.size()) {
  for (std::size_t i = 0; i < lanes_.size(); ++i) lanes_[i].qp = setup.qps[i];
  std::uint64_t wr_id = 0;
  for (std::size_t i = 0; i < work_.wqes.size(); ++i) {
    const WqeConfig& config = work_.wqes[i];
    const auto lane = std::ranges::find(lanes_, config.qpn, [](const Lane& l) { return l.qp.qpn; });
    for (std::uint32_t repeat = 0; repeat < config.repeat; ++repeat, ++wr_id) {
      lane->messages.push_back({.config = i, .wr_id = config.wr_id.value_or(wr_id)});
    }
  }
}

void Sender::start() {
  for (std::size_t i = 0; i < lanes_.size(); ++i) make_ready(i, 0);
  registers_.configure(setup_.nic);
  start_clock_ = device_.clock();
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    if (post(i, 0)) ring(i, 0);
  }
  last_event_ = device_.clock();
}

void Sender::make_ready(std::size_t lane, std::size_t first_message) {
  Lane& it = lanes_[lane];
  Line& line = lines_[lane];
  registers_.make_ready(it.qp);
  line.ring.emplace(setup_.memory, it.qp.ring_base, it.qp.ring_log2_blocks);
  line.model = std::make_unique<QpExpectation>(it.qp, setup_.nic, setup_.memory);
  line.next_psn = it.qp.sq_psn;
  line.next_post = line.sending = first_message;
  line.state = State::kRunning;
}

bool Sender::post(std::size_t lane, std::uint16_t sq_free) {
  Lane& it = lanes_[lane];
  Line& line = lines_[lane];
  const std::size_t before = line.next_post;
  for (; line.next_post < it.due(); ++line.next_post) {
    Message& message = it.messages[line.next_post];
    const WqeConfig& config = work_.wqes[message.config];
    model::ByteVector blocks = config.raw;
    if (blocks.empty()) {
      model::Wqe wqe = config.wqe;
      wqe.wr_id = message.wr_id;
      blocks = model::encode(wqe, false);
    }
    if (blocks.size() / model::kWqeBlockBytes > line.ring->free_blocks(sq_free)) break;
    message.index = line.ring->count();
    message.first_psn = line.next_psn;
    if (config.owner) {
      line.ring->post(blocks, *config.owner);
    } else {
      line.ring->post(blocks);
    }
    const auto decoded = model::decode_wqe(blocks, it.qp.type, it.qp.pmtu);
    if (const auto* wqe = std::get_if<model::Wqe>(&decoded)) {
      const model::Segmenter segments(*wqe, it.qp.type, it.qp.pmtu, setup_.nic.ackreq_every);
      line.next_psn = model::psn_add(line.next_psn, segments.psns());
    }
  }
  return line.next_post != before;
}

void Sender::ring(std::size_t lane, std::uint16_t sq_free) {
  Line& line = lines_[lane];
  line.model->doorbell(line.ring->count(), sq_free);
  registers_.ring(lanes_[lane].qp.qpn, line.ring->count());
}

void Sender::work() {
  collect();
  if (lanes_.empty() || device_.clock() < next_look_) return;
  next_look_ = device_.clock() + kLookInterval;
  // The next lane that wants something.
  for (std::size_t tried = 0; tried < lanes_.size(); ++tried) {
    turn_ = (turn_ + 1) % lanes_.size();
    const Line& line = lines_[turn_];
    if (line.state != State::kRunning || line.next_post < lanes_[turn_].due()) {
      advance(turn_);
      return;
    }
  }
}

void Sender::advance(std::size_t lane) {
  Lane& it = lanes_[lane];
  Line& line = lines_[lane];
  switch (line.state) {
    case State::kRunning: {
      const std::uint16_t sq_free = registers_.sq_free(it.qp.qpn);
      collect();  // an error may have been reported meanwhile
      const std::size_t blocks = std::size_t{1} << it.qp.ring_log2_blocks;
      const bool is_worth_it = line.ring->free_blocks(sq_free) >= blocks / kShare;
      if (is_worth_it && post(lane, sq_free)) ring(lane, sq_free);
      break;
    }
    case State::kDraining:
      if (registers_.is_busy(it.qp.qpn)) break;
      line.settled_at = device_.clock() + kSettleClocks;
      line.state = State::kSettling;
      break;
    case State::kSettling: {
      if (device_.clock() < line.settled_at) break;
      collect();
      const std::size_t first = it.oldest_undelivered();
      if (first < it.due()) it.qp.sq_psn = it.messages[first].first_psn;
      ++it.life;
      make_ready(lane, first);
      if (post(lane, 0)) ring(lane, 0);
      last_event_ = device_.clock();
      break;
    }
  }
}

void Sender::restart(std::size_t lane) {
  if (is_restarting(lane)) return;
  ++lanes_[lane].restarts;
  registers_.reset(lanes_[lane].qp.qpn);
  lines_[lane].state = State::kDraining;
  last_event_ = device_.clock();
}

void Sender::collect() {
  auto& frames = device_.frames();
  auto& completions = device_.completions();
  if (!frames.empty() || !completions.empty()) last_event_ = device_.clock();
  for (; !frames.empty(); frames.pop_front()) take(frames.front());
  for (; !completions.empty(); completions.pop_front()) take(completions.front());
  for (std::string& text : device_.complaints()) complaints_.push_back(std::move(text));
  device_.complaints().clear();
}

std::optional<std::size_t> Sender::lane_of(const TxFrame& frame) const {
  const auto roce = model::decode(frame.bytes);
  if (!roce) return std::nullopt;
  const auto lane = std::ranges::find_if(lanes_, [&](const Lane& candidate) {
    const bool is_datagram = candidate.qp.type == model::QpType::kUd;
    if (is_datagram != roce->deth.has_value()) return false;
    return is_datagram ? candidate.qp.qpn == roce->deth->source_qp
                       : candidate.qp.remote_qpn == roce->bth.dest_qp;
  });
  if (lane == lanes_.end()) return std::nullopt;
  return static_cast<std::size_t>(lane - lanes_.begin());
}

void Sender::take(const TxFrame& frame) {
  frames_.push_back({.bytes = frame.bytes, .clock = frame.first_clock});
  const auto number = lane_of(frame);
  if (!number) {
    complaints_.push_back(fmt::format("TX clock {}: a frame of {} bytes that no queue pair sends",
                                      frame.first_clock, frame.bytes.size()));
    return;
  }
  const Lane& lane = lanes_[*number];
  Line& line = lines_[*number];
  if (line.model->frame() == nullptr) {
    complaints_.push_back(fmt::format("QP {:#x}: TX a frame at clock {}, the model none",
                                      lane.qp.qpn, frame.first_clock));
    return;
  }
  const model::SentFrame want = line.model->take_frame();
  if (want.bytes != frame.bytes || frame.err) {
    complaints_.push_back(
        fmt::format("QP {:#x}: TX the frame at clock {} is not the model's with PSN {:#08x}",
                    lane.qp.qpn, frame.first_clock, want.psn));
  }
  while (line.sending + 1 < line.next_post && lane.messages[line.sending].index != want.wqe_index) {
    ++line.sending;
  }
  const Message& message = lane.messages[line.sending];
  frames_.back().origin = Origin{.lane = *number,
                                 .message = line.sending,
                                 .life = lane.life,
                                 .packet = (want.psn - message.first_psn) & model::kPsnMask};
}

void Sender::take(const TxCompletion& completion) {
  const model::CompletionRecord& record = completion.record;
  const auto found =
      std::ranges::find(lanes_, record.qpn, [](const Lane& lane) { return lane.qp.qpn; });
  if (found == lanes_.end()) {
    complaints_.push_back(
        fmt::format("TX a completion of QP {:#x}, which is not there", record.qpn));
    return;
  }
  Line& line = lines_[static_cast<std::size_t>(found - lanes_.begin())];
  if (line.model->record() == nullptr || line.model->take_record() != record) {
    complaints_.push_back(
        fmt::format("QP {:#x}: TX the completion of wr_id {} with status {} is "
                    "not the model's",
                    record.qpn, record.wr_id, model::name_of(record.status)));
  }
  if (model::is_error(record.status) && !found->refused) {
    std::size_t message = line.sending;
    while (message < line.next_post && found->messages[message].index != record.index) {
      ++message;
    }
    found->refused = message;
    found->status = record.status;
  }
}

bool Sender::is_quiet() {
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const Line& line = lines_[i];
    if (line.state != State::kRunning || line.next_post < lanes_[i].due()) return false;
    if (line.model->frame() != nullptr || line.model->record() != nullptr) return false;
  }
  return device_.clock() - last_event_ >= kSettleClocks;
}

bool Sender::is_stuck() const { return device_.clock() > last_event_ + kStuckClocks; }

}  // namespace rnic::app
