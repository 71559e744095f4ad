// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench/isolation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>
#include <vector>

#include "models/host/send_ring.h"
#include "tb/app/bench/tx_load.h"
#include "tb/app/output_file.h"
#include "tb/app/tx/expectation.h"
#include "tb/app/tx/nic_registers.h"
#include "tb/app/tx/tx_path.h"
#include "tb/app/tx/work_setup.h"

namespace rnic::app {
namespace {

constexpr double kPromised = 0.99;
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
constexpr std::uint16_t kHeldWqes = 300;  // of 64 KiB: more than descriptor queue and buffer hold
constexpr std::uint16_t kRestartedWqes = 8;  // of 4,096 bytes
constexpr std::uint16_t kFailingWqes = 2;    // of 64 bytes: one read_error, one flushed

enum class Trouble { kNone, kPaused, kFailing, kResetting };

// What each of the seven does, the victim's place left out.
struct Mix {
  std::string_view name;
  std::array<Trouble, kPriorities> troubles;  // by distance from the victim; 0 is not used
};

constexpr auto kN = Trouble::kNone;
constexpr auto kP = Trouble::kPaused;
constexpr auto kF = Trouble::kFailing;
constexpr auto kR = Trouble::kResetting;
constexpr std::array kMixes = {Mix{"alone", {kN, kN, kN, kN, kN, kN, kN, kN}},
                               Mix{"seven paused and full", {kN, kP, kP, kP, kP, kP, kP, kP}},
                               Mix{"seven failing", {kN, kF, kF, kF, kF, kF, kF, kF}},
                               Mix{"seven resetting", {kN, kR, kR, kR, kR, kR, kR, kR}},
                               Mix{"all at once", {kN, kP, kF, kR, kF, kP, kR, kF}}};

model::Wqe write_of(std::uint64_t addr, std::uint32_t bytes) {
  model::Wqe wqe{.opcode = model::to_byte(model::WqeOpcode::kWrite), .flags = 0};
  wqe.pieces = {{.address = addr, .length = bytes}};
  return wqe;
}

void post(model::SendRing& ring, std::uint16_t count, std::uint64_t addr, std::uint32_t bytes) {
  for (std::uint16_t i = 0; i < count; ++i) ring.post(write_of(addr, bytes));
}

// One victim, one mix.
class IsolationRun {
 public:
  IsolationRun(unsigned victim, const Mix& mix, std::uint32_t payload, std::uint64_t frames,
               std::uint64_t seed);

  // Frames a clock of the victim.
  double run();
  [[nodiscard]] const std::string& wrong() const noexcept { return wrong_; }
  [[nodiscard]] std::uint64_t restarts() const noexcept { return restarts_; }

 private:
  struct Disturber {
    unsigned priority;
    Trouble trouble;
    model::SendRing ring;
    std::uint16_t records = 0;  // since the last doorbell
    std::uint64_t since = 0;    // clock of the last doorbell
    bool is_resetting = false;  // to reset, and busy
  };

  static WorkSetup setup_of(std::uint64_t seed);
  const model::QpContext& qp(unsigned priority) const { return setup_.qps[priority]; }
  model::SendRing ring_of(unsigned priority) {
    return {setup_.memory, qp(priority).ring_base, qp(priority).ring_log2_blocks};
  }
  void fill_victim();
  void begin(Disturber& disturber);
  void step(Disturber& disturber);
  void collect();
  void let_go();
  void tell(const std::string& text) {
    if (wrong_.empty()) wrong_ = text;
  }

  unsigned victim_;
  std::uint32_t payload_;
  std::uint64_t frames_;
  WorkSetup setup_;
  RtlTxPath path_;
  NicRegisters registers_{path_};
  Expectation expectation_{setup_};
  model::SendRing victim_ring_;
  std::vector<Disturber> disturbers_;
  std::uint64_t posted_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t first_clock_ = 0;
  std::uint64_t last_clock_ = 0;
  std::uint64_t last_event_ = 0;
  std::uint64_t restarts_ = 0;
  std::string wrong_;
};

WorkSetup IsolationRun::setup_of(std::uint64_t seed) {
  WorkConfig work;
  for (unsigned priority = 0; priority < kPriorities; ++priority) {
    work.qps.push_back(bench_qp(kFirstQpn + priority, static_cast<std::uint8_t>(8 * priority)));
  }
  MemoryConfig& memory = work.memory.emplace_back();
  memory.addr = kMemory;
  memory.size = 65536;
  memory.fill = model::RandomFill{seed};
  return set_up(work, model::DscpMap::factory());
}

IsolationRun::IsolationRun(unsigned victim, const Mix& mix, std::uint32_t payload,
                           std::uint64_t frames, std::uint64_t seed)
    : victim_(victim),
      payload_(payload),
      frames_(frames),
      setup_(setup_of(seed)),
      path_({.seed = seed, .memory_latency = 100, .wire_paced = true}, {}, setup_.memory),
      victim_ring_(ring_of(victim)) {
  for (unsigned distance = 1; distance < kPriorities; ++distance) {
    const unsigned priority = (victim + distance) % kPriorities;
    if (mix.troubles[distance] == Trouble::kNone) continue;
    disturbers_.push_back(
        {.priority = priority, .trouble = mix.troubles[distance], .ring = ring_of(priority)});
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
      post(disturber.ring, kHeldWqes, kMemory, 65536);
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

}  // namespace

ExitStatus bench_isolation(const BenchTxOptions& options, const Console& console) {
  std::optional<OutputFile> json;
  if (options.json) json.emplace(*options.json, console.out);
  const bool has_table = options.json != "-";
  if (has_table) {
    console.out << fmt::format("{:>8} {:>7}  {:<24} {:>12} {:>14} {:>9}\n", "priority", "payload",
                               "the seven others", "frames/clock", "share of alone", "restarts");
  }
  std::vector<std::string> complaints;
  std::string rows;
  for (const unsigned victim : {3u, 0u}) {
    for (const std::uint32_t payload : {64u, 1024u, 4096u}) {
      double alone = 0;
      for (const Mix& mix : kMixes) {
        IsolationRun run(victim, mix, payload, options.frames, options.seed);
        const double rate = run.run();
        if (alone == 0) alone = rate;
        const double share = alone > 0 ? rate / alone : 0;
        if (has_table) {
          console.out << fmt::format("{:>8} {:>7}  {:<24} {:>12.4f} {:>12.2f} % {:>9}{}\n", victim,
                                     payload, mix.name, rate, 100 * share, run.restarts(),
                                     share < kPromised || !run.wrong().empty() ? "  WRONG" : "")
                      << std::flush;
        }
        nlohmann::ordered_json row;
        row["priority"] = victim;
        row["payload_bytes"] = payload;
        row["others"] = mix.name;
        row["frames_a_clock"] = rate;
        row["share_of_alone"] = share;
        row["restarts"] = run.restarts();
        row["wrong"] = run.wrong();
        rows += (rows.empty() ? "\n" : ",\n") + row.dump();
        const std::string what =
            fmt::format("priority {}, payload {}, {}", victim, payload, mix.name);
        if (!run.wrong().empty()) complaints.push_back(fmt::format("{}: {}", what, run.wrong()));
        if (share < kPromised) {
          complaints.push_back(
              fmt::format("{}: {:.2f} % of the rate alone, want 99 %", what, 100 * share));
        }
      }
    }
  }
  if (json) json->write("[" + rows + "\n]\n");
  console.out.flush();
  for (const std::string& text : complaints) console.err << fmt::format("rnic400: {}\n", text);
  return complaints.empty() ? kAgree : kMismatch;
}

}  // namespace rnic::app
