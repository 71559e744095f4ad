// SPDX-License-Identifier: Apache-2.0
#include "tb/app/vectors/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <system_error>
#include <vector>

#include "models/pcap/capture_reader.h"
#include "models/pcap/capture_writer.h"
#include "tb/app/tx/model_device.h"
#include "tb/app/tx/tx_path.h"
#include "tb/app/tx/tx_run.h"
#include "tb/harness/frame_fields.h"
#include "tb/harness/scoreboard.h"

namespace rnic::app {
namespace {

namespace fs = std::filesystem;

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

// Every *.toml of the folder, by name.
std::vector<fs::path> vectors_of(const std::string& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".toml") found.push_back(entry.path());
  }
  if (error) throw InputError(fmt::format("{}: {}", folder, error.message()));
  if (found.empty()) throw InputError(fmt::format("{}: expected vectors, *.toml", folder));
  std::ranges::sort(found);
  return found;
}

// Where the model's frames and the capture's differ first; empty: nowhere.
std::string difference_from(const fs::path& capture, const std::vector<model::ByteVector>& want) {
  model::CaptureReader reader(capture.string());
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
void write_capture(const fs::path& capture, const std::vector<model::ByteVector>& frames) {
  model::CaptureWriter writer(capture.string(), model::CaptureFormat::kPcapNanoseconds);
  std::int64_t number = 0;
  for (const model::ByteVector& frame : frames) writer.write(frame, {.time_ns = ++number});
  writer.close();
}

std::string check(const fs::path& toml, const WorkConfig& work, const DeviceMaker& make_device,
                  std::string& counts) {
  if (!fs::exists(fs::path(toml).replace_extension(".txt"))) return "no text beside it (.txt)";
  const Kept expected = run_model(work);
  const std::string wrong =
      difference_from(fs::path(toml).replace_extension(".pcap"), expected.frames());
  if (!wrong.empty()) return wrong;
  const Kept seen = run(work, make_device);
  counts = fmt::format("{} frames, {} completions", seen.frames().size(), seen.completions());
  return seen.first_difference();
}

}  // namespace

ExitStatus vectors(const VectorsOptions& options, const DeviceMaker& make_device,
                   const Console& console) {
  const auto found = vectors_of(options.folder);
  std::size_t wrong = 0;
  std::uint64_t done = 0;
  for (const fs::path& toml : found) {
    const WorkConfig work = load_work(toml.string());
    std::string counts;
    std::string difference;
    if (options.update) {
      const Kept kept = run_model(work);
      write_capture(fs::path(toml).replace_extension(".pcap"), kept.frames());
      counts = fmt::format("{} frames written", kept.frames().size());
    } else {
      difference = check(toml, work, make_device, counts);
    }
    wrong += difference.empty() ? 0 : 1;
    console.out << fmt::format("{:<32} {}\n", toml.stem().string(),
                               difference.empty() ? counts : "DIFFERS: " + difference);
    console.out.flush();
    console.bar.update({.done = ++done, .total = found.size(), .frames = 0});
  }
  console.bar.hide();
  console.out << (options.update ? fmt::format("\n{} captures written\n", found.size())
                                 : fmt::format("\n{} vectors, {} wrong\n", found.size(), wrong));
  console.out.flush();
  if (wrong > 0) {
    console.err << fmt::format(
        "rnic400: {} of {} vectors differ; see one with: rnic400 tx "
        "--config VECTOR.toml\n",
        wrong, found.size());
  }
  return wrong == 0 ? kAgree : kMismatch;
}

ExitStatus vectors(const VectorsOptions& options, const Console& console) {
  return vectors(
      options,
      [](const DeviceOptions& device, const model::HostMemory& memory) {
        return std::make_unique<RtlTxPath>(device, tb::WaveOptions{}, memory);
      },
      console);
}

}  // namespace rnic::app
