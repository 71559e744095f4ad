// SPDX-License-Identifier: Apache-2.0
// What only the whole path shows: reset and restart, drain, pause, errors beside good work.

#include "tb/top/tx_system.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "rtl/csr/rnic_csr.h"
#include "tb/harness/rng.h"
#include "tb/harness/sim_run.h"

namespace rnic::tb {
namespace {

// From a pause, or a reset's commit, to the last first segment of a frame that was on its way.
constexpr uint64_t kLastStart = 64;

class TxSystemTest : public ::testing::Test {
 protected:
  Rng rng(std::string_view agent) const {
    return {process_options().seed, ::testing::UnitTest::GetInstance()->current_test_info()->name(),
            agent};
  }
  app::DeviceOptions options() const { return {.seed = process_options().seed}; }
  void expect_clean(TxSystem& system) {
    for (const std::string& text : system.complaints()) ADD_FAILURE() << text;
    EXPECT_GT(system.checks(), 0u);
    if (HasFailure()) fmt::print("seed {}\n", process_options().seed);
  }
};

TEST_F(TxSystemTest, SendsWhatTheModelSends) {
  TxSystem system(options());
  Lane& lane = system.add({});
  system.post(lane, write_of(10'000));
  EXPECT_TRUE(system.run_until_drained());
  EXPECT_EQ(10u, lane.frames);
  EXPECT_EQ(1u, lane.records);
  expect_clean(system);
}

TEST_F(TxSystemTest, ResetStopsAQueuePairInAnyClockAndNoOtherNotices) {
  Rng random = rng("clocks");
  app::DeviceOptions device = options();
  device.memory_latency = 60;
  TxSystem system(device);
  Lane& victim = system.add({.dscp = 46});
  Lane& beside = system.add({.dscp = 46});
  Lane& apart = system.add({.dscp = 10});
  for (unsigned round = 0; round < 40; ++round) {
    system.post(victim, write_of(3000), 20);
    system.post(victim, write_of(1 << 20));
    system.post(beside, write_of(5000, TxSystem::kDataBase + 77), 10);
    system.post(apart, write_of(200), 10);
    system.cycle(random.below(1500));
    system.reset(victim);
    const uint64_t committed = system.clock();
    ASSERT_TRUE(system.wait_reset(victim)) << "round " << round;
    EXPECT_LE(victim.last_frame_clock, committed + kLastStart) << "round " << round;
    system.retire(victim);
    ASSERT_TRUE(system.run_until_drained()) << "round " << round;
    system.make_ready(victim, static_cast<uint32_t>(random.below(1u << 24)));
  }
  system.post(victim, write_of(700), 3);
  EXPECT_TRUE(system.run_until_drained());
  expect_clean(system);
}

TEST_F(TxSystemTest, ResetEndsWhileItsQueueIsPaused) {
  TxSystem system(options());
  Lane& victim = system.add({.dscp = 46});
  Lane& apart = system.add({.dscp = 10});
  system.path().hold(5, true);  // factory map: 46 on 5
  system.post(victim, write_of(100'000), 4);
  system.cycle(2000);
  EXPECT_EQ(0u, victim.frames);
  system.reset(victim);
  ASSERT_TRUE(system.wait_reset(victim)) << "busy while paused";
  EXPECT_EQ(0u, victim.frames);
  system.retire(victim);
  system.make_ready(victim, 5);
  system.post(victim, write_of(100));
  system.post(apart, write_of(100));
  system.cycle(500);
  EXPECT_EQ(0u, victim.frames);
  EXPECT_EQ(1u, apart.frames);
  system.path().hold(5, false);
  EXPECT_TRUE(system.run_until_drained());
  EXPECT_EQ(1u, victim.frames);
  expect_clean(system);
}

TEST_F(TxSystemTest, ResetOfAQueuePairWithoutWorkAndTwiceInARow) {
  TxSystem system(options());
  Lane& lane = system.add({});
  for (unsigned round = 0; round < 3; ++round) {
    system.reset(lane);
    ASSERT_TRUE(system.wait_reset(lane));
    system.reset(lane);
    ASSERT_TRUE(system.wait_reset(lane));
    system.retire(lane);
    system.make_ready(lane, round);
    system.post(lane, write_of(64), 2);
    ASSERT_TRUE(system.run_until_drained());
  }
  EXPECT_EQ(6u, lane.frames);
  expect_clean(system);
}

TEST_F(TxSystemTest, ResetTakesAQueuePairOutOfTheErrorState) {
  TxSystem system(options());
  Lane& lane = system.add({});
  for (unsigned round = 0; round < 3; ++round) {
    system.post(lane, write_of(500), 3);
    system.post(lane, write_of(5000, TxSystem::kHole));
    system.post(lane, write_of(500), 3);
    ASSERT_TRUE(system.run_until_drained());
    EXPECT_EQ(7u, lane.records);
    system.reset(lane);
    ASSERT_TRUE(system.wait_reset(lane));
    system.retire(lane);
    system.make_ready(lane, round);
    lane.records = 0;
  }
  expect_clean(system);
}

TEST_F(TxSystemTest, ReadErrorsOfOneQueuePairHoldNoOther) {
  app::DeviceOptions device = options();
  device.memory_latency = 100;
  TxSystem system(device);
  Rng random = rng("holes");
  for (unsigned i = 0; i < 12; ++i)
    system.add({.dscp = static_cast<uint8_t>(8 * (i % 4)), .pmtu = 256u << (i % 5)});
  for (auto& lane : system.lanes()) {
    const unsigned bad = static_cast<unsigned>(random.below(20));
    for (unsigned i = 0; i < 20; ++i) {
      const bool fails = i == bad && lane->qp.qpn % 2 == 0;
      model::Wqe wqe = write_of(1 + static_cast<uint32_t>(random.below(9000)),
                                TxSystem::kDataBase + random.below(5000));
      if (fails) {
        wqe.pieces.push_back({.address = TxSystem::kHole, .length = 3000, .local_key = 0});
      }
      system.post(*lane, wqe);
    }
  }
  EXPECT_TRUE(system.run_until_drained());
  for (auto& lane : system.lanes()) EXPECT_EQ(20u, lane->records);
  expect_clean(system);
}

TEST_F(TxSystemTest, DrainFinishesWhatWasBegunAndGoesIdle) {
  app::DeviceOptions device = options();
  device.memory_latency = 200;
  TxSystem system(device);
  Rng random = rng("clocks");
  for (unsigned i = 0; i < 6; ++i) system.add({.dscp = static_cast<uint8_t>(9 * i)});
  for (unsigned round = 0; round < 10; ++round) {
    for (auto& lane : system.lanes()) system.post(*lane, write_of(3000), 30);
    system.cycle(random.below(1200));
    system.path().write(csr::kNicControl, csr::kNicControlEnable.put(0));
    const uint64_t end = system.clock() + 20'000;
    while (!system.nic().is_idle() && system.clock() < end) system.cycle(10);
    EXPECT_LT(system.clock(), end) << "not idle";
    system.cycle(1);
    std::vector<uint64_t> frames;
    for (auto& lane : system.lanes()) {
      frames.push_back(lane->frames);
      EXPECT_EQ(0u, lane->frames % 3) << "a WQE was cut";  // 3,000 bytes at PMTU 1,024
    }
    system.cycle(2000);
    for (size_t i = 0; i < frames.size(); ++i)
      EXPECT_EQ(frames[i], system.lanes()[i]->frames) << "a frame while drained";
    EXPECT_TRUE(system.nic().is_idle());
    system.path().write(csr::kNicControl, csr::kNicControlEnable.put(1));
    ASSERT_TRUE(system.run_until_drained());
  }
  expect_clean(system);
}

TEST_F(TxSystemTest, IsNotIdleWhileAWqeOrItsPayloadIsRead) {
  app::DeviceOptions device = options();
  device.memory_latency = 600;
  TxSystem system(device);
  Lane& lane = system.add({});
  system.post(lane, write_of(3000));
  system.cycle(100);  // the block's read is under way
  const uint64_t answered = system.clock() + 400;
  while (system.clock() < answered) {
    EXPECT_FALSE(system.nic().is_idle()) << "while a block is read, clock " << system.clock();
  }
  while (lane.frames == 0 && system.clock() < answered + 2000) {
    EXPECT_FALSE(system.nic().is_idle()) << "before the first frame, clock " << system.clock();
    system.cycle();
  }
  ASSERT_TRUE(system.run_until_drained());
  system.cycle(100);
  EXPECT_TRUE(system.nic().is_idle());
  expect_clean(system);
}

TEST_F(TxSystemTest, ResetEndsWhileTheNicIsDrained) {
  app::DeviceOptions device = options();
  device.memory_latency = 100;
  TxSystem system(device);
  Rng random = rng("clocks");
  Lane& victim = system.add({.dscp = 46});
  Lane& beside = system.add({.dscp = 46});
  Lane& failed = system.add({.dscp = 46});
  Lane& apart = system.add({.dscp = 10});
  const auto frames_of_others = [&] { return beside.frames + failed.frames + apart.frames; };
  const auto wait_idle = [&] {
    const uint64_t end = system.clock() + 20'000;
    while (!system.nic().is_idle() && system.clock() < end) system.cycle(10);
    return system.clock() < end;
  };
  for (unsigned round = 0; round < 16; ++round) {
    for (Lane* lane : {&victim, &beside, &failed, &apart}) {
      system.post(*lane, write_of(3000), 40);
      if (lane == &failed) system.post(failed, write_of(5000, TxSystem::kHole));
      system.post(*lane, write_of(200'000));
      system.post(*lane, write_of(100), 20);
    }
    system.cycle(random.below(3000));
    system.path().write(csr::kNicControl, csr::kNicControlEnable.put(0));
    ASSERT_TRUE(wait_idle()) << "round " << round;
    const uint64_t frames = frames_of_others() + victim.frames;
    system.reset(victim);
    ASSERT_TRUE(system.wait_reset(victim, 20'000)) << "busy while drained, round " << round;
    system.retire(victim);
    EXPECT_TRUE(wait_idle()) << "round " << round;
    // A new life may begin before the NIC goes on, too.
    if (round % 2 == 0) {
      system.make_ready(victim, round);
      system.post(victim, write_of(900), 5);
    }
    system.cycle(500);
    EXPECT_EQ(frames, frames_of_others() + victim.frames) << "a frame while drained";
    system.path().write(csr::kNicControl, csr::kNicControlEnable.put(1));
    ASSERT_TRUE(system.run_until_drained()) << "round " << round;
    if (round % 2 == 1) system.make_ready(victim, round);
    system.reset(failed);
    ASSERT_TRUE(system.wait_reset(failed));
    system.retire(failed);
    system.make_ready(failed, round);
  }
  expect_clean(system);
}

TEST_F(TxSystemTest, NoFrameStartsLateBehindAPause) {
  TxSystem system(options());
  Lane& short_frames = system.add({.dscp = 46, .pmtu = 256});
  Lane& long_frames = system.add({.dscp = 46, .pmtu = 4096});
  Rng random = rng("clocks");
  for (unsigned round = 0; round < 60; ++round) {
    Lane& lane = round % 3 == 0 ? long_frames : short_frames;
    model::Wqe wqe = write_of(0);
    for (unsigned i = 0; i < 14; ++i)
      wqe.pieces.push_back(
          {.address = TxSystem::kDataBase + 131 * i, .length = 70, .local_key = 0});
    system.post(lane, round % 2 == 0 ? write_of(40'000, TxSystem::kDataBase + 3) : wqe, 4);
    system.cycle(random.below(400));
    system.path().hold(5, true);
    const uint64_t paused = system.clock();
    system.cycle(300);
    EXPECT_LE(lane.last_frame_clock, paused + kLastStart);
    system.path().hold(5, false);
    ASSERT_TRUE(system.run_until_drained());
  }
  expect_clean(system);
}

TEST_F(TxSystemTest, AddressesChangeBetweenPacketsAndNothingElse) {
  TxSystem system(options());
  Lane& lane = system.add({});
  system.post(lane, write_of(2000), 2);
  ASSERT_TRUE(system.run_until_drained());
  // The same context once more, with other addresses: a commit from ready to ready.
  lane.qp.next_hop_mac = {2, 0, 0, 0, 0, 0x77};
  lane.qp.destination_ip = model::Ipv4Address{10, 9, 9, 9};
  lane.qp.ttl = 9;
  lane.qp.sq_psn = 0x123456;  // not looked at
  system.nic().make_ready(lane.qp);
  lane.model->update_addresses(lane.qp);
  system.post(lane, write_of(2000), 2);
  EXPECT_TRUE(system.run_until_drained());
  EXPECT_EQ(8u, lane.frames);
  expect_clean(system);
}

TEST_F(TxSystemTest, ANewPmtuHoldsFromTheNextMessageOn) {
  TxSystem system(options());
  Rng random = rng("clocks");
  Lane& lane = system.add({});
  uint32_t before = 1024;         // the default
  Lane& beside = system.add({});  // so that the long messages are sent in turns
  for (const uint32_t pmtu : {256u, 4096u, 2048u, 512u}) {
    system.post(beside, write_of(400'000));
    system.post(lane, write_of(400'000));
    const uint64_t frames = lane.frames;
    while (lane.frames == frames) system.cycle();
    system.cycle(random.below(1000));
    lane.qp.pmtu = pmtu;
    system.nic().make_ready(lane.qp);
    lane.model->update_addresses(lane.qp);
    ASSERT_TRUE(system.run_until_drained());
    system.post(lane, write_of(3000), 2);
    ASSERT_TRUE(system.run_until_drained());
    EXPECT_EQ(frames + (400'000 + before - 1) / before + 2 * ((3000 + pmtu - 1) / pmtu),
              lane.frames);
    before = pmtu;
  }
  expect_clean(system);
}

TEST_F(TxSystemTest, ManyQueuePairsLiveAndDieAtRandom) {
  Rng random = rng("life");
  app::DeviceOptions device = options();
  device.memory_latency = 30;
  device.withheld = 1;
  device.of = 4;
  TxSystem system(device);
  for (unsigned i = 0; i < 16; ++i) {
    system.add({.type = i % 4 == 3 ? model::QpType::kUc : model::QpType::kRc,
                .dscp = static_cast<uint8_t>(random.below(64)),
                .pmtu = 256u << random.below(5),
                .ring_log2 = 6});
  }
  for (unsigned step = 0; step < 1500; ++step) {
    Lane& lane = *system.lanes()[random.below(16)];
    const uint16_t sq_free = system.nic().sq_free(lane.qp.qpn);
    if (random.below(12) == 0) {
      system.reset(lane);
      ASSERT_TRUE(system.wait_reset(lane)) << "step " << step;
      system.retire(lane);
      system.make_ready(lane, static_cast<uint32_t>(random.below(1u << 24)));
    } else if (lane.ring->free_blocks(sq_free) > 8) {
      model::Wqe wqe = write_of(0);
      const uint64_t pieces = random.below(4);
      for (uint64_t i = 0; i < pieces; ++i) {
        const bool fails = random.below(60) == 0;
        wqe.pieces.push_back(
            {.address = (fails ? TxSystem::kHole : TxSystem::kDataBase) + random.below(9000),
             .length = static_cast<uint32_t>(random.below(random.below(3) == 0 ? 20'000 : 300)),
             .local_key = 0});
      }
      if (random.below(100) == 0) wqe.opcode = 9;
      system.post(lane, wqe, 1 + static_cast<unsigned>(random.below(2)));
    }
    system.cycle(random.below(80));
  }
  EXPECT_TRUE(system.run_until_drained());
  expect_clean(system);
}

}  // namespace
}  // namespace rnic::tb
