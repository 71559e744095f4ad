// SPDX-License-Identifier: Apache-2.0
#include "tb/rx/rx_verdict_fixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "models/qos/dscp_map.h"
#include "models/wire/ip.h"
#include "tb/harness/scoreboard.h"

namespace rnic::tb {
namespace {

uint8_t code_of(const std::optional<model::Reason>& reason) {
  return reason ? rnic::tb::code_of(*reason) : uint8_t{0};
}

// An address as SeenJudged has it.
template <size_t N>
std::array<uint8_t, 16> as_number(const std::array<uint8_t, N>& address) {
  std::array<uint8_t, 16> number{};
  std::ranges::reverse_copy(address, number.begin());
  return number;
}

}  // namespace

class RxVerdict::Differ {
 public:
  Differ(RxVerdict& test, const Want& want, const SegPlace& place)
      : test_(test), want_(want), place_(place) {}

  void operator()(std::string_view field, uint64_t wanted, uint64_t seen) {
    if (wanted != seen) test_.report(want_, place_, field, wanted, seen);
  }

 private:
  RxVerdict& test_;
  const Want& want_;
  const SegPlace& place_;
};

RxVerdict::RxVerdict() {
  set_mac_filter(std::nullopt);
  driver_.set_wave(dut_.wave());
  dut_.add(driver_);
  dut_.add(monitor_);
  dut_.reset();
}

void RxVerdict::set_mac_filter(std::optional<model::MacAddress> ours) {
  our_mac_ = ours;
  dut_->cfg_mac_filter_i = ours.has_value();
  dut_->cfg_mac_i = 0;
  if (!ours) return;
  for (const uint8_t byte : *ours) dut_->cfg_mac_i = dut_->cfg_mac_i << 8 | byte;
}

std::string RxVerdict::reason_name(uint8_t code) {
  dut_->name_of_i = code;
  dut_.settle();
  std::string name;
  if (dut_->name_o.empty()) return name;
  for (const char c : dut_->name_o.substr(std::string_view("Reason").size())) {
    if (c >= 'A' && c <= 'Z') {
      if (!name.empty()) name += '_';
      name += static_cast<char>(c - 'A' + 'a');
    } else {
      name += c;
    }
  }
  return name;
}

void RxVerdict::push(SegFrame frame, Must must) {
  auto check = model::check_frame(frame.bytes, frame.err, our_mac_);
  if (must) {
    expect_eq(unsigned{code_of(*must)}, unsigned{code_of(check.reason)},
              fmt::format("frame {}: the model's reason", frames_ + wanted_.size()));
  }
  wanted_.push_back({.frame = frame.bytes, .check = std::move(check)});
  driver_.push(std::move(frame));
  while (driver_.backlog() > 8) step();
}

void RxVerdict::drain() {
  dut_.run_until([&] { return driver_.is_done(); }, 100'000);
  for (uint64_t i = 0; i <= kJudgedCycles; ++i) step();
  expect_eq(size_t{0}, wanted_.size(), "frames that were not judged");
}

void RxVerdict::step() {
  dut_.cycle();
  for (; !monitor_.parsed().empty(); monitor_.parsed().pop_front()) {
    compare(monitor_.parsed().front());
  }
  for (; !monitor_.judged().empty(); monitor_.judged().pop_front()) {
    compare(monitor_.judged().front());
  }
}

void RxVerdict::compare(const SeenParsed& got) {
  if (parsed_ >= wanted_.size() || parsed_ >= driver_.sent().size()) {
    return expect(false, fmt::format("clock {}: a parsed word without a frame", got.clock));
  }
  const Want& want = wanted_[parsed_];
  const SegPlace place = driver_.sent()[parsed_];
  ++parsed_;
  run().count_checks();
  Differ differ(*this, want, place);
  const bool is_icrc = want.check.reason == model::Reason::kIcrc;
  differ("parser: reason", is_icrc ? 0 : code_of(want.check.reason), got.reason);
  differ("parser: roce", want.check.frame.has_value(), got.roce);
  differ("parser: sized", want.check.length_ok, got.sized);
  differ("parser: frame_bytes", want.frame.size(), got.frame_bytes);
  differ("parser: slot", place.eop_slot, got.slot);
  differ("parser: clocks from eop", kParserCycles, got.clock - place.eop_clock);
}

void RxVerdict::compare(const SeenJudged& got) {
  if (parsed_ == 0 || wanted_.empty() || driver_.sent().empty()) {
    return expect(false, fmt::format("clock {}: a judged frame without a frame", got.clock));
  }
  const Want want = std::move(wanted_.front());
  const SegPlace place = driver_.sent().front();
  wanted_.pop_front();
  driver_.sent().pop_front();
  --parsed_;
  run().count_checks();
  Differ differ(*this, want, place);
  differ("reason", code_of(want.check.reason), got.reason);
  differ("roce", want.check.frame.has_value(), got.roce);
  differ("sized", want.check.length_ok, got.sized);
  const IcrcWord icrc = !want.check.icrc_ok   ? IcrcWord::kNull
                        : *want.check.icrc_ok ? IcrcWord::kOk
                                              : IcrcWord::kBad;
  differ("icrc", static_cast<uint64_t>(icrc), static_cast<uint64_t>(got.icrc));
  differ("frame_bytes", want.frame.size(), got.frame_bytes);
  differ("slot", place.eop_slot, got.slot);
  differ("clocks from eop", kJudgedCycles, got.clock - place.eop_clock);
  if (want.check.frame) compare_headers(differ, want, got);
  last_judged_ = got;
  ++frames_;
  ++by_reason_[code_of(want.check.reason)];
  ++by_start_[place.sop_segment];
  second_ends_ += place.eop_slot;
  second_starts_ += place.sop_slot;
}

void RxVerdict::compare_headers(Differ& differ, const Want& want, const SeenJudged& got) {
  const model::RoceFrame& frame = *want.check.frame;
  differ("vlan", frame.ethernet.tag.has_value(), got.vlan);
  if (frame.ethernet.tag) differ("tci", frame.ethernet.tag->tci, got.tci);
  differ("ipv6", std::holds_alternative<model::Ipv6Header>(frame.ip), got.ipv6);
  std::visit(
      [&](const auto& ip) {
        differ("src_ip is right", true, as_number(ip.source) == got.src_ip);
        differ("dst_ip is right", true, as_number(ip.destination) == got.dst_ip);
      },
      frame.ip);

  // Section 7 of the verdicts, by the map that the classifier starts with.
  static const model::DscpMap kMap = model::DscpMap::basepod();
  const uint8_t tclass = model::traffic_class(frame.ip);
  const uint8_t priority = kMap.priority(model::dscp_of(tclass));
  differ("tclass", tclass, got.tclass);
  differ("prio", priority, got.prio);
  differ("pcp_mismatch", frame.ethernet.tag && frame.ethernet.tag->pcp() != priority,
         got.pcp_mismatch);
  differ("lossy", !kMap.is_lossless(priority), got.lossy);
  differ("ecn", model::ecn_of(tclass), got.ecn);

  differ("opcode", frame.bth.opcode, got.opcode);
  differ("solicited", frame.bth.solicited, got.solicited);
  differ("ackreq", frame.bth.ack_request, got.ackreq);
  differ("pkey", frame.bth.pkey, got.pkey);
  differ("qpn", frame.bth.dest_qp, got.qpn);
  differ("psn", frame.bth.psn, got.psn);
  if (!want.check.length_ok) return;

  const size_t ext_bytes = want.check.opcode->extension_bytes();
  const auto ext = std::span(want.frame).subspan(want.check.payload_offset - ext_bytes, ext_bytes);
  differ("ext is right", true, std::ranges::equal(ext, std::span(got.ext).first(ext_bytes)));
  differ("payload_offset", want.check.payload_offset, got.payload_offset);
  differ("payload_bytes", want.check.payload_bytes, got.payload_bytes);
  differ("pad", want.check.pad, got.pad);
}

void RxVerdict::report(const Want& want, const SegPlace& place, std::string_view field,
                       uint64_t wanted, uint64_t seen) {
  if (run().failures() >= SimRun::kMaxReports) return run().fail({});  // only counted by now
  run().fail(fmt::format(
      "frame {} (segments {}..{}, clocks {}..{}): {}: want {:#x}, got {:#x}\n  {}\n"
      "  repeat with: {}\n  see it with: {}",
      place.frame, place.sop_segment, place.eop_segment, place.sop_clock, place.eop_clock, field,
      wanted, seen, save_frame(run(), "frame", place.frame, want.frame), run().repeat_command(),
      run().wave_command(fmt::format("--wave-frame {}", place.frame))));
}

}  // namespace rnic::tb
