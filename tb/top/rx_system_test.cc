// SPDX-License-Identifier: Apache-2.0
// The receive path whole: every record and every byte of accepted payload is the golden model's,
// at two frames a clock, at any length, any spacing, with one queue pair and with 1,024.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "models/rx/receiver.h"
#include "tb/app/bench/rx_traffic.h"
#include "tb/app/rx/rx_compare.h"
#include "tb/app/rx/rx_device.h"
#include "tb/harness/sim_run.h"

namespace rnic::tb {
namespace {

// With the waves that the command line asks for.
app::RxDeviceOptions with_wave(app::RxDeviceOptions options) {
  const WaveOptions& wave = process_options().wave;
  if (wave.file.empty()) return options;
  options.wave = {.file = wave.file, .from = wave.from, .to = wave.to};
  if (wave.frame >= 0) options.wave.frame = static_cast<std::uint64_t>(wave.frame);
  return options;
}

bool is_soak() { return std::getenv("RNIC_SOAK") != nullptr; }

// The device beside the model. Every frame goes to both.
class RxPair {
 public:
  explicit RxPair(const app::RxDeviceOptions& options)
      : device_(with_wave(options), model::DscpMap::basepod()),
        receiver_({.our_mac = options.our_mac}),
        seed_(options.seed) {}
  ~RxPair() {
    fmt::print("{} frames, {} bytes of payload compared, seed {}\n", compared_, payload_bytes_,
               seed_);
  }
  RxPair(const RxPair&) = delete;
  RxPair& operator=(const RxPair&) = delete;

  app::RxDevice& device() noexcept { return device_; }
  model::Receiver& receiver() noexcept { return receiver_; }
  std::uint64_t compared() const noexcept { return compared_; }
  std::uint64_t payload_bytes() const noexcept { return payload_bytes_; }

  void load(const model::RxQpConfig& qp) {
    device_.load(qp);
    ASSERT_FALSE(receiver_.add_qp(qp));
  }
  void push(app::RxTrafficFrame frame) {
    while (device_.is_full()) step();
    const bool is_wave_frame = process_options().wave.frame == static_cast<std::int64_t>(pushed_++);
    device_.push({.bytes = frame.bytes, .mac_error = frame.mac_error, .wave = is_wave_frame});
    Sent sent{.wanted = receiver_.receive(frame.bytes, frame.mac_error)};
    sent.bytes = std::move(frame.bytes);
    sent_.push_back(std::move(sent));
  }
  void step() {
    device_.cycle();
    collect();
  }
  void drain() {
    while (!device_.is_idle()) step();
    EXPECT_TRUE(sent_.empty()) << sent_.size() << " frames are left";
    for (const std::string& text : device_.complaints()) ADD_FAILURE() << text;
    device_.complaints().clear();
  }
  // The device forgets all that it has not answered; so does the bench, and the model its QPs.
  void reset() {
    device_.reset();
    first_ += sent_.size();
    sent_.clear();
    receiver_ = model::Receiver({});
  }
  void expect_counters() {
    const model::RxCounters got = device_.counters();
    EXPECT_TRUE(got == receiver_.counters()) << "the counters are not the model's";
    std::uint64_t verdicts = 0;
    for (const std::uint64_t count : got.by_verdict) verdicts += count;
    EXPECT_EQ(got.frames, verdicts);
  }

 private:
  struct Sent {
    std::vector<std::uint8_t> bytes = {};
    model::RxRecord wanted;
    bool is_answered = false;
  };

  void collect() {
    for (auto& answers = device_.answers(); !answers.empty(); answers.pop_front()) {
      compare(answers.front());
    }
    for (auto& payloads = device_.payload(); !payloads.empty(); payloads.pop_front()) {
      const app::RxPayload& payload = payloads.front();
      const Sent& sent = sent_[payload.frame - first_];
      EXPECT_EQ(payload.bytes, sent.bytes) << "payload of frame " << payload.frame;
      payload_bytes_ += model::payload_of(payload.bytes, sent.wanted).size();
      forget_until(payload.frame + 1);
    }
    // Those at the front that will leave no payload.
    while (!sent_.empty() && sent_.front().is_answered &&
           sent_.front().wanted.verdict != model::Verdict::kAccept) {
      forget_until(first_ + 1);
    }
  }
  void forget_until(std::uint64_t frame) {
    for (; first_ < frame; ++first_) sent_.pop_front();
  }
  void compare(const app::RxAnswer& answer) {
    ++compared_;
    Sent& sent = sent_[answer.frame - first_];
    sent.is_answered = true;
    EXPECT_LE(answer.record_clock - answer.eop_clock, 26u);
    if (answer.record == sent.wanted) return;
    if (++told_ > 10) {
      ADD_FAILURE() << "frame " << answer.frame << " differs";
      return;
    }
    std::string text =
        fmt::format("frame {} ({} bytes), seed {}:", answer.frame, sent.bytes.size(), seed_);
    for (const app::RxDifference& difference : app::differences(sent.wanted, answer.record)) {
      text += "\n  " + app::text_of(difference);
    }
    text += "\n ";
    for (std::size_t i = 0; i < std::min<std::size_t>(sent.bytes.size(), 96); ++i) {
      text += fmt::format(" {:02x}", sent.bytes[i]);
    }
    ADD_FAILURE() << text;
  }

  app::RxDevice device_;
  model::Receiver receiver_;
  std::uint64_t seed_;
  std::deque<Sent> sent_;    // not done with
  std::uint64_t first_ = 0;  // number of sent_'s first
  std::uint64_t pushed_ = 0;
  std::uint64_t compared_ = 0;
  std::uint64_t payload_bytes_ = 0;
  unsigned told_ = 0;
};

std::uint64_t seed() { return process_options().seed; }

struct Mix {
  const char* name;
  app::Spacing spacing;
  app::RxTrafficMix traffic;
  std::uint64_t frames;
};

void PrintTo(const Mix& mix, std::ostream* out) { *out << mix.name; }

constexpr app::RxTrafficMix kOne{.qps = 1};
constexpr app::RxTrafficMix kThree{.qps = 3, .fatal_permille = 1};
constexpr app::RxTrafficMix kMany{.qps = 1024, .fatal_permille = 5};
constexpr app::RxTrafficMix kShortOne{.qps = 1, .frame_bytes = 60};
constexpr app::RxTrafficMix kShortMany{.qps = 1024, .frame_bytes = 62};
constexpr app::RxTrafficMix kTrouble{.qps = 40,
                                     .off_psn = 30,
                                     .damaged = 25,
                                     .mac_error = 5,
                                     .other = 15,
                                     .strange = 20,
                                     .fatal_permille = 5};

const std::vector<Mix> kMixes = {
    {"OneQpOnAFullBus", app::Spacing::kBackToBack, kOne, 15'000},
    {"OneQpWithHoles", app::Spacing::kRandom, kOne, 10'000},
    {"ThreeQpsOnAFullBus", app::Spacing::kBackToBack, kThree, 10'000},
    {"ThousandQpsOnAFullBus", app::Spacing::kBackToBack, kMany, 20'000},
    {"ThousandQpsWithHoles", app::Spacing::kRandom, kMany, 10'000},
    {"ThousandQpsOnEverySegment", app::Spacing::kGaps, kMany, 10'000},
    {"ShortestFramesOfOneQp", app::Spacing::kBackToBack, kShortOne, 20'000},
    {"ShortFramesOfThousandQps", app::Spacing::kBackToBack, kShortMany, 20'000},
    {"MostlyTrouble", app::Spacing::kBackToBack, kTrouble, 10'000},
    {"MostlyTroubleWithHoles", app::Spacing::kRandom, kTrouble, 10'000}};

class RxSystemMix : public ::testing::TestWithParam<Mix> {};

// Nothing is left to do: every QP is in the error state.
bool is_dead(const app::RxTraffic& traffic, const model::Receiver& receiver) {
  return std::ranges::all_of(traffic.configs(), [&](const model::RxQpConfig& qp) {
    return receiver.find_qp(qp.qpn)->state == model::QpState::kError;
  });
}

// Now and then, and when all QPs ended in an error, they begin anew with other PSNs.
TEST_P(RxSystemMix, EveryRecordAndPayloadIsTheModels) {
  const Mix& mix = GetParam();
  constexpr std::uint64_t kRound = 5000;
  RxPair pair({.spacing = mix.spacing, .seed = seed()});
  app::RxTraffic traffic(mix.traffic, Rng(seed(), mix.name, "traffic"));
  const std::uint64_t frames = mix.frames * (is_soak() ? 10 : 1);
  for (std::uint64_t n = 0; n < frames && !HasFailure(); ++n) {
    if (n % kRound == 0 || (n % 100 == 0 && is_dead(traffic, pair.receiver()))) {
      pair.drain();
      traffic.renew_psns();
      for (const model::RxQpConfig& qp : traffic.configs()) pair.load(qp);
    }
    pair.push(traffic.next(pair.receiver()));
  }
  pair.drain();
  pair.expect_counters();
  EXPECT_EQ(pair.compared(), frames);
  // A share of what a mix is made of is accepted, or it would show little.
  EXPECT_GT(pair.receiver().counters().of(model::Verdict::kAccept), frames / 4);
}

INSTANTIATE_TEST_SUITE_P(Mixes, RxSystemMix, ::testing::ValuesIn(kMixes),
                         [](const auto& tested) { return std::string(tested.param.name); });

// Frame sizes in the ordinary run: all up to 400 bytes, where starts and ends share beats in every
// way, and some of the longer ones; in a soak run all of them.
std::vector<std::uint32_t> sizes() {
  std::vector<std::uint32_t> found;
  for (std::uint32_t size = 60; size <= 9600; ++size) {
    const bool is_few = size <= 400 || size % 331 == 0 || size >= 9597;
    if (is_few || is_soak()) found.push_back(size);
  }
  return found;
}

TEST(RxSystem, TakesEveryFrameSizeBackToBack) {
  RxPair pair({.seed = seed()});
  for (const std::uint32_t size : sizes()) {
    app::RxTraffic traffic({.qps = 16, .frame_bytes = size}, Rng(seed(), "sizes", "traffic"));
    for (const model::RxQpConfig& qp : traffic.configs()) pair.load(qp);
    for (int n = is_soak() ? 20 : 60; n > 0; --n) pair.push(traffic.next(pair.receiver()));
    pair.drain();
    if (::testing::Test::HasFailure()) FAIL() << "at " << size << " bytes";
  }
  pair.expect_counters();
  EXPECT_GT(pair.payload_bytes(), 100'000u);
}

// Two frames a clock for 10,000 clocks: as many clocks as frames of 60 bytes have halves of beats.
TEST(RxSystem, TakesTwoFramesAClockForEver) {
  RxPair pair({.seed = seed()});
  app::RxTraffic traffic({.qps = 1024, .frame_bytes = 60}, Rng(seed(), "two a clock", "traffic"));
  for (const model::RxQpConfig& qp : traffic.configs()) pair.load(qp);
  const std::uint64_t frames = is_soak() ? 200'000 : 20'000;
  const std::uint64_t begin = pair.device().clock();
  for (std::uint64_t n = 0; n < frames; ++n) pair.push(traffic.next(pair.receiver()));
  const std::uint64_t clocks = pair.device().clock() - begin;
  pair.drain();
  EXPECT_LE(clocks, frames / 2);
  EXPECT_EQ(pair.compared(), frames);
  pair.expect_counters();
}

TEST(RxSystem, TakesWritesOfQueuePairsWhileFramesPass) {
  RxPair pair({.spacing = app::Spacing::kRandom, .seed = seed()});
  app::RxTraffic traffic({.qps = 64}, Rng(seed(), "writes", "traffic"));
  for (const model::RxQpConfig& qp : traffic.configs()) pair.load(qp);
  // Writes of QPs that no frame is for, so that it does not matter between which frames they come.
  for (std::uint32_t n = 0; n < 5000; ++n) {
    pair.push(traffic.next(pair.receiver()));
    if (n % 10 == 0) pair.device().load({.qpn = 512 + n % 500, .state = model::QpState::kReset});
  }
  pair.drain();
  pair.expect_counters();
}

TEST(RxSystem, ForgetsEverythingInAReset) {
  RxPair pair({.seed = seed()});
  Rng rng(seed(), "reset", "choice");
  for (int round = 0; round < 40 && !::testing::Test::HasFailure(); ++round) {
    app::RxTraffic traffic({.qps = 8}, Rng(rng.next()));
    for (const model::RxQpConfig& qp : traffic.configs()) pair.load(qp);
    for (std::uint32_t n = rng.between(80, 200); n > 0; --n) {
      pair.push(traffic.next(pair.receiver()));
    }
    const model::Receiver before = pair.receiver();
    pair.reset();
    // No QP is known, no counter holds anything, and what comes now is judged.
    for (int n = 0; n < 20; ++n) pair.push(traffic.next(before));
    pair.drain();
    pair.expect_counters();
  }
}

TEST(RxSystem, PassesOverFramesForOthersWhereAFilterIsOn) {
  const model::MacAddress ours = {2, 0, 0, 0, 0, 2};  // whom the traffic is for
  for (const bool is_ours : {true, false}) {
    model::MacAddress mac = ours;
    if (!is_ours) mac[5] = 9;
    RxPair pair({.seed = seed(), .our_mac = mac});
    app::RxTraffic traffic({.qps = 4, .other = 0}, Rng(seed(), "filter", "traffic"));
    for (const model::RxQpConfig& qp : traffic.configs()) pair.load(qp);
    for (int n = 0; n < 500; ++n) pair.push(traffic.next(pair.receiver()));
    pair.drain();
    const std::uint64_t passed = pair.receiver().counters().of(model::Reason::kNotForUs);
    EXPECT_EQ(passed == 0, is_ours);
    pair.expect_counters();
  }
}

}  // namespace
}  // namespace rnic::tb
