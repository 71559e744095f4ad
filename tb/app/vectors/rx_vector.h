// SPDX-License-Identifier: Apache-2.0
//
// A golden vector of the receive path: NAME.pcap, a capture; NAME.json, the report on it, as
// `replay --report` writes it; NAME.toml, where there is one, the NIC and its QPs. Without it they
// are learned, as `replay` does (learn.h); with a `mac` in its [nic] the MAC filter is on.
//
// A vector says nothing about time: `clocks` is 0 there and is not compared.
//
//   const VectorOutcome outcome = check_rx_vector(vector, make_rtl_device);
#pragma once

#include <string>

#include "tb/app/replay/replay_device.h"
#include "tb/app/vectors/found_vectors.h"

namespace rnic::app {

// The report by the golden model alone. Throws InputError and model::CaptureError, as all here.
std::string expected_rx_report(const FoundVector& vector);

// The device's records against the model's and against NAME.json. In a difference the first frame
// and key are named.
VectorOutcome check_rx_vector(const FoundVector& found, const ReplayDeviceFactory& make_device);

// Writes NAME.json anew, by the golden model alone.
VectorOutcome update_rx_vector(const FoundVector& found);

// Where `seen` is not as `want`, both texts of reports: "frame 3: msn: 4, want 5"; empty: nowhere.
std::string report_difference(const std::string& want, const std::string& seen);

}  // namespace rnic::app
