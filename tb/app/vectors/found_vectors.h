// SPDX-License-Identifier: Apache-2.0
//
// The golden vectors of a folder. What kind one is follows from its files: NAME.toml with work
// requests belongs to the transmit path, NAME.pcap without them to the receive path.
//
//   for (const FoundVector& vector : find_vectors("vectors/rx")) use(vector.file(".pcap"));
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rnic::app {

enum class VectorKind { kReceive, kTransmit };

struct FoundVector {
  std::filesystem::path base = {};  // its files without their endings
  VectorKind kind = VectorKind::kReceive;

  [[nodiscard]] std::string name() const { return base.filename().string(); }
  // With this ending, such as ".pcap", whether there is such a file or not.
  [[nodiscard]] std::string file(std::string_view ending) const {
    return base.string() + std::string(ending);
  }
};

// By name, at least one. Throws InputError.
std::vector<FoundVector> find_vectors(const std::string& folder);

// What became of one vector.
struct VectorOutcome {
  std::string counts = {};      // "9 frames: accept 8, drop 1"
  std::string difference = {};  // empty: as it should be
};

}  // namespace rnic::app
