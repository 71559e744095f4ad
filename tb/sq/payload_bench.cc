// SPDX-License-Identifier: Apache-2.0
#include "tb/sq/payload_bench.h"

#include <fmt/format.h>

#include <algorithm>

#include "tb/harness/pins.h"

namespace rnic::tb {
namespace {

constexpr uint64_t kRegionBytes = uint64_t{1} << 32;
constexpr unsigned kRowsPerQueue = 1024;
constexpr unsigned kRowClocks = 3;
constexpr unsigned kErrorClocks = 2;

uint64_t region_of(uint64_t addr) { return addr / kRegionBytes; }
uint64_t line_of(uint64_t addr) { return addr & ~uint64_t{kRowBytes - 1}; }

uint8_t byte_at(const PayloadPacket& packet, size_t n) {
  for (const Fragment& fragment : packet.fragments) {
    if (n < fragment.bytes) return memory_byte(fragment.addr + n);
    n -= fragment.bytes;
  }
  return 0;
}

}  // namespace

PayloadBench::PayloadBench(SimRun& run, Vtb_rnic_payload_fetch& dut)
    : Agent("payload bench"), run_(run), dut_(dut), rng_(run.rng(name())) {
  run_.enrol(*this);
}

PayloadBench::~PayloadBench() { run_.withdraw(*this); }

AxiReadPins PayloadBench::read_pins() {
  return {.ar_valid = &dut_.ar_valid_o,
          .ar_ready = &dut_.ar_ready_i,
          .ar_id = &dut_.ar_id_o,
          .ar_addr = &dut_.ar_addr_o,
          .ar_len = &dut_.ar_len_o,
          .r_valid = &dut_.r_valid_i,
          .r_ready = &dut_.r_ready_o,
          .r_id = &dut_.r_id_i,
          .r_data = dut_.r_data_i.data(),
          .r_resp = &dut_.r_resp_i,
          .r_last = &dut_.r_last_i};
}

AxiReadMemory::Reader PayloadBench::reader() {
  return [this](uint64_t addr, AxiLine& line) { seen(addr, line); };
}

Piece PayloadBench::piece(unsigned queue, uint32_t offset, uint32_t bytes) {
  const uint64_t region = next_region_++;
  const Piece piece{region * kRegionBytes + kRegionBytes / 2 + offset, bytes};
  regions_[region] = {.piece = piece, .queue = queue};
  return piece;
}

void PayloadBench::offer(const PayloadMessage& message, size_t from, size_t to) {
  std::vector<PayloadPacket> packets = cut(message, from);
  if (to - from < packets.size()) packets.resize(to - from);
  const bool is_interrupted = from != 0 || to != SIZE_MAX;
  for (const Piece& piece : message.pieces) {
    Region& region = regions_.at(region_of(piece.addr));
    region.is_dead = dead_[message.qp];
    region.is_interrupted = is_interrupted;
  }
  const unsigned q = message.queue;
  for (PayloadPacket& packet : packets) {
    packet.dead_before = dead_[packet.qp];
    std::ranges::copy(packet.fragments, std::back_inserter(fragments_[q]));
    const uint64_t first_row = offered_rows_[q];
    offered_rows_[q] += packet.rows;
    ++packets_of_qp_[packet.qp];
    packets_[q].push_back({std::move(packet), first_row, from != 0});
  }
}

void PayloadBench::kill(unsigned qp) {
  if (dead_[qp]) return;
  dead_[qp] = true;
  dying_.push_back(qp);
  for (auto& queue : packets_)
    for (Waiting& waiting : queue)
      if (waiting.packet.qp == qp) waiting.packet.killed = true;
}

void PayloadBench::pause(unsigned queue, bool paused) {
  const unsigned bit = 1u << queue;
  dut_.pause_i = static_cast<uint8_t>(paused ? dut_.pause_i | bit : dut_.pause_i & ~bit);
}

bool PayloadBench::is_drained() const {
  for (unsigned q = 0; q < kQueues; ++q)
    if (!is_drained(q)) return false;
  return true;
}

// --- memory --------------------------------------------------------------------------------------
void PayloadBench::seen(uint64_t addr, AxiLine& line) {
  read_line(addr, line.bytes);
  line.error = error_rate_ != 0 && rng_.below(error_rate_) == 0;
  const auto found = regions_.find(region_of(addr));
  if (found == regions_.end()) {
    run_.fail(fmt::format("a read at 0x{:x}, where no piece is", addr));
    return;
  }
  const Region& region = found->second;
  run_.count_checks();
  if (addr + kRowBytes <= region.piece.addr || addr >= region.piece.addr + region.piece.bytes)
    run_.fail(fmt::format("a read at 0x{:x}, outside of the piece 0x{:x} + {}", addr,
                          region.piece.addr, region.piece.bytes));
  if (region.is_dead) run_.fail(fmt::format("a read at 0x{:x}, of a dead QP", addr));
  if (line.error) {
    ++errors_[region.queue];
    ++errors_seen_;
  }
  LineRead& read = lines_[addr];
  if (++read.times > (region.is_interrupted ? 2u : 1u))
    run_.fail(fmt::format("the line at 0x{:x} was read again", addr));
  if (read.times == 1) read.errors_first = errors_[region.queue];
  read.errors_last = errors_[region.queue];
}

// --- packets -------------------------------------------------------------------------------------
std::string PayloadBench::name_of(const Waiting& waiting) const {
  return fmt::format("queue {}, row {}, packet of {} bytes in {} fragments at 0x{:x}",
                     waiting.packet.queue, waiting.first_row, waiting.packet.bytes,
                     waiting.packet.fragments.size(), waiting.packet.fragments[0].addr);
}

// A packet of a killed QP was read or only accounted: nobody else knows which.
bool PayloadBench::was_read(const Waiting& waiting) const {
  if (waiting.packet.dead_before) return false;
  if (!waiting.packet.killed) return true;
  // Its last line may have been read for the packet before.
  if (waiting.resumed || waiting.packet.fragments.front().adjoins) return false;
  const Fragment& last = waiting.packet.fragments.back();
  return lines_.contains(line_of(last.addr + last.bytes - 1));
}

void PayloadBench::check_row(const RowDue& due) {
  const Waiting& waiting = packet_of(due.queue, due.packet);
  std::array<uint8_t, kRowBytes> row;
  read_pin<8 * kRowBytes>(dut_.row_data_o, row);
  const size_t from = due.row * kRowBytes;
  const size_t n = std::min<size_t>(kRowBytes, waiting.packet.bytes - from);
  if (was_read(waiting)) {
    run_.count_checks();
    for (size_t i = 0; i < n; ++i) {
      const uint8_t want = byte_at(waiting.packet, from + i);
      if (want == row[i]) continue;
      run_.fail(fmt::format("clock {}: {}: byte {}: want 0x{:02x}, got 0x{:02x}", due.clock,
                            name_of(waiting), from + i, want, row[i]));
      break;
    }
  }
  if (!due.last) return;
  ++packets_checked_;
  ++queue_checked_[due.queue];
  if (waiting.packet.dead_before) ++dead_packets_;
  to_free_.push_back(due.queue);
}

void PayloadBench::check_errors(const ErrorDue& due) {
  const unsigned queue = due.queue;
  const Waiting& waiting = packet_of(queue, due.packet);
  const auto got = static_cast<uint8_t>(dut_.err_count_o);
  const bool is_known = !waiting.packet.killed || waiting.packet.dead_before;
  uint8_t want = last_errors_[queue];
  if (is_known && !waiting.packet.dead_before) {
    const Fragment& last = waiting.packet.fragments.back();
    const auto read = lines_.find(line_of(last.addr + last.bytes - 1));
    if (read == lines_.end()) {
      run_.fail(fmt::format("{}: complete, and its last byte was not read", name_of(waiting)));
    } else {
      want = static_cast<uint8_t>(waiting.resumed ? read->second.errors_last
                                                  : read->second.errors_first);
    }
  }
  run_.count_checks();
  if (is_known && want != got)
    run_.fail(fmt::format("{}: error count: want {}, got {}", name_of(waiting), want, got));
  last_errors_[queue] = got;
}

// --- clocks --------------------------------------------------------------------------------------
void PayloadBench::rest() {
  dut_.frag_valid_i = 0;
  dut_.dead_we_i = 0;
  dut_.row_rd_en_i = 0;
  dut_.free_valid_i = 0;
  dut_.pause_i = 0;
  room_.clear();
}

void PayloadBench::sample(uint64_t clock) {
  room_.push_back(dut_.frag_room_o);
  if (room_.size() > room_delay_ + 1) room_.pop_front();
  for (unsigned q = 0; q < kQueues; ++q) {
    const uint32_t word = dut_.written_o[q / 2];
    const uint32_t now = word >> (16 * (q % 2)) & 0xffff;
    const uint64_t moved = (now - written_[q]) % (2 * kRowsPerQueue);
    if (moved == 0) continue;
    last_write_clock_ = clock;
    written_[q] += moved;
    if (written_[q] > offered_rows_[q] || written_[q] - freed_[q] > kRowsPerQueue)
      run_.fail(fmt::format("clock {}: queue {}: {} rows written, {} offered, {} freed", clock, q,
                            written_[q], offered_rows_[q], freed_[q]));
  }
  while (!errors_due_.empty() && errors_due_.front().clock == clock) {
    check_errors(errors_due_.front());
    errors_due_.pop_front();
  }
  while (!rows_due_.empty() && rows_due_.front().clock == clock) {
    check_row(rows_due_.front());
    rows_due_.pop_front();
  }
}

void PayloadBench::drive(uint64_t clock) {
  drive_fragment();
  drive_dead();
  dut_.free_valid_i = !to_free_.empty();
  if (!to_free_.empty()) {
    const unsigned q = to_free_.front();
    to_free_.pop_front();
    const Waiting& waiting = packets_[q].front();
    dut_.free_qid_i = static_cast<uint8_t>(q);
    dut_.free_rows_i = static_cast<uint8_t>(waiting.packet.rows);
    freed_[q] += waiting.packet.rows;
    --packets_of_qp_[waiting.packet.qp];
    packets_[q].pop_front();
    ++packets_freed_[q];
  }
  drive_reading(clock);
}

void PayloadBench::drive_fragment() {
  dut_.frag_valid_i = 0;
  if (!offer_pattern_.next(rng_) || room_.size() <= room_delay_) return;
  const uint8_t room = room_.front();
  const unsigned from = rng_.below(kQueues);
  for (unsigned i = 0; i < kQueues; ++i) {
    const unsigned q = (from + i) % kQueues;
    if (fragments_[q].empty() || (room >> q & 1) == 0) continue;
    const Fragment& fragment = fragments_[q].front();
    dut_.frag_valid_i = 1;
    dut_.frag_qid_i = static_cast<uint8_t>(q);
    dut_.frag_qp_i = static_cast<uint16_t>(fragment.qp);
    dut_.frag_addr_i = fragment.addr;
    dut_.frag_bytes_i = static_cast<uint16_t>(fragment.bytes);
    dut_.frag_first_i = fragment.first;
    dut_.frag_packet_rows_i = static_cast<uint8_t>(fragment.packet_rows);
    dut_.frag_restart_i = fragment.restart;
    dut_.frag_adjoins_i = fragment.adjoins;
    dut_.frag_beyond_i = static_cast<uint8_t>(fragment.beyond);
    dut_.frag_message_end_i = fragment.message_end;
    fragments_[q].pop_front();
    return;
  }
}

void PayloadBench::drive_dead() {
  dut_.dead_we_i = 0;
  const auto write = [this](unsigned qp, bool is_dead) {
    dut_.dead_we_i = 1;
    dut_.dead_qp_i = static_cast<uint16_t>(qp);
    dut_.dead_i = is_dead;
  };
  if (!dying_.empty()) {
    write(dying_.front(), true);
    dying_.pop_front();
    return;
  }
  const unsigned qp = turn_++ % kQps;
  if (!has_revival_ || !dead_[qp] || packets_of_qp_[qp] != 0) return;
  dead_[qp] = false;
  write(qp, false);
}

// Reads the next row of some queue's oldest packet, once all of it is there.
void PayloadBench::drive_reading(uint64_t clock) {
  dut_.row_rd_en_i = 0;
  if (!read_pattern_.next(rng_)) return;
  const unsigned from = rng_.below(kQueues);
  for (unsigned i = 0; i < kQueues; ++i) {
    const unsigned q = (from + i) % kQueues;
    if (reading_[q] == packets_freed_[q] + packets_[q].size() || rows_held_[q]) continue;
    const Waiting& waiting = packet_of(q, reading_[q]);
    const unsigned rows = waiting.packet.rows;
    if (written_[q] < waiting.first_row + rows) continue;
    const unsigned row = rows_read_[q];
    const auto place = static_cast<uint16_t>((waiting.first_row + row) % kRowsPerQueue);
    const bool is_last = row + 1 == rows;
    dut_.row_rd_en_i = 1;
    dut_.row_rd_qid_i = static_cast<uint8_t>(q);
    dut_.row_rd_row_i = place;
    rows_due_.push_back({clock + kRowClocks, q, reading_[q], row, is_last});
    rows_read_[q] = is_last ? 0 : row + 1;
    if (is_last) {
      dut_.err_rd_qid_i = static_cast<uint8_t>(q);
      dut_.err_rd_row_i = place;
      errors_due_.push_back({clock + kErrorClocks, q, reading_[q]++});
    }
    return;
  }
}

std::string PayloadBench::holds() const {
  std::string text;
  for (unsigned q = 0; q < kQueues; ++q) {
    if (is_drained(q)) continue;
    text += fmt::format("{}queue {}: {} fragments not offered, {} packets not complete",
                        text.empty() ? "" : "; ", q, fragments_[q].size(), packets_[q].size());
  }
  return text;
}

std::string PayloadBench::left() const { return holds(); }

}  // namespace rnic::tb
