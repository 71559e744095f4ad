// SPDX-License-Identifier: Apache-2.0
#include "tb/app/tx/driver.h"

#include <algorithm>
#include <utility>

namespace rnic::app {

Driver::Driver(TxDevice& device, WorkSetup& setup, const WorkConfig& work, Expectation& expectation)
    : device_(device), registers_(device), setup_(setup), work_(work), expectation_(expectation) {
  for (const model::QpContext& qp : setup_.qps) {
    queues_.push_back(
        {.qp = &qp, .ring = model::SendRing(setup_.memory, qp.ring_base, qp.ring_log2_blocks)});
  }
  std::uint64_t wr_id = 0;
  for (std::size_t i = 0; i < work_.wqes.size(); ++i) {
    find(work_.wqes[i].qpn)->wqes.push_back(i);
    first_wr_id_.push_back(wr_id);
    wr_id += work_.wqes[i].repeat;
  }
}

Driver::Queue* Driver::find(std::uint32_t qpn) noexcept {
  const auto queue = std::ranges::find(queues_, qpn, [](const Queue& q) { return q.qp->qpn; });
  return queue == queues_.end() ? nullptr : &*queue;
}

void Driver::configure() {
  for (const model::QpContext& qp : setup_.qps) registers_.make_ready(qp);
  registers_.configure(setup_.nic);
}

bool Driver::fill(Queue& queue, std::uint16_t sq_free) {
  bool has_posted = false;
  while (!queue.is_done()) {
    const std::size_t number = queue.wqes[queue.next];
    const WqeConfig& config = work_.wqes[number];
    model::ByteVector blocks = config.raw;
    if (blocks.empty()) {
      model::Wqe wqe = config.wqe;
      wqe.wr_id = config.wr_id.value_or(first_wr_id_[number] + queue.repeats);
      blocks = model::encode(wqe, false);
    }
    if (blocks.size() / model::kWqeBlockBytes > queue.ring.free_blocks(sq_free)) break;
    if (config.owner) {
      queue.ring.post(blocks, *config.owner);
    } else {
      queue.ring.post(blocks);
    }
    has_posted = true;
    if (++queue.repeats == config.repeat) ++queue.next, queue.repeats = 0;
  }
  return has_posted;
}

void Driver::ring(std::uint32_t qpn, std::uint16_t count, std::uint16_t sq_free) {
  expectation_.doorbell(qpn, count, sq_free);
  registers_.ring(qpn, count);
  if (on_first_doorbell_) std::exchange(on_first_doorbell_, nullptr)();
}

void Driver::start(std::function<void()> on_first_doorbell) {
  on_first_doorbell_ = std::move(on_first_doorbell);
  // All rings are filled first, so that the doorbells come close together.
  std::vector<std::size_t> filled;
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    if (fill(queues_[i], 0)) filled.push_back(i);
    if (!queues_[i].is_done()) waiting_.push_back(i);
  }
  for (const std::size_t i : filled) ring(queues_[i].qp->qpn, queues_[i].ring.count(), 0);
}

void Driver::post_more() {
  if (waiting_.empty()) return;
  turn_ = (turn_ + 1) % waiting_.size();
  Queue& queue = queues_[waiting_[turn_]];
  if (!queue.is_dead) {
    // A doorbell a WQE would keep the device busy with doorbells.
    constexpr std::size_t kShare = 8;
    const std::uint16_t sq_free = registers_.sq_free(queue.qp->qpn);
    // Clocks have gone by: an error may have been reported meanwhile.
    note_errors();
    const std::size_t blocks = std::size_t{1} << queue.qp->ring_log2_blocks;
    const bool is_worth_it = queue.ring.free_blocks(sq_free) >= blocks / kShare;
    if (is_worth_it && fill(queue, sq_free)) ring(queue.qp->qpn, queue.ring.count(), sq_free);
  }
  if (queue.is_done()) waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(turn_));
}

void Driver::note_errors() {
  for (const TxCompletion& completion : device_.completions()) {
    if (model::is_error(completion.record.status)) on_error(completion.record.qpn);
  }
}

void Driver::on_error(std::uint32_t qpn) {
  if (Queue* queue = find(qpn)) queue->is_dead = true;
}

bool Driver::ring_extra() {
  if (extra_ == work_.doorbells.size()) return false;
  const DoorbellConfig& doorbell = work_.doorbells[extra_++];
  const bool is_known = find(doorbell.qpn) != nullptr;
  ring(doorbell.qpn, doorbell.count,
       is_known ? registers_.sq_free(doorbell.qpn) : std::uint16_t{0});
  return true;
}

}  // namespace rnic::app
