// SPDX-License-Identifier: Apache-2.0
//
// One table `[[memory]]` of a configuration. Internal to the readers of this folder.
//
//   work.memory.push_back(read_memory("work.toml", table, work.memory));
#pragma once

#include <span>
#include <string>

#include "tb/app/config/toml_table.h"
#include "tb/app/config/work_config.h"

namespace rnic::app {

// `file` is the TOML's name: a relative name of a fill is looked for beside it. Refuses a region
// that overlaps one of `others`. Throws InputError.
MemoryConfig read_memory(const std::string& file, const TomlTable& table,
                         std::span<const MemoryConfig> others);

}  // namespace rnic::app
