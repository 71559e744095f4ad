// SPDX-License-Identifier: Apache-2.0
#include "tb/app/replay/replay_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tb/app/errors.h"

namespace rnic::app {
namespace {

// Read ahead of the frame that is shown next: keeps the busses full, bounds the memory.
constexpr std::size_t kMostWaiting = 512;

std::string payload_text(const RxPayload* payload) {
  if (payload == nullptr) return "none";
  return fmt::format("{} bytes", payload->bytes.size());
}

// The first counter that differs, in words.
std::optional<std::string> difference(const model::RxCounters& rtl,
                                      const model::RxCounters& model) {
  const auto say = [](const std::string& name, std::uint64_t got, std::uint64_t want) {
    return fmt::format("counter of {}: RTL {}, model {}", name, got, want);
  };
  if (rtl.frames != model.frames) return say("frames", rtl.frames, model.frames);
  if (rtl.bytes != model.bytes) return say("bytes", rtl.bytes, model.bytes);
  for (std::size_t i = 0; i < model.by_verdict.size(); ++i) {
    if (rtl.by_verdict[i] == model.by_verdict[i]) continue;
    return say(fmt::format("verdict {}", model::name_of(static_cast<model::Verdict>(i))),
               rtl.by_verdict[i], model.by_verdict[i]);
  }
  for (std::size_t i = 0; i < model.by_reason.size(); ++i) {
    if (rtl.by_reason[i] == model.by_reason[i]) continue;
    return say(fmt::format("reason {}", model::name_of(static_cast<model::Reason>(i))),
               rtl.by_reason[i], model.by_reason[i]);
  }
  for (std::size_t i = 0; i < model.by_opcode.size(); ++i) {
    if (rtl.by_opcode[i] == model.by_opcode[i]) continue;
    return say(fmt::format("opcode {:#04x}", i), rtl.by_opcode[i], model.by_opcode[i]);
  }
  for (std::size_t i = 0; i < model.by_priority.size(); ++i) {
    if (rtl.by_priority[i] == model.by_priority[i]) continue;
    return say(fmt::format("priority {}", i), rtl.by_priority[i], model.by_priority[i]);
  }
  if (rtl.ce != model.ce) return say("CE marks", rtl.ce, model.ce);
  if (rtl.pcp_mismatch != model.pcp_mismatch) {
    return say("PCP mismatches", rtl.pcp_mismatch, model.pcp_mismatch);
  }
  if (rtl.lossy_roce != model.lossy_roce) {
    return say("lossy RoCE frames", rtl.lossy_roce, model.lossy_roce);
  }
  return std::nullopt;
}

}  // namespace

struct ReplayRun::Nic {
  std::size_t index = 0;
  std::unique_ptr<ReplayDevice> device;
  model::Receiver receiver;
  std::optional<std::uint64_t> first_clock = std::nullopt;
  std::uint64_t last_clock = 0;
};

// A frame that is read and not shown yet; the model has judged it already.
struct ReplayRun::Waiting {
  InputFrame input;
  Nic* nic = nullptr;  // none: skipped
  model::RxRecord want = {};
};

ReplayRun::ReplayRun(ReplayFrames& frames, const std::vector<ReplayNic>& nics,
                     const ReplaySettings& settings, const ReplayDeviceFactory& factory,
                     ReplayObserver& observer)
    : frames_(frames),
      setup_(nics),
      settings_(settings),
      factory_(factory),
      observer_(observer),
      finder_(nics),
      nics_(nics.size()) {}

ReplayRun::~ReplayRun() = default;

ReplayRun::Nic& ReplayRun::nic_at(std::size_t index) {
  if (nics_[index]) return *nics_[index];
  RxDeviceOptions options{
      .spacing = settings_.spacing, .seed = settings_.seed, .our_mac = settings_.our_mac};
  if (settings_.wave_file && settings_.wave_nic == index) {
    options.wave.file = settings_.wave_file;
    options.wave.frame = settings_.wave_packet;
  }
  nics_[index] = std::make_unique<Nic>(
      Nic{.index = index,
          .device = factory_(options, settings_.map),
          .receiver = model::Receiver({.map = settings_.map, .our_mac = settings_.our_mac})});
  Nic& nic = *nics_[index];
  for (const model::RxQpConfig& qp : setup_[index].qps) {
    if (const auto clash = nic.receiver.add_qp(qp)) throw InputError(clash->text());
    nic.device->load(qp);
  }
  return nic;
}

void ReplayRun::offer(InputFrame&& input) {
  Waiting waiting{.input = std::move(input)};
  const InputFrame& frame = waiting.input;
  totals_.last_number = std::max(totals_.last_number, frame.number);
  if (!frame.skipped()) {
    const bool is_wave_packet = settings_.wave_packet == frame.number;
    totals_.wave_packet_seen |= is_wave_packet;
    waiting.nic = &nic_at(finder_.find(frame));
    waiting.want = waiting.nic->receiver.receive(frame.replayed.bytes, frame.replayed.mac_error);
    waiting.nic->device->push({.bytes = frame.replayed.bytes,
                               .mac_error = frame.replayed.mac_error,
                               .time_ns = frame.time_ns,
                               .wave = is_wave_packet,
                               .wave_number = static_cast<std::uint32_t>(frame.number)});
  }
  waiting_.push_back(std::move(waiting));
}

void ReplayRun::read_ahead() {
  while (!has_ended_ && waiting_.size() < kMostWaiting) {
    InputFrame input;
    try {
      has_ended_ = !frames_.next(input);
    } catch (const model::CaptureError&) {
      totals_.capture_error = std::current_exception();
      has_ended_ = true;
    }
    if (!has_ended_) offer(std::move(input));
  }
}

// False while its NIC has not said all of it.
bool ReplayRun::show_front() {
  const Waiting& front = waiting_.front();
  JudgedRxFrame judged{.input = front.input};
  if (front.nic == nullptr) {
    judged.record.verdict = model::Verdict::kSkipped;
    observer_.frame(judged);
    return true;
  }
  Nic& nic = *front.nic;
  std::deque<RxAnswer>& answers = nic.device->answers();
  if (answers.empty()) return false;
  const RxAnswer& answer = answers.front();
  std::deque<RxPayload>& payloads = nic.device->payload();
  const bool is_accepted = answer.record && answer.record->verdict == model::Verdict::kAccept;
  if (is_accepted && payloads.empty() && !nic.device->is_idle()) return false;

  judged.nic = nic.index;
  judged.bytes = front.input.replayed.bytes.size();
  judged.record = answer.record.value_or(front.want);
  judged.differences = differences(front.want, answer.record);
  if (is_accepted) {
    const bool has_payload = !payloads.empty() && payloads.front().frame == answer.frame;
    const RxPayload* payload = has_payload ? &payloads.front() : nullptr;
    if (payload == nullptr || payload->bytes != front.input.replayed.bytes) {
      judged.differences.push_back(
          {"payload stream", payload_text(payload), fmt::format("{} bytes", judged.bytes)});
    }
    if (has_payload) payloads.pop_front();
  }
  judged.model_agrees = judged.differences.empty();
  if (!*judged.model_agrees) ++totals_.disagreements;
  ++totals_.compared;
  if (!nic.first_clock) nic.first_clock = answer.sop_clock;
  nic.last_clock = answer.eop_clock;
  answers.pop_front();
  observer_.frame(judged);
  return true;
}

void ReplayRun::show_judged() {
  while (!waiting_.empty() && show_front()) {
    waiting_.pop_front();
    ++totals_.frames;
  }
}

void ReplayRun::complain(const Nic& nic, const std::string& text) {
  ++totals_.disagreements;
  observer_.complaint(setup_.size() == 1 ? text : fmt::format("NIC {}: {}", nic.index + 1, text));
}

void ReplayRun::collect_complaints(Nic& nic) {
  for (const std::string& text : nic.device->complaints()) complain(nic, text);
  nic.device->complaints().clear();
}

void ReplayRun::drive() {
  while (true) {
    read_ahead();
    show_judged();
    if (waiting_.empty() && has_ended_) return;
    if (waiting_.empty()) continue;
    // The NIC whose answer is wanted next; the others stand still and lose nothing.
    Nic& nic = *waiting_.front().nic;
    if (nic.device->is_idle() && nic.device->answers().empty()) {
      throw RtlError(fmt::format("frame {} got no answer", waiting_.front().input.number));
    }
    nic.device->cycle();
    collect_complaints(nic);
  }
}

void ReplayRun::finish_devices() {
  for (const auto& nic : nics_) {
    if (!nic) continue;
    while (!nic->device->is_idle()) nic->device->cycle();
    for (const RxPayload& payload : nic->device->payload()) {
      complain(*nic, fmt::format("{} bytes of payload without a frame", payload.bytes.size()));
    }
    const auto wrong = difference(nic->device->counters(), nic->receiver.counters());
    if (wrong) complain(*nic, *wrong);
    collect_complaints(*nic);
  }
}

ReplayTotals ReplayRun::run() {
  try {
    drive();
    finish_devices();
  } catch (const RtlError& error) {
    totals_.rtl_error = error.what();
  }
  for (const auto& nic : nics_) {
    if (!nic) continue;
    if (nic->first_clock) totals_.clocks += nic->last_clock - *nic->first_clock + 1;
    nic->device->finish_wave();
    totals_.has_recorded |= nic->device->has_recorded();
  }
  return std::move(totals_);
}

}  // namespace rnic::app
