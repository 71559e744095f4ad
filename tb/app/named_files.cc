// SPDX-License-Identifier: Apache-2.0
#include "tb/app/named_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code ignored;
  if (fs::exists(a, ignored)) {
    if (!fs::is_regular_file(a, ignored)) return false;  // /dev/null
    return fs::equivalent(a, b, ignored);
  }
  // Neither is there yet: by what their paths lead to.
  return fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
}

}  // namespace

void refuse_overwriting(const std::vector<NamedFile>& inputs,
                        const std::vector<NamedFile>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [name, path] = outputs[i];
    for (const NamedFile& input : inputs) {
      if (!is_same_file(path, input.path)) continue;
      throw InputError(fmt::format("{}: {} is {} itself", name, path, input.name));
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_same_file(path, outputs[j].path)) continue;
      throw InputError(fmt::format("{}: {} is the file of {}", name, path, outputs[j].name));
    }
  }
}

}  // namespace rnic::app
