// SPDX-License-Identifier: Apache-2.0
#pragma once

// The world around rnic_wqe_fetch: rings and doorbells on one side, a reader of blocks on the
// other.
//
// Holds for each QP which block must come next and checks every block that comes against it: order,
// data, context, runs, what a rewind, a stop or a reset leaves. When a block comes, and which QP's
// comes first, is nobody's promise, so no expectation says it. Blocks hold no real WQEs.
//
//   FetchBench bench(run(), dut_.model());
//   dut_.add(bench);  dut_.add(bench.memory());
//   bench.load(5, {.dscp = 46, .ring_log2 = 4});
//   bench.post(5, 3);  bench.ring(5);
//   dut_.run_until([&] { return bench.is_settled(); }, 1000);

#include <Vtb_rnic_wqe_fetch.h>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tb/harness/agent.h"
#include "tb/harness/axi_memory.h"
#include "tb/harness/sim_run.h"

namespace rnic::tb {

inline constexpr unsigned kQueues = 8;

struct FetchContext {
  uint32_t qpn_high = 0;  // QPN = 1024 * qpn_high + index
  uint32_t remote_qpn = 0;
  uint8_t type = 0;
  uint8_t pmtu = 3;
  uint8_t dscp = 0;  // the bench's map: queue = dscp mod 8
  uint8_t ecn = 0;
  uint8_t ring_log2 = 8;
  bool odd_base = false;  // the ring starts in the middle of a memory line
};

class FetchBench final : public Agent {
 public:
  FetchBench(SimRun& run, Vtb_rnic_wqe_fetch& dut);

  AxiReadMemory& memory() noexcept { return memory_; }

  // --- what the driver does; the calls queue up, in the order command, doorbell per kind ---------
  void load(unsigned qp, const FetchContext& context);
  void update(unsigned qp, const FetchContext& context);
  void kill(unsigned qp);
  void fail(unsigned qp);  // the error pulse of the next clock that has none
  // Writes blocks into the ring, as many as fit (at most `blocks`); returns how many.
  unsigned post(unsigned qp, unsigned blocks);
  void ring(unsigned qp);  // doorbell with all that was posted
  void ring_raw(uint32_t qpn, uint16_t count);
  void set_map(unsigned dscp, unsigned queue);
  // From now on blocks of the QP are expected in this queue.
  void move_queue(unsigned qp, unsigned queue) { qps_[qp].queue = queue; }
  // Reads of the line that holds this block are answered with an error.
  void break_line(unsigned qp, uint16_t index);

  // --- what the requester does -------------------------------------------------------------------
  // Back to `index`, not below what was freed nor beyond what came.
  void rewind(unsigned qp, uint16_t index, unsigned need, uint32_t resume_bytes);
  void set_free(unsigned qp, uint16_t index);
  void set_room(unsigned queue, ReadyPattern pattern) { room_[queue] = pattern; }
  // Blocks are freed as soon as they come, and posted and rung for again, `batch` at a time.
  void refill(unsigned qp, unsigned batch);
  // Called for each block that counts, with QP and its index.
  std::function<void(unsigned qp, uint16_t index)> on_block;

  // The DUT is reset: no QP is loaded, and a block that comes is none of theirs.
  void forget();

  // --- what came ---------------------------------------------------------------------------------
  struct Qp {
    FetchContext context{};
    std::vector<FetchContext> before{};  // contexts that runs read ahead may still carry
    uint32_t life = 0;                   // of the ring's contents
    std::vector<uint64_t> slots{};       // what each block of the ring holds
    std::vector<bool> broken{};
    bool is_loaded = false;  // as the DUT has taken the commands
    bool is_killed = false;  // until the token
    bool is_failed = false;
    bool is_stopped = false;  // the DUT has taken an overrun
    bool stop_came = false;
    bool drops = false;  // until a fresh run
    bool fresh = true;   // of the next block
    uint32_t resume_bytes = 0;
    unsigned need = 1;
    unsigned queue = 0;
    unsigned refill = 0;
    uint16_t posted = 0;
    uint16_t producer = 0;  // as the DUT knows it
    uint16_t free = 0;
    uint16_t next = 0;
    uint64_t blocks = 0;  // that counted
    uint64_t dropped = 0;
    uint64_t tokens = 0;
  };
  const Qp& qp(unsigned index) const { return qps_[index]; }
  uint16_t ahead(unsigned qp) const;  // posted and not yet come
  unsigned room(unsigned qp) const;   // blocks that may be posted
  // Nothing more will come without a new event: all blocks, stops and tokens did.
  bool is_settled() const;
  // Every call was taken by the DUT.
  bool is_taken() const noexcept {
    return commands_.empty() && doorbells_.empty() && rewinds_.empty() && failures_.empty();
  }
  uint64_t ignored() const noexcept { return ignored_; }
  uint64_t want_ignored() const noexcept { return want_ignored_; }
  uint64_t blocks(unsigned queue) const { return queue_blocks_[queue]; }
  uint64_t most_after_room() const noexcept { return most_after_room_; }

  void rest() override;
  void sample(uint64_t clock) override;
  void drive(uint64_t clock) override;
  std::string holds() const override;

 private:
  struct Command {
    unsigned op;
    unsigned qp;
    FetchContext context;
  };
  struct Doorbell {
    uint32_t qpn;
    uint16_t count;
  };
  struct Rewind {
    unsigned qp;
    uint16_t index;
    uint32_t resume_bytes;
    unsigned need;
  };
  // The run that a queue is in.
  struct Run {
    bool open = false;
    unsigned qp = 0;
    uint16_t next = 0;
    unsigned blocks = 0;
  };

  static uint64_t ring_base(unsigned qp, const FetchContext& context);
  uint32_t qpn_of(unsigned qp) const { return 1024 * qps_[qp].context.qpn_high + qp; }
  static void fill_block(uint64_t tag, uint8_t* bytes);
  void read_line(uint64_t addr, AxiLine& line) const;
  void complain(const std::string& what);
  template <class T>
  void check(const T& want, const T& got, const char* what);
  void taken(const Command& command);
  void taken(const Doorbell& doorbell);
  void sample_block();
  void check_run(unsigned queue);
  void check_context(const Qp& qp);
  void check_data(const Qp& qp);
  bool stop_is_due(const Qp& qp) const;

  SimRun& run_;
  Vtb_rnic_wqe_fetch& dut_;
  AxiReadMemory memory_;
  Rng rng_;
  std::vector<Qp> qps_{1024};
  std::vector<unsigned> known_;  // QPs ever loaded
  std::array<uint8_t, 64> map_{};
  std::deque<Command> commands_;
  std::deque<Doorbell> doorbells_;
  std::deque<Rewind> rewinds_;
  std::deque<unsigned> failures_;
  std::array<ReadyPattern, kQueues> room_;
  std::array<Run, kQueues> runs_;
  std::array<uint64_t, kQueues> queue_blocks_{};
  std::array<uint64_t, kQueues> after_room_{};  // blocks since the room fell, its clock included
  uint64_t most_after_room_ = 0;
  unsigned free_qp_ = 0;     // asked for in this clock
  uint16_t free_index_ = 0;  // the answer to the clock before
  uint64_t clock_ = 0;
  uint64_t ignored_ = 0;
  uint64_t want_ignored_ = 0;
};

}  // namespace rnic::tb
