// SPDX-License-Identifier: Apache-2.0
#include "tb/app/loop/channel.h"

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "models/wire/frame.h"
#include "tb/app/errors.h"

namespace rnic::app {
namespace {

model::ByteVector frame_of(bool is_ipv6, bool is_tagged) {
  model::RoceFrame frame;
  if (is_ipv6) frame.ip = model::Ipv6Header{.traffic_class = 0xb8};
  if (is_tagged) frame.ethernet.tag = model::VlanTag{.tci = 100};
  frame.bth.opcode = model::to_byte(model::Opcode::kRcSendOnly);
  frame.payload = model::ByteVector(100, 0x5a);
  model::complete(frame);
  return model::encode(frame);
}

std::vector<std::uint64_t> numbers_through(Channel& channel, std::uint64_t frames) {
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t i = 0; i < frames; ++i) {
    channel.send(frame_of(false, false));
    while (const auto arrival = channel.next()) numbers.push_back(arrival->number);
  }
  channel.flush();
  while (const auto arrival = channel.next()) numbers.push_back(arrival->number);
  return numbers;
}

TEST(Channel, WithoutDamageEverythingArrivesAsItWas) {
  Channel channel({}, {}, 1);
  const model::ByteVector bytes = frame_of(false, true);
  channel.send(bytes, Origin{.lane = 3, .message = 4});
  const auto arrival = channel.next();
  ASSERT_TRUE(arrival);
  EXPECT_EQ(arrival->bytes, bytes);
  EXPECT_EQ(arrival->number, 1u);
  EXPECT_EQ(arrival->origin->message, 4u);
  EXPECT_TRUE(channel.is_empty());
}

TEST(Channel, AScriptNamesFramesAndOnlyThose) {
  const auto events = parse_events(
      "# what goes wrong\n"
      "drop frame 2\n"
      "\n"
      "duplicate frame 3   # twice\n"
      "delay frame 4 by 2\n",
      "script");
  Channel channel({}, events, 1);
  EXPECT_EQ(numbers_through(channel, 7), (std::vector<std::uint64_t>{1, 3, 3, 5, 6, 4, 7}));
  EXPECT_EQ(channel.count(Damage::kDrop), 1u);
  EXPECT_EQ(channel.count(Damage::kDuplicate), 1u);
  EXPECT_EQ(channel.count(Damage::kDelay), 1u);
  EXPECT_TRUE(channel.unused().empty());
}

TEST(Channel, ADelayedFrameComesAtTheEndAtTheLatest) {
  Channel channel({}, parse_events("delay frame 2 by 100", "script"), 1);
  EXPECT_EQ(numbers_through(channel, 3), (std::vector<std::uint64_t>{1, 3, 2}));
}

TEST(Channel, OneNamedBitIsFlipped) {
  Channel channel({}, parse_events("corrupt frame 1 byte 70 bit 2", "script"), 1);
  const model::ByteVector bytes = frame_of(false, false);
  channel.send(bytes);
  const auto arrival = channel.next();
  ASSERT_TRUE(arrival);
  EXPECT_EQ(arrival->flipped, 8u * 70 + 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_EQ(arrival->bytes[i] ^ bytes[i], i == 70 ? 4 : 0) << "byte " << i;
  }
}

TEST(Channel, ACopyOfACorruptFrameIsWhole) {
  Channel channel({}, parse_events("corrupt frame 1\nduplicate frame 1", "script"), 1);
  const model::ByteVector bytes = frame_of(false, false);
  channel.send(bytes);
  const auto first = channel.next();
  const auto second = channel.next();
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->bytes, bytes);
  EXPECT_EQ(second->bytes, bytes);
  EXPECT_TRUE(second->is_copy);
}

TEST(Channel, AMarkedFrameIsStillWhole) {
  for (const bool is_ipv6 : {false, true}) {
    for (const bool is_tagged : {false, true}) {
      Channel channel({}, parse_events("mark frame 1", "script"), 1);
      model::RoceFrame want = *model::decode(frame_of(is_ipv6, is_tagged));
      channel.send(model::encode(want));
      model::set_traffic_class(want.ip,
                               static_cast<std::uint8_t>(model::traffic_class(want.ip) | 3));
      model::complete(want);  // the ICRC stays: it does not cover the mark
      EXPECT_EQ(channel.next()->bytes, model::encode(want));
      EXPECT_EQ(channel.count(Damage::kMark), 1u);
    }
  }
}

TEST(Channel, WhatIsNoIpIsNotMarked) {
  model::ByteVector frame(60, 0);
  EXPECT_FALSE(mark_congestion(frame));
  EXPECT_EQ(frame, model::ByteVector(60, 0));
}

TEST(Channel, SharesAreKeptAndRepeatWithTheSeed) {
  const ChannelRates rates{
      .loss = 0.1, .duplicate = 0.2, .reorder = 0.3, .corrupt = 0.4, .mark = 0.5};
  const auto run = [&](std::uint64_t seed) {
    Channel channel(rates, {}, seed);
    const auto numbers = numbers_through(channel, 10'000);
    EXPECT_NEAR(static_cast<double>(channel.count(Damage::kDrop)), 1000, 150);
    // Of those that are not lost.
    EXPECT_NEAR(static_cast<double>(channel.count(Damage::kDuplicate)), 1800, 200);
    EXPECT_NEAR(static_cast<double>(channel.count(Damage::kDelay)), 2700, 250);
    EXPECT_NEAR(static_cast<double>(channel.count(Damage::kCorrupt)), 3600, 250);
    EXPECT_NEAR(static_cast<double>(channel.count(Damage::kMark)), 4500, 250);
    EXPECT_EQ(numbers.size(),
              10'000 - channel.count(Damage::kDrop) + channel.count(Damage::kDuplicate));
    return numbers;
  };
  EXPECT_EQ(run(7), run(7));
  EXPECT_NE(run(7), run(8));
}

TEST(Channel, AnEventOfAFrameThatIsNeverSentIsTold) {
  Channel channel({}, parse_events("drop frame 9", "script"), 1);
  numbers_through(channel, 3);
  EXPECT_EQ(
      channel.unused(),
      (std::vector<std::string>{"'drop frame 9': expected a frame of the run, which sent 3"}));
}

TEST(Channel, AByteBehindItsFrameIsToldAndNothingHappens) {
  Channel channel({}, parse_events("corrupt frame 1 byte 9599 bit 0", "script"), 1);
  const model::ByteVector bytes = frame_of(false, false);
  channel.send(bytes);
  EXPECT_EQ(channel.next()->bytes, bytes);
  EXPECT_EQ(channel.count(Damage::kCorrupt), 0u);
  ASSERT_EQ(channel.unused().size(), 1u);
  EXPECT_EQ(channel.unused()[0],
            "'corrupt frame 1 byte 9599': expected a byte of the frame, which "
            "has " +
                std::to_string(bytes.size()));
}

TEST(Channel, AScriptsFaultIsToldWithItsLine) {
  for (const char* line :
       {"drop 17", "drop frame", "drop frame 0", "drop frame x", "lose frame 1", "drop frame 1 2",
        "delay frame 1", "delay frame 1 by 0", "delay frame 1 for 3", "corrupt frame 1 byte 3",
        "corrupt frame 1 byte 3 bit 8", "corrupt frame 1 byte 9600 bit 0", "mark frame 1 by 2",
        "drop frame 99999999999999999999"}) {
    try {
      parse_events(std::string("drop frame 1\n") + line, "bad.txt");
      ADD_FAILURE() << line;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, 18), "bad.txt:2: expecte") << line;
    }
  }
}

}  // namespace
}  // namespace rnic::app
