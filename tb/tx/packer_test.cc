// SPDX-License-Identifier: Apache-2.0
// rnic_tx_packer alone: items in any mix and with any gaps, credits in any pattern; every byte of
// every frame compared, every row's form checked.
#include <Vtb_rnic_tx_packer.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "tb/harness/dut_test.h"
#include "tb/harness/frame_fields.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/throttle.h"

namespace rnic::tb {
namespace {

constexpr unsigned kSegs = 8;
constexpr unsigned kSegBytes = 16;
constexpr unsigned kRowBytes = kSegs * kSegBytes;
constexpr unsigned kMaxTailBytes = 114;
constexpr unsigned kQueueDepth = 32;  // the module's defaults
constexpr unsigned kCredits = 26;

// Part of a frame from a multiple of 128 bytes on; no bytes where there is no item.
struct Item {
  std::vector<uint8_t> bytes;
  bool sop = false;
  bool eop = false;

  unsigned segs() const {
    return (static_cast<unsigned>(bytes.size()) + kSegBytes - 1) / kSegBytes;
  }
  uint8_t mty() const {
    return eop ? static_cast<uint8_t>(segs() * kSegBytes - bytes.size()) : uint8_t{0};
  }
};

// What the queue takes in one clock: the end of one frame, the begin or the middle of the next.
struct Entry {
  Item tail;
  Item head;

  unsigned counted_segs() const { return tail.segs() + (head.bytes.empty() ? 0 : kSegs); }
};

// Which frames, and how they come as items.
struct Mix {
  uint32_t min_bytes = 60;
  uint32_t max_bytes = 700;
  uint32_t tails = 50;   // % of the frames that could end with a tail
  uint32_t joined = 50;  // % of the tails that come with the next frame's first item
  ReadyPattern offer = ReadyPattern::always();
  ReadyPattern credit = ReadyPattern::always();
};

class TxPacker : public DutTest {
 protected:
  void SetUp() override { dut_.reset(); }

  void start(const Mix& mix) { mix_ = mix; }

  // Frames go in for `clocks` clocks.
  void feed(uint64_t clocks) {
    for (uint64_t n = 0; n < clocks; ++n) {
      if (has_room() && mix_.offer.next(sides_)) {
        step(next_entry());
      } else {
        step(std::nullopt);
      }
    }
  }
  // The frame in work is ended, then everything leaves.
  void drain(uint64_t budget = 5'000) {
    for (uint64_t n = 0; (!rest_.empty() || tail_) && n < budget; ++n) {
      if (!has_room()) {
        step(std::nullopt);
      } else {
        step(rest_.empty() ? tail_alone() : next_entry());
      }
    }
    for (uint64_t n = 0; board_.waiting() > 0 && n < budget; ++n) step(std::nullopt);
    for (int n = 0; n < 8; ++n) step(std::nullopt);
    expect_eq(added_segs_, freed_segs_, "segments freed of those added");
  }

  void step(const std::optional<Entry>& entry) {
    drive(entry);
    dut_.settle();
    freed_segs_ += dut_->freed_segs_o;
    while (!ends_.empty() && ends_.front() <= freed_segs_) ends_.pop_front();
    if (dut_->row_ena_o != 0) take_row();
    dut_->credit_i = held_rows_ > 0 && mix_.credit.next(sides_);
    held_rows_ -= dut_->credit_i;
    dut_.cycle();
  }

  // A frame's items in order, the tail held back for the next frame's head.
  Entry entry_of(std::vector<uint8_t> frame, bool ends_with_tail) {
    begin(std::move(frame), ends_with_tail);
    Entry entry;
    entry.head = next_head();
    return entry;
  }
  void begin(std::vector<uint8_t> frame, bool ends_with_tail) {
    board_.expect({.bytes = frame});
    rest_ = std::move(frame);
    ends_with_tail_ = ends_with_tail;
    is_first_ = true;
  }
  Item next_head() {
    Item head;
    head.sop = std::exchange(is_first_, false);
    head.bytes = cut(kRowBytes);
    head.eop = rest_.empty();
    if (ends_with_tail_ && !rest_.empty() && rest_.size() <= kMaxTailBytes) {
      tail_ = Item{.bytes = cut(kRowBytes), .sop = false, .eop = true};
    }
    return head;
  }
  Entry tail_alone() {
    Entry entry;
    entry.tail = std::move(*tail_);
    tail_.reset();
    return entry;
  }
  std::vector<uint8_t> random_frame(size_t bytes) {
    std::vector<uint8_t> frame(bytes);
    sides_.fill(frame);
    return frame;
  }

  Rng sides_ = rng("sides");
  Dut<Vtb_rnic_tx_packer> dut_{run()};
  FrameScoreboard board_{run(), "frames", roce_field_at};
  Mix mix_;
  std::optional<Item> tail_;
  uint64_t rows_ = 0;
  uint64_t part_rows_ = 0;
  uint64_t first_row_ = 0;
  uint64_t last_row_ = 0;
  unsigned held_rows_ = 0;  // of the sink

 private:
  std::vector<uint8_t> cut(size_t bytes) {
    const size_t n = std::min(bytes, rest_.size());
    std::vector<uint8_t> part(rest_.begin(), rest_.begin() + static_cast<ptrdiff_t>(n));
    rest_.erase(rest_.begin(), rest_.begin() + static_cast<ptrdiff_t>(n));
    return part;
  }

  Entry next_entry() {
    if (tail_ && !sides_.chance(mix_.joined)) return tail_alone();
    Entry entry;
    if (tail_) entry = tail_alone();
    if (rest_.empty()) {
      begin(random_frame(sides_.between(mix_.min_bytes, mix_.max_bytes)),
            sides_.chance(mix_.tails));
    }
    entry.head = next_head();
    return entry;
  }

  // Entries that the queue may still hold.
  bool has_room() const { return ends_.size() < kQueueDepth; }

  void drive(const std::optional<Entry>& entry) {
    // The data of the clock before; what no item covers is free.
    sides_.fill({reinterpret_cast<uint8_t*>(&dut_->head_data_i), kRowBytes});
    std::vector<uint8_t> tail_data(kMaxTailBytes);
    sides_.fill(tail_data);
    std::copy(data_.tail.bytes.begin(), data_.tail.bytes.end(), tail_data.begin());
    std::memcpy(&dut_->tail_data_i, tail_data.data(), tail_data.size());
    std::ranges::copy(data_.head.bytes, reinterpret_cast<uint8_t*>(&dut_->head_data_i));
    data_ = entry.value_or(Entry{});

    dut_->items_valid_i = entry.has_value();
    dut_->tail_segs_i = static_cast<uint8_t>(data_.tail.segs());
    dut_->tail_mty_i = data_.tail.mty();
    dut_->head_segs_i = static_cast<uint8_t>(data_.head.segs());
    dut_->head_sop_i = data_.head.sop;
    dut_->head_eop_i = data_.head.eop;
    dut_->head_mty_i = data_.head.mty();
    if (!entry) return;
    added_segs_ += entry->counted_segs();
    ends_.push_back(added_segs_);
  }

  void take_row() {
    const unsigned ena = dut_->row_ena_o;
    unsigned segs = 0;
    while (segs < kSegs && (ena >> segs & 1) != 0) ++segs;
    expect_eq((1u << segs) - 1, ena, "segments from 0 on, without a hole");
    expect(segs == kSegs || (dut_->row_eop_o >> (segs - 1) & 1) != 0,
           fmt::format("a row of {} segments at clock {} ends with no frame", segs, dut_.clock()));
    expect_eq(0, int{dut_->row_err_o}, "err");
    for (unsigned s = 0; s < segs; ++s) take_segment(s);
    if (rows_++ == 0) first_row_ = dut_.clock();
    part_rows_ += segs < kSegs;
    last_row_ = dut_.clock();
    expect(++held_rows_ <= kCredits, "a row without a credit");
  }

  void take_segment(unsigned s) {
    const bool sop = (dut_->row_sop_o >> s & 1) != 0;
    const bool eop = (dut_->row_eop_o >> s & 1) != 0;
    const unsigned mty = dut_->row_mty_o >> (4 * s) & 0xf;
    expect(sop != is_open_, fmt::format("sop {} in segment {}", sop, s));
    expect(eop || mty == 0, "mty without eop");
    std::array<uint8_t, kRowBytes> row;
    std::memcpy(row.data(), &dut_->row_data_o, row.size());
    const auto begin = row.begin() + s * kSegBytes;
    frame_.insert(frame_.end(), begin, begin + (kSegBytes - mty));
    is_open_ = !eop;
    if (!eop) return;
    board_.got(frame_, false);
    frame_.clear();
  }

  std::vector<uint8_t> rest_;  // of the frame in work
  bool ends_with_tail_ = false;
  bool is_first_ = false;
  Entry data_;
  std::deque<uint64_t> ends_;  // of each entry, in segments added
  uint64_t added_segs_ = 0;
  uint64_t freed_segs_ = 0;
  std::vector<uint8_t> frame_;  // that comes out
  bool is_open_ = false;
};

TEST_F(TxPacker, FramesOfEveryLengthComeOutAsTheyWentIn) {
  for (uint32_t bytes = 60; bytes <= 400; ++bytes) {
    start({.min_bytes = bytes, .max_bytes = bytes});
    feed(24);
  }
  drain();
}

TEST_F(TxPacker, AnyMixOfItemsGapsAndCreditsMovesEveryByte) {
  const ReadyPattern patterns[] = {ReadyPattern::always(),      ReadyPattern::one_in(2),
                                   ReadyPattern::one_in(9),     ReadyPattern::bursts(50, 50),
                                   ReadyPattern::random(1, 2),  ReadyPattern::random(9, 10),
                                   ReadyPattern::bursts(3, 20), ReadyPattern::random(1, 8)};
  const std::pair<uint32_t, uint32_t> lengths[] = {{60, 64}, {60, 140}, {100, 300}, {60, 4214}};
  for (const ReadyPattern& offer : patterns) {
    for (const ReadyPattern& credit : patterns) {
      for (const auto& [min, max] : lengths) {
        start({.min_bytes = min,
               .max_bytes = max,
               .tails = sides_.below(101),
               .joined = sides_.below(101),
               .offer = offer,
               .credit = credit});
        feed(300);
      }
    }
  }
  drain(20'000);
}

// The head fills a row behind four segments that pend, and leaves four of its own.
TEST_F(TxPacker, WhatPendsInsideAFrameWaitsForItsNextItem) {
  mix_.credit = ReadyPattern::never();
  while (held_rows_ < kCredits - 1) {  // so that the short frame pends
    step(entry_of(random_frame(128), false));
    for (int n = 0; n < 6; ++n) step(std::nullopt);
  }
  step(entry_of(random_frame(64), false));
  for (int n = 0; n < 6; ++n) step(std::nullopt);
  mix_.credit = ReadyPattern::always();
  step(entry_of(random_frame(128 + 50), true));
  for (int n = 0; n < 60; ++n) step(std::nullopt);
  expect_eq(uint64_t{kCredits}, rows_, "rows while the frame's end is not there");
  expect_eq(uint64_t{0}, part_rows_, "part rows");
  step(tail_alone());
  drain();
  expect_eq(uint64_t{kCredits + 1}, rows_, "rows at the end");
}

TEST_F(TxPacker, WhatPendsBehindAFramesEndLeavesByItself) {
  for (int round = 0; round < 20; ++round) {
    const uint64_t before = rows_;
    step(entry_of(random_frame(128 + 16), true));
    Entry entry = tail_alone();
    entry.head = entry_of(random_frame(128), false).head;
    step(entry);
    for (int n = 0; n < 10; ++n) step(std::nullopt);
    expect_eq(before + 3, rows_, "rows");  // of 8, 8 and 1 segments
    expect_eq(uint64_t(round + 1), part_rows_, "part rows");
  }
  drain();
}

TEST_F(TxPacker, AnItemIsARowFourClocksLater) {
  for (int round = 0; round < 40; ++round) {
    const uint64_t clock = dut_.clock();
    step(entry_of(random_frame(60 + sides_.below(69)), false));
    for (int n = 0; n < 8; ++n) step(std::nullopt);
    expect_eq(clock + 4, last_row_, "clock of the row");
  }
  drain();
}

TEST_F(TxPacker, ARowLeavesInEveryClockWhileThereIsAnythingToSend) {
  start({.max_bytes = 1500});
  feed(2'000);
  const uint64_t rows = rows_;
  const uint64_t clock = last_row_;
  feed(2'000);
  expect_eq(last_row_ - clock, rows_ - rows, "rows in these clocks");
  drain();
}

TEST_F(TxPacker, RowsAreFullWhereItemsComeFastEnough) {
  // Nine segments a clock: the queue never runs empty.
  start({.min_bytes = 144, .max_bytes = 144, .tails = 100, .joined = 100});
  feed(3'000);
  expect(part_rows_ <= 1, fmt::format("{} part rows of {}", part_rows_, rows_));
  drain();
  expect_eq(rows_ - 1, last_row_ - first_row_, "clocks from the first row to the last");
}

// Where two credits come together the second row may leave early.
TEST_F(TxPacker, ASlowSinkGetsAFullRowForEveryPartRow) {
  start({.min_bytes = 60, .max_bytes = 64, .credit = ReadyPattern::never()});
  feed(100);
  expect(held_rows_ >= kCredits - 1, fmt::format("the sink holds {} rows", held_rows_));
  const uint64_t rows = rows_;
  const uint64_t part_rows = part_rows_;
  mix_.credit = ReadyPattern::one_in(4);
  feed(2'000);
  expect(rows_ - rows > 490, fmt::format("{} rows in 2000 clocks", rows_ - rows));
  expect(2 * (part_rows_ - part_rows) <= rows_ - rows + 2,
         fmt::format("{} part rows of {}", part_rows_ - part_rows, rows_ - rows));
  drain();
}

}  // namespace
}  // namespace rnic::tb
