// SPDX-License-Identifier: Apache-2.0
//
// Random cases: traffic that a few queue pairs expect for the most part (bench/rx_traffic.h), about
// half of the frames with one to three mutations, some sent twice or in the wrong order, on a bus
// filled in one of four ways.
//
//   CaseMaker maker(seed);
//   const FuzzCase fuzz_case = maker.make(number);   // the same for the same seed and number
#pragma once

#include <cstdint>

#include "tb/fuzz/rtl/fuzz_case.h"

namespace rnic::fuzz {

class CaseMaker {
 public:
  // `frames` a case; fewer where all its QPs end in an error before.
  explicit CaseMaker(std::uint64_t seed, std::uint32_t frames = 400)
      : seed_(seed), frames_(frames) {}

  [[nodiscard]] FuzzCase make(std::uint64_t number) const;

 private:
  std::uint64_t seed_;
  std::uint32_t frames_;
};

}  // namespace rnic::fuzz
