// SPDX-License-Identifier: Apache-2.0
//
// The pins of the transmit path: of tb_rnic_tx.sv, and of any shim that calls them the same.
//
//   tb::AxiReadMemory wqes(run, "wqes", sq_pins(model), reader_of(memory));
//   CompletionSink completions(run, model, taken);
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <deque>

#include "models/host/completion.h"
#include "models/host/host_memory.h"
#include "tb/app/tx/tx_device.h"
#include "tb/harness/agent.h"
#include "tb/harness/axi_memory.h"
#include "tb/harness/pins.h"
#include "tb/harness/sim_run.h"
#include "tb/harness/throttle.h"

namespace rnic::app {

// Lines of `memory`, which must outlive the reader; DECERR where it has none.
inline tb::AxiReadMemory::Reader reader_of(const model::HostMemory& memory) {
  return [&memory](std::uint64_t address, tb::AxiLine& line) {
    const auto bytes = memory.read_line(address);
    line.error = !bytes;
    if (bytes) line.bytes = *bytes;
  };
}

template <class Model>
tb::AxiReadPins sq_pins(Model& model) {
  return {.ar_valid = &model.m_axi_sq_arvalid_o,
          .ar_ready = &model.m_axi_sq_arready_i,
          .ar_id = &model.m_axi_sq_arid_o,
          .ar_addr = &model.m_axi_sq_araddr_o,
          .ar_len = &model.m_axi_sq_arlen_o,
          .ar_size = &model.m_axi_sq_arsize_o,
          .ar_burst = &model.m_axi_sq_arburst_o,
          .r_valid = &model.m_axi_sq_rvalid_i,
          .r_ready = &model.m_axi_sq_rready_o,
          .r_id = &model.m_axi_sq_rid_i,
          .r_data = model.m_axi_sq_rdata_i.data(),
          .r_resp = &model.m_axi_sq_rresp_i,
          .r_last = &model.m_axi_sq_rlast_i};
}

template <class Model>
tb::AxiReadPins payload_pins(Model& model) {
  return {.ar_valid = &model.m_axi_pl_arvalid_o,
          .ar_ready = &model.m_axi_pl_arready_i,
          .ar_id = &model.m_axi_pl_arid_o,
          .ar_addr = &model.m_axi_pl_araddr_o,
          .ar_len = &model.m_axi_pl_arlen_o,
          .ar_size = &model.m_axi_pl_arsize_o,
          .ar_burst = &model.m_axi_pl_arburst_o,
          .r_valid = &model.m_axi_pl_rvalid_i,
          .r_ready = &model.m_axi_pl_rready_o,
          .r_id = &model.m_axi_pl_rid_i,
          .r_data = model.m_axi_pl_rdata_i.data(),
          .r_resp = &model.m_axi_pl_rresp_i,
          .r_last = &model.m_axi_pl_rlast_i};
}

// Takes records, as patient as `ready`; their reserved bits must be zero.
template <class Model>
class CompletionSink final : public tb::Agent {
 public:
  CompletionSink(tb::SimRun& run, Model& model, std::deque<TxCompletion>& completions,
                 tb::ReadyPattern ready = tb::ReadyPattern::always())
      : Agent("completions"),
        run_(run),
        model_(model),
        completions_(completions),
        ready_(ready),
        rng_(run.rng(name())) {}

  void rest() override { model_.cpl_ready_i = 0; }
  void drive(std::uint64_t) override { model_.cpl_ready_i = ready_.next(rng_); }
  void sample(std::uint64_t clock) override {
    if (!model_.cpl_valid_o || !model_.cpl_ready_i) return;
    std::array<std::uint8_t, model::kCompletionBytes> bytes;
    tb::read_pin<256>(model_.cpl_data_o, bytes);
    completions_.push_back({.record = model::decode_completion(bytes), .clock = clock});
    if (model::encode(completions_.back().record) != bytes) {
      run_.fail(fmt::format("clock {}: a record with a reserved bit set", clock));
    }
  }

 private:
  tb::SimRun& run_;
  Model& model_;
  std::deque<TxCompletion>& completions_;
  tb::ReadyPattern ready_;
  tb::Rng rng_;
};

}  // namespace rnic::app
