// SPDX-License-Identifier: Apache-2.0
// Parser and verdict against the golden model on random frames, in every packing of the bus.
#include <fmt/format.h>

#include <algorithm>

#include "tb/icrc/packing_case.h"
#include "tb/rx/random_roce.h"
#include "tb/rx/rx_verdict_fixture.h"

namespace rnic::tb {
namespace {

using model::Reason;

class RxVerdictRandom : public RxVerdict, public ::testing::WithParamInterface<PackingCase> {};

TEST_P(RxVerdictRandom, AgreesWithTheModelOnRandomFrames) {
  driver_.set_spacing(GetParam().spacing);
  RandomRoce frames(rng("frames"));
  const uint64_t count = GetParam().count();
  for (uint64_t n = 0; n < count; ++n) push(frames.next());
  drain();
  // That the run was worth something:
  expect(by_reason_[0] > count / 3, "many frames are right");
  for (auto reason = Reason::kMacError; reason <= Reason::kIcrc;
       reason = static_cast<Reason>(static_cast<unsigned>(reason) + 1)) {
    if (reason == Reason::kNotForUs) continue;
    expect(by_reason_[code_of(reason)] > 0, fmt::format("{} was seen", name_of(reason)));
  }
  for (const uint64_t started : by_start_) expect(started > 0, "a start segment never used");
  if (GetParam().spacing.packing != Packing::kEveryStart) {
    expect(second_starts_ > 0 && second_ends_ > 0, "beats with two starts, beats with two ends");
  }
}

INSTANTIATE_TEST_SUITE_P(Packings, RxVerdictRandom, ::testing::ValuesIn(kPackingCases),
                         packing_name);

TEST_F(RxVerdict, TheMacFilterAgreesWithTheModelOnRandomFrames) {
  RandomRoce frames(rng("frames"));
  Rng choice = rng("choice");
  const model::MacAddress ours{0x02, 0x11, 0x22, 0x33, 0x44, 0x55};
  set_mac_filter(ours);
  for (unsigned n = 0; n < 10'000; ++n) {
    SegFrame frame = frames.next();
    if (choice.chance(70)) std::ranges::copy(ours, frame.bytes.begin());
    push(std::move(frame));
  }
  drain();
  expect(by_reason_[code_of(Reason::kNotForUs)] > 500, "frames for others were seen");
}

}  // namespace
}  // namespace rnic::tb
