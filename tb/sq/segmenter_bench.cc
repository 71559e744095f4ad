// SPDX-License-Identifier: Apache-2.0
#include "tb/sq/segmenter_bench.h"

#include <fmt/format.h>

#include <cstring>

#include "tb/harness/pins.h"

namespace rnic::tb {

Segmenter::Segmenter() {
  dut_->enable_i = 1;
  dut_->hand_back_i = 0;
  dut_->others_waiting_i = dut_->other_qp_entered_i = dut_->decided_valid_i = 0;
  drive();
  dut_.reset();
}

void Segmenter::post(const SegmentMessage& message) {
  orders_.emplace_back(message, next_slot_);
  walks_.emplace_back(next_slot_, SegmentWalk(message, next_slot_));
  next_slot_ = (next_slot_ + 1) % 64;
  for (unsigned i = 0; i < message.cut_rows; ++i) rows_.emplace_back();
  // Block 0 has two pieces, the others four; what is not a piece of the message is noise.
  size_t piece = 0;
  const unsigned rows =
      message.pieces.size() <= 2 ? message.rows : 1 + (unsigned(message.pieces.size()) + 1) / 4;
  for (unsigned row = 0; row < rows; ++row) {
    auto& pieces = rows_.emplace_back();
    for (size_t i = 0; i < 4; ++i) {
      pieces[i] = {noise_.next(), static_cast<uint32_t>(noise_.next())};
      if (i < (row == 0 ? 2u : 4u) && piece < message.pieces.size()) {
        pieces[i] = message.pieces[piece++];
      }
    }
  }
}

void Segmenter::decide(unsigned slot, bool good) {
  dut_->decided_valid_i = 1;
  dut_->decided_slot_i = static_cast<uint8_t>(slot);
  dut_->decided_good_i = good;
}

void Segmenter::abort(unsigned slot) {
  decide(slot, false);
  aborted_ = slot;
}

void Segmenter::drive() {
  auto& pins = dut_.model();
  pins.order_valid_i = !orders_.empty() && offer_.next(noise_);
  pins.row_valid_i = !rows_.empty() && rows_offered_.next(noise_);
  pins.step_ready_i = take_.next(noise_);
  if (!orders_.empty()) {
    const auto& [m, slot] = orders_.front();
    const bool walks = !m.pieces.empty();
    const uint64_t rest = m.length() - m.resume_bytes;
    const uint64_t behind = rest == 0 ? 0 : (rest - 1) / m.pmtu_bytes();
    pins.order_has_cut_i = m.cut_rows != 0;
    pins.order_cut_fresh_i = 0;
    pins.order_cut_rows_i = static_cast<uint8_t>(m.cut_rows & 3);
    pins.order_cut_qp_i = 1023;
    pins.order_has_wqe_i = 1;
    pins.order_token_i = m.token;
    pins.order_slot_i = static_cast<uint8_t>(slot);
    pins.order_qp_i = m.qp;
    pins.order_run_first_i = m.run_first;
    pins.order_other_qp_i = m.other_qp;
    pins.order_rows_i =
        static_cast<uint8_t>(m.pieces.size() <= 2 ? m.rows : 1 + (m.pieces.size() + 1) / 4);
    pins.order_pieces_i = static_cast<uint8_t>(m.pieces.size());
    const uint64_t last = rest - behind * m.pmtu_bytes();
    pins.order_behind_i = static_cast<uint32_t>(walks ? behind : 0);
    pins.order_last_bytes_i = static_cast<uint16_t>(walks ? last : 0);
    pins.order_first_bytes_i = static_cast<uint16_t>(!walks        ? 0
                                                     : behind == 0 ? last
                                                                   : m.pmtu_bytes());
    pins.order_pmtu_i = static_cast<uint8_t>(m.pmtu);
    pins.order_resume_bytes_i = m.resume_bytes;
  }
  if (!rows_.empty()) {
    std::array<uint8_t, 32> addr{};
    std::array<uint8_t, 16> bytes{};
    for (size_t i = 0; i < 4; ++i) {
      std::memcpy(&addr[8 * i], &rows_.front()[i].addr, 8);
      std::memcpy(&bytes[4 * i], &rows_.front()[i].bytes, 4);
    }
    write_pin<256>(pins.row_addr_i, addr);
    write_pin<128>(pins.row_bytes_i, bytes);
  }
}

void Segmenter::check_step() {
  const auto& pins = dut_.model();
  const SegmentStep got{.kind = pins.step_kind_o,
                        .slot = pins.step_slot_o,
                        .qp = pins.step_qp_o,
                        .wqe_first = pins.step_wqe_first_o != 0,
                        .message_first = pins.step_message_first_o != 0,
                        .message_last = pins.step_message_last_o != 0,
                        .first = pins.step_first_o != 0,
                        .last = pins.step_last_o != 0,
                        .payload_bytes = pins.step_payload_bytes_o,
                        .has_frag = pins.step_has_frag_o != 0,
                        .addr = pins.step_addr_o,
                        .bytes = pins.step_bytes_o,
                        .beyond = pins.step_beyond_o,
                        .restart = pins.step_restart_o != 0,
                        .adjoins = pins.step_adjoins_o != 0};
  run().count_checks();
  if (judges_ && got.first && aborted_ != got.slot) decide(got.slot, true);
  if (steps_++ == 0) first_step_clock_ = dut_.clock();
  last_step_clock_ = dut_.clock();
  if (walks_.empty()) {
    run().fail("a step came unexpected: " + to_string(got));
    return;
  }
  if (got.kind == 1) {
    SegmentWalk& walk = walks_.front().second;
    expect(cut_is_due_ && walk.in_front(), "a turn cut where none is due: " + to_string(got));
    expect_eq(walk.sent(), got.addr, "bytes sent at the cut");
    expect(got.first && got.last && !got.has_frag, "a cut is a packet of its own");
    cuts_.push_back(got);
    walks_.pop_front();
    return;
  }
  if (hands_back_ && got.kind == 2 && got.slot == walks_.front().first) {
    expect(got.wqe_first && got.first && got.last && !got.has_frag,
           "what is handed back makes one step: " + to_string(got));
    ++handed_back_;
    walks_.pop_front();
    return;
  }
  std::optional<SegmentStep> want = walks_.front().second.next();
  // An aborted message may end in front of any packet, and the step is the next one's.
  if (want && want->slot != got.slot && aborted_ == want->slot && want->first) {
    walks_.pop_front();
    if (!walks_.empty()) want = walks_.front().second.next();
  }
  SegmentStep masked = got;
  if (!got.has_frag) masked.addr = masked.bytes = masked.beyond = 0, masked.adjoins = false;
  if (!want || !(*want == masked)) {
    run().fail(fmt::format("step {}: want {}\n  got {}", steps_ - 1,
                           want ? to_string(*want) : "none", to_string(masked)));
  }
  if (got.last && got.message_last && got.kind == 0) walks_.pop_front();
}

void Segmenter::cycle() {
  drive();
  dut_.settle();
  const bool order_taken = dut_->order_pop_o != 0;
  const bool row_taken = dut_->row_pop_o != 0;
  if (dut_->step_valid_o && dut_->step_ready_i) check_step();
  dut_.cycle();
  dut_->decided_valid_i = 0;
  if (order_taken) orders_.pop_front();
  if (row_taken) rows_.pop_front();
}

uint64_t Segmenter::finish(uint64_t budget) {
  dut_.settle();
  const auto is_done = [&] { return orders_.empty() && rows_.empty() && !dut_->busy_o; };
  for (uint64_t i = 0; !is_done() && run().failures() == 0; ++i) {
    if (i == budget) {
      run().fail(fmt::format("{} orders and {} rows are left", orders_.size(), rows_.size()));
      return 0;
    }
    cycle();
    dut_.settle();
  }
  while (!walks_.empty() && aborted_ == walks_.front().first) walks_.pop_front();
  expect_eq(size_t{0}, walks_.size(), "messages not finished");
  return last_step_clock_ - first_step_clock_ + 1;
}

}  // namespace rnic::tb
