// SPDX-License-Identifier: Apache-2.0
#include "tb/app/loop/channel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "models/wire/ip.h"
#include "tb/app/errors.h"
#include "tb/app/parse_number.h"

namespace rnic::app {
namespace {

constexpr std::uint32_t kMostPassing = 8;
constexpr std::size_t kMaxFrameBytes = 9600;
constexpr std::array<std::string_view, kDamages> kNames = {"drop", "duplicate", "delay", "corrupt",
                                                           "mark"};

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  line = line.substr(0, line.find('#'));
  constexpr std::string_view kBlanks = " \t\r";
  while (true) {
    const std::size_t start = line.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) return words;
    line.remove_prefix(start);
    const std::size_t length = std::min(line.find_first_of(kBlanks), line.size());
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

std::optional<ChannelEvent> read_event(const std::vector<std::string_view>& words) {
  if (words.empty()) return std::nullopt;
  const auto name = std::ranges::find(kNames, words[0]);
  if (name == kNames.end() || words.size() < 3 || words[1] != "frame") return std::nullopt;
  const auto frame = parse_decimal(words[2]);
  if (!frame || *frame == 0) return std::nullopt;
  ChannelEvent event{.frame = *frame, .damage = static_cast<Damage>(name - kNames.begin())};
  if (event.damage == Damage::kDelay) {
    if (words.size() != 5 || words[3] != "by") return std::nullopt;
    const auto amount = parse_decimal(words[4]);
    if (!amount || *amount == 0) return std::nullopt;
    event.amount = *amount;
  } else if (event.damage == Damage::kCorrupt && words.size() == 7) {
    const auto byte = parse_decimal(words[4]);
    const auto bit = parse_decimal(words[6]);
    if (words[3] != "byte" || words[5] != "bit" || !byte || !bit || *byte >= kMaxFrameBytes ||
        *bit > 7) {
      return std::nullopt;
    }
    event.bit = static_cast<std::uint32_t>(8 * *byte + *bit);
  } else if (words.size() != 3) {
    return std::nullopt;
  }
  return event;
}

}  // namespace

std::string_view name_of(Damage damage) noexcept {
  return kNames[static_cast<std::size_t>(damage)];
}

ChannelEvent parse_event(std::string_view text, const std::string& place) {
  if (const auto event = read_event(words_of(text))) return *event;
  throw InputError(fmt::format(
      "{}: expected 'drop frame N', 'duplicate frame N', 'delay frame N by K', "
      "'corrupt frame N [byte B bit 0..7]' or 'mark frame N', N and K from 1, B below {}",
      place, kMaxFrameBytes));
}

std::vector<ChannelEvent> parse_events(std::string_view text, const std::string& name) {
  std::vector<ChannelEvent> events;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view event = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words_of(event).empty()) continue;
    events.push_back(parse_event(event, fmt::format("{}:{}", name, line)));
  }
  return events;
}

bool mark_congestion(model::ByteVector& frame) {
  constexpr std::size_t kTypeAt = 12;
  if (frame.size() < 60) return false;
  const auto type_at = [&](std::size_t at) {
    return static_cast<std::uint16_t>(frame[at] << 8 | frame[at + 1]);
  };
  const bool tagged = type_at(kTypeAt) == 0x8100 || type_at(kTypeAt) == 0x88A8;
  const std::size_t type = tagged ? kTypeAt + 4 : kTypeAt;
  const std::size_t ip = type + 2;
  if (type_at(type) == 0x86DD) {
    frame[ip + 1] = static_cast<std::uint8_t>(frame[ip + 1] | 0x30);
    return true;
  }
  if (type_at(type) != 0x0800) return false;
  frame[ip + 1] = static_cast<std::uint8_t>(frame[ip + 1] | 3);
  frame[ip + 10] = frame[ip + 11] = 0;
  const auto sum =
      model::ones_complement_sum(model::ByteSpan(frame).subspan(ip, model::kIpv4Bytes));
  frame[ip + 10] = static_cast<std::uint8_t>(~sum >> 8);
  frame[ip + 11] = static_cast<std::uint8_t>(~sum);
  return true;
}

std::uint64_t Channel::threshold(double share) noexcept {
  return static_cast<std::uint64_t>(std::ldexp(share, 63)) << 1;
}

Channel::Channel(const ChannelRates& rates, const std::vector<ChannelEvent>& events,
                 std::uint64_t seed)
    : rng_(seed, "loop", "channel"),
      limits_{threshold(rates.loss), threshold(rates.duplicate), threshold(rates.reorder),
              threshold(rates.corrupt), threshold(rates.mark)} {
  for (const ChannelEvent& event : events) events_.emplace(event.frame, event);
}

void Channel::send(model::ByteVector bytes, std::optional<Origin> origin) {
  std::array<std::optional<ChannelEvent>, kDamages> happening;
  ++sent_;
  for (std::size_t i = 0; i < kDamages; ++i) {
    if (happens(limits_[i])) happening[i] = ChannelEvent{.damage = static_cast<Damage>(i)};
  }
  for (auto [event, end] = events_.equal_range(sent_); event != end; ++event) {
    happening[static_cast<std::size_t>(event->second.damage)] = event->second;
  }
  events_.erase(sent_);
  const auto event_of = [&](Damage damage) -> const std::optional<ChannelEvent>& {
    return happening[static_cast<std::size_t>(damage)];
  };
  const auto count = [&](Damage damage) { ++counts_[static_cast<std::size_t>(damage)]; };

  if (event_of(Damage::kDrop)) {
    count(Damage::kDrop);
  } else {
    Arrival arrival{.number = sent_, .bytes = std::move(bytes), .origin = origin};
    if (event_of(Damage::kMark) && mark_congestion(arrival.bytes)) {
      count(Damage::kMark);
      arrival.is_marked = true;
    }
    std::optional<Arrival> copy;
    if (event_of(Damage::kDuplicate)) {
      count(Damage::kDuplicate);
      copy = arrival;
      copy->is_copy = true;
    }
    const auto bits = static_cast<std::uint32_t>(8 * arrival.bytes.size());
    const auto& corrupt = event_of(Damage::kCorrupt);
    if (corrupt && corrupt->bit.value_or(0) >= bits) {
      misplaced_.push_back(
          fmt::format("'corrupt frame {} byte {}': expected a byte of the frame, "
                      "which has {}",
                      sent_, *corrupt->bit / 8, bits / 8));
    } else if (corrupt) {
      count(Damage::kCorrupt);
      const std::uint32_t bit = corrupt->bit.value_or(rng_.below(bits));
      arrival.bytes[bit / 8] = static_cast<std::uint8_t>(arrival.bytes[bit / 8] ^ 1 << bit % 8);
      arrival.flipped = bit;
    }
    if (const auto& delay = event_of(Damage::kDelay)) {
      count(Damage::kDelay);
      const std::uint64_t amount =
          delay->amount > 0 ? delay->amount : rng_.between(1, kMostPassing);
      arrival.is_delayed = true;
      // It does not pass itself.
      waiting_.push_back({.passed_by = amount + 1, .arrival = std::move(arrival)});
    } else {
      arrived_.push_back(std::move(arrival));
    }
    if (copy) arrived_.push_back(std::move(*copy));
  }
  for (std::size_t i = 0; i < waiting_.size();) {
    if (--waiting_[i].passed_by > 0) {
      ++i;
      continue;
    }
    arrived_.push_back(std::move(waiting_[i].arrival));
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

std::optional<Arrival> Channel::next() {
  if (arrived_.empty()) return std::nullopt;
  Arrival arrival = std::move(arrived_.front());
  arrived_.pop_front();
  return arrival;
}

void Channel::flush() {
  for (Waiting& waiting : waiting_) arrived_.push_back(std::move(waiting.arrival));
  waiting_.clear();
}

std::vector<std::string> Channel::unused() const {
  std::vector<std::string> unused = misplaced_;
  for (const auto& [frame, event] : events_) {
    unused.push_back(fmt::format("'{} frame {}': expected a frame of the run, which sent {}",
                                 name_of(event.damage), frame, sent_));
  }
  return unused;
}

}  // namespace rnic::app
