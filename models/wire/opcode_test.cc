// SPDX-License-Identifier: Apache-2.0
#include "models/wire/opcode.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "models/wire/bth.h"

namespace rnic::model {
namespace {

struct Expected {
  std::uint8_t opcode;
  std::string_view name;
  std::size_t bth_to_payload;  // bytes from the start of the BTH to the payload
};

// IBTA volume 1, table of 9.2.1, in numbers; written apart from the table under test.
constexpr Expected kExpected[] = {
    {0x00, "RC_SEND_FIRST", 12},
    {0x01, "RC_SEND_MIDDLE", 12},
    {0x02, "RC_SEND_LAST", 12},
    {0x03, "RC_SEND_LAST_WITH_IMMEDIATE", 16},
    {0x04, "RC_SEND_ONLY", 12},
    {0x05, "RC_SEND_ONLY_WITH_IMMEDIATE", 16},
    {0x06, "RC_RDMA_WRITE_FIRST", 28},
    {0x07, "RC_RDMA_WRITE_MIDDLE", 12},
    {0x08, "RC_RDMA_WRITE_LAST", 12},
    {0x09, "RC_RDMA_WRITE_LAST_WITH_IMMEDIATE", 16},
    {0x0A, "RC_RDMA_WRITE_ONLY", 28},
    {0x0B, "RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE", 32},
    {0x0C, "RC_RDMA_READ_REQUEST", 28},
    {0x0D, "RC_RDMA_READ_RESPONSE_FIRST", 16},
    {0x0E, "RC_RDMA_READ_RESPONSE_MIDDLE", 12},
    {0x0F, "RC_RDMA_READ_RESPONSE_LAST", 16},
    {0x10, "RC_RDMA_READ_RESPONSE_ONLY", 16},
    {0x11, "RC_ACKNOWLEDGE", 16},
    {0x12, "RC_ATOMIC_ACKNOWLEDGE", 24},
    {0x13, "RC_COMPARE_SWAP", 40},
    {0x14, "RC_FETCH_ADD", 40},
    {0x16, "RC_SEND_LAST_WITH_INVALIDATE", 16},
    {0x17, "RC_SEND_ONLY_WITH_INVALIDATE", 16},
    {0x20, "UC_SEND_FIRST", 12},
    {0x21, "UC_SEND_MIDDLE", 12},
    {0x22, "UC_SEND_LAST", 12},
    {0x23, "UC_SEND_LAST_WITH_IMMEDIATE", 16},
    {0x24, "UC_SEND_ONLY", 12},
    {0x25, "UC_SEND_ONLY_WITH_IMMEDIATE", 16},
    {0x26, "UC_RDMA_WRITE_FIRST", 28},
    {0x27, "UC_RDMA_WRITE_MIDDLE", 12},
    {0x28, "UC_RDMA_WRITE_LAST", 12},
    {0x29, "UC_RDMA_WRITE_LAST_WITH_IMMEDIATE", 16},
    {0x2A, "UC_RDMA_WRITE_ONLY", 28},
    {0x2B, "UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE", 32},
    {0x64, "UD_SEND_ONLY", 20},
    {0x65, "UD_SEND_ONLY_WITH_IMMEDIATE", 24},
    {0x81, "CNP", 28},
};

TEST(Opcode, HasNameAndHeaderSizeOfTheStandardForEveryKnownOpcode) {
  for (const Expected& expected : kExpected) {
    const OpcodeInfo* info = find_opcode(expected.opcode);
    ASSERT_NE(info, nullptr) << expected.name;
    EXPECT_EQ(to_byte(info->opcode), expected.opcode);
    EXPECT_EQ(info->name, expected.name);
    EXPECT_EQ(kBthBytes + info->extension_bytes(), expected.bth_to_payload) << expected.name;
  }
}

TEST(Opcode, KnowsNoOthers) {
  std::set<std::uint8_t> known;
  for (const Expected& expected : kExpected) known.insert(expected.opcode);
  EXPECT_EQ(all_opcodes().size(), known.size());
  for (unsigned opcode = 0; opcode < 256; ++opcode) {
    const auto byte = static_cast<std::uint8_t>(opcode);
    EXPECT_EQ(find_opcode(byte) != nullptr, known.contains(byte)) << opcode;
  }
}

TEST(Opcode, TransportIsTheTopThreeBits) {
  for (const OpcodeInfo& info : all_opcodes()) {
    EXPECT_EQ(transport_of(to_byte(info.opcode)), info.transport) << info.name;
  }
  EXPECT_EQ(transport_of(0x44), Transport::kRd);
  EXPECT_EQ(transport_of(0xA4), Transport::kXrc);
}

TEST(Opcode, PlaceAgreesWithTheName) {
  for (const OpcodeInfo& info : all_opcodes()) {
    const auto says = [&](std::string_view word) {
      return info.name.find(word) != std::string_view::npos;
    };
    EXPECT_EQ(info.starts_message(), !says("MIDDLE") && !says("LAST")) << info.name;
    EXPECT_EQ(info.ends_message(), !says("FIRST") && !says("MIDDLE")) << info.name;
    EXPECT_EQ(info.may_carry_payload(), says("SEND") || says("WRITE") || says("RESPONSE"))
        << info.name;
  }
}

}  // namespace
}  // namespace rnic::model
