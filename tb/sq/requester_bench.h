// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bench of the requester: plays the block fetch in front of it and the scheduler behind it, and
// lets an oracle for each QP judge what leaves.
//
// The fetch gives QPs their turns in runs of blocks, obeys rewinds, puts tokens behind killed QPs'
// blocks and stops at overrun doorbells, as rnic_wqe_fetch does. The scheduler fails QPs, and
// undoes dead ends of failed ones, as releasing does.
//
//   TEST_F(Requester, …) {
//     RequesterQp qp = load({.qp = 1, .pmtu = 3});
//     post(qp, {.pieces = {{0x1000, 5000}}});
//     finish();
//   }

#include <Vtb_rnic_requester.h>

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "tb/harness/dut_test.h"
#include "tb/harness/throttle.h"
#include "tb/sq/requester_oracle.h"

namespace rnic::tb {

class Requester : public DutTest {
 protected:
  Requester();

  // Makes a QP ready; its queue follows from its DSCP (the factory map, DSCP / 8).
  RequesterQp load(RequesterQp qp);
  // Posts one WQE and rings for it.
  void post(const RequesterQp& qp, RequesterWqe wqe);
  void stop(const RequesterQp& qp);  // a doorbell that claims too much
  void fail(const RequesterQp& qp, bool by_command = false);
  void kill(const RequesterQp& qp);
  // Resets the DUT for one clock: no QP is loaded then, and nothing is on its way.
  void reset_and_forget();

  void cycle();
  // Clocks until all QPs are done and the requester is idle.
  void finish(uint64_t budget = 200'000);
  bool is_done() const;
  RequesterOracle& oracle(const RequesterQp& qp) { return *hosts_.at(qp.qp).oracle; }
  uint16_t fetched(const RequesterQp& qp);
  // What blocks say that come from now on. The oracle is told of it between messages.
  void set_block_pmtu(const RequesterQp& qp, unsigned pmtu) { hosts_.at(qp.qp).qp.pmtu = pmtu; }

  Dut<Vtb_rnic_requester> dut_{run()};
  SenderChoices choices_;
  Rng rng_ = rng("bench");
  // What the neighbours do.
  ReadyPattern item_ready_ = ReadyPattern::always(), rewind_ready_ = ReadyPattern::always(),
               blocks_offered_ = ReadyPattern::always();
  uint32_t room_flips_ = 0;  // in so many of 1000 clocks a queue's item room changes
  std::array<bool, 8> room_{true, true, true, true, true, true, true, true};
  uint32_t most_run_ = 8;  // blocks; runs are random up to it where runs_vary_
  bool runs_vary_ = false;
  uint32_t undo_chance_ = 0;  // percent: a dead end turns out to stand behind a failure
  // What was seen.
  std::vector<unsigned> records_;  // statuses, in order
  std::array<uint64_t, 8> items_of_{};
  uint64_t items_ = 0, rewinds_ = 0, turn_cuts_ = 0, first_item_clock_ = 0, last_item_clock_ = 0;
  std::optional<uint64_t> first_block_clock_;
  std::set<uint16_t> killed_;  // for tests that keep account of it

 private:
  struct Block {
    unsigned kind = 0;
    uint16_t qp = 0, index = 0;
    bool run_first = false, run_last = false, fresh = false, read_error = false, owner = false;
    uint32_t resume_bytes = 0;
    WqeBlock data{};
  };
  struct Host {  // one QP as the fetch and the driver see it
    RequesterQp qp;
    std::unique_ptr<RequesterOracle> oracle;
    std::map<uint16_t, std::pair<WqeBlock, bool>> ring;  // by index: data, read error
    uint16_t producer = 0, fetch = 0;
    bool is_live = true, fresh = true, is_stopped = false, stop_sent = false;
    uint32_t resume_bytes = 0;
    unsigned need = 0;
  };
  struct Queue {
    std::deque<Block> out;           // read ahead
    std::deque<uint16_t> turns;      // QPs, next first
    unsigned slack = 8;              // blocks that may still come, room is low
    uint64_t beyond_room = 0;        // items since item room fell
    std::optional<unsigned> inside;  // the QP whose packet's items are coming
    RequesterItem newest_frag{};
  };
  bool has_work(const Host& host) const;
  void take_turn(Queue& queue);
  void drive_block();
  void drive_events();
  void sample_item();
  void sample_rewind();
  void check_queue(const RequesterItem& item);

  std::map<uint16_t, Host> hosts_;
  std::array<Queue, 8> queues_;
  std::optional<unsigned> block_queue_;
  struct Event {
    bool is_failure = false, resume = false;
    unsigned op = 0;  // of a command
    uint16_t qp = 0, index = 0;
    uint32_t psn = 0;
  };
  std::deque<Event> cmds_, failures_;
};

}  // namespace rnic::tb
