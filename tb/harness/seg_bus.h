// SPDX-License-Identifier: Apache-2.0
#pragma once

// The segmented packet bus as C++ sees it: one beat, the pins of a shim, a frame and its place.
//
// 8 segments of 16 bytes a beat; wire byte n of the beat is data[n]. Rules: docs/interfaces.md.

#include <verilated.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace rnic::tb {

inline constexpr unsigned kNumSegs = 8;
inline constexpr unsigned kSegBytes = 16;
inline constexpr unsigned kBeatBytes = kNumSegs * kSegBytes;
inline constexpr size_t kMinFrameBytes = 60;
inline constexpr size_t kMaxFrameBytes = 9600;

// kRx: from the wire, no ready, holes allowed. kTx: toward the wire, valid/ready, no holes.
enum class SegDirection { kRx, kTx };

// Bit i of ena, sop, eop, err and bits 4i+3..4i of mty belong to segment i.
struct SegBeat {
  std::array<uint8_t, kBeatBytes> data;
  uint8_t ena = 0;
  uint8_t sop = 0;
  uint8_t eop = 0;
  uint8_t err = 0;
  uint32_t mty = 0;

  unsigned mty_of(unsigned segment) const noexcept { return (mty >> (4 * segment)) & 0xf; }
};

// The plain ports of a shim that carry one bus. valid and ready stay null on RX.
//
//   SegPins{.data = &dut->rx_data_i, .ena = &dut->rx_ena_i, .sop = &dut->rx_sop_i,
//           .eop = &dut->rx_eop_i, .err = &dut->rx_err_i, .mty = &dut->rx_mty_i}
struct SegPins {
  VlWide<32>* data = nullptr;
  uint8_t* ena = nullptr;
  uint8_t* sop = nullptr;
  uint8_t* eop = nullptr;
  uint8_t* err = nullptr;
  uint32_t* mty = nullptr;
  uint8_t* valid = nullptr;
  uint8_t* ready = nullptr;

  // Word 0 of a wide port holds bits 31:0, so on a little-endian host its bytes are in wire order.
  static_assert(std::endian::native == std::endian::little);
  static_assert(sizeof(VlWide<32>) == kBeatBytes);

  void write(const SegBeat& beat) const noexcept {
    std::memcpy(data->data(), beat.data.data(), kBeatBytes);
    *ena = beat.ena;
    *sop = beat.sop;
    *eop = beat.eop;
    *err = beat.err;
    *mty = beat.mty;
  }
  // No segment enabled; the data of the beat before stays, as it may on real pins.
  void write_empty() const noexcept { *ena = *sop = *eop = *err = 0, *mty = 0; }
  void read(SegBeat& beat) const noexcept {
    std::memcpy(beat.data.data(), data->data(), kBeatBytes);
    beat.ena = *ena;
    beat.sop = *sop;
    beat.eop = *eop;
    beat.err = *err;
    beat.mty = *mty;
  }
};

// A frame to send.
struct SegFrame {
  std::vector<uint8_t> bytes;
  bool err = false;                   // marked on eop: discard all of it
  unsigned gap_segments = 0;          // at least so many idle segments in front
  std::optional<uint64_t> time_ns{};  // when it came, for Packing::kRecorded
};

// Where on the bus a frame lies. Clocks are those in which the beats were taken.
struct SegPlace {
  uint64_t frame = 0;  // number of the frame at this driver or monitor, from 0
  uint64_t sop_clock = 0;
  uint64_t eop_clock = 0;
  uint8_t sop_segment = 0;
  uint8_t eop_segment = 0;
  uint8_t sop_slot = 0;  // 0: first sop of its beat, 1: second
  uint8_t eop_slot = 0;  // the same for eop
};

// One beat as a line of text: "ENA SOP EOP ERR" by segment and the first bytes of each segment.
std::string describe(const SegBeat& beat);

}  // namespace rnic::tb
