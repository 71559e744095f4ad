// SPDX-License-Identifier: Apache-2.0
#pragma once

// An AXI4-Lite master at the pins of a model: queued writes and reads of 32-bit words, in order.
//
// Accesses of one direction follow each other without waiting for the answers; before the direction
// changes all answers are awaited, so a read sees every write that was asked for before it. An
// answer other than OKAY fails the run, unless the caller wants to see the answer himself.
// Not a driver of the device: it knows addresses, not registers.
//
//   AxilMaster master(run, "registers", axil_pins(dut.model()));
//   dut.add(master);
//   master.write(kNicControl, 1);                                       // queued
//   master.read(kNicStatus, [&](const AxilAnswer& a) { idle = a.data; });
//   uint32_t id = master.read_now(dut, kNicIdentity);                   // clocks until answered
//   expect_eq(AxilAnswer::kSlverr, master.try_read(dut, 0x0ffc).response, "response");

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "tb/harness/agent.h"
#include "tb/harness/dut.h"
#include "tb/harness/sim_run.h"
#include "tb/harness/throttle.h"

namespace rnic::tb {

struct AxilPins {
  uint8_t* awvalid;
  const uint8_t* awready;
  uint16_t* awaddr;
  uint8_t* wvalid;
  const uint8_t* wready;
  uint32_t* wdata;
  uint8_t* wstrb;
  const uint8_t* bvalid;
  uint8_t* bready;
  const uint8_t* bresp;
  uint8_t* arvalid;
  const uint8_t* arready;
  uint16_t* araddr;
  const uint8_t* rvalid;
  uint8_t* rready;
  const uint32_t* rdata;
  const uint8_t* rresp;
};

// The pins of a shim that calls them s_axil_awvalid_i, s_axil_awready_o and so on.
template <class V>
AxilPins axil_pins(V& model) {
  return {&model.s_axil_awvalid_i, &model.s_axil_awready_o, &model.s_axil_awaddr_i,
          &model.s_axil_wvalid_i,  &model.s_axil_wready_o,  &model.s_axil_wdata_i,
          &model.s_axil_wstrb_i,   &model.s_axil_bvalid_o,  &model.s_axil_bready_i,
          &model.s_axil_bresp_o,   &model.s_axil_arvalid_i, &model.s_axil_arready_o,
          &model.s_axil_araddr_i,  &model.s_axil_rvalid_o,  &model.s_axil_rready_i,
          &model.s_axil_rdata_o,   &model.s_axil_rresp_o};
}

struct AxilAnswer {
  static constexpr uint8_t kOkay = 0;
  static constexpr uint8_t kSlverr = 2;

  uint8_t response = kOkay;
  uint32_t data = 0;  // of a read
};

class AxilMaster final : public Agent {
 public:
  using Done = std::function<void(const AxilAnswer&)>;

  AxilMaster(SimRun& run, std::string name, AxilPins pins);

  // Queues an access. `done` is called in the clock in which the answer is taken, and may queue
  // more. A write without `done` must be answered OKAY.
  void write(uint16_t address, uint32_t data, Done done = {});
  void read(uint16_t address, Done done);
  // A write of the bytes whose bit of `strobes` is set.
  void write_bytes(uint16_t address, uint32_t data, uint8_t strobes, Done done);

  // Clock the model until the access, and all queued before, are answered; OKAY is demanded. Throw
  // DutError after kBudget clocks.
  void write_now(DutBase& dut, uint16_t address, uint32_t data);
  uint32_t read_now(DutBase& dut, uint16_t address);
  // The same for any answer.
  AxilAnswer try_write(DutBase& dut, uint16_t address, uint32_t data, uint8_t strobes = 0xf);
  AxilAnswer try_read(DutBase& dut, uint16_t address);

  // Nothing queued and nothing unanswered.
  bool is_idle() const noexcept { return waiting_.empty() && in_flight_.empty(); }

  // How eager each channel is: when a valid may rise, when a ready is high. Always, at first.
  struct Patience {
    ReadyPattern aw = ReadyPattern::always();
    ReadyPattern w = ReadyPattern::always();
    ReadyPattern b = ReadyPattern::always();
    ReadyPattern ar = ReadyPattern::always();
    ReadyPattern r = ReadyPattern::always();
  };
  void set_patience(const Patience& patience) { patience_ = patience; }

  // A reset forgets everything that was asked for.
  void rest() override;
  void sample(uint64_t clock) override;
  void drive(uint64_t clock) override;
  std::string holds() const override;

  static constexpr uint64_t kBudget = 20'000;
  static constexpr size_t kMaxInFlight = 4;

 private:
  struct Access {
    bool is_write;
    uint16_t address;
    uint32_t data;
    uint8_t strobes;
    Done done;
  };

  // A channel's word on its way out: wanted until taken, then offered from the clock in which the
  // pattern let it.
  struct Offer {
    bool is_wanted = false;
    bool is_on_pins = false;
  };

  void begin_accesses();
  void answer(bool is_write, const AxilAnswer& answer);
  void wait(DutBase& dut, const bool& answered);
  void demand_okay(std::string_view access, uint16_t address, const AxilAnswer& got);
  static void sample_offer(Offer& offer, uint8_t ready);
  void drive_offer(Offer& offer, uint8_t* valid, ReadyPattern& pattern);

  SimRun& run_;
  AxilPins pins_;
  Rng rng_;
  Patience patience_;
  std::deque<Access> waiting_;
  std::deque<Access> in_flight_;
  Offer aw_, w_, ar_;
};

}  // namespace rnic::tb
