// SPDX-License-Identifier: Apache-2.0
//
// A text as one word of a shell command, quoted only where it must be.
//
//   shell_word("a b's.pcap")  // 'a b'\''s.pcap'
#pragma once

#include <string>
#include <string_view>

namespace rnic::app {

inline std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=,:@%";
  const bool is_plain = text.find_first_not_of(kPlain) == std::string::npos;
  if (is_plain && !text.empty()) return text;
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

}  // namespace rnic::app
