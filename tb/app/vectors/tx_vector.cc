// SPDX-License-Identifier: Apache-2.0
#include "tb/app/vectors/tx_vector.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "models/pcap/capture_reader.h"
#include "models/pcap/capture_writer.h"
#include "tb/app/tx/model_device.h"
#include "tb/app/tx/tx_run.h"
#include "tb/harness/frame_fields.h"
#include "tb/harness/scoreboard.h"

namespace rnic::app {
namespace {

std::string difference_of(model::ByteSpan want, model::ByteSpan got) {
  return tb::first_difference(want, got, tb::roce_field_at);
}

// What a run gave, and the first thing in which RTL and model differ.
class Kept final : public TxObserver {
 public:
  void frame(const JudgedTxFrame& frame) override {
    if (!frame.match.agrees) {
      note(frame.match.want ? fmt::format("frame {}: {}", frame.number,
                                          difference_of(frame.match.want->bytes, frame.frame.bytes))
                            : fmt::format("frame {}: RTL one, model none", frame.number));
    }
    frames_.push_back(frame.frame.bytes);
  }
  void completion(const JudgedCompletion& completion) override {
    ++completions_;
    if (completion.match.agrees) return;
    const auto* want = completion.match.want ? &*completion.match.want : nullptr;
    note(fmt::format("completion of wr_id {}: RTL {}, model {}", completion.record.wr_id,
                     model::name_of(completion.record.status),
                     want != nullptr ? model::name_of(want->status) : "none"));
  }
  void disagreement(const std::string& text) override { note(text); }

  [[nodiscard]] const std::vector<model::ByteVector>& frames() const noexcept { return frames_; }
  [[nodiscard]] std::uint64_t completions() const noexcept { return completions_; }
  [[nodiscard]] const std::string& first_difference() const noexcept { return first_; }

 private:
  void note(const std::string& text) {
    if (first_.empty()) first_ = text;
  }

  std::vector<model::ByteVector> frames_;
  std::uint64_t completions_ = 0;
  std::string first_;
};

Kept run(const WorkConfig& work, const DeviceMaker& make_device) {
  const DeviceOptions options;
  WorkSetup setup = set_up(work, resolve({}, work.nic.dscp));
  const auto device = make_device(options, setup.memory);
  Kept kept;
  run_tx(work, setup, options, *device, kept);
  return kept;
}

Kept run_model(const WorkConfig& work) {
  return run(work, [](const DeviceOptions&, const model::HostMemory& memory) {
    return std::make_unique<ModelDevice>(memory);
  });
}

// Where the model's frames and the capture's differ first; empty: nowhere.
std::string difference_from(const std::string& capture,
                            const std::vector<model::ByteVector>& want) {
  model::CaptureReader reader(capture);
  std::size_t number = 0;
  for (model::CaptureFrame frame; reader.next(frame); ++number) {
    if (number >= want.size()) return fmt::format("the capture has more than {} frames", number);
    if (!std::ranges::equal(frame.bytes, want[number])) {
      return fmt::format("frame {} of the capture, from the model: {}", number + 1,
                         difference_of(frame.bytes, want[number]));
    }
  }
  if (number < want.size()) {
    return fmt::format("the capture has {} frames, want {}", number, want.size());
  }
  return {};
}

// Stamps are the frames' numbers: a model has no clock.
void write_capture(const std::string& capture, const std::vector<model::ByteVector>& frames) {
  model::CaptureWriter writer(capture, model::CaptureFormat::kPcapNanoseconds);
  std::int64_t number = 0;
  for (const model::ByteVector& frame : frames) writer.write(frame, {.time_ns = ++number});
  writer.close();
}

}  // namespace

VectorOutcome check_tx_vector(const FoundVector& vector, const DeviceMaker& make_device) {
  if (!std::filesystem::exists(vector.file(".txt"))) {
    return {.difference = "no text beside it (.txt)"};
  }
  const WorkConfig work = load_work(vector.file(".toml"));
  const Kept expected = run_model(work);
  const std::string wrong = difference_from(vector.file(".pcap"), expected.frames());
  if (!wrong.empty()) return {.difference = wrong};
  const Kept seen = run(work, make_device);
  return {
      .counts = fmt::format("{} frames, {} completions", seen.frames().size(), seen.completions()),
      .difference = seen.first_difference()};
}

VectorOutcome update_tx_vector(const FoundVector& vector) {
  const Kept kept = run_model(load_work(vector.file(".toml")));
  write_capture(vector.file(".pcap"), kept.frames());
  return {.counts = fmt::format("{} frames", kept.frames().size())};
}

}  // namespace rnic::app
