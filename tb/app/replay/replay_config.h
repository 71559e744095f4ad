// SPDX-License-Identifier: Apache-2.0
//
// What a TOML file says of a NIC that receives: its QPs, as `replay` needs them.
//
// The same file that `tx` takes will do; needed of a `[[qp]]` are only qpn, type and pmtu. The
// peer's address, ours and the VLAN are checked where they are given. Work requests and memory are
// passed over. `state = "reset"` or "error" is for QPs that shall not be ready.
//
//   const ReplayConfig config = load_replay_config("site.toml");
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/rx/rx_qp.h"
#include "tb/app/config_file.h"

namespace rnic::app {

struct ReplayConfig {
  NicConfig nic = {};
  std::vector<model::RxQpConfig> qps = {};  // QPNs differ modulo kNumQps
};

// Throws InputError with `FILE:line:column: what was expected`.
ReplayConfig load_replay_config(const std::string& path);
ReplayConfig parse_replay_config(std::string_view text, const std::string& name);

}  // namespace rnic::app
