// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/rtl_device.h"

namespace rnic::app {
namespace {

class RtlDevice final : public ReplayDevice {
 public:
  RtlDevice(const RxDeviceOptions& options, const model::DscpMap& map) : device_(options, map) {}

  void load(const model::RxQpConfig& qp) override { device_.load(qp); }
  std::uint64_t push(const RxFrame& frame) override { return device_.push(frame); }
  bool is_idle() const override { return device_.is_idle(); }
  void cycle() override { device_.cycle(); }
  std::deque<RxAnswer>& answers() override { return device_.answers(); }
  std::deque<RxPayload>& payload() override { return device_.payload(); }
  std::vector<std::string>& complaints() override { return device_.complaints(); }
  model::RxCounters counters() override { return device_.counters(); }
  void finish_wave() override { device_.finish_wave(); }
  bool has_recorded() const override { return device_.has_recorded(); }

 private:
  RxDevice device_;
};

}  // namespace

std::unique_ptr<ReplayDevice> make_rtl_device(const RxDeviceOptions& options,
                                              const model::DscpMap& map) {
  return std::make_unique<RtlDevice>(options, map);
}

}  // namespace rnic::app
