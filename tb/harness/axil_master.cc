// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/axil_master.h"

#include <fmt/format.h>

#include <utility>

namespace rnic::tb {

AxilMaster::AxilMaster(SimRun& run, std::string name, AxilPins pins)
    : Agent(std::move(name)), run_(run), pins_(pins), rng_(run.rng(this->name())) {}

// --- what is asked for
// ----------------------------------------------------------------------------
void AxilMaster::write(uint16_t address, uint32_t data, Done done) {
  write_bytes(address, data, 0xf, std::move(done));
}

void AxilMaster::write_bytes(uint16_t address, uint32_t data, uint8_t strobes, Done done) {
  if (!done)
    done = [this, address](const AxilAnswer& got) { demand_okay("write to", address, got); };
  waiting_.push_back({true, address, data, strobes, std::move(done)});
}

void AxilMaster::read(uint16_t address, Done done) {
  waiting_.push_back({false, address, 0, 0, std::move(done)});
}

void AxilMaster::wait(DutBase& dut, const bool& answered) {
  dut.run_until([&] { return answered; }, kBudget);
}

AxilAnswer AxilMaster::try_write(DutBase& dut, uint16_t address, uint32_t data, uint8_t strobes) {
  bool answered = false;
  AxilAnswer answer;
  write_bytes(address, data, strobes, [&](const AxilAnswer& got) {
    answer = got;
    answered = true;
  });
  wait(dut, answered);
  return answer;
}

AxilAnswer AxilMaster::try_read(DutBase& dut, uint16_t address) {
  bool answered = false;
  AxilAnswer answer;
  read(address, [&](const AxilAnswer& got) {
    answer = got;
    answered = true;
  });
  wait(dut, answered);
  return answer;
}

void AxilMaster::write_now(DutBase& dut, uint16_t address, uint32_t data) {
  demand_okay("write to", address, try_write(dut, address, data));
}

uint32_t AxilMaster::read_now(DutBase& dut, uint16_t address) {
  const AxilAnswer got = try_read(dut, address);
  demand_okay("read of", address, got);
  return got.data;
}

void AxilMaster::demand_okay(std::string_view access, uint16_t address, const AxilAnswer& got) {
  if (got.response == AxilAnswer::kOkay) return;
  run_.fail(fmt::format("{}: {} {:#06x} was answered with {}", name(), access, address,
                        unsigned{got.response}));
}

// --- the channels
// ---------------------------------------------------------------------------------
void AxilMaster::sample_offer(Offer& offer, uint8_t ready) {
  if (offer.is_on_pins && ready != 0) offer = {};
}

void AxilMaster::drive_offer(Offer& offer, uint8_t* valid, ReadyPattern& pattern) {
  const bool may_rise = pattern.next(rng_);
  if (offer.is_wanted && may_rise) offer.is_on_pins = true;
  *valid = offer.is_on_pins;
}

void AxilMaster::rest() {
  waiting_.clear();
  in_flight_.clear();
  aw_ = w_ = ar_ = {};
  *pins_.awvalid = *pins_.wvalid = *pins_.arvalid = *pins_.bready = *pins_.rready = 0;
}

void AxilMaster::sample(uint64_t) {
  sample_offer(aw_, *pins_.awready);
  sample_offer(w_, *pins_.wready);
  sample_offer(ar_, *pins_.arready);
  if (*pins_.bvalid != 0 && *pins_.bready != 0) answer(true, {.response = *pins_.bresp, .data = 0});
  if (*pins_.rvalid != 0 && *pins_.rready != 0) {
    answer(false, {.response = *pins_.rresp, .data = *pins_.rdata});
  }
}

void AxilMaster::answer(bool is_write, const AxilAnswer& answer) {
  // What has not left the pins cannot be answered.
  const bool still_offered =
      in_flight_.size() == 1 && (is_write ? aw_.is_wanted || w_.is_wanted : ar_.is_wanted);
  if (in_flight_.empty() || in_flight_.front().is_write != is_write || still_offered) {
    run_.fail(fmt::format("{}: {} answer to nothing", name(), is_write ? "write" : "read"));
    return;
  }
  const Done done = std::move(in_flight_.front().done);
  in_flight_.pop_front();
  if (done) done(answer);
}

void AxilMaster::begin_accesses() {
  if (waiting_.empty() || in_flight_.size() == kMaxInFlight) return;
  Access& next = waiting_.front();
  if (!in_flight_.empty() && in_flight_.back().is_write != next.is_write) return;
  if (next.is_write) {
    if (aw_.is_wanted || w_.is_wanted) return;
    aw_.is_wanted = w_.is_wanted = true;
    *pins_.awaddr = next.address;
    *pins_.wdata = next.data;
    *pins_.wstrb = next.strobes & 0xf;
  } else {
    if (ar_.is_wanted) return;
    ar_.is_wanted = true;
    *pins_.araddr = next.address;
  }
  in_flight_.push_back(std::move(next));
  waiting_.pop_front();
}

void AxilMaster::drive(uint64_t) {
  begin_accesses();
  drive_offer(aw_, pins_.awvalid, patience_.aw);
  drive_offer(w_, pins_.wvalid, patience_.w);
  drive_offer(ar_, pins_.arvalid, patience_.ar);
  *pins_.bready = patience_.b.next(rng_);
  *pins_.rready = patience_.r.next(rng_);
}

std::string AxilMaster::holds() const {
  if (is_idle()) return {};
  const Access& first = in_flight_.empty() ? waiting_.front() : in_flight_.front();
  return fmt::format("{} accesses, the first a {} {:#06x}, {}", waiting_.size() + in_flight_.size(),
                     first.is_write ? fmt::format("write of {:#010x} to", first.data) : "read of",
                     first.address, in_flight_.empty() ? "not begun" : "begun");
}

}  // namespace rnic::tb
