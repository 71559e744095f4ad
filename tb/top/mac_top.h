// SPDX-License-Identifier: Apache-2.0
#pragma once

// A whole NIC with a MAC's client interface, its frames led back to it (tb_rnic_mac_top.sv):
// memory, registers, configuration and what comes out. Compares nothing.
//
//   MacTop<Vtb_rnic_mac_top_dcmac> top(run(), memory);
//   top.configure(map, std::nullopt);
//   app::NicRegisters nic(top);
//   top.load(qp, MovingState::kAnew);

#include <cstdint>
#include <deque>
#include <optional>

#include "models/host/host_memory.h"
#include "tb/app/rx/rx_pins.h"
#include "tb/app/tx/tx_device.h"
#include "tb/app/tx/tx_pins.h"
#include "tb/harness/axi_memory.h"
#include "tb/harness/axil_master.h"
#include "tb/harness/dut.h"
#include "tb/harness/seg_monitor.h"
#include "tb/harness/throttle.h"

namespace rnic::tb {

// Takes the records of both slots, slot 0's first.
template <class Model>
class RecordSink final : public Agent {
 public:
  explicit RecordSink(Model& model) : Agent("records"), model_(model) {}

  std::deque<model::RxRecord>& records() noexcept { return records_; }

  void rest() override { records_.clear(); }
  void sample(uint64_t) override {
    for (const unsigned slot : {0u, 1u}) {
      if (const auto record = app::record_at(model_, slot)) records_.push_back(*record);
    }
  }

 private:
  Model& model_;
  std::deque<model::RxRecord> records_;
};

enum class MovingState { kKept, kAnew };

// Of TxDevice, frames() stays empty: they are seen when they have come back, as records() and
// payload().
template <class Model>
class MacTop final : public app::TxDevice {
 public:
  // Resets the RTL and waits for its tables. `memory` must outlive the device.
  MacTop(SimRun& run, const model::HostMemory& memory)
      : dut_(run),
        registers_(run, "registers", axil_pins(dut_.model())),
        wqes_(run, "wqes", app::sq_pins(dut_.model()), app::reader_of(memory)),
        payload_reads_(run, "payload reads", app::payload_pins(dut_.model()),
                       app::reader_of(memory)),
        mac_(run, "mac", &dut_->mac_ready_i, ReadyPattern::random(2, 3)),
        completion_sink_(run, dut_.model(), completions_, ReadyPattern::random(1, 3)),
        record_sink_(dut_.model()),
        payload_(run, "payload",
                 {.data = &dut_->payload_data_o,
                  .ena = &dut_->payload_ena_o,
                  .sop = &dut_->payload_sop_o,
                  .eop = &dut_->payload_eop_o,
                  .err = &dut_->payload_err_o,
                  .mty = &dut_->payload_mty_o},
                 SegDirection::kRx) {
    app::rest_pins(dut_.model());
    dut_->s_axil_awprot_i = dut_->s_axil_arprot_i = 0;
    dut_->pause_i = 0;
    dut_->mac_damage_i = 0;
    registers_.set_patience({.b = ReadyPattern::random(1, 2), .r = ReadyPattern::random(1, 2)});
    for (AxiReadMemory* reads : {&wqes_, &payload_reads_}) {
      reads->set_latency(20, 10);
      reads->set_ar_ready(ReadyPattern::random(2, 3));
      reads->set_r_valid(ReadyPattern::random(3, 4));
    }
    for (Agent* agent : std::initializer_list<Agent*>{&registers_, &wqes_, &payload_reads_, &mac_,
                                                      &completion_sink_, &record_sink_, &payload_})
      dut_.add(*agent);
    dut_.reset();
    dut_.run_until([this] { return dut_->ready_o != 0; }, kReadyBudget);
  }

  void write(uint32_t address, uint32_t value) override {
    registers_.write_now(dut_, static_cast<uint16_t>(address), value);
  }
  uint32_t read(uint32_t address) override {
    return registers_.read_now(dut_, static_cast<uint16_t>(address));
  }
  void cycle() override { dut_.cycle(); }
  [[nodiscard]] uint64_t clock() const override { return dut_.clock(); }
  void start(uint64_t) override {}

  // The receive side's map and MAC filter.
  void configure(const model::DscpMap& map, const std::optional<model::MacAddress>& our_mac) {
    app::load_map(dut_.model(), map, [this] { cycle(); });
    app::put_mac_filter(dut_.model(), our_mac);
  }
  // A QP of the receive side.
  void load(const model::RxQpConfig& qp, MovingState moving) {
    app::put_qp(dut_.model(), qp);
    dut_->cfg_qp_valid_i = 1;
    dut_->cfg_qp_load_i = moving == MovingState::kAnew;
    dut_.run_until(
        [this] {
          dut_.settle();
          return dut_->cfg_qp_ready_o != 0;
        },
        kReadyBudget);
    cycle();
    dut_->cfg_qp_valid_i = dut_->cfg_qp_load_i = 0;
  }
  // Bit n: priority n may start no frame.
  void pause(uint8_t priorities) { dut_->pause_i = priorities; }
  // How frames come back from now on: tb_rnic_mac_top.sv. 0: whole.
  void damage(uint8_t how) { write_pin<2>(dut_->mac_damage_i, how); }

  std::deque<model::RxRecord>& records() noexcept { return record_sink_.records(); }
  SegMonitor& payload() noexcept { return payload_; }
  model::RxCounters counters() {
    return app::read_counters(dut_.model(), [this] { cycle(); });
  }
  // Frames that the adapter gave up, in this clock; the DCMAC's gives up none.
  unsigned dropped() { return dut_->stat_dropped_o + dut_->stat_full_o; }

 private:
  static constexpr uint64_t kReadyBudget = 4096;

  Dut<Model> dut_;
  AxilMaster registers_;
  AxiReadMemory wqes_;
  AxiReadMemory payload_reads_;
  Throttle mac_;
  app::CompletionSink<Model> completion_sink_;
  RecordSink<Model> record_sink_;
  SegMonitor payload_;
};

}  // namespace rnic::tb
