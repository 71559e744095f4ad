// SPDX-License-Identifier: Apache-2.0
#include "models/host/completion.h"

#include <gtest/gtest.h>

#include <set>

#include "models/host/host_bench.h"

namespace rnic::model {
namespace {

TEST(CompletionRecord, StandsInMemoryByteForByte) {
  const CompletionRecord record{.wr_id = 0x1122334455667788,
                                .qpn = 0xABCDEF,
                                .opcode = 4,
                                .status = CompletionStatus::kFlushed,
                                .signaled = true,
                                .index = 0xBEEF,
                                .length = 0x80000000};
  const std::array<std::uint8_t, kCompletionBytes> want{
      0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11,  // wr_id
      0xEF, 0xCD, 0xAB,                                // QPN
      4,    12,   1,                                   // opcode, status, flags
      0xEF, 0xBE,                                      // index
      0,    0,    0,    0x80};                         // length, then 12 reserved bytes
  EXPECT_EQ(encode(record), want);
  EXPECT_EQ(decode_completion(want), record);
}

TEST(CompletionRecord, ReservedBitsAreNotLookedAt) {
  auto bytes = encode(CompletionRecord{.wr_id = 5, .signaled = false});
  bytes[13] = 0xFE;
  for (std::size_t i = 20; i < bytes.size(); ++i) bytes[i] = 0xFF;
  EXPECT_EQ(decode_completion(bytes), (CompletionRecord{.wr_id = 5}));
}

TEST(CompletionStatus, HasTheNumbersAndNamesOfTheTable) {
  constexpr std::string_view kTable[] = {
      "ok",         "sent",           "bad_opcode",   "opcode_for_type",
      "pieces",     "length",         "atomic_align", "flag_unsupported",
      "read_error", "wqe_read_error", "owner",        "doorbell_overrun",
      "flushed"};
  ASSERT_EQ(std::size(kTable), kCompletionStatuses);
  for (std::size_t i = 0; i < kCompletionStatuses; ++i) {
    EXPECT_EQ(name_of(static_cast<CompletionStatus>(i)), kTable[i]);
  }
  EXPECT_EQ(name_of(static_cast<CompletionStatus>(13)), "");
}

TEST(CompletionStatus, AllButTwoAreErrorsAndBehindThreeNothingFollows) {
  std::set<int> fine;
  std::set<int> last;
  for (int i = 0; i < 13; ++i) {
    if (!is_error(static_cast<CompletionStatus>(i))) fine.insert(i);
    if (nothing_follows(static_cast<CompletionStatus>(i))) last.insert(i);
  }
  EXPECT_EQ(fine, (std::set<int>{0, 1}));
  EXPECT_EQ(last, (std::set<int>{9, 10, 11}));
}

}  // namespace
}  // namespace rnic::model
