// SPDX-License-Identifier: Apache-2.0
//
// A replay with a receive path that is wrong: what is told, and that it ends with status 1.
#include <gmock/gmock.h>

#include <filesystem>

#include "tb/app/test/replay_fixture.h"

namespace rnic::app::test {
namespace {

using ::testing::HasSubstr;

class WrongReplay : public Replay {
 protected:
  // The disagreement's frame is saved in the current directory.
  WrongReplay() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder_);
  }
  ~WrongReplay() override { std::filesystem::current_path(before_); }

 private:
  std::filesystem::path before_;
};

TEST_F(WrongReplay, WrongFieldIsNamedWithTheCommandThatShowsIt) {
  const ReplayOptions options{
      .file = store(conversation()), .program = "rnic400", .repeat_options = " --seed 3"};
  const Seen seen = run(options, model_devices([](RxAnswer& answer) {
                          if (answer.record->answer_psn == 0x11u) answer.record->answer_psn = 0x12;
                        }));
  EXPECT_EQ(seen.status, kMismatch);
  EXPECT_EQ(seen.frames()[2].at("model_agrees"), false);
  EXPECT_EQ(seen.frames()[2].at("answer_psn"), 0x12) << "the report shows the RTL's";
  EXPECT_EQ(seen.summary().at("model_disagreements"), 1);
  EXPECT_THAT(seen.out, HasSubstr("DIFFERS\n"));
  EXPECT_THAT(seen.err, HasSubstr("rnic400: frame 3: answer_psn: RTL "));
  EXPECT_THAT(seen.err, HasSubstr("see it with: rnic400 replay " + options.file +
                                  " --seed 3 --wave failure.fst --wave-packet 3\n"));
  EXPECT_TRUE(std::filesystem::exists(path("failures/replay.frame-3.pcap")));
}

TEST_F(WrongReplay, MissingRecordIsADisagreementAndTheModelsIsShown) {
  const Seen seen = run({.file = store(conversation())}, model_devices([](RxAnswer& answer) {
                          if (answer.frame == 1) answer.record.reset();
                        }));
  EXPECT_EQ(seen.status, kMismatch);
  EXPECT_THAT(seen.err, HasSubstr(": record: RTL none, model "));
  EXPECT_EQ(seen.frames().size(), 6u);
  EXPECT_EQ(seen.frames()[2].at("verdict"), "refuse");
}

TEST_F(WrongReplay, ManyDisagreementsAreCountedAndTheFirstOnesTold) {
  std::vector<Bytes> frames;
  for (std::uint32_t i = 0; i < 600; ++i) {
    frames.push_back(wire(request(Opcode::kRcSendOnly, 0x10 + i, 5)));
  }
  const Seen seen = run({.file = store(file_of(frames))},
                        model_devices([](RxAnswer& answer) { answer.record->msn = 99; }));
  EXPECT_EQ(seen.status, kMismatch);
  EXPECT_EQ(seen.summary().at("model_disagreements"), 600);
  EXPECT_THAT(seen.err, HasSubstr("rnic400: 590 more disagreements are only counted\n"));
}

class DeviceWithFaults final : public ReplayDevice {
 public:
  DeviceWithFaults(const RxDeviceOptions& options, const model::DscpMap& map, int fault)
      : inner_(options, map), fault_(fault) {}

  void load(const model::RxQpConfig& qp) override { inner_.load(qp); }
  std::uint64_t push(const RxFrame& frame) override { return inner_.push(frame); }
  bool is_idle() const override { return inner_.is_idle(); }
  void cycle() override {
    inner_.cycle();
    if (fault_ == 1 && inner_.payload().size() == 1) inner_.payload().front().bytes[60] ^= 1;
    if (fault_ == 2) inner_.payload().clear();
    if (fault_ == 3 && ++clocks_ == 2) inner_.complaints().push_back("record without a frame");
    if (fault_ == 5 && ++clocks_ == 4) throw RtlError("assertion of rnic_x");
  }
  std::deque<RxAnswer>& answers() override { return inner_.answers(); }
  std::deque<RxPayload>& payload() override { return inner_.payload(); }
  std::vector<std::string>& complaints() override { return inner_.complaints(); }
  model::RxCounters counters() override {
    model::RxCounters counters = inner_.counters();
    if (fault_ == 4) ++counters.by_reason[static_cast<std::size_t>(model::Reason::kIcrc)];
    return counters;
  }
  void finish_wave() override {}
  bool has_recorded() const override { return false; }

 private:
  ModelRxDevice inner_;
  int fault_;
  int clocks_ = 0;
};

ReplayDeviceFactory faulty(int fault) {
  return [fault](const RxDeviceOptions& options, const model::DscpMap& map) {
    return std::make_unique<DeviceWithFaults>(options, map, fault);
  };
}

TEST_F(WrongReplay, PayloadThatDiffersOrIsMissingIsADisagreement) {
  const std::string file = store(file_of({wire(request(Opcode::kRcSendOnly, 0x10, 5))}));
  const Seen changed = run({.file = file}, faulty(1));
  EXPECT_EQ(changed.status, kMismatch);
  EXPECT_THAT(changed.err, HasSubstr("frame 1: payload stream: RTL "));
  const Seen missing = run({.file = file}, faulty(2));
  EXPECT_EQ(missing.status, kMismatch);
  EXPECT_THAT(missing.err, HasSubstr("frame 1: payload stream: RTL none, model 66 bytes"));
}

TEST_F(WrongReplay, DisagreementGoesBeforeADamagedCapture) {
  Bytes file = conversation();
  file.pop_back();
  const Seen seen = run({.file = store(file)}, faulty(3));
  EXPECT_EQ(seen.status, kMismatch);
  EXPECT_THAT(seen.err, HasSubstr("record without a frame"));
  EXPECT_THAT(seen.err, HasSubstr("in.pcap: byte ")) << "both are told";
}

TEST_F(WrongReplay, ComplaintsAndCountersAreDisagreements) {
  const Seen stray = run({.file = store(conversation())}, faulty(3));
  EXPECT_EQ(stray.status, kMismatch);
  EXPECT_THAT(stray.err, HasSubstr("record without a frame"));
  const Seen counted = run({.file = store(conversation())}, faulty(4));
  EXPECT_EQ(counted.status, kMismatch);
  EXPECT_THAT(counted.err, HasSubstr("NIC 1: counter of reason icrc: RTL 2, model 1"));
}

TEST_F(WrongReplay, RtlThatStopsEndsTheRunWithAWholeReport) {
  const Seen seen = run({.file = store(conversation())}, faulty(5));
  EXPECT_EQ(seen.status, kMismatch);
  EXPECT_THAT(seen.err, HasSubstr("rnic400: RTL: assertion of rnic_x\n"));
  EXPECT_LT(seen.frames().size(), 6u);
}

}  // namespace
}  // namespace rnic::app::test
