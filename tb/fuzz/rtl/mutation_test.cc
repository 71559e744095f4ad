// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/rtl/mutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/rx/frame_check.h"
#include "models/rx/receiver.h"
#include "models/wire/frame.h"
#include "tb/fuzz/rtl/case_maker.h"

namespace rnic::fuzz {
namespace {

using Kind = Mutation::Kind;
using Seal = Mutation::Seal;

model::ByteVector write_frame(bool ipv6, std::size_t payload) {
  model::RoceFrame frame;
  if (ipv6) frame.ip = model::Ipv6Header{};
  frame.bth.opcode = model::to_byte(model::Opcode::kRcRdmaWriteOnly);
  frame.bth.dest_qp = 0x11;
  frame.bth.psn = 0x100;
  frame.reth = model::Reth{.dma_length = static_cast<std::uint32_t>(payload)};
  frame.payload.assign(payload, 0xA5);
  model::complete(frame);
  return model::encode(frame);
}

std::uint8_t field(std::string_view name) {
  const auto fields = mutation_fields();
  const auto found = std::ranges::find(fields, name, &MutationField::name);
  EXPECT_NE(found, fields.end()) << name;
  return static_cast<std::uint8_t>(found - fields.begin());
}

model::FrameCheck checked(const model::ByteVector& base, const Mutation& mutation) {
  FrameDraft draft(base, false);
  apply(mutation, draft);
  return model::check_frame(draft.bytes, draft.mac_error);
}

TEST(Mutation, ChangesTheFieldItNamesAndNoOther) {
  for (const bool ipv6 : {false, true}) {
    const auto base = write_frame(ipv6, 9);
    const auto check = checked(base, {.seal = Seal::kAll, .field = field("bth.psn"), .value = 0x7});
    ASSERT_FALSE(check.reason) << model::name_of(*check.reason);
    EXPECT_EQ(check.frame->bth.psn, 0x7u);
    EXPECT_EQ(check.frame->bth.dest_qp, 0x11u);
    EXPECT_EQ(check.frame->reth->dma_length, 9u);
    const auto length =
        checked(base, {.seal = Seal::kAll, .field = field("extended.word3"), .value = 77});
    EXPECT_EQ(length.frame->reth->dma_length, 77u);
  }
}

TEST(Mutation, LeavesWrongWhatItDoesNotSeal) {
  const auto base = write_frame(false, 9);
  const Mutation psn{.field = field("bth.psn"), .value = 7};
  EXPECT_EQ(checked(base, psn).reason, model::Reason::kIcrc);
  Mutation ttl{.field = field("ipv4.ttl"), .value = 3};
  EXPECT_EQ(checked(base, ttl).reason, model::Reason::kIpChecksum);
  ttl.seal = Seal::kChecksum;
  EXPECT_FALSE(checked(base, ttl).reason) << "the ICRC does not cover the TTL";
}

TEST(Mutation, OfAnotherFamilyChangesNothing) {
  const auto base = write_frame(true, 9);
  FrameDraft draft(base, false);
  apply({.field = field("ipv4.ttl"), .value = 3}, draft);
  EXPECT_EQ(draft.bytes, base);
}

TEST(Mutation, MakesARightFrameOfAnyOpcode) {
  for (const model::OpcodeInfo& info : model::all_opcodes()) {
    const auto check = checked(write_frame(false, 12),
                               {.kind = Kind::kOpcode, .value = model::to_byte(info.opcode)});
    EXPECT_FALSE(check.reason) << info.name;
    EXPECT_EQ(check.opcode, &info);
    EXPECT_EQ(check.payload_bytes, info.may_carry_payload() ? 12u : 0u) << info.name;
  }
}

TEST(Mutation, MovesTheEndOfThePacketWithBothLengths) {
  const auto base = write_frame(false, 12);
  const auto shorter =
      checked(base, {.kind = Kind::kPacketEnd, .seal = Seal::kAll, .value = base.size() - 4});
  EXPECT_FALSE(shorter.reason);
  EXPECT_EQ(shorter.payload_bytes, 8u);
  EXPECT_EQ(shorter.frame->trailer.size(), 4u);
  const auto longer =
      checked(base, {.kind = Kind::kPacketEnd, .seal = Seal::kAll, .value = base.size() + 1});
  EXPECT_EQ(longer.reason, model::Reason::kIpLength);
}

TEST(Mutation, TagsAndUntags) {
  const auto base = write_frame(false, 12);
  FrameDraft draft(base, false);
  apply({.kind = Kind::kTag, .value = 0x8100, .extra = 0x6007}, draft);
  const auto check = model::check_frame(draft.bytes, false);
  EXPECT_FALSE(check.reason);
  EXPECT_EQ(check.frame->ethernet.tag->vid(), 7);
  apply({.kind = Kind::kUntag}, draft);
  EXPECT_EQ(draft.bytes, base);
}

TEST(Mutation, SaysWhatItDoes) {
  EXPECT_EQ(text_of(Mutation{.seal = Seal::kAll, .field = field("bth.psn"), .value = 0x123}),
            "bth.psn = 0x000123, header checksum and ICRC made right");
  EXPECT_EQ(text_of(Mutation{.kind = Kind::kCut, .value = 61}), "cut to 61 bytes");
  EXPECT_EQ(text_of(Mutation{.kind = Kind::kOpcode, .value = 0x64}), "made a UD_SEND_ONLY");
}

TEST(CaseMaker, MakesTheSameCaseForTheSameSeedAndNumber) {
  const CaseMaker maker(7, 50);
  const FuzzCase one = maker.make(3);
  const FuzzCase same = maker.make(3);
  ASSERT_EQ(one.frames.size(), same.frames.size());
  for (std::size_t i = 0; i < one.frames.size(); ++i) {
    EXPECT_EQ(one.frames[i].base, same.frames[i].base);
    EXPECT_EQ(one.frames[i].mutations, same.frames[i].mutations);
  }
  EXPECT_NE(one.frames[0].base, maker.make(4).frames[0].base);
  EXPECT_NE(one.frames[0].base, CaseMaker(8, 50).make(3).frames[0].base);
}

// What the fuzz is to reach, counted over cases enough: every reason, verdict and opcode.
TEST(CaseMaker, ReachesEveryReasonAndEveryOpcode) {
  std::set<model::Reason> reasons;
  std::set<std::uint8_t> opcodes;
  std::set<model::Action> actions;
  std::size_t frames = 0;
  const CaseMaker maker(1);
  for (std::uint64_t number = 0; number < 60; ++number) {
    const FuzzCase made = maker.make(number);
    model::Receiver receiver({.map = made.map, .our_mac = made.our_mac});
    for (const model::RxQpConfig& qp : made.qps) receiver.add_qp(qp);
    for (const FuzzFrame& frame : made.frames) {
      const SentFrame sent = sent_frame(frame);
      ASSERT_TRUE(sent.bytes.size() >= 60 && sent.bytes.size() <= 9600);
      const model::RxRecord record = receiver.receive(sent.bytes, sent.mac_error);
      if (record.reason) reasons.insert(*record.reason);
      if (record.action) actions.insert(*record.action);
      if (record.icrc_ok == true) opcodes.insert(*record.opcode);
      ++frames;
    }
  }
  EXPECT_GT(frames, 10'000u);
  EXPECT_EQ(reasons.size(), model::kReasons);
  EXPECT_EQ(actions.size(), model::kActions);
  EXPECT_EQ(opcodes.size(), model::all_opcodes().size());
}

}  // namespace
}  // namespace rnic::fuzz
