// SPDX-License-Identifier: Apache-2.0
#include "tb/app/vectors/found_vectors.h"

#include <fmt/format.h>

#include <set>
#include <system_error>

#include "tb/app/config/nic_reader.h"
#include "tb/app/config/text_file.h"
#include "tb/app/errors.h"

namespace rnic::app {
namespace {

namespace fs = std::filesystem;

bool has_work(const std::string& toml) {
  return parse_toml(read_text_file(toml), toml).contains("wqe");
}

VectorKind kind_of(const FoundVector& vector) {
  const std::string toml = vector.file(".toml");
  if (fs::exists(toml) && has_work(toml)) return VectorKind::kTransmit;
  if (fs::exists(vector.file(".pcap"))) return VectorKind::kReceive;
  throw InputError(fmt::format("{}: expected work, [[wqe]], or a capture beside it, {}.pcap", toml,
                               vector.name()));
}

}  // namespace

std::vector<FoundVector> find_vectors(const std::string& folder) {
  std::set<fs::path> bases;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path& file = entry.path();
    if (file.extension() != ".toml" && file.extension() != ".pcap") continue;
    bases.insert(file.parent_path() / file.stem());
  }
  if (error) throw InputError(fmt::format("{}: {}", folder, error.message()));
  if (bases.empty()) {
    throw InputError(fmt::format("{}: expected vectors, *.toml or *.pcap", folder));
  }
  std::vector<FoundVector> found;
  for (const fs::path& base : bases) {
    found.push_back({.base = base});
    found.back().kind = kind_of(found.back());
  }
  return found;
}

}  // namespace rnic::app
