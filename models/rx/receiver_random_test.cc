// SPDX-License-Identifier: Apache-2.0
//
// Kernel captures damaged at random, bits turned, ends cut off, frames swapped, doubled and left
// out: what must hold for a record whatever comes in. Seeds are fixed: a failure repeats.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "models/rx/kernel_qps.h"
#include "models/rx/receiver.h"
#include "models/rx/rx_bench.h"

namespace rnic::model {
namespace {

using testing::Guest;

class Damage {
 public:
  explicit Damage(std::uint64_t seed) : engine_(seed) {}

  // A capture's frames in another order, some twice, some missing, some damaged.
  std::vector<ByteVector> of(std::vector<ByteVector> frames) {
    std::vector<ByteVector> out;
    for (ByteVector& frame : frames) {
      if (one_in(20)) continue;
      if (one_in(20)) out.push_back(frame);
      if (one_in(4)) hurt(frame);
      out.push_back(std::move(frame));
      if (out.size() > 1 && one_in(20)) std::swap(out.back(), out[out.size() - 2]);
    }
    return out;
  }

 private:
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }
  bool one_in(std::size_t n) { return below(n) == 0; }

  void hurt(ByteVector& frame) {
    switch (below(4)) {
      case 0:  // a bit, in the headers more often than not
        frame[below(one_in(3) ? frame.size() : std::min<std::size_t>(frame.size(), 70))] ^=
            static_cast<std::uint8_t>(1U << below(8));
        break;
      case 1:
        frame.resize(below(frame.size() + 1));
        break;
      case 2:
        frame.resize(frame.size() + 1 + below(64), 0xEE);
        break;
      default:
        sign_again(frame);
        break;
    }
  }

  // Transport fields changed by one who knows how to make an ICRC.
  void sign_again(ByteVector& frame) {
    auto fields = decode(frame);
    if (!fields) return;
    switch (below(4)) {
      case 0:
        fields->bth.psn = psn_add(fields->bth.psn, static_cast<std::int64_t>(below(7)) - 3);
        break;
      case 1:
        fields->bth.opcode = static_cast<std::uint8_t>(below(256));
        break;
      case 2:
        fields->bth.pad_count = static_cast<std::uint8_t>(below(4));
        break;
      default:
        if (fields->reth) fields->reth->dma_length ^= 1U << below(32);
        break;
    }
    fill_icrc(*fields);
    frame = encode(*fields);
  }

  std::mt19937_64 engine_;
};

// True of every record.
void expect_sound(const RxRecord& r) {
  const bool dropped = r.verdict == Verdict::kDrop || r.verdict == Verdict::kNotRoce;
  EXPECT_EQ(r.reason.has_value(), r.verdict != Verdict::kAccept);
  EXPECT_EQ(r.action.has_value(), !dropped);
  EXPECT_EQ(r.answer_psn.has_value(), r.msn.has_value());
  if (dropped) {
    EXPECT_FALSE(r.answer_psn);
  }
  if (r.verdict == Verdict::kRefuse || r.verdict == Verdict::kDuplicate) {
    EXPECT_TRUE(r.answer_psn);
    EXPECT_TRUE(r.region);
  }
  if (r.verdict == Verdict::kAccept || r.region) {
    EXPECT_EQ(r.icrc_ok, true);
    EXPECT_TRUE(r.payload_bytes);
  }
  if (r.verdict == Verdict::kDuplicate) {
    EXPECT_EQ(r.region, Region::kDuplicate);
  }
}

// Drops up to and with the QP checks.
bool before_the_transport(const RxRecord& r) { return r.reason && *r.reason <= Reason::kQkey; }

TEST(ReceiverRandom, RecordsAreSoundAndEarlyDropsTouchNoQp) {
  const nlohmann::json index = testing::read_json("rx/index.json");
  std::size_t frames = 0;
  std::size_t early = 0;
  RxCounters last;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    for (const auto& [scenario, capture] : index["captures"].items()) {
      SCOPED_TRACE(fmt::format("{} seed {}", scenario, seed));
      const std::string file = testing::file_of_guest(scenario, capture, Guest::kB);
      Receiver receiver({});
      for (const Guest guest : {Guest::kA, Guest::kB}) {
        for (const auto& qp : testing::qps_of_guest(scenario, capture, guest)) {
          receiver.add_qp(qp.config);
        }
      }
      for (const ByteVector& damaged : Damage(seed).of(testing::read_frames("rx/" + file))) {
        const ReplayedFrame frame = prepare_for_replay(damaged);
        const auto fields = decode(frame.bytes);
        const RxQp* qp = fields ? receiver.find_qp(fields->bth.dest_qp) : nullptr;
        const auto before = qp != nullptr ? std::optional(*qp) : std::nullopt;
        const RxRecord record = receiver.receive(frame.bytes, frame.mac_error);
        expect_sound(record);
        if (before && before_the_transport(record)) {
          EXPECT_TRUE(*qp == *before) << testing::in_words(record);
          ++early;
        }
        if (HasFailure()) return;
        ++frames;
      }
      last = receiver.counters();
      EXPECT_EQ(std::accumulate(last.by_verdict.begin(), last.by_verdict.end(), std::uint64_t{0}),
                last.frames);
    }
  }
  fmt::print("{} damaged frames, {} early drops\n", frames, early);
  EXPECT_GT(frames, 5000U);
  EXPECT_GT(early, 400U);
}

}  // namespace
}  // namespace rnic::model
