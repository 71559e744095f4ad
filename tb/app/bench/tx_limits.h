// SPDX-License-Identifier: Apache-2.0
//
// What bounds the rate of frames of a known shape, in frames a clock of 390.625 MHz: the four
// limits that docs/throughput.md explains. Sums over frames, so that a mix has limits too.
//
//   TxLimits limits;
//   limits.add(0x100001, 4096);
//   limits.wire();                 // 0.0306: 4,174 bytes and 24 on a wire of 128 bytes a clock
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace rnic::app {

class TxLimits {
 public:
  explicit TxLimits(std::uint32_t memory_latency) : latency_(memory_latency) {}

  // A WRITE Only over IPv4 without tag, whose payload lies at `addr` in one piece.
  void add(std::uint64_t addr, std::uint32_t payload_bytes) {
    ++frames_;
    frame_bytes_ += frame_bytes_of(payload_bytes);
    if (payload_bytes == 0) return;
    const std::uint64_t last = addr + payload_bytes - 1;
    beats_ += last / kBeatBytes - addr / kBeatBytes + 1;
    reads_ += last / kPageBytes - addr / kPageBytes + 1;
  }

  // Without FCS: Ethernet, IPv4, UDP, BTH, RETH, payload, pad, ICRC. At least 74.
  static constexpr std::uint64_t frame_bytes_of(std::uint32_t payload_bytes) noexcept {
    return 14 + 20 + 8 + 12 + 16 + (payload_bytes + 3u) / 4 * 4 + 4;
  }

  // 400 Gb/s are 128 bytes a clock; FCS, preamble and gap cost 24 bytes a frame.
  [[nodiscard]] double wire() const { return a_clock(frame_bytes_ + 24 * frames_, kBeatBytes); }
  [[nodiscard]] double descriptor() const { return 1; }
  // One beat a clock.
  [[nodiscard]] double payload_port() const { return a_clock(beats_, 1); }
  // 512 reads outstanding, 1,024 beats in use, each for as long as memory takes.
  [[nodiscard]] double memory() const {
    return std::min(a_clock(reads_ * latency_, 512), a_clock(beats_ * latency_, 1024));
  }
  [[nodiscard]] double smallest() const {
    return std::min({wire(), descriptor(), payload_port(), memory()});
  }
  [[nodiscard]] std::string_view name_of_smallest() const {
    const double limit = smallest();
    if (limit == wire()) return "wire";
    if (limit == descriptor()) return "descriptor";
    return limit == payload_port() ? "payload port" : "memory";
  }
  [[nodiscard]] double mean_frame_bytes() const {
    return static_cast<double>(frame_bytes_) /
           static_cast<double>(std::max<std::uint64_t>(frames_, 1));
  }

 private:
  static constexpr std::uint64_t kBeatBytes = 128;
  static constexpr std::uint64_t kPageBytes = 4096;
  static constexpr double kNoLimit = 1e9;

  // Frames a clock when all frames together cost `sum` of what there is `each` of a clock.
  [[nodiscard]] double a_clock(std::uint64_t sum, std::uint64_t each) const {
    if (sum == 0) return kNoLimit;
    return static_cast<double>(frames_) * static_cast<double>(each) / static_cast<double>(sum);
  }

  std::uint64_t latency_;
  std::uint64_t frames_ = 0;
  std::uint64_t frame_bytes_ = 0;
  std::uint64_t beats_ = 0;
  std::uint64_t reads_ = 0;
};

}  // namespace rnic::app
