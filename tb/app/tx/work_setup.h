// SPDX-License-Identifier: Apache-2.0
//
// From a configuration to what a run starts with: the memory with its regions and a place for every
// ring, contexts that know their rings, settings of the NIC.
//
//   WorkSetup setup = set_up(work, resolve(options.dscp, work.nic.dscp));
//   Requester requester(setup.qps[0], setup.nic, setup.memory);
#pragma once

#include <vector>

#include "models/host/host_memory.h"
#include "models/host/qp_context.h"
#include "tb/app/config/work_config.h"

namespace rnic::app {

struct WorkSetup {
  model::NicSettings nic = {};
  std::vector<model::QpContext> qps = {};
  model::HostMemory memory = {};
};

// Rings lie side by side, apart from all regions and from every piece of a WQE that has fields, so
// that a piece outside all regions fails. Their first block is the second half of a 128-byte line.
// Throws InputError where no place is left.
WorkSetup set_up(const WorkConfig& work, const model::DscpMap& map);

}  // namespace rnic::app
