// SPDX-License-Identifier: Apache-2.0
#include "tb/tx/frame_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "tb/harness/pins.h"

namespace rnic::tb {
namespace {

uint64_t number(std::span<const uint8_t> bytes) {
  uint64_t value = 0;
  for (const uint8_t byte : bytes) value = value << 8 | byte;
  return value;
}

// Most significant byte first, as addresses are written, to word 0 = bits 31:0.
void write_address(VlWide<4>& pin, const model::Ipv6Address& ip) {
  for (size_t w = 0; w < 4; ++w) {
    pin[w] = static_cast<uint32_t>(number(std::span(ip).subspan(12 - 4 * w, 4)));
  }
}

}  // namespace

// ---------------------------------------------------------------- ReleaseDriver
void ReleaseDriver::rest() {
  model_.rel_valid_i = 0;
  is_offered_ = false;
}

void ReleaseDriver::forget() {
  rest();
  waiting_.clear();
  taken_clocks_.clear();
}

void ReleaseDriver::sample(uint64_t clock) {
  if (!is_offered_ || !model_.rel_ready_o) return;
  ++taken_;
  if (!waiting_.front().discard) {
    taken_clocks_.push_back(clock);
    ++taken_clocks_end_;
  }
  waiting_.pop_front();
  is_offered_ = false;
}

void ReleaseDriver::drive(uint64_t) {
  if (is_offered_) return;
  is_offered_ = !waiting_.empty() && !rng_.chance(gap_percent_);
  model_.rel_valid_i = is_offered_;
  if (is_offered_) offer(waiting_.front());
}

void ReleaseDriver::offer(const TxPacket& packet) {
  write_pin<1>(model_.rel_discard_i, packet.discard);
  write_pin<3>(model_.rel_qid_i, packet.qid);
  write_pin<10>(model_.rel_qp_i, packet.qp);
  write_pin<8>(model_.rel_opcode_i, packet.opcode);
  write_pin<1>(model_.rel_solicited_i, packet.solicited);
  write_pin<1>(model_.rel_ack_req_i, packet.ack_req);
  write_pin<1>(model_.rel_becn_i, packet.becn);
  write_pin<24>(model_.rel_dest_qp_i, packet.dest_qp);
  write_pin<24>(model_.rel_psn_i, packet.psn);
  write_pin<6>(model_.rel_dscp_i, packet.dscp);
  write_pin<2>(model_.rel_ecn_i, packet.ecn);
  write_pin<3>(model_.rel_prio_i, packet.prio);
  write_pin<4>(model_.rel_ext_words_i, packet.ext.size() / 4);
  write_pin<256>(model_.rel_ext_i, packet.ext);
  write_pin<13>(model_.rel_payload_bytes_i, packet.payload.size());
}

std::string ReleaseDriver::holds() const {
  return waiting_.empty() ? std::string{} : fmt::format("{} packets", waiting_.size());
}

// ---------------------------------------------------------------- ContextTable
void ContextTable::drive(uint64_t) {
  const AddressContext& ctx = contexts_[asked_[0]];
  model_.ctx_src_mac_i = number(ctx.src_mac);
  model_.ctx_dst_mac_i = number(ctx.dst_mac);
  write_pin<1>(model_.ctx_vlan_i, ctx.vlan);
  write_pin<12>(model_.ctx_vid_i, ctx.vid);
  write_pin<1>(model_.ctx_ipv6_i, ctx.ipv6);
  write_address(model_.ctx_src_ip_i, ctx.src_ip);
  write_address(model_.ctx_dst_ip_i, ctx.dst_ip);
  model_.ctx_ttl_i = ctx.ttl;
  write_pin<20>(model_.ctx_flow_label_i, ctx.flow_label);
  model_.ctx_udp_src_port_i = ctx.udp_src_port;
  model_.ctx_pkey_i = ctx.pkey;
  write_pin<1>(model_.ctx_migreq_i, ctx.migreq);
}

// ---------------------------------------------------------------- PayloadRows
void PayloadRows::rest() {
  for (Queue& queue : queues_) queue.written = queue.freed = queue.read = 0;
}

void PayloadRows::write(const TxPacket& packet) {
  Queue& queue = queues_[packet.qid];
  for (size_t at = 0; at < packet.payload.size(); at += 128) {
    Row& row = queue.rows[queue.written++ % kRows];
    rng_.fill(row);  // what lies behind the payload is anything
    const size_t bytes = std::min<size_t>(128, packet.payload.size() - at);
    std::memcpy(row.data(), packet.payload.data() + at, bytes);
  }
}

uint64_t PayloadRows::held() const noexcept {
  uint64_t rows = 0;
  for (const Queue& queue : queues_) rows += queue.written - queue.freed;
  return rows;
}

void PayloadRows::sample(uint64_t clock) {
  pipe_[0] = pipe_[1];
  pipe_[1] = pipe_[2];
  if (model_.row_rd_en_o) {
    ++reads_;
    Queue& queue = queues_[model_.row_rd_qid_o];
    pipe_[2] = queue.rows[model_.row_rd_row_o];
    const uint64_t want = queue.freed % kRows;
    if (model_.row_rd_row_o != want || queue.freed >= queue.written) {
      run_.fail(fmt::format("clock {}: row {} of queue {} is read, the oldest is {}, {} held",
                            clock, model_.row_rd_row_o, model_.row_rd_qid_o, want,
                            queue.written - queue.freed));
    }
  } else {
    pipe_[2][clock % 128] ^= 0x5A;
  }
  if (model_.free_valid_o) {
    Queue& queue = queues_[model_.free_qid_o];
    const uint64_t rows = model_.free_rows_o;
    if (rows == 0 || rows > queue.written - queue.freed) {
      run_.fail(fmt::format("clock {}: {} rows of queue {} given back, {} held", clock, rows,
                            model_.free_qid_o, queue.written - queue.freed));
    }
    for (uint64_t i = 0; i < rows; ++i) queue.rows[queue.freed++ % kRows].fill(0xEE);
  }
}

void PayloadRows::drive(uint64_t) {
  std::memcpy(model_.row_data_i.data(), pipe_[0].data(), pipe_[0].size());
}

// ---------------------------------------------------------------- WireMac
void WireMac::sample(uint64_t) {
  constexpr int64_t kBytesPerClock = 128;
  budget_ = std::min<int64_t>(budget_ + kBytesPerClock, 2 * kBytesPerClock);
  if (!model_.tx_valid_o || !model_.tx_ready_i) return;
  const int bytes = 16 * std::popcount(model_.tx_ena_o);
  int64_t unused = 0;
  for (unsigned s = 0; s < 8; ++s) unused += (model_.tx_mty_o >> (4 * s)) & 0xF;
  budget_ -= bytes - unused + 24 * std::popcount(model_.tx_eop_o);
}

// ---------------------------------------------------------------- SideChecks
void SideChecks::rest() {
  ended_ = taken_before_ = releases_.frames_taken();
  ends_now_ = 0;
  wanted_.clear();
}

void SideChecks::sample(uint64_t clock) {
  rows_at_[clock % kHistory] = rows_;
  if (model_.left_frames_o != ends_now_) {
    run_.fail(fmt::format("clock {}: left_frames_o: want {}, got {}", clock, ends_now_,
                          model_.left_frames_o));
  }
  if (model_.idle_o && ended_ != taken_before_) {
    run_.fail(fmt::format("clock {}: idle_o with {} frames inside", clock, taken_before_ - ended_));
  }
  if (model_.stat_valid_o) {
    run_.count_checks();
    if (wanted_.empty()) {
      run_.fail(fmt::format("clock {}: a frame is counted that nobody released", clock));
    } else {
      const Pulse want = wanted_.front();
      wanted_.pop_front();
      if (want.bytes != model_.stat_bytes_o || want.opcode != model_.stat_opcode_o ||
          want.qid != model_.stat_qid_o) {
        run_.fail(
            fmt::format("clock {}: counted: want {} bytes, opcode {:#x}, queue {}; got {}, "
                        "{:#x}, {}",
                        clock, want.bytes, want.opcode, want.qid, model_.stat_bytes_o,
                        model_.stat_opcode_o, model_.stat_qid_o));
      }
    }
  }
  const bool is_taken = model_.tx_valid_o && model_.tx_ready_i;
  ends_now_ = is_taken ? static_cast<unsigned>(std::popcount(model_.tx_eop_o)) : 0;
  ended_ += ends_now_;
  taken_before_ = releases_.frames_taken();
  if (is_taken) ++rows_;
}

}  // namespace rnic::tb
