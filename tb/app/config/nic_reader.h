// SPDX-License-Identifier: Apache-2.0
//
// Text to TOML, and the table `[nic]` of it. Internal to the readers of configurations.
//
//   const toml::table file = parse_toml(text, "site.toml");
//   const NicConfig nic = read_nic("site.toml", file);
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "tb/app/config_file.h"

namespace rnic::app {

// Throws InputError where it is no TOML.
toml::table parse_toml(std::string_view text, const std::string& name);
// Refuses what no subcommand knows beside nic, qp, memory, wqe and doorbell.
NicConfig read_nic(const std::string& name, const toml::table& file);

}  // namespace rnic::app
