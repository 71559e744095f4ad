// SPDX-License-Identifier: Apache-2.0
//
// The site's map from DSCP (0..63) to priority (0..7), and which priorities are lossless.
// A table only: queues, PFC and PCP marking are elsewhere.
//
//   DscpMap map = DscpMap::basepod();
//   map.priority(46);                        // 3
//   map.is_lossless(map.priority(46));       // true
//
//   DscpMap site;                            // everything to priority 0, nothing lossless
//   site.set_priority(26, 4);
//   site.set_lossless_mask(1u << 4);
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rnic::model {

class DscpMap {
 public:
  // A site's own map starts here: every DSCP to priority 0, no priority lossless.
  constexpr DscpMap() noexcept = default;

  // DSCP 46 to priority 3, all others to 0; priority 3 lossless.
  static DscpMap basepod() noexcept;
  // Priority = DSCP / 8, so 46 goes to 5; nothing lossless, as switches come out of the box.
  static DscpMap factory() noexcept;
  // "basepod" or "factory"; nothing for another name.
  static std::optional<DscpMap> profile(std::string_view name) noexcept;

  // DSCP above 63: only its low six bits count.
  constexpr std::uint8_t priority(std::uint8_t dscp) const noexcept {
    return priorities_[dscp & 63];
  }
  constexpr bool is_lossless(std::uint8_t priority) const noexcept {
    return priority < 8 && ((lossless_mask_ >> priority) & 1) != 0;
  }
  // Bit n is priority n.
  constexpr std::uint8_t lossless_mask() const noexcept { return lossless_mask_; }

  // False, and nothing changed, if dscp > 63 or priority > 7.
  constexpr bool set_priority(std::uint8_t dscp, std::uint8_t priority) noexcept {
    if (dscp > 63 || priority > 7) return false;
    priorities_[dscp] = priority;
    return true;
  }
  constexpr void set_lossless_mask(std::uint8_t mask) noexcept { lossless_mask_ = mask; }

  // DSCP 46, RoCE's usual mark, on a priority that may drop: worth a warning, not an error.
  constexpr bool dscp46_is_lossy() const noexcept { return !is_lossless(priority(46)); }

  bool operator==(const DscpMap&) const = default;

 private:
  std::array<std::uint8_t, 64> priorities_{};
  std::uint8_t lossless_mask_ = 0;
};

}  // namespace rnic::model
