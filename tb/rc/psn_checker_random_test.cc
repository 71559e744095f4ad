// SPDX-License-Identifier: Apache-2.0
// The PSN checker against the model under random traffic: few and many queue pairs, every distance
// between two packets of one, every fault, and configuration writes in between.
#include <Vtb_rnic_psn_checker.h>
#include <Vtb_rnic_psn_checker_4.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "tb/rc/checker_bench.h"

namespace rnic::tb {
namespace {

uint64_t scaled(uint64_t clocks) {
  return std::getenv("RNIC_SOAK") != nullptr ? 10 * clocks : clocks;
}

template <class Base>
class RandomBench : public Base {
 protected:
  using Base::kNumQps;

  // Loads `count` queue pairs of distinct entries; the first ones are of the types asked for.
  void start(uint32_t count, std::vector<model::QpType> types = {}) {
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t qpn = rng_.below((1 << 24) / kNumQps) * kNumQps +
                           (count == kNumQps ? i : (i * 7 + 3) % kNumQps);
      model::RxQpConfig config = random_qp(rng_, qpn);
      if (!types.empty()) config.type = types[i % types.size()];
      Base::load(config);
      qpns_.push_back(qpn);
    }
  }

  const model::RxQp& any_qp() {
    return Base::qp(qpns_[rng_.below(static_cast<uint32_t>(qpns_.size()))]);
  }
  model::RoceFrame frame_for(const model::RxQp& qp) { return traffic_.next(qp); }

  // A queue pair that stopped is loaded again, others now and then: anew, into error, into reset.
  void maybe_offer(const model::RxQp& qp, uint32_t revive, uint32_t disturb) {
    if (Base::is_pending()) return;
    const bool stopped = qp.state != model::QpState::kReady;
    if (!rng_.chance(stopped ? revive : disturb)) return;
    if (stopped || rng_.chance(60)) {
      model::RxQpConfig config = random_qp(rng_, qp.config.qpn);
      config.type = qp.config.type;
      if (rng_.chance(50)) config.rq_psn = qp.expected_psn;
      Base::offer({.qp = config});
    } else {
      model::RxQpConfig config = qp.config;
      config.state = rng_.chance(50) ? model::QpState::kError : model::QpState::kReset;
      Base::offer({.qp = config, .load = false});
    }
  }

  // Clocks of traffic; percentages of the slots that hold a frame.
  void run_traffic(uint64_t clocks, uint32_t busy_0, uint32_t busy_1, uint32_t disturb = 1) {
    for (uint64_t i = 0; i < clocks; ++i) {
      maybe_offer(any_qp(), 40, disturb);
      const bool first = rng_.chance(busy_0);
      if (!first) {
        Base::step();
      } else if (!rng_.chance(busy_1)) {
        Base::step(frame_for(any_qp()));
      } else {
        two_frames([&] { return &any_qp(); });
      }
    }
    Base::drain();
  }

  template <class Choose>
  void two_frames(Choose choose) {
    Base::step_two([&] { return frame_for(*choose()); }, [&] { return frame_for(*choose()); });
  }

  Rng rng_ = Base::rng("clocks");
  RequestTraffic traffic_{Base::rng("traffic"), {}};
  std::vector<uint32_t> qpns_;
};

class PsnCheckerRandom : public RandomBench<CheckerBench<Vtb_rnic_psn_checker, 1024>>,
                         public ::testing::WithParamInterface<uint32_t> {};

TEST_P(PsnCheckerRandom, AgreesWithTheModelAtEveryLoad) {
  start(GetParam());
  run_traffic(scaled(5'000), 100, 100, 0);
  run_traffic(scaled(5'000), 100, 60);
  run_traffic(scaled(4'000), 60, 50);
  run_traffic(scaled(2'000), 10, 30, 5);
  expect(frames_ >= scaled(21'000), "frames");
  if (GetParam() >= 5) {
    for (const auto reason :
         {model::Reason::kQpError, model::Reason::kPsnAhead, model::Reason::kPsnAheadAgain,
          model::Reason::kPsnDuplicate, model::Reason::kSequence, model::Reason::kLengthPmtu}) {
      expect(met(reason) > 0, name_of(reason));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(QueuePairs, PsnCheckerRandom, ::testing::Values(1, 2, 3, 5, 1024),
                         [](const auto& param_info) {
                           return "Of" + std::to_string(param_info.param);
                         });

// Queue pairs of one type, two packets a clock to one and the same: nothing helps.
class PsnCheckerType : public RandomBench<CheckerBench<Vtb_rnic_psn_checker, 1024>>,
                       public ::testing::WithParamInterface<model::QpType> {};

TEST_P(PsnCheckerType, AgreesWhereAllPacketsAreOfOneQueuePair) {
  start(1, {GetParam()});
  run_traffic(scaled(8'000), 100, 100);
  expect(frames_ >= scaled(15'000), "frames");
}

INSTANTIATE_TEST_SUITE_P(Types, PsnCheckerType,
                         ::testing::Values(model::QpType::kRc, model::QpType::kUc,
                                           model::QpType::kUd));

// The next packet of a queue pair comes a fixed number of clocks behind the last ones, in either
// slot; other queue pairs fill the rest, or nothing does.
class PsnCheckerSpacing : public RandomBench<CheckerBench<Vtb_rnic_psn_checker, 1024>>,
                          public ::testing::WithParamInterface<uint32_t> {};

TEST_P(PsnCheckerSpacing, AgreesAtThisDistanceBetweenPacketsOfAQueuePair) {
  start(4, {model::QpType::kRc, model::QpType::kUc, model::QpType::kRc, model::QpType::kRc});
  for (uint64_t round = 0; round < scaled(600); ++round) {
    // Rounds go by queue pair, by which slots the packets take, and by company.
    const uint32_t mine = qpns_[rng_.below(2)];
    const bool company = rng_.chance(50);
    const uint32_t slots = 1 + rng_.below(3);
    maybe_offer(qp(mine), 100, 5);
    const auto other = [&]() -> const model::RxQp* { return &qp(qpns_[2 + rng_.below(2)]); };
    for (int packet = 0; packet < 3; ++packet) {
      step_two([&] { return frame_for((slots & 1) != 0 ? qp(mine) : *other()); },
               [&] { return frame_for((slots & 2) != 0 ? qp(mine) : *other()); });
      for (uint32_t clock = 1; clock < GetParam(); ++clock) {
        if (company)
          two_frames(other);
        else
          step();
      }
    }
    if (is_pending()) step();
  }
  drain();
  expect(frames_ >= scaled(3'000), "frames");
}

INSTANTIATE_TEST_SUITE_P(Clocks, PsnCheckerSpacing, ::testing::Range(1u, 14u),
                         [](const auto& param_info) {
                           return "Of" + std::to_string(param_info.param);
                         });

// A table of four entries: every index bit counts, most packets meet another of their entry.
class PsnCheckerSmall : public RandomBench<CheckerBench<Vtb_rnic_psn_checker_4, 4>> {};

TEST_F(PsnCheckerSmall, AgreesWithTheModelOnAFullTableOfFour) {
  start(4);
  run_traffic(scaled(5'000), 100, 90);
  run_traffic(scaled(5'000), 50, 50, 5);
  expect(met(model::Reason::kQpUnknown) > 0, "other QPNs of an entry");
}

}  // namespace
}  // namespace rnic::tb
