// SPDX-License-Identifier: Apache-2.0
//
// Findings in devices that are wrong on purpose, shrunk: what is left is what it takes.
#include "tb/fuzz/rtl/shrink.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "tb/app/test/model_rx_device.h"
#include "tb/fuzz/rtl/case_maker.h"

namespace rnic::fuzz {
namespace {

using app::RxAnswer;
using app::test::model_devices;
using app::test::ModelRxDevice;

struct Found {
  FuzzCase fuzz_case;
  Finding finding;
};

// The first case that shows it, of more than a hundred frames.
Found find(CaseRunner& runner) {
  const CaseMaker maker(1);
  for (std::uint64_t number = 0; number < 200; ++number) {
    FuzzCase made = maker.make(number);
    const auto finding = runner.run(made);
    if (finding && made.frames.size() > 100) return {std::move(made), *finding};
  }
  ADD_FAILURE() << "not found in 200 cases";
  return {};
}

Shrunk shrunk_with(const ModelRxDevice::Spoil& spoil) {
  CaseRunner runner(model_devices(spoil));
  const Found found = find(runner);
  const Shrunk shrunk = shrink(found.fuzz_case, found.finding, runner, {});
  EXPECT_TRUE(shrunk.is_finished);
  EXPECT_EQ(shrunk.finding.field, found.finding.field);
  // It still is a finding, and it is in the capture that would be written.
  EXPECT_TRUE(runner.run(shrunk.smallest));
  return shrunk;
}

TEST(Shrink, LeavesTheOneFrameThatARuleOfItsOwnTakes) {
  const Shrunk shrunk = shrunk_with([](RxAnswer& answer) {
    if (answer.record->reason == model::Reason::kTver)
      answer.record->verdict = model::Verdict::kRefuse;
  });
  ASSERT_EQ(shrunk.smallest.frames.size(), 1u);
  EXPECT_LE(shrunk.smallest.frames[0].mutations.size(), 1u);
  EXPECT_LE(sent_frame(shrunk.smallest.frames[0]).bytes.size(), 100u);
  EXPECT_TRUE(shrunk.smallest.qps.empty()) << "no QP has to do with it";
  EXPECT_EQ(shrunk.smallest.spacing, app::Spacing::kBackToBack);
  EXPECT_EQ(shrunk.smallest.seed, 1u);
  EXPECT_EQ(shrunk.finding.frame, 1u);
}

TEST(Shrink, LetsAFrameOfALongConversationStandAlone) {
  const Shrunk shrunk = shrunk_with([](RxAnswer& answer) {
    if (answer.record->action == model::Action::kReadAgain) answer.record->answer_psn = 0;
  });
  // A READ behind the expected PSN takes no frame before it.
  ASSERT_EQ(shrunk.smallest.frames.size(), 1u);
  ASSERT_EQ(shrunk.smallest.qps.size(), 1u);
  EXPECT_EQ(shrunk.finding.field, "answer_psn");
}

TEST(Shrink, KeepsTheFramesBeforeThatItTakes) {
  const Shrunk shrunk = shrunk_with([](RxAnswer& answer) {
    if (answer.record->reason == model::Reason::kPsnAheadAgain) answer.record->reason.reset();
  });
  // Ahead once, and ahead again.
  EXPECT_EQ(shrunk.smallest.frames.size(), 2u);
  EXPECT_EQ(shrunk.smallest.qps.size(), 1u);
  EXPECT_EQ(shrunk.finding.frame, 2u);
}

TEST(Shrink, FindsWhatADeviceRemembersWrongly) {
  // The MSN is one too many where the frame before of the same queue pair was a duplicate.
  std::map<std::uint32_t, bool> was_duplicate;
  const Shrunk shrunk = shrunk_with([was_duplicate](RxAnswer& answer) mutable {
    auto& record = *answer.record;
    if (!record.qpn || record.icrc_ok != true) return;
    const bool is_duplicate = record.verdict == model::Verdict::kDuplicate;
    if (std::exchange(was_duplicate[*record.qpn], is_duplicate) && !is_duplicate && record.msn) {
      *record.msn += 1;
    }
  });
  EXPECT_EQ(shrunk.smallest.frames.size(), 2u);
  EXPECT_EQ(shrunk.smallest.qps.size(), 1u);
  EXPECT_EQ(shrunk.finding.field, "msn");
  EXPECT_EQ(shrunk.finding.frame, 2u);
}

TEST(Shrink, ShortensThePayloadAsFarAsTheFindingLetsIt) {
  const Shrunk shrunk = shrunk_with([](RxAnswer& answer) {
    if (answer.record->payload_bytes.value_or(0) > 100) answer.record->ecn = 1;
  });
  ASSERT_EQ(shrunk.smallest.frames.size(), 1u);
  EXPECT_LE(sent_frame(shrunk.smallest.frames[0]).bytes.size(), 100u + 100u + 78u);
}

// Same records, and one more complaint behind some frame.
class Complaining final : public app::ReplayDevice {
 public:
  Complaining(const app::RxDeviceOptions& options, const model::DscpMap& map)
      : inner_(options, map) {}

  void load(const model::RxQpConfig& qp) override { inner_.load(qp); }
  std::uint64_t push(const app::RxFrame& frame) override { return inner_.push(frame); }
  bool is_idle() const override { return inner_.is_idle(); }
  void cycle() override {
    const std::size_t before = inner_.answers().size();
    inner_.cycle();
    if (inner_.answers().size() == before) return;
    const auto& record = inner_.answers().back().record;
    if (record->reason == model::Reason::kNotUdp) inner_.complaints().push_back("a stray record");
  }
  std::deque<app::RxAnswer>& answers() override { return inner_.answers(); }
  std::deque<app::RxPayload>& payload() override { return inner_.payload(); }
  std::vector<std::string>& complaints() override { return inner_.complaints(); }
  model::RxCounters counters() override { return inner_.counters(); }
  void finish_wave() override {}
  bool has_recorded() const override { return false; }

 private:
  ModelRxDevice inner_;
};

TEST(Shrink, ShrinksWhatBelongsToNoFrame) {
  CaseRunner runner([](const app::RxDeviceOptions& options, const model::DscpMap& map) {
    return std::make_unique<Complaining>(options, map);
  });
  const Found found = find(runner);
  const Shrunk shrunk = shrink(found.fuzz_case, found.finding, runner, {});
  EXPECT_EQ(shrunk.finding.field, "complaint");
  EXPECT_EQ(shrunk.smallest.frames.size(), 1u);
}

TEST(Shrink, StopsAtItsLimitWithWhatItHas) {
  CaseRunner runner(model_devices([](RxAnswer& answer) {
    if (answer.record->reason == model::Reason::kIcrc) answer.record->psn = 1;
  }));
  const Found found = find(runner);
  const Shrunk shrunk = shrink(found.fuzz_case, found.finding, runner, {.runs = 3});
  EXPECT_FALSE(shrunk.is_finished);
  EXPECT_LE(shrunk.runs, 3u);
  EXPECT_TRUE(runner.run(shrunk.smallest));
}

}  // namespace
}  // namespace rnic::fuzz
