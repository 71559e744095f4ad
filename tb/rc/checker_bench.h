// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fixture for the PSN checker: frames and configuration in, and every clock all that leaves the
// module compared with what the golden model says of the frames of ten clocks before. So a record
// that is early, late, missing, made up or in the other slot is found wherever it happens.
//
//   using Checker = CheckerBench<Vtb_rnic_psn_checker, 1024>;
//   TEST_F(Checker, …) {
//     load({.qpn = 0x11, .rq_psn = 0x10});
//     step(packet, another);
//     drain();
//   }

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>

#include "models/rx/rx_bench.h"
#include "tb/harness/dut_test.h"
#include "tb/rc/checker_pins.h"
#include "tb/rc/request_traffic.h"

namespace rnic::tb {

template <class V, uint32_t NumQps>
class CheckerBench : public DutTest {
 protected:
  static constexpr uint32_t kNumQps = NumQps;
  static constexpr size_t kLatency = 10;

  CheckerBench() {
    idle_pins();
    reset();
    await_sweep();
  }

  // RTL, model and bench. The frames of the clock before stay on the pins: nobody may take them.
  // No record of what was on its way comes out, from the first clock on.
  void reset(unsigned clocks = 8) {
    dut_.reset(clocks);
    forget();
    dut_.settle();
    for (unsigned slot = 0; slot < 2; ++slot) {
      expect_eq(false, read(record_pins(dut_.model(), slot)).valid, "a record behind a reset");
    }
  }
  // Model and bench alone; nothing is on its way.
  void forget() {
    idle_pins();
    receiver_ = model::Receiver({.num_qps = kNumQps});
    pending_.reset();
    flying_.assign(kLatency - 1, {});
  }
  void await_sweep() {
    while (dut_->ready_o == 0) step();
  }

  // ---- configuration: taken in the first clock whose slot 1 is free --------------------------
  struct Config {
    model::RxQpConfig qp;
    bool load = true;  // else only the state and what the checker is told of the packets
  };
  void offer(const Config& config) {
    pending_ = config;
    put_config(config);
    dut_->cfg_valid_i = 1;
    dut_->cfg_load_i = config.load;
  }
  bool is_pending() const { return pending_.has_value(); }
  void configure(const Config& config) {
    offer(config);
    while (pending_) step();
  }
  void load(const model::RxQpConfig& qp) { configure({.qp = qp}); }

  // ---- one clock ------------------------------------------------------------------------------
  using Slot = std::optional<model::RoceFrame>;
  void step(const Slot& slot_0 = {}, const Slot& slot_1 = {}) {
    step_with([&] { return slot_0; }, [&] { return slot_1; });
  }
  // Two frames; the second is made when the model knows the first.
  template <class Make0, class Make1>
  void step_two(Make0 make_0, Make1 make_1) {
    step_with([&] { return Slot(make_0()); }, [&] { return Slot(make_1()); });
  }
  void drain() {
    for (size_t i = 0; i < kLatency; ++i) step();
  }

  void TearDown() override {
    drain();
    DutTest::TearDown();
  }

  // ---- packets by hand: what the model says of them, in words -----------------------------------
  std::string give(const model::RoceFrame& frame) {
    step(completed(frame));
    return words_[0];
  }
  // Both in one clock: "accept none | accept ack 0x11 msn 1".
  std::string give_two(const model::RoceFrame& first, const model::RoceFrame& second) {
    step(completed(first), completed(second));
    return words_[0] + " | " + words_[1];
  }
  // A frame that is perhaps none, as it stands, in either slot.
  std::string give_bytes(model::ByteSpan bytes, bool mac_error, unsigned slot) {
    Flying flying;
    if (slot == 1) put(0, completed(model::testing::packet(model::Opcode::kCnp, 0)), flying);
    if (slot == 0) put(1, {}, flying);
    put_bytes(slot, bytes, mac_error, flying);
    clock(std::move(flying));
    return words_[slot];
  }
  void idle(unsigned clocks) {
    while (clocks-- > 0) step();
  }
  static model::RoceFrame completed(model::RoceFrame frame) {
    model::complete(frame);
    return frame;
  }

  const model::RxQp& qp(uint32_t qpn) const { return *receiver_.find_qp(qpn); }

  // The reasons and accepted frames that the model gave, so that a test can tell what it met.
  uint64_t met(model::Reason reason) const { return receiver_.counters().of(reason); }

  Dut<V> dut_{run()};
  model::Receiver receiver_{{.num_qps = kNumQps}};
  uint64_t frames_ = 0;

 private:
  struct Flying {
    std::array<Outcome, 2> want{};
    std::array<std::string, 2> note{};
  };

  void idle_pins() {
    dut_->cfg_valid_i = 0;
    dut_->cfg_load_i = 0;
    for (unsigned slot = 0; slot < 2; ++slot)
      drive_nothing(judged_pins(dut_.model(), slot), noise_);
  }

  template <class Make0, class Make1>
  void step_with(Make0 make_0, Make1 make_1) {
    Flying flying;
    put(0, make_0(), flying);
    put(1, make_1(), flying);
    clock(std::move(flying));
  }

  void clock(Flying flying) {
    dut_.settle();
    const bool taken = pending_ && dut_->cfg_ready_o != 0;
    if (pending_ && dut_->ready_o != 0) {
      expect_eq(!flying.want[1].valid, taken, "a write is taken if slot 1 is free");
    }
    flying_.push_back(std::move(flying));
    if (taken) apply(*pending_);
    dut_.cycle();
    if (taken) {
      pending_.reset();
      dut_->cfg_valid_i = 0;
    }
    compare();
  }

  void put(unsigned slot, const Slot& frame, Flying& flying) {
    if (!frame) {
      drive_nothing(judged_pins(dut_.model(), slot), noise_);
      return;
    }
    put_bytes(slot, model::prepare_for_replay(model::encode(*frame)).bytes, false, flying);
    flying.note[slot] =
        fmt::format("{} qpn {:#x} psn {:#x} payload {}", model::opcode_name(frame->bth.opcode),
                    frame->bth.dest_qp, frame->bth.psn, frame->payload.size());
  }

  void put_bytes(unsigned slot, model::ByteSpan bytes, bool mac_error, Flying& flying) {
    drive(judged_pins(dut_.model(), slot), judged(bytes, mac_error, noise_), noise_);
    const model::RxRecord record = receiver_.receive(bytes, mac_error);
    words_[slot] = model::testing::in_words(record);
    flying.want[slot] = outcome_of(record);
    flying.note[slot] = fmt::format("a frame of {} bytes", bytes.size());
    ++frames_;
  }

  void apply(const Config& config) {
    if (config.load) {
      if (const auto clash = receiver_.add_qp(config.qp)) run().fail(clash->text());
    } else {
      receiver_.set_state(config.qp.qpn, config.qp.state);
    }
  }

  void put_config(const Config& config) {
    auto& pins = dut_.model();
    const model::RxQpConfig& c = config.qp;
    pins.cfg_known_i = 1;
    pins.cfg_state_i = static_cast<uint8_t>(c.state);  // reset, ready, error: 0, 1, 2 on both sides
    pins.cfg_qpn_i = c.qpn;
    pins.cfg_qp_type_i = c.type == model::QpType::kRc ? 0 : c.type == model::QpType::kUc ? 1 : 3;
    pins.cfg_pmtu_i = static_cast<uint8_t>(std::countr_zero(c.pmtu) - 7);
    pins.cfg_pkey_i = c.pkey;
    pins.cfg_qkey_i = c.qkey;
    pins.cfg_check_dst_i = c.source_ip.has_value();
    pins.cfg_check_src_i = c.destination_ip.has_value();
    put_ip(pins.cfg_src_ip_i, pins.cfg_src_ipv6_i, c.source_ip);
    put_ip(pins.cfg_dst_ip_i, pins.cfg_dst_ipv6_i, c.destination_ip);
    pins.cfg_check_vlan_i = c.vlan.has_value();
    pins.cfg_vid_i = c.vlan.value_or(noise_.below(4096)) & 0xfff;
    pins.cfg_sq_una_i = c.sq_una;
    pins.cfg_sq_psn_i = c.sq_psn;
    pins.cfg_rq_psn_i = c.rq_psn;
  }
  void put_ip(VlWide<4>& pins, CData& is_ipv6, const std::optional<model::IpAddress>& ip) {
    for (unsigned i = 0; i < 4; ++i) pins[i] = static_cast<uint32_t>(noise_.next());
    is_ipv6 = noise_.below(2) & 1;
    if (!ip) return;
    is_ipv6 = ip->index() == 1;
    for (unsigned i = 0; i < 4; ++i) pins[i] = 0;
    std::visit(
        [&](const auto& bytes) {
          for (size_t i = 0; i < bytes.size(); ++i) {
            pins[i / 4] |= static_cast<uint32_t>(bytes[bytes.size() - 1 - i]) << (8 * (i % 4));
          }
        },
        *ip);
  }

  void compare() {
    if (flying_.size() < kLatency) return;
    const Flying want = flying_.front();
    flying_.pop_front();
    for (unsigned slot = 0; slot < 2; ++slot) {
      const RecordPins pins = record_pins(dut_.model(), slot);
      const Outcome got = read(pins);
      run().count_checks();
      if (got != want.want[slot]) {
        run().fail(fmt::format("clock {}, slot {}, {}: want {}, got {}", dut_.clock(), slot,
                               want.note[slot], in_words(want.want[slot]), in_words(got)));
      } else if (got.valid && !pins.same_frame) {
        run().fail(fmt::format("clock {}, slot {}, {}: the record carries another frame",
                               dut_.clock(), slot, want.note[slot]));
      }
    }
  }

  std::deque<Flying> flying_;
  std::optional<Config> pending_;
  std::array<std::string, 2> words_;
  Rng noise_ = rng("noise");
};

}  // namespace rnic::tb
