// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything around the transmit scheduler: sources, payload fetch, builder with bus, software.
//
// One agent plays them all, at rates that a test sets, keeps to the rules of the ports, checks that
// the scheduler does, and lets a SchedReference judge what comes out. What to send is the test's to
// say: it queues packets and commands. No payload bytes: rows are only counted.
//
//   SchedBench bench(run, dut.model());
//   dut.add(bench);
//   bench.command(SchedCommand::kLoad, qp);
//   bench.send(0, {.wr_id = bench.next_tag(), .qp = qp, .qid = 3});
//   dut.run_until([&] { return bench.is_quiet(); }, 10'000);

#include <Vtb_rnic_tx_sched.h>

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "tb/harness/agent.h"
#include "tb/harness/throttle.h"
#include "tb/tx/sched_reference.h"

namespace rnic::tb {

inline constexpr unsigned kSchedSources = 3;

struct SchedRates {
  ReadyPattern offer = ReadyPattern::always();        // of a source
  ReadyPattern memory = ReadyPattern::always();       // a row is written
  unsigned rows_a_clock = 1;                          // per queue
  ReadyPattern builder = ReadyPattern::always();      // the bus moves
  ReadyPattern completions = ReadyPattern::always();  // the reader reads
  ReadyPattern failures = ReadyPattern::always();
  unsigned memory_latency = 0;  // clocks
  unsigned room_delay = 0;      // clocks until a source sees room fall
  unsigned error_percent = 0;   // of packets with payload
  uint8_t stuck_memory = 0;     // queues whose payload never comes
};

class SchedBench final : public Agent {
 public:
  SchedBench(SimRun& run, Vtb_rnic_tx_sched& model);

  SchedRates rates;

  // --- what to do
  uint64_t next_tag() noexcept { return rng_.next() << 32 | next_tag_++; }
  // Behind all packets of its queue that `source` was given.
  void send(unsigned source, const SchedPacket& packet);
  void send_control(uint16_t qp, uint8_t qid);
  void command(SchedCommand op, uint16_t qp) { commands_.push_back({op, qp}); }
  void pause(uint8_t queues) noexcept { pause_ = queues; }

  // --- what is going on
  uint64_t clock() const noexcept { return clock_; }
  size_t backlog(unsigned source, unsigned qid) const { return sources_[source].queue[qid].size(); }
  size_t controls() const noexcept { return controls_.size(); }
  bool commands_done() const noexcept { return commands_.empty() && undecided_.empty(); }
  bool is_quiet() const noexcept;
  std::string holds() const override;
  SchedReference& reference() noexcept { return reference_; }
  // QPs whose token came, since the last call.
  std::vector<uint16_t> take_tokens() { return std::exchange(tokens_, {}); }
  // Taken by the builder, of each queue; and when its last frame was.
  const std::array<uint64_t, kSchedQueues>& taken() const noexcept { return taken_; }
  uint64_t last_frame_taken(unsigned qid) const noexcept { return last_frame_taken_[qid]; }
  uint64_t builder_idle_clocks() const noexcept { return builder_idle_; }
  // Latencies of the newest release: since its payload was there, since its only item was taken.
  uint64_t since_written() const noexcept { return since_written_; }
  uint64_t since_item() const noexcept { return since_item_; }

  void rest() override;
  void sample(uint64_t clock) override;
  void drive(uint64_t clock) override;

 private:
  struct Source {
    std::array<std::deque<SchedPacket>, kSchedQueues> queue;
    SchedPacket packet;       // whose items are on the pins
    unsigned item = 0;        // of it
    bool is_inside = false;   // a packet has begun
    bool is_offered = false;  // an item is on the pins
    unsigned turn = 0;        // queue that was served last
    std::deque<uint8_t> rooms;
  };
  struct Stored {  // a data packet inside the scheduler
    SchedPacket packet;
    uint32_t end_rows = 0;  // rows of its queue up to its last
    unsigned frags_to_come = 0;
    bool is_fetched = false;
    uint64_t fetched_at = 0;
    unsigned rows_written = 0;
    bool is_dead = false;  // accounted, not read
    uint64_t taken_at = 0;
    uint64_t written_at = 0;
  };
  struct Queue {
    std::deque<Stored> stored;
    size_t fetching = 0;     // first of stored whose rows are not all written
    size_t frag_packet = 0;  // first of stored that waits for fragments
    uint32_t pushed_rows = 0;
    uint32_t written_rows = 0;
    uint32_t freed_rows = 0;
    uint8_t errors = 0;
    std::array<uint8_t, 1024> error_count{};
    std::deque<SchedPacket> controls;
    std::deque<uint64_t> frags_held;  // by the payload fetch: clocks in which they came
    uint64_t paused_since = 0;
    bool is_paused = false;
  };
  struct Command {
    SchedCommand op;
    uint16_t qp;
  };

  void sample_sources();
  void sample_decision();
  void sample_fetch();
  void sample_builder();
  void sample_outputs();
  void drive_source(unsigned s);
  void drive_fetch();
  void drive_builder();
  void drive_software();
  void put_item(unsigned s);
  void packet_taken(const SchedPacket& packet);
  void fail_if(bool wrong, const std::string& text);
  static bool written_all(const Stored& s) { return s.rows_written == s.packet.rows(); }

  SimRun& run_;
  Vtb_rnic_tx_sched& pins_;
  Rng rng_;
  SchedReference reference_;
  uint64_t clock_ = 0;
  uint32_t next_tag_ = 1;

  std::array<Source, kSchedSources> sources_;
  std::array<Queue, kSchedQueues> queues_;
  std::deque<SchedPacket> controls_;
  bool control_offered_ = false;
  std::deque<Command> commands_;   // not accepted
  std::deque<Command> undecided_;  // accepted
  bool command_offered_ = false;
  uint8_t pause_ = 0;
  std::map<uint16_t, uint64_t> loaded_at_;
  std::map<uint16_t, bool> is_dead_;
  std::vector<uint16_t> tokens_;

  // error counts and sq_free are answered 2 clocks later
  std::array<uint8_t, 2> err_counts_{};
  std::array<uint16_t, 3> free_qp_{};
  std::array<bool, 3> free_asked_{};

  // builder
  unsigned busy_ = 0;  // clocks left of the packet in work
  bool builder_moves_ = false;
  SchedPacket building_;
  bool building_discard_ = false;
  std::deque<uint64_t> leaving_;  // frames, by the clock in which they may leave
  std::map<uint32_t, SchedPacket> released_;
  std::array<uint64_t, kSchedQueues> taken_{};
  std::array<uint64_t, kSchedQueues> last_frame_taken_{};
  uint64_t builder_idle_ = 0;
  bool is_release_waiting_ = false;
  uint64_t waiting_wr_id_ = 0;
  std::map<uint32_t, std::pair<uint64_t, uint64_t>> moments_;  // item taken, payload there
  uint64_t since_written_ = 0;
  uint64_t since_item_ = 0;
  uint64_t inside_ = 0;  // data and control packets not decided
  uint64_t inside_since_ = 0;
};

}  // namespace rnic::tb
