// SPDX-License-Identifier: Apache-2.0
#include "tb/app/vectors/rx_vector.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>
#include <vector>

#include "tb/app/config/text_file.h"
#include "tb/app/replay/learn.h"
#include "tb/app/replay/replay_config.h"
#include "tb/app/replay/replay_report.h"
#include "tb/app/replay/replay_run.h"

namespace rnic::app {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

// ------------------------------------------------------------ a capture and who judges it

class RxVector {
 public:
  explicit RxVector(const FoundVector& vector)
      : capture_(vector.file(".pcap")), plan_(plan_reading(capture_)) {
    const std::string toml = vector.file(".toml");
    if (!fs::exists(toml)) {
      learn();
      return;
    }
    ReplayConfig config = load_replay_config(toml);
    settings_.map = resolve({}, config.nic.dscp);
    settings_.our_mac = config.nic.mac;
    nics_.push_back({.qps = std::move(config.qps)});
  }

  ReplayFrames frames() const {
    return {capture_, plan_, {.ethernet_only = settings_.our_mac.has_value()}};
  }
  const ReplaySettings& settings() const noexcept { return settings_; }
  const std::vector<ReplayNic>& nics() const noexcept { return nics_; }

 private:
  void learn() {
    Learner learner;
    ReplayFrames pass = frames();
    for (InputFrame frame; pass.next(frame);) {
      if (!frame.skipped()) learner.look_at(frame.replayed);
    }
    nics_ = nics_of(learner.learned());
  }

  RereadableCapture capture_;
  ReadingPlan plan_;
  ReplaySettings settings_;
  std::vector<ReplayNic> nics_;
};

// A report as text, and its counts in words.
class ReportText {
 public:
  ReportText() = default;
  ReportText(const ReportText&) = delete;
  ReportText& operator=(const ReportText&) = delete;

  void add(const JudgedRxFrame& frame) {
    report_.add(frame);
    summary_.add(frame.record, frame.bytes);
  }
  std::string finish(const ReplayTotals& totals) {
    report_.finish(totals);
    return out_.str();
  }
  [[nodiscard]] std::string counts() const {
    return fmt::format("{} frame{}{}{}", summary_.frames, summary_.frames == 1 ? "" : "s",
                       summary_.frames == 0 ? "" : ": ", list_of_verdicts(summary_));
  }

 private:
  std::ostringstream out_;
  ReplayReport report_{"-", out_};
  ReplaySummary summary_;
};

// The report, and the first thing in which device and model differ.
class Kept final : public ReplayObserver {
 public:
  void frame(const JudgedRxFrame& frame) override {
    text.add(frame);
    if (frame.differences.empty()) return;
    const RxDifference& first = frame.differences.front();
    note(fmt::format("frame {}: {}: RTL {}, model {}", frame.input.number, first.field, first.rtl,
                     first.model));
  }
  void complaint(const std::string& what) override { note(what); }
  void note(const std::string& what) {
    if (first_difference.empty()) first_difference = what;
  }

  ReportText text;
  std::string first_difference;
};

// ------------------------------------------------------------ the model alone

class ModelNics {
 public:
  explicit ModelNics(const RxVector& vector) : finder_(vector.nics()) {
    const ReplaySettings& settings = vector.settings();
    for (const ReplayNic& nic : vector.nics()) {
      receivers_.emplace_back(
          model::ReceiverSettings{.map = settings.map, .our_mac = settings.our_mac});
      for (const model::RxQpConfig& qp : nic.qps) {
        if (const auto clash = receivers_.back().add_qp(qp)) throw InputError(clash->text());
      }
    }
  }

  JudgedRxFrame judge(const InputFrame& frame) {
    JudgedRxFrame judged{.input = frame};
    if (frame.skipped()) {
      judged.record.verdict = model::Verdict::kSkipped;
      return judged;
    }
    judged.nic = finder_.find(frame);
    judged.record = receivers_[judged.nic].receive(frame.replayed.bytes, frame.replayed.mac_error);
    judged.model_agrees = true;
    judged.bytes = frame.replayed.bytes.size();
    return judged;
  }

 private:
  NicFinder finder_;
  std::vector<model::Receiver> receivers_;
};

void run_model(const FoundVector& found, ReportText& text) {
  const RxVector vector(found);
  ModelNics nics(vector);
  ReplayFrames frames = vector.frames();
  for (InputFrame frame; frames.next(frame);) text.add(nics.judge(frame));
}

// ------------------------------------------------------------ where two reports differ

bool is_report(const ordered_json& json) {
  if (!json.is_object() || !json.contains("frames") || !json.contains("summary")) return false;
  const ordered_json& frames = json["frames"];
  const auto is_object = [](const ordered_json& frame) { return frame.is_object(); };
  return json["summary"].is_object() && frames.is_array() &&
         std::all_of(frames.begin(), frames.end(), is_object);
}

// The first key in which two objects differ, but for `ignored`.
std::string object_difference(const ordered_json& want, const ordered_json& seen,
                              std::string_view ignored = {}) {
  for (const auto& [key, value] : seen.items()) {
    if (key == ignored) continue;
    if (!want.contains(key)) return fmt::format("{}: {}, want no such key", key, value.dump());
    if (want[key] == value) continue;
    return fmt::format("{}: {}, want {}", key, value.dump(), want[key].dump());
  }
  for (const auto& [key, value] : want.items()) {
    if (!seen.contains(key)) return fmt::format("{}: missing, want {}", key, value.dump());
  }
  return {};
}

}  // namespace

std::string report_difference(const std::string& want_text, const std::string& seen_text) {
  if (want_text == seen_text) return {};
  const auto want = ordered_json::parse(want_text, nullptr, /*allow_exceptions=*/false);
  const auto seen = ordered_json::parse(seen_text, nullptr, /*allow_exceptions=*/false);
  if (!is_report(want) || !is_report(seen)) {
    return R"(no report, expected {"frames": [ … ], "summary": { … }})";
  }
  for (std::size_t i = 0; i < std::min(want["frames"].size(), seen["frames"].size()); ++i) {
    const std::string what = object_difference(want["frames"][i], seen["frames"][i]);
    if (!what.empty()) return fmt::format("frame {}: {}", i + 1, what);
  }
  if (want["frames"].size() != seen["frames"].size()) {
    return fmt::format("{} frames, want {}", seen["frames"].size(), want["frames"].size());
  }
  const std::string what = object_difference(want["summary"], seen["summary"], "clocks");
  return what.empty() ? what : fmt::format("summary: {}", what);
}

std::string expected_rx_report(const FoundVector& vector) {
  ReportText text;
  run_model(vector, text);
  return text.finish({});
}

VectorOutcome check_rx_vector(const FoundVector& found, const ReplayDeviceFactory& make_device) {
  if (!fs::exists(found.file(".json"))) return {.difference = "no report beside it (.json)"};
  const RxVector vector(found);
  ReplayFrames frames = vector.frames();
  Kept kept;
  const ReplayTotals totals =
      ReplayRun(frames, vector.nics(), vector.settings(), make_device, kept).run();
  if (totals.capture_error) std::rethrow_exception(totals.capture_error);
  if (totals.rtl_error) kept.note(fmt::format("RTL: {}", *totals.rtl_error));
  VectorOutcome outcome{.counts = kept.text.counts(), .difference = kept.first_difference};
  if (outcome.difference.empty()) {
    outcome.difference =
        report_difference(read_text_file(found.file(".json")), kept.text.finish(totals));
  }
  return outcome;
}

VectorOutcome update_rx_vector(const FoundVector& found) {
  ReportText text;
  run_model(found, text);
  std::ostringstream unused;
  OutputFile(found.file(".json"), unused).write(text.finish({}));
  return {.counts = text.counts()};
}

}  // namespace rnic::app
