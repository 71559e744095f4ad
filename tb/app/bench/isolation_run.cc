// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench/isolation_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "tb/app/bench/tx_load.h"

namespace rnic::app {
namespace {

constexpr unsigned kPriorities = 8;
constexpr std::uint32_t kFirstQpn = 0x100;  // of priority p: kFirstQpn + p
constexpr std::uint64_t kMemory = 0x10'0000;
constexpr std::uint64_t kNoMemory = 0xDEAD'0000;
constexpr std::uint64_t kStuckClocks = 50'000;
constexpr std::uint64_t kStepInterval = 64;      // between two looks of the bench
constexpr std::uint64_t kWarmUpClocks = 10'000;  // until the paused queues are full
// A QP that fails or is reset works a little between two restarts: what it sends through shared
// stages is its own fair share, and small beside the victim's.
constexpr std::uint64_t kRestartInterval = 4000;
constexpr std::uint16_t kHeldWqes = 1100;    // of 128 bytes: more than a descriptor queue holds
constexpr std::uint16_t kRestartedWqes = 8;  // of 4,096 bytes
constexpr std::uint16_t kFailingWqes = 2;    // of 64 bytes: one read_error, one flushed

model::Wqe write_of(std::uint64_t addr, std::uint32_t bytes) {
  model::Wqe wqe{.opcode = model::to_byte(model::WqeOpcode::kWrite), .flags = 0};
  wqe.pieces = {{.address = addr, .length = bytes}};
  return wqe;
}

void post(model::SendRing& ring, std::uint16_t count, std::uint64_t addr, std::uint32_t bytes) {
  for (std::uint16_t i = 0; i < count; ++i) ring.post(write_of(addr, bytes));
}

}  // namespace

WorkSetup IsolationRun::setup_of(std::uint64_t seed) {
  WorkConfig work;
  for (unsigned priority = 0; priority < kPriorities; ++priority) {
    work.qps.push_back(bench_qp(kFirstQpn + priority, static_cast<std::uint8_t>(8 * priority)));
  }
  MemoryConfig& memory = work.memory.emplace_back();
  memory.addr = kMemory;
  memory.size = 8192;
  memory.fill = model::RandomFill{seed};
  return set_up(work, model::DscpMap::factory());
}

IsolationRun::IsolationRun(unsigned victim, const Troubles& troubles, std::uint32_t payload,
                           std::uint64_t frames, std::uint64_t seed)
    : victim_(victim),
      payload_(payload),
      frames_(frames),
      setup_(setup_of(seed)),
      path_({.seed = seed, .memory_latency = 100, .wire_paced = true}, {}, setup_.memory),
      victim_ring_(ring_of(victim)) {
  for (unsigned distance = 1; distance < kPriorities; ++distance) {
    const unsigned priority = (victim + distance) % kPriorities;
    if (troubles[distance] == Trouble::kNone) continue;
    disturbers_.push_back(
        {.priority = priority, .trouble = troubles[distance], .ring = ring_of(priority)});
  }
}

void IsolationRun::fill_victim() {
  if (posted_ == frames_) return;
  const std::uint16_t sq_free = registers_.sq_free(qp(victim_).qpn);
  std::size_t free = victim_ring_.free_blocks(sq_free);
  if (free < 256) return;
  for (; free > 0 && posted_ < frames_; --free, ++posted_) {
    victim_ring_.post(write_of(kMemory + 1, payload_));
  }
  expectation_.doorbell(qp(victim_).qpn, victim_ring_.count(), sq_free);
  registers_.ring(qp(victim_).qpn, victim_ring_.count());
}

// A QP that is ready and has an empty ring gets its work.
void IsolationRun::begin(Disturber& disturber) {
  switch (disturber.trouble) {
    case Trouble::kNone:
      break;
    case Trouble::kPaused:
      post(disturber.ring, kHeldWqes, kMemory, 128);
      break;
    case Trouble::kFailing:
      post(disturber.ring, kFailingWqes, kNoMemory, 64);
      break;
    case Trouble::kResetting:
      post(disturber.ring, kRestartedWqes, kMemory, 4096);
      break;
  }
  disturber.records = 0;
  disturber.since = path_.clock();
  registers_.ring(qp(disturber.priority).qpn, disturber.ring.count());
}

void IsolationRun::step(Disturber& disturber) {
  const std::uint32_t qpn = qp(disturber.priority).qpn;
  if (disturber.is_resetting) {
    if (registers_.is_busy(qpn)) return;
    disturber.is_resetting = false;
    disturber.ring = ring_of(disturber.priority);
    ++restarts_;
    registers_.make_ready(qp(disturber.priority));
    begin(disturber);
    return;
  }
  const bool has_failed =
      disturber.trouble != Trouble::kFailing || disturber.records == kFailingWqes;
  const bool is_due = path_.clock() - disturber.since > kRestartInterval;
  if (disturber.trouble == Trouble::kPaused || !has_failed || !is_due) return;
  registers_.reset(qpn);
  disturber.is_resetting = true;
}

void IsolationRun::collect() {
  for (; !path_.frames().empty(); path_.frames().pop_front()) {
    const TxFrame& frame = path_.frames().front();
    const FrameMatch match = expectation_.frame(frame.bytes);
    last_event_ = path_.clock();
    if (!match.agrees) {
      tell(fmt::format("a frame of priority {} that is not the model's",
                       match.qp != nullptr ? match.qp->dscp / 8 : 8));
    }
    if (match.qp == nullptr || match.qp->qpn != qp(victim_).qpn) continue;
    if (sent_++ == 0) first_clock_ = frame.first_clock;
    last_clock_ = frame.last_clock;
  }
  for (; !path_.completions().empty(); path_.completions().pop_front()) {
    const model::CompletionRecord& record = path_.completions().front().record;
    for (Disturber& disturber : disturbers_) {
      if (qp(disturber.priority).qpn == record.qpn) ++disturber.records;
    }
  }
  for (const std::string& text : path_.complaints()) tell(text);
  path_.complaints().clear();
}

// Pauses end, what fails gets memory: everything that is held must leave.
void IsolationRun::let_go() {
  std::uint64_t give_up = path_.clock() + kStuckClocks;
  for (Disturber& disturber : disturbers_) {
    const std::uint32_t qpn = qp(disturber.priority).qpn;
    if (disturber.trouble == Trouble::kFailing) {
      if (!disturber.is_resetting) registers_.reset(qpn);
      while (registers_.is_busy(qpn) && path_.clock() < give_up) collect();
      if (path_.clock() >= give_up) {
        tell(fmt::format("priority {}: busy for {} clocks behind a reset", disturber.priority,
                         kStuckClocks));
        return;
      }
      registers_.make_ready(qp(disturber.priority));
      disturber.ring = ring_of(disturber.priority);
      disturber.trouble = Trouble::kResetting;
      begin(disturber);
    } else if (disturber.is_resetting) {
      while (disturber.is_resetting && path_.clock() < give_up) step(disturber), collect();
    }
    expectation_.doorbell(qpn, disturber.ring.count(), 0);
    path_.hold(disturber.priority, false);
  }
  last_event_ = path_.clock();
  while (!expectation_.is_drained() && path_.clock() - last_event_ < kStuckClocks) {
    path_.cycle();
    collect();
  }
  for (const auto& left : expectation_.left()) {
    tell(fmt::format("priority {}: held for ever, PSN {:#08x} and on", left.qp->dscp / 8,
                     left.frame != nullptr ? left.frame->psn : 0));
  }
}

double IsolationRun::run() {
  try {
    for (const model::QpContext& context : setup_.qps) registers_.make_ready(context);
    registers_.configure(setup_.nic);
    for (Disturber& disturber : disturbers_) {
      path_.hold(disturber.priority, disturber.trouble != Trouble::kFailing);
      begin(disturber);
    }
    for (std::uint64_t i = 0; i < kWarmUpClocks && !disturbers_.empty(); ++i) {
      path_.cycle();
      collect();
    }
    last_event_ = path_.clock();
    std::uint64_t last_step = 0;
    std::size_t turn = 0;
    while (sent_ < frames_ && path_.clock() - last_event_ < kStuckClocks) {
      if (path_.clock() - last_step >= kStepInterval || posted_ == 0) {
        fill_victim();
        if (!disturbers_.empty()) step(disturbers_[turn++ % disturbers_.size()]);
        last_step = path_.clock();
      }
      path_.cycle();
      collect();
    }
    if (sent_ < frames_) tell(fmt::format("only {} of {} frames came", sent_, frames_));
    if (wrong_.empty()) let_go();
  } catch (const RtlError& error) {
    tell(fmt::format("RTL: {}", error.what()));
  }
  return static_cast<double>(sent_) / static_cast<double>(last_clock_ - first_clock_ + 1);
}

}  // namespace rnic::app
