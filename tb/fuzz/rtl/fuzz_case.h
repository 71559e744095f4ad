// SPDX-License-Identifier: Apache-2.0
//
// A case: queue pairs, frames in order, each with the mutations it got, and how they lie on the
// bus. A value that says everything; what a device makes of it is case_run.h.
//
//   FuzzCase example{.qps = {{.qpn = 0x11}}, .frames = {{.base = frame}}};
//   const SentFrame sent = sent_frame(example.frames[0]);
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/qos/dscp_map.h"
#include "models/rx/rx_qp.h"
#include "models/wire/address.h"
#include "tb/app/icrc.h"
#include "tb/fuzz/rtl/mutation.h"

namespace rnic::fuzz {

struct FuzzFrame {
  model::ByteVector base = {};
  std::vector<Mutation> mutations = {};
  std::uint32_t gap_ns = 0;  // before it, where the spacing is as recorded
};

struct FuzzCase {
  std::vector<model::RxQpConfig> qps = {};
  model::DscpMap map = model::DscpMap::basepod();
  std::optional<model::MacAddress> our_mac = std::nullopt;
  app::Spacing spacing = app::Spacing::kBackToBack;
  std::uint64_t seed = 1;  // of random spacing and of flops without reset
  std::vector<FuzzFrame> frames = {};
};

struct SentFrame {
  model::ByteVector bytes = {};  // 60..9,600
  bool mac_error = false;
};

// The frame with all its mutations, padded and cut as a MAC would.
SentFrame sent_frame(const FuzzFrame& frame);

// When each frame begins, from 0: its gap behind the end of the one before, at 400 Gbit/s.
std::vector<std::int64_t> times_ns(const FuzzCase& fuzz_case, const std::vector<SentFrame>& sent);

}  // namespace rnic::fuzz
