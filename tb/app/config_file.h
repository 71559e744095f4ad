// SPDX-License-Identifier: Apache-2.0
//
// The TOML file that describes a NIC and its work, shared by all subcommands.
//
// Read so far is `[nic]`; `qp`, `memory`, `wqe` and `doorbell` belong to other subcommands and are
// passed over unread. Anything else is an error, and so is a key of `[nic]` that is not known: a
// misspelt key must not pass as a default.
//
//   [nic]
//   mac = "02:00:00:00:00:01"
//   dscp_map = "basepod"          # or "factory", or { 46 = 3, 26 = 4 }
//   lossless = [3]                # default: those of the map
//   congestion_control = false    # default
//
//   const NicConfig nic = load_config("site.toml").nic;
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/wire/address.h"
#include "tb/app/dscp_options.h"

namespace rnic::app {

struct NicConfig {
  std::optional<model::MacAddress> mac = std::nullopt;
  DscpSettings dscp = {};
  bool congestion_control = false;
};

struct Config {
  NicConfig nic = {};
};

// Throws InputError with `FILE:line:column: what was expected`.
Config load_config(const std::string& path);
Config parse_config(std::string_view text, const std::string& name);

}  // namespace rnic::app
