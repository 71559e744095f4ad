// SPDX-License-Identifier: Apache-2.0
//
// The main of a fuzz target that is built without libFuzzer: feeds it the files named, and those of
// the folders named, each from an allocation of exactly its size. A broken promise ends it.
//
//   fuzz_capture vectors/fuzz/capture vectors/rx/write_only.pcap
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "tb/fuzz/fuzz_target.h"

namespace {

namespace fs = std::filesystem;

void collect(const fs::path& path, std::vector<fs::path>& files) {
  if (!fs::is_directory(path)) {
    files.push_back(path);
    return;
  }
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
}

bool feed(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> held((std::istreambuf_iterator<char>(file)), {});
  if (!file) return false;
  const auto bytes = std::make_unique<std::uint8_t[]>(held.size());
  std::copy(held.begin(), held.end(), bytes.get());
  LLVMFuzzerTestOneInput(bytes.get(), held.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) collect(argv[i], files);
  std::ranges::sort(files);
  for (const fs::path& path : files) {
    // Named before it is fed: what follows may end the program.
    std::fprintf(stderr, "%s\n", path.c_str());
    if (feed(path)) continue;
    std::fprintf(stderr, "cannot be read\n");
    return 2;
  }
  if (files.empty()) {
    std::fprintf(stderr, "no inputs; expected files or folders with inputs\n");
    return 2;
  }
  std::printf("%zu inputs\n", files.size());
  return 0;
}
