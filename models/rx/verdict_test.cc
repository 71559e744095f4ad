// SPDX-License-Identifier: Apache-2.0
#include "models/rx/verdict.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "models/rx/frame_reasons.h"

namespace rnic::model {
namespace {

TEST(VerdictNames, AreDifferentAndNotEmpty) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kReasons; ++i) names.insert(name_of(static_cast<Reason>(i)));
  EXPECT_EQ(names.size(), kReasons);
  EXPECT_FALSE(names.contains(""));
  names.clear();
  for (std::size_t i = 0; i < kActions; ++i) names.insert(name_of(static_cast<Action>(i)));
  EXPECT_EQ(names.size(), kActions);
  EXPECT_FALSE(names.contains(""));
}

TEST(VerdictNames, EndWithTheLastOfTheirKind) {
  EXPECT_EQ(name_of(Reason::kSyndrome), "syndrome");
  EXPECT_EQ(static_cast<std::size_t>(Reason::kSyndrome), kReasons - 1);
  EXPECT_EQ(name_of(Action::kData), "data");
  EXPECT_EQ(static_cast<std::size_t>(Action::kData), kActions - 1);
  EXPECT_EQ(name_of(Region::kAhead), "ahead");
  EXPECT_EQ(name_of(Reason::kIcrc), "icrc");
  EXPECT_EQ(name_of(Reason::kQkey), "qkey");
  EXPECT_EQ(name_of(Reason::kAtomicAlign), "atomic_align");
  EXPECT_EQ(name_of(Action::kNakInv), "nak_inv");
  EXPECT_EQ(name_of(Action::kCnp), "cnp");
}

TEST(VerdictNames, OfTheFrameAreThoseOfTheGate) {
  EXPECT_EQ(reason_of(FrameReason::kNone), std::nullopt);
  for (unsigned i = 1; i <= testing::kFrameReasons; ++i) {
    const auto of_the_gate = static_cast<FrameReason>(i);
    EXPECT_EQ(name_of(*reason_of(of_the_gate)), name_of(of_the_gate));
  }
  EXPECT_EQ(name_of(static_cast<FrameReason>(testing::kFrameReasons + 1)), "") << "not in Reason";
  EXPECT_EQ(reason_of(FrameReason::kUdpLength), Reason::kUdpLength);
}

TEST(VerdictNames, OfOpcodesAreThoseOfTheLinuxHeaders) {
  EXPECT_EQ(opcode_name(0x09), "RC_RDMA_WRITE_LAST_WITH_IMMEDIATE");
  EXPECT_EQ(opcode_name(0x17), "RC_SEND_ONLY_WITH_INVALIDATE");
  EXPECT_EQ(opcode_name(0x81), "CNP");
  EXPECT_EQ(opcode_name(0x15), "");
  EXPECT_EQ(opcode_name(0xA0), "");
}

TEST(RxRecord, PayloadIsEmptyWhereThereIsNone) {
  const ByteVector frame(64, 1);
  EXPECT_TRUE(payload_of(frame, RxRecord{}).empty());
  const RxRecord record{.payload_bytes = 3, .payload_offset = 54};
  EXPECT_EQ(payload_of(frame, record).data(), frame.data() + 54);
  EXPECT_EQ(payload_of(frame, record).size(), 3U);
}

}  // namespace
}  // namespace rnic::model
