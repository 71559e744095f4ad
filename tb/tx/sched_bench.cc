// SPDX-License-Identifier: Apache-2.0
#include "tb/tx/sched_bench.h"

#include <fmt/format.h>

#include <algorithm>

#include "tb/harness/pins.h"

namespace rnic::tb {
namespace {

constexpr unsigned kBusLatency = 30;  // builder to bus
constexpr unsigned kFetchFrags = 64;  // fragments a queue of the payload fetch
constexpr unsigned kFetchSlack = 16;
constexpr uint64_t kPauseClocks = 6;  // from pause_i to the last frame decided
constexpr unsigned kFreeSettles = 8;  // clocks from a load to an answer that knows of it

bool bit(uint8_t pins, unsigned i) { return (pins >> i & 1) != 0; }

}  // namespace

SchedBench::SchedBench(SimRun& run, Vtb_rnic_tx_sched& model)
    : Agent("scheduler bench"),
      run_(run),
      pins_(model),
      rng_(run.rng("scheduler bench")),
      reference_(run) {}

void SchedBench::fail_if(bool wrong, const std::string& text) {
  run_.count_checks();
  if (wrong) run_.fail(fmt::format("clock {}: {}", clock_, text));
}

void SchedBench::send(unsigned source, const SchedPacket& packet) {
  sources_[source].queue[packet.qid].push_back(packet);
}

void SchedBench::send_control(uint16_t qp, uint8_t qid) {
  SchedPacket packet{.wr_id = 0xffffffffull << 32 | next_tag_++, .qp = qp, .qid = qid};
  packet.ctl = true;
  controls_.push_back(packet);
}

bool SchedBench::is_quiet() const noexcept {
  const bool is_sent = std::ranges::all_of(sources_, [](const Source& s) {
    return !s.is_inside && !s.is_offered &&
           std::ranges::all_of(s.queue, [](const auto& q) { return q.empty(); });
  });
  return is_sent && controls_.empty() && commands_done() && inside_ == 0 && busy_ == 0 &&
         reference_.is_drained() && pins_.idle_o;
}

std::string SchedBench::holds() const {
  std::string text = reference_.left();
  for (unsigned q = 0; q < kSchedQueues; ++q) {
    if (queues_[q].stored.empty()) continue;
    text += fmt::format("; queue {}: {} packets, {} of {} rows written", q,
                        queues_[q].stored.size(), queues_[q].written_rows, queues_[q].pushed_rows);
  }
  for (const Source& s : sources_) {
    for (const auto& q : s.queue) {
      if (!q.empty()) text += fmt::format("; a source: {} packets", q.size());
    }
  }
  return text;
}

void SchedBench::rest() {
  pins_.src_valid_i = 0;
  pins_.ctl_valid_i = 0;
  pins_.cmd_valid_i = 0;
  pins_.left_frames_i = 0;
  pins_.rel_ready_i = 0;
  pins_.cpl_ready_i = 0;
  pins_.failure_ready_i = 0;
  pins_.frag_room_i = 0;
  pins_.pause_i = 0;
  for (unsigned q = 0; q < kSchedQueues; ++q) pins_.written_i[q] = 0;
}

// ------------------------------------------------------------ sample

void SchedBench::sample(uint64_t clock) {
  clock_ = clock;
  sample_decision();
  sample_sources();
  sample_fetch();
  sample_builder();
  sample_outputs();
  // Two clocks are the way from what is taken to the flop of idle_o.
  if (inside_ == 0) inside_since_ = clock;
  fail_if(pins_.idle_o && clock > inside_since_ + 3, "idle with packets inside");
}

void SchedBench::packet_taken(const SchedPacket& packet) {
  Queue& queue = queues_[packet.qid];
  queue.pushed_rows += packet.rows();
  Stored stored{.packet = packet, .end_rows = queue.pushed_rows, .frags_to_come = packet.frags};
  stored.is_fetched = packet.frags == 0;
  stored.taken_at = clock_;
  stored.written_at = clock_;
  queue.stored.push_back(stored);
  ++inside_;
}

void SchedBench::sample_sources() {
  for (unsigned s = 0; s < kSchedSources; ++s) {
    Source& source = sources_[s];
    source.rooms.push_back(pins_.room_o);
    while (source.rooms.size() > rates.room_delay + 1) source.rooms.pop_front();
    if (!source.is_offered || !bit(pins_.src_ready_o, s)) continue;
    if (source.item == 0) packet_taken(source.packet);
    source.is_offered = false;
    ++source.item;
    source.is_inside = source.item < std::max(1u, source.packet.frags);
  }
  if (control_offered_ && pins_.ctl_ready_o) {
    queues_[controls_.front().qid].controls.push_back(controls_.front());
    controls_.pop_front();
    control_offered_ = false;
    ++inside_;
  }
  if (command_offered_ && pins_.cmd_ready_o) {
    const Command& command = commands_.front();
    if (command.op == SchedCommand::kLoad) {
      reference_.load_accepted(command.qp);
      loaded_at_.try_emplace(command.qp, clock_);
    }
    undecided_.push_back(command);
    commands_.pop_front();
    command_offered_ = false;
  }
}

void SchedBench::sample_decision() {
  if (!pins_.decided_valid_o) return;
  if (pins_.decided_cmd_o) {
    if (undecided_.empty()) return fail_if(true, "a command that was not given");
    const Command command = undecided_.front();
    undecided_.pop_front();
    fail_if(
        static_cast<uint8_t>(command.op) != pins_.decided_op_o || command.qp != pins_.decided_qp_o,
        "commands are not decided in their order");
    return reference_.command(command.op, command.qp);
  }
  Queue& queue = queues_[pins_.decided_qid_o];
  --inside_;
  SchedPacket packet;
  if (pins_.decided_ctl_o) {
    if (queue.controls.empty()) return fail_if(true, "a control packet that was not given");
    packet = queue.controls.front();
    queue.controls.pop_front();
  } else {
    if (queue.stored.empty()) return fail_if(true, "a packet that was not given");
    const Stored& stored = queue.stored.front();
    packet = stored.packet;
    fail_if(!stored.is_fetched || !written_all(stored), "a packet goes before its payload");
    fail_if(stored.is_dead && reference_.is_alive(packet.qp),
            "the payload of a packet that lives was not read");
    moments_[packet.tag()] = {stored.taken_at, stored.written_at};
    queue.stored.pop_front();
    if (queue.fetching > 0) --queue.fetching;
    if (queue.frag_packet > 0) --queue.frag_packet;
  }
  fail_if(packet.tag() != pins_.decided_tag_o,
          fmt::format("queue {}: want packet {:#x}, got {:#x}", packet.qid, packet.tag(),
                      pins_.decided_tag_o));
  const bool is_frame = packet.frame && reference_.is_alive(packet.qp) && !packet.read_error;
  fail_if(is_frame && queue.is_paused && clock_ > queue.paused_since + kPauseClocks,
          fmt::format("queue {} is paused since clock {}", packet.qid, queue.paused_since));
  if (packet.frame) released_[packet.tag()] = packet;
  reference_.packet(packet);
}

void SchedBench::sample_fetch() {
  if (pins_.frag_valid_o) {
    Queue& queue = queues_[pins_.frag_qid_o];
    while (queue.frag_packet < queue.stored.size() &&
           queue.stored[queue.frag_packet].frags_to_come == 0) {
      ++queue.frag_packet;
    }
    if (queue.frag_packet == queue.stored.size()) return fail_if(true, "an unknown fragment");
    Stored& stored = queue.stored[queue.frag_packet];
    const unsigned number = stored.packet.frags - stored.frags_to_come;
    fail_if(pins_.frag_tag_o != stored.packet.tag() + number * 0x1000000u ||
                pins_.frag_qp_o != stored.packet.qp || !pins_.frag_intact_o,
            fmt::format("queue {}: fragment {:#x} is not fragment {} of {:#x}", pins_.frag_qid_o,
                        pins_.frag_tag_o, number, stored.packet.tag()));
    queue.frags_held.push_back(clock_);
    fail_if(queue.frags_held.size() > kFetchFrags, "the payload fetch is overrun");
    if (number == 0) stored.is_dead = is_dead_[stored.packet.qp];
    if (--stored.frags_to_come == 0) {
      stored.is_fetched = true;
      stored.fetched_at = clock_;
    }
  }
  err_counts_[0] = queues_[pins_.err_rd_qid_o].error_count[pins_.err_rd_row_o];
}

void SchedBench::sample_builder() {
  reference_.frames_left(pins_.left_frames_i);
  if (!pins_.rel_valid_o) {
    fail_if(is_release_waiting_, "a release is taken back");
    if (busy_ == 0 && builder_moves_) ++builder_idle_;
    return;
  }
  fail_if(is_release_waiting_ && waiting_wr_id_ != pins_.rel_wr_id_o, "a release changes");
  is_release_waiting_ = !pins_.rel_ready_i;
  waiting_wr_id_ = pins_.rel_wr_id_o;
  const auto tag = static_cast<uint32_t>(pins_.rel_wr_id_o);
  if (const auto it = moments_.find(tag); it != moments_.end()) {
    since_item_ = clock_ - it->second.first;
    since_written_ = clock_ - it->second.second;
    moments_.erase(it);
  }
  if (!pins_.rel_ready_i) return;
  const auto it = released_.find(tag);
  if (it == released_.end()) return fail_if(true, fmt::format("unknown release {:#x}", tag));
  building_ = it->second;
  released_.erase(it);
  building_discard_ = pins_.rel_discard_o != 0;
  fail_if(!pins_.rel_intact_o || pins_.rel_payload_bytes_o != building_.payload_bytes,
          fmt::format("release {:#x} is damaged", tag));
  reference_.got_release(
      {pins_.rel_wr_id_o, static_cast<uint8_t>(pins_.rel_qid_o), building_discard_});
  busy_ = building_discard_ ? 1 : std::max(1u, building_.rows());
  ++taken_[building_.qid];
  if (!building_discard_) last_frame_taken_[building_.qid] = clock_;
}

void SchedBench::sample_outputs() {
  if (pins_.stat_status_valid_o) reference_.got_status(pins_.stat_status_o);
  if (pins_.cpl_valid_o && pins_.cpl_ready_i) {
    reference_.got_record({.wr_id = pins_.cpl_wr_id_o,
                           .qpn = pins_.cpl_qpn_o,
                           .opcode = pins_.cpl_opcode_o,
                           .status = pins_.cpl_status_o,
                           .is_signaled = pins_.cpl_signaled_o != 0,
                           .index = pins_.cpl_index_o,
                           .length = pins_.cpl_length_o});
  }
  if (pins_.token_valid_o) {
    reference_.got_token(pins_.token_qp_o);
    tokens_.push_back(pins_.token_qp_o);
  }
  if (pins_.error_valid_o) reference_.got_error(pins_.error_qp_o);
  if (pins_.failure_valid_o && pins_.failure_ready_i) {
    reference_.got_failure({pins_.failure_resume_o != 0, pins_.failure_qp_o,
                            static_cast<uint8_t>(pins_.failure_qid_o), pins_.failure_index_o});
  }
  if (pins_.dead_we_o) {
    reference_.got_dead({pins_.dead_qp_o, pins_.dead_o != 0});
    is_dead_[pins_.dead_qp_o] = pins_.dead_o != 0;
  }
  if (free_asked_[2]) {
    reference_.got_free(free_qp_[2], pins_.free_index_o);
    fail_if(pins_.look_index_o != pins_.free_index_o, "sq_free reads differ");
  }
}

// ------------------------------------------------------------ drive

void SchedBench::drive(uint64_t clock) {
  clock_ = clock;
  for (unsigned s = 0; s < kSchedSources; ++s) drive_source(s);
  if (!control_offered_ && !controls_.empty()) control_offered_ = rates.offer.next(rng_);
  pins_.ctl_valid_i = control_offered_;
  if (control_offered_) {
    pins_.ctl_qid_i = controls_.front().qid;
    pins_.ctl_qp_i = controls_.front().qp;
    pins_.ctl_tag_i = controls_.front().tag();
  }
  drive_fetch();
  drive_builder();
  drive_software();
}

void SchedBench::drive_source(unsigned s) {
  Source& source = sources_[s];
  const auto mask = static_cast<uint8_t>(1u << s);
  if (source.is_offered) return;
  pins_.src_valid_i = static_cast<uint8_t>(pins_.src_valid_i & ~mask);
  if (!rates.offer.next(rng_)) return;
  if (!source.is_inside) {
    // Room as it was seen some clocks ago: what comes meanwhile must fit.
    const uint8_t room = source.rooms.empty() ? uint8_t{0} : source.rooms.front();
    unsigned q = source.turn;
    unsigned tried = 0;
    do {
      q = (q + 1) % kSchedQueues;
    } while ((source.queue[q].empty() || !bit(room, q)) && ++tried < kSchedQueues);
    if (tried == kSchedQueues) return;
    source.turn = q;
    source.packet = source.queue[q].front();
    source.queue[q].pop_front();
    source.item = 0;
  }
  put_item(s);
  source.is_offered = true;
  source.is_inside = true;
  pins_.src_valid_i = static_cast<uint8_t>(pins_.src_valid_i | mask);
}

void SchedBench::put_item(unsigned s) {
  const Source& source = sources_[s];
  const SchedPacket& packet = source.packet;
  const bool is_first = source.item == 0;
  pins_.src_qid_i[s] = packet.qid;
  pins_.src_first_i[s] = is_first;
  pins_.src_last_i[s] = source.item + 1 >= packet.frags;
  pins_.src_has_frag_i[s] = packet.frags != 0;
  pins_.src_frag_tag_i[s] = packet.tag() + source.item * 0x1000000u;
  pins_.src_qp_i[s] = packet.qp;
  // The descriptor counts with the first item only.
  pins_.src_wr_id_i[s] = is_first ? packet.wr_id : rng_.next();
  pins_.src_frame_i[s] = packet.frame;
  pins_.src_token_i[s] = packet.token;
  pins_.src_opcode_i[s] = packet.opcode;
  pins_.src_payload_bytes_i[s] = packet.payload_bytes;
  pins_.src_wqe_last_i[s] = packet.last;
  pins_.src_flushing_i[s] = packet.flushing;
  pins_.src_wqe_opcode_i[s] = packet.wqe_opcode;
  pins_.src_status_i[s] = packet.status;
  pins_.src_signaled_i[s] = packet.is_signaled;
  pins_.src_index_i[s] = packet.index;
  pins_.src_blocks_i[s] = packet.blocks;
  pins_.src_length_i[s] = packet.length;
}

void SchedBench::drive_fetch() {
  pins_.err_count_i = err_counts_[1];
  err_counts_[1] = err_counts_[0];
  for (unsigned q = 0; q < kSchedQueues; ++q) {
    Queue& queue = queues_[q];
    const unsigned rows = bit(rates.stuck_memory, q) ? 0 : rates.rows_a_clock;
    for (unsigned n = 0; n < rows && rates.memory.next(rng_); ++n) {
      while (queue.fetching < queue.stored.size() && written_all(queue.stored[queue.fetching]) &&
             queue.stored[queue.fetching].is_fetched) {
        ++queue.fetching;
      }
      if (queue.fetching == queue.stored.size()) break;
      Stored& stored = queue.stored[queue.fetching];
      if (!stored.is_fetched || clock_ < stored.fetched_at + rates.memory_latency) break;
      if (queue.written_rows - queue.freed_rows >= 1024) break;
      if (stored.rows_written == 0 && !stored.is_dead && rng_.chance(rates.error_percent)) {
        stored.packet.read_error = true;
      }
      ++stored.rows_written;
      // Somewhere in the packet, at the latest with its last row.
      if (stored.packet.read_error && (written_all(stored) || rng_.chance(30))) ++queue.errors;
      queue.error_count[queue.written_rows % 1024] = queue.errors;
      ++queue.written_rows;
      stored.written_at = clock_;
      if (written_all(stored)) {
        for (unsigned f = 0; f < stored.packet.frags; ++f) queue.frags_held.pop_front();
      }
    }
    pins_.written_i[q] = static_cast<uint16_t>(queue.written_rows & 2047);
    const bool is_roomy = queue.frags_held.size() < kFetchFrags - kFetchSlack;
    const auto mask = static_cast<uint8_t>(1u << q);
    pins_.frag_room_i =
        static_cast<uint8_t>(is_roomy ? pins_.frag_room_i | mask : pins_.frag_room_i & ~mask);
  }
}

void SchedBench::drive_builder() {
  builder_moves_ = rates.builder.next(rng_);
  if (busy_ > 0 && builder_moves_ && --busy_ == 0) {
    queues_[building_.qid].freed_rows += building_.rows();
    if (!building_discard_) leaving_.push_back(clock_ + kBusLatency);
  }
  pins_.rel_ready_i = busy_ == 0 && builder_moves_;
  uint8_t leaves = 0;
  while (builder_moves_ && leaves < 2 && !leaving_.empty() && leaving_.front() <= clock_) {
    leaving_.pop_front();
    ++leaves;
  }
  pins_.left_frames_i = leaves;
}

void SchedBench::drive_software() {
  if (!command_offered_ && !commands_.empty()) command_offered_ = true;
  pins_.cmd_valid_i = command_offered_;
  if (command_offered_) {
    pins_.cmd_op_i = static_cast<uint8_t>(commands_.front().op);
    pins_.cmd_qp_i = commands_.front().qp;
  }
  pins_.pause_i = pause_;
  for (unsigned q = 0; q < kSchedQueues; ++q) {
    Queue& queue = queues_[q];
    if (bit(pause_, q) && !queue.is_paused) queue.paused_since = clock_;
    queue.is_paused = bit(pause_, q);
  }
  pins_.cpl_ready_i = rates.completions.next(rng_);
  pins_.failure_ready_i = rates.failures.next(rng_);
  std::shift_right(free_qp_.begin(), free_qp_.end(), 1);
  std::shift_right(free_asked_.begin(), free_asked_.end(), 1);
  free_asked_[0] = false;
  if (!loaded_at_.empty()) {
    const auto it =
        std::next(loaded_at_.begin(), rng_.below(static_cast<uint32_t>(loaded_at_.size())));
    free_qp_[0] = it->first;
    free_asked_[0] = clock_ > it->second + kFreeSettles;
    pins_.free_qp_i = it->first;
  }
}

}  // namespace rnic::tb
