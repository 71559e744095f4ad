// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/fst_file.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>

namespace rnic::tb {
namespace {

constexpr std::array<int, 3> kHierarchyTypes = {4, 6, 7};  // gzip, LZ4, LZ4 twice
constexpr int kWrapped = 254;                              // the whole file inside one gzip block

}  // namespace

bool fst_is_whole(const std::string& path) {
  std::error_code error;
  const uint64_t size = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) return false;
  bool has_hierarchy = false;
  uint64_t at = 0;
  while (at < size) {
    std::array<char, 9> head;
    if (!file.seekg(static_cast<std::streamoff>(at)).read(head.data(), head.size())) return false;
    const int type = static_cast<uint8_t>(head[0]);
    uint64_t length = 0;
    for (size_t i = 1; i < head.size(); ++i) length = length << 8 | static_cast<uint8_t>(head[i]);
    if (length < 8 || length > size - at - 1) return false;
    for (const int hierarchy : kHierarchyTypes) has_hierarchy |= type == hierarchy;
    has_hierarchy |= type == kWrapped;
    at += 1 + length;
  }
  return has_hierarchy;
}

}  // namespace rnic::tb
