// SPDX-License-Identifier: Apache-2.0
//
// Bytes that several tests start from. Test code: not installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "models/wire/byte_io.h"

namespace rnic::model::testing {

inline std::uint8_t hex_value(char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::size_t value = kDigits.find(c);
  if (value == std::string_view::npos) throw std::invalid_argument("not a lower-case hex digit");
  return static_cast<std::uint8_t>(value);
}

// Lower-case hex, blanks allowed between bytes.
inline ByteVector from_hex(std::string_view text) {
  ByteVector bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    if (text[i] == ' ') ++i;
    bytes.push_back(
        static_cast<std::uint8_t>(hex_value(text.at(i)) << 4 | hex_value(text.at(i + 1))));
  }
  return bytes;
}

// RC SEND Only of 01 02 03 04 05 over IPv4: PadCnt 3, DestQP 0x11, PSN 0x10, AckReq. Its ICRC was
// confirmed with scapy.
inline ByteVector frame_a() {
  return from_hex(
      "020000000002020000000001 0800"
      "456a0034000040004011264d0a0000010a000002 c00012b700200000"
      "0430ffff0000001180000010 0102030405 000000 e858185f");
}

// The same message over IPv6, traffic class 0x6A, flow label 0x12345.
inline ByteVector frame_c() {
  return from_hex(
      "020000000002020000000001 86dd"
      "66a1234500201140fd000000000000000000000000000001fd000000000000000000000000000002"
      "c00012b700200000 0430ffff0000001180000010 0102030405 000000 94d0e6e4");
}

// `frame` with a tag between its addresses and its EtherType.
inline ByteVector with_tag(ByteVector frame, std::string_view tag) {
  const ByteVector bytes = from_hex(tag);
  frame.insert(frame.begin() + 12, bytes.begin(), bytes.end());
  return frame;
}

}  // namespace rnic::model::testing
