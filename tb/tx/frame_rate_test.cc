// SPDX-License-Identifier: Apache-2.0
// rnic_tx_frame's rates in clocks, against the smallest of its limits: the wire, a packet a clock,
// a row of payload a clock, eight segments of the bus a clock.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "tb/tx/frame_fixture.h"

namespace rnic::tb {
namespace {

// What a stream of packets costs, by limit.
struct Cost {
  double packets = 0;  // one a clock
  double rows = 0;     // of payload; at least one a packet
  double segments = 0;
  double wire = 0;  // clocks of 128 bytes, with preamble, gap and FCS

  void add(const TxPacket& packet) {
    packets += 1;
    rows += static_cast<double>(std::max<size_t>(packet.rows(), 1));
    if (packet.discard) return;
    segments += static_cast<double>((packet.frame.size() + 15) / 16);
    wire += static_cast<double>(packet.frame.size() + 24) / 128.0;
  }
  double least_clocks(bool on_wire) const {
    return std::max({packets, rows, segments / 8, on_wire ? wire : 0});
  }
};

// Instead of a payload size: any, and any of at most 260 bytes.
constexpr size_t kMix = SIZE_MAX;
constexpr size_t kShortMix = SIZE_MAX - 1;

class TxFrameRate : public TxFrame,
                    public ::testing::WithParamInterface<std::tuple<size_t, bool>> {};

TEST_P(TxFrameRate, ReachesTheSmallestLimit) {
  const auto [payload_bytes, on_wire] = GetParam();
  if (on_wire) {
    start_on_wire();
  } else {
    start(ReadyPattern::always());
  }
  is_compared_ = false;
  // Where no wire is the limit, a mix of short packets has packets and segments as its limit by
  // turns, faster than the queue can even out.
  const double least = payload_bytes == kShortMix && !on_wire ? 0.97 : 0.99;
  for (const bool ipv6 : {false, true}) {
    for (const size_t ext_words : {size_t{0}, size_t{4}, size_t{7}}) {
      const auto next = [&] {
        if (payload_bytes == kMix) return make_.any(4096);
        if (payload_bytes == kShortMix) return make_.any(260);
        return make_.raw({.ipv6 = ipv6, .ext_words = ext_words, .payload_bytes = payload_bytes});
      };
      for (int i = 0; i < 200; ++i) push(next());
      // From here on the clocks count: the pipe is full.
      const uint64_t seen = seen_;
      const uint64_t begin = dut_.clock();
      Cost cost;
      const int packets = payload_bytes > 600 && payload_bytes != kShortMix ? 3'000 : 10'000;
      for (int i = 0; i < packets; ++i) {
        TxPacket packet = next();
        cost.add(packet);
        push(std::move(packet));
      }
      const auto clocks = static_cast<double>(dut_.clock() - begin);
      const double share = cost.least_clocks(on_wire) / clocks;
      expect(seen_ > seen, "frames came");
      expect(share >= least,
             fmt::format("{} bytes of payload, ipv6 {}, {} words of headers: {:.4f} "
                         "of the limit, {:.4f} packets a clock",
                         payload_bytes, ipv6, ext_words, share, packets / clocks));
      drain();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, TxFrameRate,
    ::testing::Combine(::testing::Values(size_t{0}, size_t{1}, size_t{29}, size_t{42}, size_t{64},
                                         size_t{66}, size_t{128}, size_t{130}, size_t{190},
                                         size_t{256}, size_t{512}, size_t{1024}, size_t{2048},
                                         size_t{4096}, kMix, kShortMix),
                       ::testing::Bool()),
    [](const auto& one) {
      const size_t bytes = std::get<0>(one.param);
      const std::string load = bytes == kMix        ? "Mix"
                               : bytes == kShortMix ? "ShortMix"
                                                    : fmt::format("Payload{}", bytes);
      return load + (std::get<1>(one.param) ? "OnTheWire" : "AtFullReady");
    });

}  // namespace
}  // namespace rnic::tb
