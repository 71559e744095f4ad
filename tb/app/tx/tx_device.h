// SPDX-License-Identifier: Apache-2.0
//
// A transmit path as driver and run see it: registers, one clock after the other, and what came
// out. The RTL in simulation is one (tx_path.h), the golden model dressed up as a device another
// (model_device.h), with which the parts around it are tested and vectors are made.
//
//   device.write(csr::kControl, csr::kControlEnable.put(1));
//   device.cycle();
//   for (; !device.frames().empty(); device.frames().pop_front()) use(device.frames().front());
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "models/host/completion.h"
#include "models/wire/byte_io.h"

namespace rnic::app {

// The priority may start no frame in clocks from..to-1, counted from the first doorbell.
struct Pause {
  unsigned priority = 0;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

// What surrounds the device.
struct DeviceOptions {
  std::uint64_t seed = 1;
  // The bus takes nothing in `withheld` of `of` clocks, at random.
  std::uint32_t withheld = 0;
  std::uint32_t of = 1;
  std::uint32_t memory_latency = 0;  // clocks from an address to its first data
  // The bus takes no frame faster than a wire of 400 Gb/s carries it.
  bool wire_paced = false;
  std::vector<Pause> pauses = {};
};

struct TxFrame {
  model::ByteVector bytes;
  bool err = false;               // marked as to be discarded
  std::uint64_t first_clock = 0;  // of its first segment, in the device's own count
  std::uint64_t last_clock = 0;
};

struct TxCompletion {
  model::CompletionRecord record;
  std::uint64_t clock = 0;
};

class TxDevice {
 public:
  TxDevice() = default;
  virtual ~TxDevice() = default;
  TxDevice(const TxDevice&) = delete;
  TxDevice& operator=(const TxDevice&) = delete;

  // Registers, by byte address. Clocks go by until the access is done. Throw RtlError.
  virtual void write(std::uint32_t address, std::uint32_t value) = 0;
  virtual std::uint32_t read(std::uint32_t address) = 0;
  // One clock. Throws RtlError.
  virtual void cycle() = 0;

  [[nodiscard]] virtual std::uint64_t clock() const = 0;
  // The first doorbell was accepted: pauses and waves count from `clock`.
  virtual void start(std::uint64_t clock) = 0;

  // Frames and records that have left whole, the oldest first; the caller's to empty.
  [[nodiscard]] std::deque<TxFrame>& frames() noexcept { return frames_; }
  [[nodiscard]] std::deque<TxCompletion>& completions() noexcept { return completions_; }
  // Rules of a bus that were broken, each in words; the caller's to empty.
  [[nodiscard]] std::vector<std::string>& complaints() noexcept { return complaints_; }

 protected:
  std::deque<TxFrame> frames_;
  std::deque<TxCompletion> completions_;
  std::vector<std::string> complaints_;
};

}  // namespace rnic::app
