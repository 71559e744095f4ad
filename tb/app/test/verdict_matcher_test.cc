// SPDX-License-Identifier: Apache-2.0
//
// One verdict a frame, at its clock and in its slot: what is missing, late, extra or in the wrong
// place is seen, and disturbs no other frame.
#include "tb/app/verdict_matcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rnic::app {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Slots = std::array<std::optional<RtlVerdict>, 2>;

constexpr RtlVerdict kGood = {.checked = true, .ok = true};
constexpr RtlVerdict kBad = {.checked = true, .ok = false};
const Slots kNothing = {std::nullopt, std::nullopt};

FrameEnd end_of(std::uint64_t frame, std::uint64_t clock, std::uint8_t slot) {
  return {.frame = frame, .sop_clock = clock, .eop_clock = clock, .eop_slot = slot};
}

TEST(VerdictMatcher, GivesTwoFramesOfAClockTheirOwnVerdicts) {
  VerdictMatcher matcher;
  matcher.ended(end_of(0, 5, 0));
  matcher.ended(end_of(1, 5, 1));
  matcher.clock(5 + kVerdictClocks - 1, kNothing);
  EXPECT_TRUE(matcher.is_waiting());
  EXPECT_THAT(matcher.answers(), IsEmpty());
  matcher.clock(5 + kVerdictClocks, {kGood, kBad});
  ASSERT_EQ(matcher.answers().size(), 2U);
  EXPECT_EQ(matcher.answers()[0].frame, 0U);
  EXPECT_EQ(matcher.answers()[0].verdict, kGood);
  EXPECT_EQ(matcher.answers()[1].frame, 1U);
  EXPECT_EQ(matcher.answers()[1].verdict, kBad);
  EXPECT_THAT(matcher.strays(), IsEmpty());
  EXPECT_FALSE(matcher.is_waiting());
}

TEST(VerdictMatcher, ALostVerdictDoesNotShiftTheNext) {
  VerdictMatcher matcher;
  matcher.ended(end_of(0, 5, 0));
  matcher.ended(end_of(1, 6, 0));
  matcher.clock(5 + kVerdictClocks, kNothing);
  matcher.clock(6 + kVerdictClocks, {kBad, std::nullopt});
  ASSERT_EQ(matcher.answers().size(), 2U);
  EXPECT_EQ(matcher.answers()[0].verdict, std::nullopt);
  EXPECT_EQ(matcher.answers()[1].verdict, kBad);
  EXPECT_THAT(matcher.strays(), IsEmpty());
}

TEST(VerdictMatcher, ALateVerdictIsMissingAndThenAStray) {
  VerdictMatcher matcher;
  matcher.ended(end_of(0, 5, 0));
  matcher.clock(5 + kVerdictClocks, kNothing);
  matcher.clock(6 + kVerdictClocks, {kGood, std::nullopt});
  EXPECT_EQ(matcher.answers().front().verdict, std::nullopt);
  EXPECT_THAT(matcher.strays(), ElementsAre(StrayVerdict{6 + kVerdictClocks, 0}));
}

TEST(VerdictMatcher, AnExtraVerdictBesideARightOneIsAStray) {
  VerdictMatcher matcher;
  matcher.ended(end_of(0, 5, 0));
  matcher.clock(5 + kVerdictClocks, {kGood, kGood});
  EXPECT_EQ(matcher.answers().front().verdict, kGood);
  EXPECT_THAT(matcher.strays(), ElementsAre(StrayVerdict{5 + kVerdictClocks, 1}));
}

TEST(VerdictMatcher, AVerdictInTheWrongSlotIsMissingAndAStray) {
  VerdictMatcher matcher;
  matcher.ended(end_of(0, 5, 0));
  matcher.clock(5 + kVerdictClocks, {std::nullopt, kGood});
  EXPECT_EQ(matcher.answers().front().verdict, std::nullopt);
  EXPECT_THAT(matcher.strays(), ElementsAre(StrayVerdict{5 + kVerdictClocks, 1}));
}

TEST(VerdictMatcher, AVerdictWithoutAnyFrameIsAStray) {
  VerdictMatcher matcher;
  matcher.clock(3, {kGood, std::nullopt});
  EXPECT_THAT(matcher.strays(), ElementsAre(StrayVerdict{3, 0}));
  EXPECT_THAT(matcher.answers(), IsEmpty());
}

}  // namespace
}  // namespace rnic::app
