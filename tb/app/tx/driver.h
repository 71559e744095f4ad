// SPDX-License-Identifier: Apache-2.0
//
// The driver: brings a NIC up, posts WQEs into the rings as blocks become free, rings doorbells. Of
// the device it knows the registers and nothing else.
//
// It posts nothing more to a QP that has reported an error. Every doorbell is told to the model.
//
//   Driver driver(device, setup, work, expectation);
//   driver.configure();
//   driver.start(note_clock_0);             // fills the rings, rings the doorbells
//   while (!driver.has_posted_all()) { device.cycle(); driver.post_more(); }
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/host/send_ring.h"
#include "tb/app/config/work_config.h"
#include "tb/app/tx/expectation.h"
#include "tb/app/tx/nic_registers.h"
#include "tb/app/tx/tx_device.h"
#include "tb/app/tx/work_setup.h"

namespace rnic::app {

class Driver {
 public:
  // All of them must outlive the driver.
  Driver(TxDevice& device, WorkSetup& setup, const WorkConfig& work, Expectation& expectation);

  // NIC and QPs. Throws RtlError, as everything that touches a register, when the device refuses.
  void configure();
  // `on_first_doorbell` is called when that one is accepted, which need not be in here.
  void start(std::function<void()> on_first_doorbell);

  // Looks at one QP that has more to post, and posts what fits.
  void post_more();
  // True when nothing is left to post, to QPs without error at least.
  [[nodiscard]] bool has_posted_all() const noexcept { return waiting_.empty(); }
  void on_error(std::uint32_t qpn);

  // Rings the next doorbell of the configuration's own; false when none is left.
  bool ring_extra();

  [[nodiscard]] NicRegisters& registers() noexcept { return registers_; }

 private:
  struct Queue {
    const model::QpContext* qp;
    model::SendRing ring;
    std::vector<std::size_t> wqes = {};  // indices into the configuration
    std::size_t next = 0;                // of wqes
    std::uint32_t repeats = 0;           // of that one, posted already
    bool is_dead = false;

    [[nodiscard]] bool is_done() const noexcept { return is_dead || next == wqes.size(); }
  };

  // Posts what fits; true if anything did.
  bool fill(Queue& queue, std::uint16_t sq_free);
  void ring(std::uint32_t qpn, std::uint16_t count, std::uint16_t sq_free);
  Queue* find(std::uint32_t qpn) noexcept;

  // Of records that nobody has taken yet.
  void note_errors();

  TxDevice& device_;
  NicRegisters registers_;
  WorkSetup& setup_;
  const WorkConfig& work_;
  Expectation& expectation_;
  std::vector<Queue> queues_;
  std::vector<std::uint64_t> first_wr_id_;  // of each WQE of the configuration
  std::vector<std::size_t> waiting_;        // queues that have more to post
  std::size_t turn_ = 0;
  std::size_t extra_ = 0;
  std::function<void()> on_first_doorbell_;  // empty once called
};

}  // namespace rnic::app
