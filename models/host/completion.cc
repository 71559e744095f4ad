// SPDX-License-Identifier: Apache-2.0
#include "models/host/completion.h"

#include "models/host/little_endian.h"

namespace rnic::model {
namespace {

constexpr std::array<std::string_view, kCompletionStatuses> kNames{
    "ok",         "sent",           "bad_opcode",   "opcode_for_type",
    "pieces",     "length",         "atomic_align", "flag_unsupported",
    "read_error", "wqe_read_error", "owner",        "doorbell_overrun",
    "flushed"};

}  // namespace

std::string_view name_of(CompletionStatus status) noexcept {
  const auto number = static_cast<std::size_t>(status);
  return number < kNames.size() ? kNames[number] : std::string_view{};
}

std::array<std::uint8_t, kCompletionBytes> encode(const CompletionRecord& record) noexcept {
  std::array<std::uint8_t, kCompletionBytes> bytes{};
  put_little<8>(bytes, 0, record.wr_id);
  put_little<3>(bytes, 8, record.qpn);
  bytes[11] = record.opcode;
  bytes[12] = static_cast<std::uint8_t>(record.status);
  bytes[13] = record.signaled ? 1 : 0;
  put_little<2>(bytes, 14, record.index);
  put_little<4>(bytes, 16, record.length);
  return bytes;
}

CompletionRecord decode_completion(std::span<const std::uint8_t, kCompletionBytes> bytes) noexcept {
  return {.wr_id = get_little<8>(bytes, 0),
          .qpn = static_cast<std::uint32_t>(get_little<3>(bytes, 8)),
          .opcode = bytes[11],
          .status = static_cast<CompletionStatus>(bytes[12]),
          .signaled = (bytes[13] & 1) != 0,
          .index = static_cast<std::uint16_t>(get_little<2>(bytes, 14)),
          .length = static_cast<std::uint32_t>(get_little<4>(bytes, 16))};
}

}  // namespace rnic::model
