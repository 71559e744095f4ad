// SPDX-License-Identifier: Apache-2.0
#include "tb/app/wave_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tb/app/errors.h"

namespace rnic::app {

void expect_writable_wave(const std::string& path) {
  std::error_code ignored;
  const auto there = std::filesystem::symlink_status(path, ignored);
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there)) {
    throw InputError(fmt::format("{}: expected a regular file for --wave", path));
  }
  errno = 0;
  std::ofstream probe(path, std::ios::binary | std::ios::app);
  if (!probe) throw InputError(fmt::format("{}: {}", path, std::strerror(errno)));
}

}  // namespace rnic::app
