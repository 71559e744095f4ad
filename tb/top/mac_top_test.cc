// SPDX-License-Identifier: Apache-2.0
// rnic_dcmac_top and rnic_ftile_top: each NIC sends to itself through its MAC's pins, and all that
// comes back is what the golden models of both sides say. What the parts do is tested with them;
// here the ports are shown to lead where they should.

#include "tb/top/mac_top.h"

#include <Vtb_rnic_mac_top_dcmac.h>
#include <Vtb_rnic_mac_top_ftile.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "models/host/send_ring.h"
#include "models/rx/receiver.h"
#include "tb/app/tx/expectation.h"
#include "tb/app/tx/nic_registers.h"
#include "tb/harness/dut_test.h"

namespace rnic::tb {
namespace {

constexpr uint64_t kRingBase = 0x8000'0000;
constexpr unsigned kRingLog2 = 8;
constexpr uint64_t kDataBase = 0x10'0000;
constexpr uint32_t kFirstQpn = 0x100;
constexpr uint32_t kFirstPeer = 0x2000;
constexpr model::MacAddress kOurMac = {2, 0, 0, 0, 0, 0xfe};

// A queue pair that sends, and its peer, which is behind the same pins.
struct Pair {
  model::QpContext qp;
  model::RxQpConfig peer;
  std::unique_ptr<model::SendRing> ring = nullptr;
  std::unique_ptr<app::QpExpectation> sends = nullptr;
};

// DSCP 0 to priority 0, 1 to 1 and so on, 46 to 6; lossless: 3 and 6.
model::DscpMap site_map() {
  model::DscpMap map;
  for (uint8_t dscp = 0; dscp < 64; ++dscp) map.set_priority(dscp, dscp & 7);
  map.set_lossless_mask(0b0100'1000);
  return map;
}

template <class Model>
class MacTopTest : public DutTest {
 protected:
  MacTopTest() {
    memory_.add_region(kDataBase, 0x10'0000, model::RandomFill{run().seed()});
    for (const uint32_t number : {0u, 1u}) {
      memory_.add_region(kRingBase + number * 0x10'0000, uint64_t{64} << kRingLog2,
                         model::BytesFill{});
    }
  }

  // Two queue pairs on different priorities, under one map, which frames are filtered by or not.
  void bring_up(const model::DscpMap& map, std::optional<model::MacAddress> our_mac) {
    const model::NicSettings settings{.dscp_map = map};
    top_.configure(map, our_mac);
    nic_.configure(settings);
    receiver_.emplace(model::ReceiverSettings{.map = map, .our_mac = our_mac});
    for (const uint32_t number : {0u, 1u}) {
      Pair& pair = pairs_[number];
      model::QpContext& qp = pair.qp;
      qp.qpn = kFirstQpn + number;
      qp.remote_qpn = kFirstPeer + number;
      qp.pmtu = 1024;
      qp.source_mac = {2, 0, 0, 0, 0, 1};
      qp.next_hop_mac = kOurMac;
      qp.source_ip = model::Ipv4Address{10, 0, 0, 1};
      qp.destination_ip = model::Ipv4Address{10, 0, 1, static_cast<uint8_t>(1 + number)};
      qp.dscp = number == 0 ? 46 : 11;
      qp.udp_source_port = model::usual_source_port(qp);
      qp.ring_log2_blocks = kRingLog2;
      qp.ring_base = kRingBase + number * 0x10'0000;
      qp.sq_psn = qp.sq_una = 0xfffff8 + number;
      nic_.make_ready(qp);
      pair.ring = std::make_unique<model::SendRing>(memory_, qp.ring_base, kRingLog2);
      pair.sends = std::make_unique<app::QpExpectation>(qp, settings, memory_);
      pair.peer = {.qpn = qp.remote_qpn,
                   .pmtu = qp.pmtu,
                   .source_ip = qp.destination_ip,
                   .destination_ip = qp.source_ip,
                   .rq_psn = qp.sq_psn};
      top_.load(pair.peer, MovingState::kAnew);
      ASSERT_FALSE(receiver_->add_qp(pair.peer));
    }
  }

  void post_write(Pair& pair, uint32_t bytes) {
    model::Wqe wqe;
    wqe.opcode = model::to_byte(model::WqeOpcode::kWrite);
    wqe.flags = model::wqe_flag::kSignaled;
    wqe.remote_address = 0x7000'0000;
    wqe.remote_key = 0x1234;
    if (bytes != 0) {
      wqe.pieces.push_back({.address = kDataBase + bytes, .length = bytes, .local_key = 0});
    }
    pair.ring->post(wqe);
    const uint16_t sq_free = nic_.sq_free(pair.qp.qpn);
    pair.sends->doorbell(pair.ring->count(), sq_free);
    nic_.ring(pair.qp.qpn, pair.ring->count());
  }

  // Until all has come back that is not held; false after `budget` clocks.
  bool run_until_back(std::vector<Pair*> waited, uint64_t budget = 40'000) {
    const auto is_back = [&] {
      return accepted_.empty() && std::ranges::none_of(waited, [](Pair* pair) {
               return pair->sends->frame() || pair->sends->record();
             });
    };
    for (collect(); !is_back(); collect()) {
      if (budget-- == 0) return false;
      top_.cycle();
    }
    return true;
  }
  bool run_until_back() { return run_until_back({&pairs_[0], &pairs_[1]}); }

  void run_for(uint64_t clocks) {
    for (; clocks > 0; --clocks) {
      top_.cycle();
      collect();
    }
  }

  void expect_counters() {
    expect(top_.counters() == receiver_->counters(), "the receive counters are the model's");
  }

  model::HostMemory memory_;
  MacTop<Model> top_{run(), memory_};
  app::NicRegisters nic_{top_};
  std::optional<model::Receiver> receiver_;
  std::array<Pair, 2> pairs_;
  bool is_damaged_ = false;  // frames come back marked
  uint64_t taken_ = 0;       // frames that were accepted

 private:
  void collect() {
    if (top_.dropped() != 0) run().fail("the adapter gave up a frame");
    for (auto& records = top_.records(); !records.empty(); records.pop_front()) {
      take_record(records.front());
    }
    while (!top_.payload().frames().empty()) take_payload(top_.payload().take());
    auto& completions = top_.completions();
    for (; !completions.empty(); completions.pop_front()) {
      const model::CompletionRecord& got = completions.front().record;
      Pair& pair = pairs_[(got.qpn - kFirstQpn) % 2];
      if (!pair.sends->record()) return run().fail("a completion, none was to come");
      expect(pair.sends->take_record() == got, "a completion is the model's");
    }
  }

  // The frame that this is the record of is the next one of its queue pair.
  void take_record(const model::RxRecord& got) {
    Pair& pair = pairs_[got.qpn.value_or(kFirstPeer) % 2];
    if (!pair.sends->frame()) return run().fail("a frame came back, none was to come");
    const model::SentFrame sent = pair.sends->take_frame();
    const model::RxRecord want = receiver_->receive(sent.bytes, is_damaged_);
    expect(want == got, fmt::format("the record of PSN {:06x} is the model's", sent.psn));
    if (want.verdict == model::Verdict::kAccept) {
      ++taken_;
      accepted_.push_back(sent.bytes);
    }
  }

  void take_payload(const SeenFrame& seen) {
    if (accepted_.empty()) return run().fail("payload of no accepted frame");
    expect(seen.bytes == accepted_.front() && !seen.err, "an accepted frame is what was sent");
    accepted_.pop_front();
  }

  std::deque<model::ByteVector> accepted_;  // that have not left yet
};

using Tops = ::testing::Types<Vtb_rnic_mac_top_dcmac, Vtb_rnic_mac_top_ftile>;
TYPED_TEST_SUITE(MacTopTest, Tops);

TYPED_TEST(MacTopTest, TakesWhatItSends) {
  this->bring_up(model::DscpMap::basepod(), std::nullopt);
  for (const uint32_t bytes : {0u, 1u, 63u, 64u, 1024u, 1025u, 5000u, 20'000u}) {
    for (Pair& pair : this->pairs_) this->post_write(pair, bytes);
  }
  EXPECT_TRUE(this->run_until_back());
  EXPECT_EQ(this->taken_, 2u * (5 + 2 + 5 + 20));
  this->expect_counters();
}

TYPED_TEST(MacTopTest, TakesTheSitesMapOnBothSides) {
  this->bring_up(site_map(), std::nullopt);
  for (Pair& pair : this->pairs_) this->post_write(pair, 3000);
  EXPECT_TRUE(this->run_until_back());
  EXPECT_EQ(this->taken_, 6u);
  this->expect_counters();
}

TYPED_TEST(MacTopTest, RefusesWhatTheMacMarks) {
  Pair& pair = this->pairs_[0];
  this->bring_up(model::DscpMap::basepod(), std::nullopt);
  for (const uint8_t how : {uint8_t{1}, uint8_t{2}}) {
    this->top_.damage(how);
    this->is_damaged_ = true;
    this->post_write(pair, 2500);
    EXPECT_TRUE(this->run_until_back());
  }
  EXPECT_EQ(this->taken_, 0u);
  // What was lost so is missed, and asked for again.
  this->top_.damage(0);
  this->is_damaged_ = false;
  this->post_write(pair, 2500);
  EXPECT_TRUE(this->run_until_back());
  this->expect_counters();
}

TYPED_TEST(MacTopTest, FiltersByMac) {
  model::MacAddress other = kOurMac;
  other[0] ^= 0x40;
  for (const model::MacAddress& mac : {kOurMac, other}) {
    this->bring_up(model::DscpMap::basepod(), mac);
    this->post_write(this->pairs_[0], 1500);
    EXPECT_TRUE(this->run_until_back());
    EXPECT_EQ(this->taken_, 2u) << "both of the first message, none of the second";
    // bring_up() makes them ready again, which waits for the last of them to be gone.
    for (const uint32_t number : {0u, 1u}) this->nic_.reset(kFirstQpn + number);
  }
}

TYPED_TEST(MacTopTest, HoldsAPausedPriority) {
  this->bring_up(site_map(), std::nullopt);
  Pair& held = this->pairs_[0];  // DSCP 46: priority 6
  Pair& other = this->pairs_[1];
  this->top_.pause(1u << 6);
  for (Pair& pair : this->pairs_) this->post_write(pair, 4000);
  EXPECT_TRUE(this->run_until_back({&other}));
  this->run_for(500);
  EXPECT_EQ(this->taken_, 4u) << "of the priority that is not paused";
  EXPECT_TRUE(held.sends->frame() != nullptr);
  this->top_.pause(0);
  EXPECT_TRUE(this->run_until_back());
  EXPECT_EQ(this->taken_, 8u);
}

TYPED_TEST(MacTopTest, WritesAQpWithAndWithoutItsMovingState) {
  this->bring_up(model::DscpMap::basepod(), std::nullopt);
  Pair& pair = this->pairs_[0];
  this->post_write(pair, 3000);
  EXPECT_TRUE(this->run_until_back());
  // Its moving state kept: the PSN that is written is not looked at.
  model::RxQpConfig elsewhere = pair.peer;
  elsewhere.rq_psn = 0x1234;
  this->top_.load(elsewhere, MovingState::kKept);
  this->post_write(pair, 3000);
  EXPECT_TRUE(this->run_until_back());
  EXPECT_EQ(this->taken_, 6u);
  // Anew: all that comes is far from it.
  this->top_.load(elsewhere, MovingState::kAnew);
  EXPECT_FALSE(this->receiver_->add_qp(elsewhere));
  this->post_write(pair, 3000);
  EXPECT_TRUE(this->run_until_back());
  EXPECT_EQ(this->taken_, 6u);
}

}  // namespace
}  // namespace rnic::tb
