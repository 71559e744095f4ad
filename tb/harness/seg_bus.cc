// SPDX-License-Identifier: Apache-2.0
#include "tb/harness/seg_bus.h"

#include <fmt/format.h>

namespace rnic::tb {

std::string describe(const SegBeat& beat) {
  std::string text;
  for (unsigned i = 0; i < kNumSegs; ++i) {
    const unsigned bit = 1u << i;
    if ((beat.ena & bit) == 0) {
      // Marks on an idle segment are a fault worth seeing.
      const bool is_marked = ((beat.sop | beat.eop | beat.err) & bit) != 0;
      text += is_marked ? "[ idle ! ]" : "[        ]";
      continue;
    }
    std::string end = "  ";
    if ((beat.eop & bit) != 0)
      end = fmt::format("{}{:X}", (beat.err & bit) ? 'x' : 'E', beat.mty_of(i));
    text += fmt::format("[{} {:02x}{:02x}{}]", (beat.sop & bit) != 0 ? 'S' : ' ',
                        beat.data[i * kSegBytes], beat.data[i * kSegBytes + 1], end);
  }
  return text;
}

}  // namespace rnic::tb
