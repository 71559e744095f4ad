// SPDX-License-Identifier: Apache-2.0
// rnic_queue_fifo: eight queues against eight std::deques.

#include <array>
#include <deque>

#include "Vtb_rnic_queue_fifo.h"
#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

constexpr unsigned kQueues = 8;
constexpr unsigned kDepth = 16;
constexpr unsigned kSlack = 4;

class QueueFifo : public DutTest {
 protected:
  void start() {
    dut_->push_valid_i = 0;
    dut_->want_i = 0;
    dut_.reset();
    clock(-1, 0);
  }
  // One clock: pushes `word` to queue `qid` if there is one, pops what of `want` has a head, and
  // compares every head with the reference.
  void clock(int qid, unsigned want) {
    const uint32_t word = next_++;
    dut_->push_valid_i = qid >= 0;
    dut_->push_qid_i = qid >= 0 ? static_cast<uint8_t>(qid) : 0;
    dut_->push_data_i = word;
    dut_->want_i = static_cast<uint8_t>(want);
    dut_.settle();
    for (unsigned q = 0; q < kQueues; ++q) {
      if (!(dut_->head_valid_o >> q & 1)) continue;
      if (queues_[q].empty()) {
        run().fail("a head in an empty queue");
        continue;
      }
      expect_eq(queues_[q].front(), dut_->head_data_o[q], "head");
      if (want >> q & 1) {
        queues_[q].pop_front();
        ++popped_;
      }
    }
    dut_.cycle();
    if (qid >= 0) queues_[static_cast<unsigned>(qid)].push_back(word);
  }
  bool has_room(unsigned q) { return dut_->room_o >> q & 1; }

  Dut<Vtb_rnic_queue_fifo> dut_{run()};
  std::array<std::deque<uint32_t>, kQueues> queues_;
  uint32_t next_ = 1;
  uint64_t popped_ = 0;
};

TEST_F(QueueFifo, AWordIsAtAnEmptyQueuesHeadInTheNextClock) {
  start();
  for (unsigned q = 0; q < kQueues; ++q) {
    clock(static_cast<int>(q), 0);
    expect(dut_->head_valid_o >> q & 1, "the head is there");
    clock(-1, 1u << q);
    expect(!(dut_->head_valid_o >> q & 1), "the head is gone");
  }
}

TEST_F(QueueFifo, OneQueueAloneMovesAWordEveryClockThroughTheRam) {
  start();
  for (unsigned i = 0; i < kDepth - kSlack; ++i) clock(5, 0);
  popped_ = 0;
  for (unsigned i = 0; i < 500; ++i) clock(5, 1u << 5);
  expect_eq(uint64_t{500}, popped_, "words popped in 500 clocks");
}

TEST_F(QueueFifo, RoomFallsWithSlackWordsStillToCome) {
  start();
  for (unsigned q = 0; q < kQueues; ++q) {
    unsigned held = 0;
    for (; has_room(q) && held < 2 * kDepth; ++held) clock(static_cast<int>(q), 0);
    expect_eq(kDepth - kSlack, held, "words when room fell");
    for (unsigned i = 0; i < kSlack; ++i) clock(static_cast<int>(q), 0);
  }
  for (unsigned i = 0; i < kQueues * kDepth + 20; ++i) clock(-1, 0xff);
  expect_eq(uint64_t{kQueues} * kDepth, popped_, "words popped");
}

TEST_F(QueueFifo, AFullQueueHoldsNoOther) {
  start();
  while (has_room(2)) clock(2, 0);
  popped_ = 0;
  clock(6, 0);
  for (unsigned i = 0; i < 200; ++i) clock(6, 1u << 6);
  expect_eq(uint64_t{200}, popped_, "words popped in 200 clocks");
}

TEST_F(QueueFifo, KeepsTheOrderOfEveryQueueUnderRandomLoad) {
  Rng random = rng("load");
  start();
  for (unsigned phase = 0; phase < 40; ++phase) {
    const unsigned push_chance = 1 + static_cast<unsigned>(random.below(8));
    const unsigned pop_mask = static_cast<unsigned>(random.next());
    for (unsigned i = 0; i < 400; ++i) {
      const auto q = static_cast<unsigned>(random.below(kQueues));
      const bool push = random.below(8) < push_chance && has_room(q);
      clock(push ? static_cast<int>(q) : -1, static_cast<unsigned>(random.next()) & pop_mask);
    }
  }
  for (unsigned i = 0; i < kQueues * kDepth + 20; ++i) clock(-1, 0xff);
  for (const auto& queue : queues_) expect(queue.empty(), "the queue gave everything back");
}

}  // namespace
}  // namespace rnic::tb
