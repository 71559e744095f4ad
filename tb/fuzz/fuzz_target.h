// SPDX-License-Identifier: Apache-2.0
//
// What every fuzz target is: one function that takes any bytes and comes back, or stops the program
// where a promise is broken. libFuzzer calls it with inputs of its own (scripts/fuzz),
// feed_files.cc with those that are kept.
//
//   extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
//     rnic::fuzz::require(encode(decode({data, size})) == …, "encode(decode(x)) is not x");
//     return 0;
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace rnic::fuzz {

// Stops the program where the promise does not hold.
inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// What the user would read: one line, not empty, and nothing of it is the input's line breaks.
inline void require_one_line(std::string_view message) {
  require(!message.empty() && message.find('\n') == std::string_view::npos,
          "an error message is one line");
}

}  // namespace rnic::fuzz
