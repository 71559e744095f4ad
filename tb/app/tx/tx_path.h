// SPDX-License-Identifier: Apache-2.0
//
// The RTL's transmit path (tb_rnic_tx.sv) as a TxDevice, with memory behind its two AXI masters, a
// MAC that takes beats or not, and pauses. Compares nothing: see tx_run.h.
//
//   RtlTxPath path({.seed = 1}, {}, setup.memory);
//   const std::uint32_t identity = path.read(csr::kIdentity);
#pragma once

#include <cstdint>
#include <memory>

#include "models/host/host_memory.h"
#include "tb/app/tx/tx_device.h"
#include "tb/harness/sim_run.h"

namespace rnic::app {

// What a wave's window counts.
enum class WaveClocks {
  kFromStart,  // from start(); with `from` 0 the time before is recorded too
  kAll,        // all of the simulation's, as for any other Dut
};

class RtlTxPath final : public TxDevice {
 public:
  // Resets the RTL. `memory` must outlive the path. Throws InputError when the wave file cannot be
  // written.
  RtlTxPath(const DeviceOptions& options, const tb::WaveOptions& wave,
            const model::HostMemory& memory, WaveClocks wave_clocks = WaveClocks::kFromStart);
  ~RtlTxPath() override;

  void write(std::uint32_t address, std::uint32_t value) override;
  std::uint32_t read(std::uint32_t address) override;
  void cycle() override;
  [[nodiscard]] std::uint64_t clock() const override;
  void start(std::uint64_t clock) override;

  // A priority is paused, or not, whatever `pauses` say.
  void hold(unsigned priority, bool held);

  // Ends the wave, where one is recorded. Throws InputError when it was not written to its end.
  void finish_wave();
  [[nodiscard]] bool has_recorded() const noexcept;

 private:
  class Simulation;
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace rnic::app
