// SPDX-License-Identifier: Apache-2.0
//
// The other ends of a configuration's queue pairs: what a receiver has to know so that all that
// they send is taken.
//
//   for (const model::RxQpConfig& qp : peers_of(work)) device.load(qp);
#pragma once

#include <vector>

#include "models/rx/rx_qp.h"
#include "tb/app/config/work_config.h"

namespace rnic::app {

// One peer for each RC and UC queue pair, one for each queue pair that datagrams are sent to, with
// the Q_Key of the first of them. Peers expect the sender's first PSN and check its addresses.
// Throws InputError where two senders have one peer, or two peers one place in the table.
std::vector<model::RxQpConfig> peers_of(const WorkConfig& work, const std::string& name);

}  // namespace rnic::app
