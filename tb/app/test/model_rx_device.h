// SPDX-License-Identifier: Apache-2.0
//
// The golden model dressed up as a receive path, for tests of what stands around one. A test can
// make it wrong: `spoil` sees every answer before it leaves.
//
//   ModelRxDevice device(options, map, [](RxAnswer& answer) { answer.record->msn = 7; });
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/rx/receiver.h"
#include "tb/app/replay/replay_device.h"

namespace rnic::app::test {

class ModelRxDevice final : public ReplayDevice {
 public:
  using Spoil = std::function<void(RxAnswer& answer)>;

  ModelRxDevice(const RxDeviceOptions& options, const model::DscpMap& map, Spoil spoil = {})
      : receiver_({.map = map, .our_mac = options.our_mac}),
        spoil_(std::move(spoil)),
        records_(options.wave.file) {}

  void load(const model::RxQpConfig& qp) override { receiver_.add_qp(qp); }
  std::uint64_t push(const RxFrame& frame) override {
    queue_.push_back({.number = pushed_,
                      .bytes = {frame.bytes.begin(), frame.bytes.end()},
                      .mac_error = frame.mac_error});
    idle_clocks_ = 0;
    return pushed_++;
  }
  [[nodiscard]] bool is_idle() const override { return idle_clocks_ >= kSettleClocks; }
  void cycle() override {
    ++clock_;
    if (queue_.empty()) {
      ++idle_clocks_;
      return;
    }
    const Queued frame = std::move(queue_.front());
    queue_.pop_front();
    RxAnswer answer;
    answer.frame = frame.number;
    answer.sop_clock = answer.eop_clock = clock_;
    answer.record_clock = clock_ + 26;
    answer.record = receiver_.receive(frame.bytes, frame.mac_error);
    if (spoil_) spoil_(answer);
    if (answer.record && answer.record->verdict == model::Verdict::kAccept) {
      payload_.push_back({.frame = frame.number, .bytes = frame.bytes});
    }
    answers_.push_back(answer);
  }
  [[nodiscard]] std::deque<RxAnswer>& answers() override { return answers_; }
  [[nodiscard]] std::deque<RxPayload>& payload() override { return payload_; }
  [[nodiscard]] std::vector<std::string>& complaints() override { return complaints_; }
  model::RxCounters counters() override { return receiver_.counters(); }
  void finish_wave() override {}
  [[nodiscard]] bool has_recorded() const override { return records_; }

 private:
  static constexpr std::uint64_t kSettleClocks = 64;

  struct Queued {
    std::uint64_t number = 0;
    std::vector<std::uint8_t> bytes = {};
    bool mac_error = false;
  };

  model::Receiver receiver_;
  Spoil spoil_;
  bool records_;
  std::deque<Queued> queue_;
  std::deque<RxAnswer> answers_;
  std::deque<RxPayload> payload_;
  std::vector<std::string> complaints_;
  std::uint64_t pushed_ = 0;
  std::uint64_t clock_ = 0;
  std::uint64_t idle_clocks_ = 0;
};

inline ReplayDeviceFactory model_devices(const ModelRxDevice::Spoil& spoil = {}) {
  return [spoil](const RxDeviceOptions& options, const model::DscpMap& map) {
    return std::make_unique<ModelRxDevice>(options, map, spoil);
  };
}

}  // namespace rnic::app::test
