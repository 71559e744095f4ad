// SPDX-License-Identifier: Apache-2.0
#include "tb/app/config_file.h"

#include "tb/app/config/nic_reader.h"
#include "tb/app/config/text_file.h"

namespace rnic::app {

Config parse_config(std::string_view text, const std::string& name) {
  return {.nic = read_nic(name, parse_toml(text, name))};
}

Config load_config(const std::string& path) { return parse_config(read_text_file(path), path); }

}  // namespace rnic::app
