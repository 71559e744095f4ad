// SPDX-License-Identifier: Apache-2.0
// rnic_mac_axis_tx: what goes in as frames on segments comes out as frames on an AXI4-Stream.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "Vtb_rnic_mac_axis_tx.h"
#include "tb/harness/dut_test.h"
#include "tb/harness/scoreboard.h"
#include "tb/harness/seg_driver.h"
#include "tb/harness/throttle.h"

namespace rnic::tb {
namespace {

SegPins tx_pins(Vtb_rnic_mac_axis_tx& m) {
  return {.data = &m.tx_data_i,
          .ena = &m.tx_ena_i,
          .sop = &m.tx_sop_i,
          .eop = &m.tx_eop_i,
          .err = &m.tx_err_i,
          .mty = &m.tx_mty_i,
          .valid = &m.tx_valid_i,
          .ready = &m.tx_ready_o};
}

// Gathers frames from the stream and checks what AXI4-Stream asks of its master: offers hold, tkeep
// is all ones before tlast and a run from bit 0 on it.
class AxisMonitor final : public Agent {
 public:
  AxisMonitor(SimRun& run, Vtb_rnic_mac_axis_tx& m, FrameScoreboard& board)
      : Agent("axis"), run_(run), m_(m), board_(board) {}

  uint64_t beats() const noexcept { return beats_; }
  uint64_t frames() const noexcept { return frames_; }

  void rest() override { waiting_.clear(); }
  void sample(uint64_t clock) override {
    const std::string offer = offered();
    if (!waiting_.empty() && offer != waiting_)
      run_.fail(fmt::format("clock {}: the offered beat changed before it was taken", clock));
    waiting_.clear();
    if (!m_.m_axis_tvalid_o) return;
    if (m_.m_axis_tready_i) {
      take(clock);
    } else {
      waiting_ = offer;
    }
  }
  std::string holds() const override { return bytes_.empty() ? "" : "a frame without its end"; }

 private:
  std::string offered() const {
    if (!m_.m_axis_tvalid_o) return "none";
    std::string text(reinterpret_cast<const char*>(m_.m_axis_tdata_o.data()), kBeatBytes);
    text.append(reinterpret_cast<const char*>(m_.m_axis_tkeep_o.data()), kBeatBytes / 8);
    text.push_back(static_cast<char>(m_.m_axis_tlast_o));
    text.push_back(static_cast<char>(m_.m_axis_tuser_o));
    return text;
  }
  void take(uint64_t clock) {
    ++beats_;
    unsigned used = 0;
    const auto kept = [&](unsigned i) { return m_.m_axis_tkeep_o[i / 32] >> (i % 32) & 1; };
    while (used < kBeatBytes && kept(used)) ++used;
    for (unsigned i = used; i < kBeatBytes; ++i)
      if (kept(i)) run_.fail(fmt::format("clock {}: tkeep has a hole at byte {}", clock, used));
    if (!m_.m_axis_tlast_o && used != kBeatBytes)
      run_.fail(fmt::format("clock {}: {} bytes in a beat without tlast", clock, used));
    if (!m_.m_axis_tlast_o && m_.m_axis_tuser_o)
      run_.fail(fmt::format("clock {}: tuser without tlast", clock));
    const auto* data = reinterpret_cast<const uint8_t*>(m_.m_axis_tdata_o.data());
    bytes_.insert(bytes_.end(), data, data + used);
    if (!m_.m_axis_tlast_o) return;
    board_.got(bytes_, m_.m_axis_tuser_o);
    bytes_.clear();
    ++frames_;
  }

  SimRun& run_;
  Vtb_rnic_mac_axis_tx& m_;
  FrameScoreboard& board_;
  std::vector<uint8_t> bytes_;
  std::string waiting_;
  uint64_t beats_ = 0;
  uint64_t frames_ = 0;
};

class MacAxisTx : public DutTest {
 protected:
  void SetUp() override {
    dut_.add(driver_);
    dut_.add(monitor_);
    dut_.add(ready_);
    dut_.reset();
  }
  void push(size_t bytes, bool err = false) {
    std::vector<uint8_t> frame(bytes);
    for (uint8_t& byte : frame) byte = static_cast<uint8_t>(data_.next());
    board_.expect({.bytes = frame, .err = err});
    driver_.push({.bytes = std::move(frame), .err = err});
    ++pushed_;
  }
  void drain(uint64_t budget) {
    dut_.run_until([&] { return monitor_.frames() == pushed_; }, budget);
  }

  Dut<Vtb_rnic_mac_axis_tx> dut_{run()};
  SegDriver driver_{run(), "bus", tx_pins(dut_.model()), SegDirection::kTx};
  FrameScoreboard board_{run(), "axis frames"};
  AxisMonitor monitor_{run(), dut_.model(), board_};
  Throttle ready_{run(), "axis ready", &dut_->m_axis_tready_i, ReadyPattern::always()};
  Rng data_ = rng("data");
  uint64_t pushed_ = 0;
};

TEST_F(MacAxisTx, EveryLengthFromEveryPlaceInTheBeat) {
  // Frames of 5 segments between them move the start through all segments.
  for (size_t bytes = kMinFrameBytes; bytes <= 700; ++bytes) {
    push(bytes);
    if (bytes % 3 == 0) push(80);
  }
  drain(20000);
}

TEST_F(MacAxisTx, AnyMixUnderAnyBackPressure) {
  Rng random = rng("mix");
  for (const ReadyPattern& pattern :
       {ReadyPattern::one_in(2), ReadyPattern::one_in(5), ReadyPattern::bursts(1, 9),
        ReadyPattern::random(1, 2), ReadyPattern::random(7, 8)}) {
    ready_.set_pattern(pattern);
    for (const Packing packing : {Packing::kBackToBack, Packing::kRandomHoles}) {
      driver_.set_spacing({.packing = packing});
      for (unsigned i = 0; i < 400; ++i)
        push(kMinFrameBytes + static_cast<size_t>(random.below(i % 20 == 0 ? 9540 : 300)),
             random.below(10) == 0);
      drain(100000);
    }
  }
}

TEST_F(MacAxisTx, LosesNoBeatOnLongFrames) {
  // 4,224 bytes are 33 whole beats; the bus brings them without a gap, so does the stream.
  for (unsigned i = 0; i < 200; ++i) push(4224);
  const uint64_t first = dut_.clock();
  drain(10000);
  expect_eq(uint64_t{200 * 33}, monitor_.beats(), "beats");
  expect(dut_.clock() - first <= 200 * 33 + 10, "clocks for 6,600 beats");
}

TEST_F(MacAxisTx, MarksDamagedFramesAtTheirEnd) {
  for (unsigned i = 0; i < 60; ++i) push(60 + 11 * i, i % 2 == 0);
  drain(5000);
}

}  // namespace
}  // namespace rnic::tb
