// SPDX-License-Identifier: Apache-2.0
#include "tb/app/config/text_file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

}  // namespace

std::string read_text_file(const std::string& path) {
  if (path.empty()) throw InputError("'': expected the name of a file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  // Read, not asked for: a pipe has no size, and a device no end.
  std::string text;
  std::array<char, 65536> part;
  while (file && text.size() <= kMostBytes) {
    file.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (text.size() > kMostBytes) {
    throw InputError(fmt::format("{}: expected a text of at most {} bytes", path, kMostBytes));
  }
  if (!file.eof()) throw InputError(fmt::format("{}: {}", path, std::strerror(errno)));
  return text;
}

}  // namespace rnic::app
