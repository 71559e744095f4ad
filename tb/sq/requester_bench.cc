// SPDX-License-Identifier: Apache-2.0
#include "tb/sq/requester_bench.h"

#include <fmt/format.h>

#include <algorithm>

#include "tb/harness/pins.h"

namespace rnic::tb {
namespace {

constexpr unsigned kLoad = 0, kKill = 2, kFail = 3;
constexpr unsigned kData = 0, kStop = 1, kToken = 2;

}  // namespace

Requester::Requester() {
  auto& pins = dut_.model();
  pins.enable_i = 1;
  pins.factory_map_i = 1;
  pins.congestion_i = 0;
  pins.ackreq_every_i = 66;
  pins.block_valid_i = pins.cmd_valid_i = pins.failure_valid_i = 0;
  pins.rewind_ready_i = pins.item_ready_i = 0;
  pins.item_room_i = pins.others_waiting_i = 0;
  pins.fetched_qp_i = 0;
  dut_.reset();
  for (int i = 0; i < 4; ++i) cycle();
}

RequesterQp Requester::load(RequesterQp qp) {
  qp.queue = qp.dscp / 8;
  const auto fail = [this](const std::string& text) {
    run().fail(fmt::format("clock {}: {}", dut_.clock(), text));
  };
  Host host{.qp = qp, .oracle = std::make_unique<RequesterOracle>(qp, choices_, fail), .ring = {}};
  hosts_.insert_or_assign(qp.qp, std::move(host));
  for (Queue& queue : queues_) std::erase(queue.turns, qp.qp);
  queues_[qp.queue].turns.push_back(qp.qp);
  cmds_.push_back({.op = kLoad, .qp = qp.qp, .psn = qp.sq_psn});
  while (!cmds_.empty()) cycle();
  return qp;
}

void Requester::post(const RequesterQp& qp, RequesterWqe wqe) {
  Host& host = hosts_.at(qp.qp);
  wqe.index = host.producer;
  const auto blocks = wqe.encode(qp.ring_log2);
  for (unsigned i = 0; i < blocks.size(); ++i) {
    host.ring[host.producer++] = {blocks[i], wqe.read_error == i};
  }
  host.oracle->post(wqe);
}

void Requester::stop(const RequesterQp& qp) {
  Host& host = hosts_.at(qp.qp);
  host.is_stopped = true;
  host.oracle->post_stop(host.producer);
}

void Requester::fail(const RequesterQp& qp, bool by_command) {
  if (by_command)
    cmds_.push_back({.op = kFail, .qp = qp.qp});
  else
    failures_.push_back({.is_failure = true, .qp = qp.qp});
  hosts_.at(qp.qp).oracle->fail_told();
}

void Requester::kill(const RequesterQp& qp) {
  Host& host = hosts_.at(qp.qp);
  cmds_.push_back({.op = kKill, .qp = qp.qp});
  host.oracle->kill_told();
  host.is_live = false;
}

void Requester::reset_and_forget() {
  hosts_.clear();
  queues_ = {};
  block_queue_.reset();
  cmds_.clear();
  failures_.clear();
  auto& pins = dut_.model();
  pins.block_valid_i = pins.cmd_valid_i = pins.failure_valid_i = 0;
  dut_.reset(1);
  dut_.settle();
}

bool Requester::has_work(const Host& host) const {
  if (!host.is_live) return false;
  const unsigned there = static_cast<uint16_t>(host.producer - host.fetch);
  if (there >= std::max(1u, host.need)) return true;
  return host.is_stopped && !host.stop_sent;
}

// One QP's run into the queue's blocks read ahead.
void Requester::take_turn(Queue& queue) {
  for (size_t i = 0; i < queue.turns.size(); ++i) {
    Host& host = hosts_.at(queue.turns.front());
    queue.turns.push_back(queue.turns.front());
    queue.turns.pop_front();
    if (!has_work(host)) continue;
    const unsigned there = static_cast<uint16_t>(host.producer - host.fetch);
    Block block{.qp = host.qp.qp,
                .run_first = true,
                .fresh = host.fresh,
                .resume_bytes = host.fresh ? host.resume_bytes : rng_.below(1u << 20)};
    host.fresh = false;
    if (there < std::max(1u, host.need)) {
      host.fetch = host.producer;
      host.stop_sent = true;
      block.kind = kStop;
      block.index = host.producer;
      block.run_last = true;
      queue.out.push_back(block);
      return;
    }
    unsigned blocks = std::min(there, runs_vary_ ? rng_.between(1, most_run_) : most_run_);
    blocks = std::max(blocks, host.need);
    host.need = 0;
    for (; blocks > 0; --blocks) {
      const auto& [data, read_error] = host.ring.at(host.fetch);
      block.index = host.fetch++;
      block.data = data;
      block.read_error = read_error;
      block.owner = ((block.index >> host.qp.ring_log2) & 1) == 0;
      block.run_last = blocks == 1;
      queue.out.push_back(block);
      block.run_first = false;
    }
    return;
  }
}

void Requester::drive_block() {
  auto& pins = dut_.model();
  pins.block_valid_i = 0;
  block_queue_.reset();
  pins.others_waiting_i = 0;
  for (unsigned q = 0; q < 8; ++q) {
    Queue& queue = queues_[q];
    if (queue.out.size() < 8) take_turn(queue);
    const bool room = ((pins.block_room_o >> q) & 1) != 0;
    if (room) queue.slack = 8;
    // Another QP than the one whose blocks were read last has work.
    for (const uint16_t qp : queue.turns) {
      const bool is_newest = !queue.out.empty() && queue.out.back().qp == qp;
      if (!is_newest && qp != queue.turns.back() && has_work(hosts_.at(qp))) {
        pins.others_waiting_i |= static_cast<uint8_t>(1 << q);
      }
    }
  }
  if (!blocks_offered_.next(rng_)) return;
  const unsigned start = rng_.below(8);
  for (unsigned i = 0; i < 8; ++i) {
    const unsigned q = (start + i) % 8;
    Queue& queue = queues_[q];
    const bool room = ((pins.block_room_o >> q) & 1) != 0;
    if (queue.out.empty() || (!room && queue.slack == 0)) continue;
    if (!room) --queue.slack;
    const Block& block = queue.out.front();
    const RequesterQp& qp = hosts_.at(block.qp).qp;
    pins.block_valid_i = 1;
    pins.block_qid_i = static_cast<uint8_t>(q);
    pins.block_kind_i = static_cast<uint8_t>(block.kind);
    pins.block_qp_i = block.qp;
    pins.block_qpn_i = qp.qpn;
    pins.block_remote_qpn_i = qp.remote_qpn;
    pins.block_qp_type_i = static_cast<uint8_t>(qp.type);
    pins.block_pmtu_i = static_cast<uint8_t>(qp.pmtu);
    pins.block_dscp_i = qp.dscp;
    pins.block_ecn_i = qp.ecn;
    pins.block_owner_i = block.owner;
    pins.block_index_i = block.index;
    pins.block_run_first_i = block.run_first;
    pins.block_run_last_i = block.run_last;
    pins.block_fresh_i = block.fresh;
    pins.block_resume_bytes_i = block.resume_bytes;
    pins.block_read_error_i = block.read_error;
    write_pin<512>(pins.block_data_i, block.data);
    queue.out.pop_front();
    if (!first_block_clock_) first_block_clock_ = dut_.clock();
    return;
  }
}

void Requester::drive_events() {
  auto& pins = dut_.model();
  pins.cmd_valid_i = !cmds_.empty();
  if (!cmds_.empty()) {
    pins.cmd_op_i = static_cast<uint8_t>(cmds_.front().op);
    pins.cmd_qp_i = cmds_.front().qp;
    pins.cmd_sq_psn_i = cmds_.front().psn;
  }
  pins.failure_valid_i = !failures_.empty();
  if (!failures_.empty()) {
    pins.failure_resume_i = failures_.front().resume;
    pins.failure_qp_i = failures_.front().qp;
    pins.failure_index_i = failures_.front().index;
  }
  for (unsigned q = 0; q < 8; ++q) {
    if (rng_.below(1000) < room_flips_) room_[q] = !room_[q];
    if (room_[q]) queues_[q].beyond_room = 0;
    pins.item_room_i = static_cast<uint8_t>((pins.item_room_i & ~(1 << q)) | room_[q] << q);
  }
  pins.item_ready_i = item_ready_.next(rng_);
  pins.rewind_ready_i = rewind_ready_.next(rng_);
}

void Requester::sample_rewind() {
  const auto& pins = dut_.model();
  if (!pins.rewind_valid_o || !pins.rewind_ready_i) return;
  ++rewinds_;
  Host& host = hosts_.at(pins.rewind_qp_o);
  if (!host.is_live) return;
  const uint16_t index = pins.rewind_index_o;
  turn_cuts_ += pins.rewind_resume_bytes_o != 0;
  expect(static_cast<uint16_t>(host.producer - index) < 32768 && pins.rewind_need_o >= 1 &&
             pins.rewind_need_o <= 4,
         "a rewind to what was posted, of 1 to 4 blocks");
  host.fetch = index;
  host.fresh = true;
  host.resume_bytes = pins.rewind_resume_bytes_o;
  host.need = pins.rewind_need_o;
  host.stop_sent = false;
  host.oracle->cut(index, host.resume_bytes);
}

void Requester::check_queue(const RequesterItem& item) {
  Queue& queue = queues_[item.queue];
  if (!room_[item.queue]) expect(++queue.beyond_room <= 64, "more than 64 items beyond the room");
  if (!item.has_frag) return;
  const RequesterItem& before = queue.newest_frag;
  if (item.frag.adjoins) {
    expect(before.frag_qp == item.frag_qp && !item.frag.restart &&
               before.frag.addr + before.frag.bytes == item.frag.addr,
           "a fragment adjoins something else");
  }
  if (!item.frag.restart && item.frag.first) {
    expect(before.frag_qp == item.frag_qp && !before.message_end,
           "a packet goes on with what is not the queue's newest");
  }
  queue.newest_frag = item;
}

void Requester::sample_item() {
  const auto& pins = dut_.model();
  if (!pins.item_valid_o || !pins.item_ready_i) return;
  run().count_checks();
  RequesterItem item{.queue = pins.item_qid_o,
                     .first = pins.item_first_o != 0,
                     .last = pins.item_last_o != 0,
                     .has_frag = pins.item_has_frag_o != 0};
  item.frag = {.first = pins.frag_first_o != 0,
               .addr = pins.frag_addr_o,
               .bytes = pins.frag_bytes_o,
               .beyond = pins.frag_beyond_o,
               .restart = pins.frag_restart_o != 0,
               .adjoins = pins.frag_adjoins_o != 0};
  item.frag_qp = pins.frag_qp_o;
  item.frag_rows = pins.frag_packet_rows_o;
  item.message_end = pins.frag_message_end_o != 0;
  if (item.first) {
    DescFields& desc = item.desc;
    desc = {.frame = pins.desc_frame_o != 0,
            .token = pins.desc_token_o != 0,
            .last = pins.desc_last_o != 0,
            .flushing = pins.desc_flushing_o != 0,
            .wr_id = pins.wqe_wr_id_o,
            .qpn = pins.wqe_qpn_o,
            .wqe_opcode = pins.wqe_opcode_o,
            .status = pins.wqe_status_o,
            .signaled = pins.wqe_signaled_o != 0,
            .index = pins.wqe_index_o,
            .blocks = pins.wqe_blocks_o,
            .length = pins.wqe_length_o};
    if (desc.frame) {
      desc.opcode = pins.desc_opcode_o;
      desc.solicited = pins.desc_solicited_o != 0;
      desc.ack_req = pins.desc_ack_req_o != 0;
      desc.dest_qp = pins.desc_dest_qp_o;
      desc.psn = pins.desc_psn_o;
      desc.dscp = pins.desc_dscp_o;
      desc.ecn = pins.desc_ecn_o;
      desc.prio = pins.desc_prio_o;
      desc.payload_bytes = pins.desc_payload_bytes_o;
    }
    std::array<uint8_t, 32> ext{};
    read_pin<256>(pins.desc_ext_o, ext);
    const size_t bytes = 4u * pins.desc_ext_words_o;
    desc.ext.assign(ext.begin(), ext.begin() + std::min<size_t>(bytes, 32));
    expect(bytes <= 32 && std::all_of(ext.begin() + static_cast<long>(bytes), ext.end(),
                                      [](uint8_t byte) { return byte == 0; }),
           "extended headers beyond their length");
    expect(!pins.desc_becn_o, "BECN is set");
  }
  if (items_++ == 0) first_item_clock_ = dut_.clock();
  last_item_clock_ = dut_.clock();
  ++items_of_[item.queue];

  Queue& queue = queues_[item.queue];
  expect_eq(!queue.inside.has_value(), item.first, "first item of its packet");
  item.qp = item.first ? pins.desc_qp_o : queue.inside.value_or(0);
  queue.inside = item.last ? std::nullopt : std::optional<unsigned>(item.qp);
  for (unsigned q = 0; q < 8; ++q) {
    expect(q == item.queue || !queues_[q].inside, "an item inside of another queue's packet");
  }
  check_queue(item);
  const auto found = hosts_.find(static_cast<uint16_t>(item.qp));
  if (found == hosts_.end()) return run().fail(fmt::format("an item of QP {}", item.qp));
  Host& host = found->second;
  expect_eq(host.qp.queue, item.queue, "queue");
  if (item.first && !item.desc.frame && !item.desc.token) records_.push_back(item.desc.status);
  host.oracle->take(item);
  if (const auto index = host.oracle->dead_end();
      index && (host.oracle->is_failing() || rng_.chance(undo_chance_))) {
    if (!host.oracle->is_failing()) fail(host.qp);
    failures_.push_back({.is_failure = true, .resume = true, .qp = host.qp.qp, .index = *index});
    host.oracle->resume();
  }
}

void Requester::cycle() {
  drive_block();
  drive_events();
  dut_.settle();
  sample_item();
  sample_rewind();
  const bool cmd_taken = dut_->cmd_valid_i && dut_->cmd_ready_o;
  const bool failure_taken = dut_->failure_valid_i && dut_->failure_ready_o;
  dut_.cycle();
  if (cmd_taken) {
    // The fetch takes a kill in the same clock: the token goes behind all blocks of the QP.
    const Event cmd = cmds_.front();
    cmds_.pop_front();
    if (cmd.op == kKill) {
      queues_[hosts_.at(cmd.qp).qp.queue].out.push_back(
          {.kind = kToken, .qp = cmd.qp, .run_first = true, .run_last = true, .fresh = true});
    }
  }
  if (failure_taken) failures_.pop_front();
}

bool Requester::is_done() const {
  if (!cmds_.empty() || !failures_.empty()) return false;
  for (const Queue& queue : queues_) {
    if (!queue.out.empty()) return false;
  }
  return std::ranges::all_of(hosts_, [this](const auto& entry) {
    const Host& host = entry.second;
    return host.oracle->is_done() && !has_work(host);
  });
}

void Requester::finish(uint64_t budget) {
  uint64_t quiet = 0;  // clocks with everything done: nothing more may come
  for (uint64_t i = 0; quiet < 100 && run().failures() == 0; ++i) {
    if (i == budget) {
      std::string text = fmt::format("not done, idle_o {}:", dut_->idle_o);
      for (const auto& [number, host] : hosts_) {
        if (!host.oracle->is_done()) {
          text += fmt::format("\n  {}; fetch {} of {}, need {}", host.oracle->position(),
                              host.fetch, host.producer, host.need);
        }
      }
      return run().fail(text);
    }
    cycle();
    quiet = is_done() && dut_->idle_o ? quiet + 1 : 0;
  }
}

uint16_t Requester::fetched(const RequesterQp& qp) {
  dut_->fetched_qp_i = qp.qp;
  cycle();
  cycle();
  dut_.settle();
  return dut_->fetched_index_o;
}

}  // namespace rnic::tb
