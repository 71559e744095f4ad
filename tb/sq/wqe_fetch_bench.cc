// SPDX-License-Identifier: Apache-2.0
#include "tb/sq/wqe_fetch_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "tb/harness/pins.h"

namespace rnic::tb {
namespace {

constexpr unsigned kLoad = 0;
constexpr unsigned kUpdate = 1;
constexpr unsigned kKill = 2;
constexpr unsigned kData = 0;
constexpr unsigned kStop = 1;
constexpr unsigned kToken = 2;
constexpr unsigned kMostRunBlocks = 8;
constexpr unsigned kMostAfterRoom = 8;
constexpr size_t kBlockBytes = 64;
constexpr uint64_t kRings = 0x40'0000'0000;  // where the rings stand
constexpr uint64_t kRingStride = 0x20'1000;  // room for the largest, and some
constexpr uint64_t kNeverWritten = 0xdead'0000'0000'0000;

uint16_t minus(uint16_t a, uint16_t b) { return static_cast<uint16_t>(a - b); }
uint16_t plus(uint16_t a, unsigned b) { return static_cast<uint16_t>(a + b); }

}  // namespace

FetchBench::FetchBench(SimRun& run, Vtb_rnic_wqe_fetch& dut)
    : Agent("wqe fetch bench"),
      run_(run),
      dut_(dut),
      memory_(run, "rings",
              {.ar_valid = &dut.ar_valid_o,
               .ar_ready = &dut.ar_ready_i,
               .ar_id = &dut.ar_id_o,
               .ar_addr = &dut.ar_addr_o,
               .ar_len = &dut.ar_len_o,
               .r_valid = &dut.r_valid_i,
               .r_ready = &dut.r_ready_o,
               .r_id = &dut.r_id_i,
               .r_data = dut.r_data_i.data(),
               .r_resp = &dut.r_resp_i,
               .r_last = &dut.r_last_i},
              [this](uint64_t addr, AxiLine& line) { read_line(addr, line); }),
      rng_(run.rng("room")),
      room_{ReadyPattern::always(), ReadyPattern::always(), ReadyPattern::always(),
            ReadyPattern::always(), ReadyPattern::always(), ReadyPattern::always(),
            ReadyPattern::always(), ReadyPattern::always()} {
  for (unsigned dscp = 0; dscp < map_.size(); ++dscp) set_map(dscp, dscp % kQueues);
}

// --- the driver ----------------------------------------------------------------------------------

void FetchBench::load(unsigned qp, const FetchContext& context) {
  Qp& q = qps_[qp];
  const uint32_t life = q.life + 1;
  const uint64_t tokens = q.tokens;
  const uint64_t blocks = q.blocks;
  q = Qp{};
  q.context = context;
  q.life = life;
  q.tokens = tokens;
  q.blocks = blocks;
  q.slots.assign(size_t{1} << context.ring_log2, kNeverWritten);
  q.broken.assign(q.slots.size(), false);
  q.queue = map_[context.dscp];
  if (std::ranges::find(known_, qp) == known_.end()) known_.push_back(qp);
  commands_.push_back({kLoad, qp, context});
}

void FetchBench::update(unsigned qp, const FetchContext& context) {
  qps_[qp].before.push_back(qps_[qp].context);
  qps_[qp].context = context;
  commands_.push_back({kUpdate, qp, context});
}

void FetchBench::kill(unsigned qp) {
  qps_[qp].is_killed = true;
  commands_.push_back({kKill, qp, qps_[qp].context});
}

void FetchBench::fail(unsigned qp) {
  qps_[qp].is_failed = true;
  failures_.push_back(qp);
}

uint16_t FetchBench::ahead(unsigned qp) const { return minus(qps_[qp].posted, qps_[qp].next); }

unsigned FetchBench::room(unsigned qp) const {
  const Qp& q = qps_[qp];
  return static_cast<unsigned>(q.slots.size()) - minus(q.posted, q.free);
}

unsigned FetchBench::post(unsigned qp, unsigned blocks) {
  Qp& q = qps_[qp];
  blocks = std::min(blocks, room(qp));
  for (unsigned i = 0; i < blocks; ++i) {
    q.slots[q.posted % q.slots.size()] =
        uint64_t{q.posted} << 48 | uint64_t{q.life} << 16 | uint64_t{qp};
    q.posted = plus(q.posted, 1);
  }
  return blocks;
}

void FetchBench::ring(unsigned qp) { ring_raw(qpn_of(qp), qps_[qp].posted); }

void FetchBench::ring_raw(uint32_t qpn, uint16_t count) { doorbells_.push_back({qpn, count}); }

void FetchBench::set_map(unsigned dscp, unsigned queue) {
  map_[dscp] = static_cast<uint8_t>(queue);
  std::array<uint8_t, 24> bytes{};
  for (unsigned i = 0; i < map_.size(); ++i) {
    for (unsigned bit = 0; bit < 3; ++bit) {
      const unsigned at = 3 * i + bit;
      if ((map_[i] >> bit & 1) != 0) bytes[at / 8] |= static_cast<uint8_t>(1u << at % 8);
    }
  }
  write_pin<192>(dut_.cfg_map_i, bytes);
}

void FetchBench::break_line(unsigned qp, uint16_t index) {
  Qp& q = qps_[qp];
  const size_t slot = index % q.slots.size();
  const size_t first = slot - (slot + (q.context.odd_base ? 1 : 0)) % 2;
  for (size_t i = first; i < first + 2; ++i) {
    if (i < q.slots.size()) q.broken[i] = true;
  }
}

void FetchBench::refill(unsigned qp, unsigned batch) {
  qps_[qp].refill = batch;
  if (post(qp, static_cast<unsigned>(qps_[qp].slots.size())) != 0) ring(qp);
}

// --- the requester -------------------------------------------------------------------------------

void FetchBench::rewind(unsigned qp, uint16_t index, unsigned need, uint32_t resume_bytes) {
  Qp& q = qps_[qp];
  rewinds_.push_back({qp, index, resume_bytes, need});
  q.drops = true;
  q.fresh = true;
  q.stop_came = false;
  q.next = index;
  q.need = need;
  q.resume_bytes = resume_bytes;
}

void FetchBench::set_free(unsigned qp, uint16_t index) { qps_[qp].free = index; }

void FetchBench::forget() {
  commands_.clear();
  doorbells_.clear();
  rewinds_.clear();
  failures_.clear();
  for (const unsigned qp : known_) qps_[qp] = {.life = qps_[qp].life};
  known_.clear();
  runs_ = {};
}

// --- memory --------------------------------------------------------------------------------------

uint64_t FetchBench::ring_base(unsigned qp, const FetchContext& context) {
  return kRings + qp * kRingStride + (context.odd_base ? kBlockBytes : 0);
}

void FetchBench::fill_block(uint64_t tag, uint8_t* bytes) {
  for (unsigned i = 0; i < kBlockBytes / 8; ++i) {
    const uint64_t word = tag ^ (0x0101'0101'0101'0101 * i);
    std::memcpy(bytes + 8 * i, &word, 8);
  }
}

void FetchBench::read_line(uint64_t addr, AxiLine& line) const {
  const uint64_t place = addr - kRings;
  const auto qp = static_cast<unsigned>(place / kRingStride);
  if (addr < kRings || qp >= qps_.size() || qps_[qp].slots.empty()) {
    run_.fail(fmt::format("a read at 0x{:x}, where no ring is", addr));
    return;
  }
  const Qp& q = qps_[qp];
  const uint64_t base = ring_base(qp, q.context);
  bool touches = false;
  for (unsigned half = 0; half < 2; ++half) {
    const uint64_t block = addr + half * kBlockBytes;
    const bool inside = block >= base && block < base + q.slots.size() * kBlockBytes;
    const size_t slot = inside ? (block - base) / kBlockBytes : 0;
    touches |= inside;
    fill_block(inside ? q.slots[slot] : kNeverWritten, line.bytes.data() + half * kBlockBytes);
    line.error |= inside && q.broken[slot];
  }
  if (!touches) run_.fail(fmt::format("a read at 0x{:x}, outside the ring of QP {}", addr, qp));
}

// --- checks --------------------------------------------------------------------------------------

void FetchBench::complain(const std::string& what) {
  run_.fail(fmt::format("clock {}: queue {}, QP {}, index {}: {}", clock_, dut_.block_qid_o,
                        dut_.block_qp_o, dut_.block_index_o, what));
}

template <class T>
void FetchBench::check(const T& want, const T& got, const char* what) {
  run_.count_checks();
  if (want != got) complain(fmt::format("{}: want {}, got {}", what, want, got));
}

void FetchBench::check_run(unsigned queue) {
  Run& run = runs_[queue];
  check(!run.open, dut_.block_run_first_o != 0, "run_first where no run is open");
  if (dut_.block_run_first_o)
    run = {.open = true, .qp = dut_.block_qp_o, .next = dut_.block_index_o};
  check(run.qp, unsigned{dut_.block_qp_o}, "QP of the run");
  check(run.next, dut_.block_index_o, "index within the run");
  run.next = plus(run.next, 1);
  if (++run.blocks > kMostRunBlocks) complain("the run is longer than 8 blocks");
  const Qp& q = qps_[run.qp];
  if (dut_.block_run_last_o) {
    run.open = false;
  } else if (!q.slots.empty() && run.next % q.slots.size() == 0) {
    complain("the run passes the ring's end");
  }
}

void FetchBench::check_context(const Qp& qp) {
  const auto fits = [&](const FetchContext& c) {
    return 1024 * c.qpn_high + dut_.block_qp_o == dut_.block_qpn_o &&
           c.remote_qpn == dut_.block_remote_qpn_o && c.type == dut_.block_type_o &&
           c.pmtu == dut_.block_pmtu_o && c.dscp == dut_.block_dscp_o && c.ecn == dut_.block_ecn_o;
  };
  run_.count_checks();
  if (!fits(qp.context) && std::ranges::none_of(qp.before, fits)) complain("another context");
}

void FetchBench::check_data(const Qp& qp) {
  const size_t slot = dut_.block_index_o % qp.slots.size();
  check(qp.broken[slot], dut_.block_read_error_o != 0, "read_error");
  check((dut_.block_index_o >> qp.context.ring_log2 & 1) == 0, dut_.block_owner_o != 0, "owner");
  if (qp.broken[slot]) return;
  std::array<uint8_t, kBlockBytes> want{};
  std::array<uint8_t, kBlockBytes> got{};
  fill_block(uint64_t{dut_.block_index_o} << 48 | uint64_t{qp.life} << 16 | dut_.block_qp_o,
             want.data());
  read_pin<512>(dut_.block_data_o, got);
  run_.count_checks();
  if (want != got) complain("other bytes than were posted for this index");
}

bool FetchBench::stop_is_due(const Qp& qp) const {
  return qp.is_stopped && !qp.stop_came && minus(qp.producer, qp.next) < qp.need;
}

void FetchBench::sample_block() {
  const unsigned queue = dut_.block_qid_o;
  Qp& q = qps_[dut_.block_qp_o];
  const bool starts_fresh = dut_.block_run_first_o && dut_.block_fresh_o;
  check_run(queue);
  ++queue_blocks_[queue];
  if (dut_.block_kind_o == kToken) {
    check(true, q.is_killed && !q.is_loaded, "a token of a QP that was reset");
    q.is_killed = false;
    ++q.tokens;
    return;
  }
  if (q.is_killed || (q.drops && !starts_fresh)) {
    ++q.dropped;
    return;
  }
  check(q.queue, queue, "queue");
  check(true, q.is_loaded, "a block of a QP that is loaded");
  if (dut_.block_run_first_o) {
    check(q.fresh, dut_.block_fresh_o != 0, "fresh");
    if (q.fresh) check(q.resume_bytes, dut_.block_resume_bytes_o, "resume_bytes");
  }
  if (dut_.block_kind_o == kStop) {
    check(true, stop_is_due(q), "a stop where one is due");
    check(q.producer, dut_.block_index_o, "index of the stop");
    q.stop_came = true;
    q.next = q.producer;
  } else {
    check(q.next, dut_.block_index_o, "next index");
    check_context(q);
    if (minus(q.producer, q.next) < (q.fresh ? q.need : 1u)) complain("beyond the producer count");
    check_data(q);
    q.next = plus(dut_.block_index_o, 1);
    ++q.blocks;
  }
  q.drops = q.fresh = false;
  q.need = 1;
  if (on_block) on_block(dut_.block_qp_o, dut_.block_index_o);
  if (q.refill != 0) {
    q.free = q.next;
    if (room(dut_.block_qp_o) >= q.refill && post(dut_.block_qp_o, q.refill) != 0)
      ring(dut_.block_qp_o);
  }
}

void FetchBench::taken(const Command& command) {
  Qp& q = qps_[command.qp];
  if (command.op == kLoad) q.is_loaded = true;
  if (command.op == kKill) q.is_loaded = false;
}

void FetchBench::taken(const Doorbell& doorbell) {
  Qp& q = qps_[doorbell.qpn % 1024];
  if (!q.is_loaded || qpn_of(doorbell.qpn % 1024) != doorbell.qpn) {
    ++want_ignored_;
    return;
  }
  if (q.is_stopped) return;
  const uint16_t claim = minus(doorbell.count, q.free);
  if (claim > q.slots.size()) {
    q.is_stopped = true;
  } else if (claim > minus(q.producer, q.free)) {
    q.producer = doorbell.count;
  }
}

bool FetchBench::is_settled() const {
  if (!is_taken()) return false;
  return std::ranges::all_of(known_, [&](unsigned index) {
    const Qp& q = qps_[index];
    if (q.is_killed) return false;
    if (!q.is_loaded) return true;
    return minus(q.producer, q.next) < q.need && !stop_is_due(q);
  });
}

// --- pins ----------------------------------------------------------------------------------------

void FetchBench::rest() {
  dut_.db_valid_i = 0;
  dut_.cmd_valid_i = 0;
  dut_.error_valid_i = 0;
  dut_.rewind_valid_i = 0;
  dut_.block_room_i = 0;
}

void FetchBench::sample(uint64_t clock) {
  clock_ = clock;
  free_qp_ = dut_.free_qp_o;
  if (dut_.stat_db_ignored_o) ++ignored_;
  if (dut_.cmd_valid_i && dut_.cmd_ready_o) {
    taken(commands_.front());
    commands_.pop_front();
  }
  if (dut_.db_valid_i && dut_.db_ready_o) {
    taken(doorbells_.front());
    doorbells_.pop_front();
  }
  if (dut_.rewind_valid_i && dut_.rewind_ready_o) rewinds_.pop_front();
  for (unsigned queue = 0; queue < kQueues; ++queue) {
    if ((dut_.block_room_i >> queue & 1) != 0) {
      after_room_[queue] = 0;
    } else if (dut_.block_valid_o && dut_.block_qid_o == queue) {
      most_after_room_ = std::max(most_after_room_, ++after_room_[queue]);
      if (after_room_[queue] > kMostAfterRoom) complain("more than 8 blocks without room");
    }
  }
  if (dut_.block_valid_o) sample_block();
}

void FetchBench::drive(uint64_t) {
  dut_.free_index_i = free_index_;
  free_index_ = qps_[free_qp_].free;

  dut_.cmd_valid_i = !commands_.empty();
  if (!commands_.empty()) {
    const Command& c = commands_.front();
    write_pin<2>(dut_.cmd_op_i, c.op);
    write_pin<10>(dut_.cmd_qp_i, c.qp);
    write_pin<24>(dut_.cmd_qpn_i, 1024 * c.context.qpn_high + c.qp);
    write_pin<24>(dut_.cmd_remote_qpn_i, c.context.remote_qpn);
    write_pin<2>(dut_.cmd_type_i, c.context.type);
    write_pin<3>(dut_.cmd_pmtu_i, c.context.pmtu);
    write_pin<6>(dut_.cmd_dscp_i, c.context.dscp);
    write_pin<2>(dut_.cmd_ecn_i, c.context.ecn);
    write_pin<58>(dut_.cmd_ring_base_i, ring_base(c.qp, c.context) / kBlockBytes);
    write_pin<4>(dut_.cmd_ring_log2_i, c.context.ring_log2);
  }
  dut_.db_valid_i = !doorbells_.empty();
  if (!doorbells_.empty()) {
    write_pin<24>(dut_.db_qpn_i, doorbells_.front().qpn);
    dut_.db_count_i = doorbells_.front().count;
  }
  dut_.rewind_valid_i = !rewinds_.empty();
  if (!rewinds_.empty()) {
    const Rewind& r = rewinds_.front();
    write_pin<10>(dut_.rewind_qp_i, r.qp);
    dut_.rewind_index_i = r.index;
    dut_.rewind_resume_bytes_i = r.resume_bytes;
    write_pin<3>(dut_.rewind_need_i, r.need);
  }
  dut_.error_valid_i = !failures_.empty();
  if (!failures_.empty()) {
    write_pin<10>(dut_.error_qp_i, failures_.front());
    failures_.pop_front();
  }
  unsigned rooms = 0;
  for (unsigned queue = 0; queue < kQueues; ++queue)
    rooms |= unsigned{room_[queue].next(rng_)} << queue;
  write_pin<8>(dut_.block_room_i, rooms);
}

std::string FetchBench::holds() const {
  std::string text;
  if (!commands_.empty() || !doorbells_.empty() || !rewinds_.empty())
    text += fmt::format("{} commands, {} doorbells, {} rewinds not taken; ", commands_.size(),
                        doorbells_.size(), rewinds_.size());
  for (const unsigned index : known_) {
    const Qp& q = qps_[index];
    const bool waits = q.is_loaded && (minus(q.producer, q.next) >= q.need || stop_is_due(q));
    if (q.is_killed || waits)
      text += fmt::format("QP {} (queue {}): next {}, producer {}, need {}{}{}{}; ", index, q.queue,
                          q.next, q.producer, q.need, q.is_killed ? ", token" : "",
                          q.is_stopped ? ", stopped" : "", q.is_failed ? ", in error" : "");
  }
  return text;
}

}  // namespace rnic::tb
