// SPDX-License-Identifier: Apache-2.0
//
// A case of which frames are left out, so that what is left still makes sense to its queue pairs.
//
//   const std::vector<Moment> moments = moments_of(fuzz_case);
//   const FuzzCase last = with_frames(fuzz_case, {399}, moments, Rest::kBegun);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/rx/rx_qp.h"
#include "tb/fuzz/rtl/fuzz_case.h"

namespace rnic::fuzz {

// What the model knows of a case on the way: whom each frame is for, what that QP was then, and by
// how much its expected PSN moved.
struct Moment {
  std::optional<std::uint32_t> qpn = std::nullopt;
  std::optional<model::RxQp> before = std::nullopt;
  std::int64_t advance = 0;
};

// One a frame.
std::vector<Moment> moments_of(const FuzzCase& fuzz_case);

// What becomes of a conversation of which frames are left out.
enum class Rest {
  kAsItIs,
  kBegun,       // a QP begins where it stood at the first of its frames that is left
  kRenumbered,  // later frames of a QP close up, as if what is left out had never been sent
};

// `from` with only the frames of `kept`, which are in order.
FuzzCase with_frames(const FuzzCase& from, const std::vector<std::size_t>& kept,
                     const std::vector<Moment>& moments, Rest rest);

}  // namespace rnic::fuzz
