// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/rtl/case_capture.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/crc/crc32.h"
#include "models/rx/replay_rules.h"

namespace rnic::fuzz {
namespace {

constexpr std::uint32_t kMagicNs = 0xA1B23C4D;
constexpr std::uint32_t kSnapLength = 262144;
constexpr std::int64_t kSecond = 1'000'000'000;

class LittleEndian {
 public:
  void put(std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) {
      bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }
  }
  void put(const std::vector<std::uint8_t>& bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

// A frame that was cut needs no FCS to be marked again.
bool needs_fcs(const SentFrame& frame) { return frame.mac_error; }

const char* type_text(model::QpType type) {
  return type == model::QpType::kRc ? "RC" : type == model::QpType::kUc ? "UC" : "UD";
}

std::string ip_text(const model::IpAddress& address) {
  return std::visit([](const auto& ip) { return model::format_ip(ip); }, address);
}

std::string nic_text(const FuzzCase& fuzz_case) {
  std::string text;
  if (fuzz_case.our_mac)
    text += fmt::format("mac = \"{}\"\n", model::format_mac(*fuzz_case.our_mac));
  const model::DscpMap& map = fuzz_case.map;
  if (!(map == model::DscpMap::basepod())) {
    std::string entries;
    for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
      if (map.priority(dscp) == 0) continue;
      entries += fmt::format("{}{} = {}", entries.empty() ? "" : ", ", dscp, map.priority(dscp));
    }
    std::string lossless;
    for (std::uint8_t priority = 0; priority < 8; ++priority) {
      if (!map.is_lossless(priority)) continue;
      lossless += fmt::format("{}{}", lossless.empty() ? "" : ", ", priority);
    }
    text += fmt::format("dscp_map = {{ {} }}\nlossless = [{}]\n", entries, lossless);
  }
  return text.empty() ? text : "\n[nic]\n" + text;
}

std::string qp_text(const model::RxQpConfig& qp) {
  std::string text = fmt::format("\n[[qp]]\nqpn = {:#x}\ntype = \"{}\"\npmtu = {}\n", qp.qpn,
                                 type_text(qp.type), qp.pmtu);
  if (qp.state == model::QpState::kReset) text += "state = \"reset\"\n";
  if (qp.state == model::QpState::kError) text += "state = \"error\"\n";
  if (qp.source_ip) text += fmt::format("src_ip = \"{}\"\n", ip_text(*qp.source_ip));
  if (qp.destination_ip) text += fmt::format("dst_ip = \"{}\"\n", ip_text(*qp.destination_ip));
  if (qp.vlan) text += fmt::format("vlan = {}\n", *qp.vlan);
  if (qp.pkey != model::kDefaultPkey) text += fmt::format("pkey = {:#x}\n", qp.pkey);
  if (qp.qkey != 0) text += fmt::format("qkey = {:#x}\n", qp.qkey);
  text += fmt::format("rq_psn = {:#x}\nsq_una = {:#x}\nsq_psn = {:#x}\n", qp.rq_psn, qp.sq_una,
                      qp.sq_psn);
  return text;
}

}  // namespace

CaseCapture capture_of(const FuzzCase& fuzz_case) {
  std::vector<SentFrame> sent;
  for (const FuzzFrame& frame : fuzz_case.frames) sent.push_back(sent_frame(frame));
  const bool has_fcs = std::ranges::any_of(sent, needs_fcs);
  const std::vector<std::int64_t> times = times_ns(fuzz_case, sent);
  LittleEndian out;
  out.put(kMagicNs, 4);
  out.put(2, 2);
  out.put(4, 2);
  out.put(0, 8);
  out.put(kSnapLength, 4);
  out.put(1, 4);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const std::size_t length = sent[i].bytes.size() + (has_fcs ? 4 : 0);
    out.put(static_cast<std::uint64_t>(times[i] / kSecond), 4);
    out.put(static_cast<std::uint64_t>(times[i] % kSecond), 4);
    out.put(length, 4);
    out.put(length, 4);
    out.put(sent[i].bytes);
    if (!has_fcs) continue;
    model::Crc32 crc;
    crc.update(sent[i].bytes);
    out.put(sent[i].mac_error ? crc.value() ^ 1 : crc.value(), 4);
  }
  return {.pcap = out.take(), .fcs = has_fcs ? app::Fcs::kPresent : app::Fcs::kAbsent};
}

std::string config_text(const FuzzCase& fuzz_case, const std::string& head) {
  std::string text = "# SPDX-License-Identifier: Apache-2.0\n" + head + nic_text(fuzz_case);
  for (const model::RxQpConfig& qp : fuzz_case.qps) text += qp_text(qp);
  return text;
}

}  // namespace rnic::fuzz
