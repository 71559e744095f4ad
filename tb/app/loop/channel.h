// SPDX-License-Identifier: Apache-2.0
//
// The wire between two NICs as it should not be: frames are lost, come twice, out of order, with a
// wrong bit, or with a congestion mark. By chance, or by a script that names the frame.
//
// Not a link: no rates, no FCS, no flow control. Frames are numbered from 1 in the order in which
// they are sent; a frame that is sent again has a number of its own.
//
//   Channel channel({.loss = 1e-3}, parse_events("drop frame 17", "script"), /*seed=*/7);
//   channel.send(frame_bytes);
//   while (auto arrival = channel.next()) take(*arrival);
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/wire/byte_io.h"
#include "tb/app/loop/messages.h"
#include "tb/harness/rng.h"

namespace rnic::app {

enum class Damage : std::uint8_t { kDrop, kDuplicate, kDelay, kCorrupt, kMark };
inline constexpr std::size_t kDamages = 5;
// "drop", "duplicate", "delay", "corrupt", "mark"
std::string_view name_of(Damage damage) noexcept;

// Each the share of frames that it happens to, 0 to below 1. More than one may happen to a frame;
// what is lost is only that.
struct ChannelRates {
  double loss = 0;
  double duplicate = 0;
  double reorder = 0;  // a frame waits until up to eight later ones have passed
  double corrupt = 0;  // one bit, anywhere in the frame
  double mark = 0;     // CE
};

struct ChannelEvent {
  std::uint64_t frame = 0;  // from 1
  Damage damage = Damage::kDrop;
  std::uint64_t amount = 0;                         // kDelay: frames that pass it
  std::optional<std::uint32_t> bit = std::nullopt;  // kCorrupt: 8 * byte + bit; absent: any

  bool operator==(const ChannelEvent&) const = default;
};

// One event a line, `#` begins a comment:
//
//   drop frame 17
//   duplicate frame 3
//   delay frame 9 by 4
//   corrupt frame 5
//   corrupt frame 5 byte 70 bit 2
//   mark frame 4
//
// Numbers count from 1, bytes and bits from 0. Throws InputError with `NAME:line: …`.
std::vector<ChannelEvent> parse_events(std::string_view text, const std::string& name);
// A single one. Throws InputError with `PLACE: …`.
ChannelEvent parse_event(std::string_view text, const std::string& place);

struct Arrival {
  std::uint64_t number = 0;  // of the frame as sent
  model::ByteVector bytes = {};
  std::optional<Origin> origin = std::nullopt;
  bool is_copy = false;  // the second one of a duplicate
  bool is_delayed = false;
  bool is_marked = false;
  std::optional<std::uint32_t> flipped = std::nullopt;  // 8 * byte + bit
};

class Channel {
 public:
  Channel(const ChannelRates& rates, const std::vector<ChannelEvent>& events, std::uint64_t seed);

  void send(model::ByteVector bytes, std::optional<Origin> origin = std::nullopt);
  // What has arrived, in order.
  std::optional<Arrival> next();
  // Frames that wait for later ones arrive now.
  void flush();

  [[nodiscard]] bool is_empty() const noexcept { return arrived_.empty() && waiting_.empty(); }
  [[nodiscard]] std::uint64_t sent() const noexcept { return sent_; }
  // How often it happened.
  [[nodiscard]] std::uint64_t count(Damage damage) const noexcept {
    return counts_[static_cast<std::size_t>(damage)];
  }
  // What did not happen: events whose frame was never sent, or has no such byte; in words.
  [[nodiscard]] std::vector<std::string> unused() const;

 private:
  struct Waiting {
    std::uint64_t passed_by;  // frames that are still to pass
    Arrival arrival;
  };
  // A share of all 64-bit numbers.
  static std::uint64_t threshold(double share) noexcept;
  bool happens(std::uint64_t limit) { return rng_() < limit; }

  std::multimap<std::uint64_t, ChannelEvent> events_;
  tb::Rng rng_;
  std::uint64_t limits_[kDamages];
  std::uint64_t counts_[kDamages] = {};
  std::uint64_t sent_ = 0;
  std::vector<std::string> misplaced_;  // events that name a byte behind their frame
  std::deque<Arrival> arrived_;
  std::deque<Waiting> waiting_;
};

// Sets the ECN field to CE, and an IPv4 header's checksum right again. `frame`: Ethernet with at
// most one tag; without an IP header nothing changes and the answer is false.
bool mark_congestion(model::ByteVector& frame);

}  // namespace rnic::app
