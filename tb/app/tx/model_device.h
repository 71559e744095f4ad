// SPDX-License-Identifier: Apache-2.0
//
// The golden model behind the register map, in the place of the RTL: what comes out is right by
// definition, unless a test damages it. With it vectors are made, and driver, comparison and
// reports are tested apart from any RTL.
//
// Not a timing model: a frame leaves every few clocks, QPs in turn, and pauses hold nothing up.
//
//   ModelDevice device(setup.memory);
//   device.write(csr::kDoorbellCount, 1);
//   device.cycle();
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>

#include "models/host/host_memory.h"
#include "models/host/requester.h"
#include "models/host/tx_counters.h"
#include "tb/app/tx/tx_device.h"

namespace rnic::app {

class ModelDevice final : public TxDevice {
 public:
  // `memory` must outlive the device.
  explicit ModelDevice(const model::HostMemory& memory) : memory_(memory) {}

  void write(std::uint32_t address, std::uint32_t value) override;
  std::uint32_t read(std::uint32_t address) override;
  void cycle() override;
  [[nodiscard]] std::uint64_t clock() const override { return clock_; }
  void start(std::uint64_t) override {}

  // For tests: each frame, each record on its way out; false: it is lost.
  std::function<bool(model::SentFrame&)> on_frame = [](model::SentFrame&) { return true; };
  std::function<bool(model::CompletionRecord&)> on_record = [](model::CompletionRecord&) {
    return true;
  };

 private:
  void ring(std::uint16_t count);
  void send_next();
  [[nodiscard]] std::uint32_t word(std::uint32_t address) const;
  [[nodiscard]] model::QpContext context_of_words() const;
  [[nodiscard]] model::NicSettings settings_of_words() const;
  [[nodiscard]] std::uint64_t counter(std::uint32_t low) const;

  const model::HostMemory& memory_;
  std::map<std::uint32_t, std::uint32_t> words_;     // registers, by address
  std::map<std::uint32_t, model::QpContext> ready_;  // committed, no doorbell yet
  std::map<std::uint32_t, model::Requester> qps_;
  model::TxCounters counters_;
  std::uint32_t last_sender_ = 0;
  std::uint64_t clock_ = 0;
  std::uint64_t bus_free_ = 0;
};

}  // namespace rnic::app
