// SPDX-License-Identifier: Apache-2.0
//
// A plot of rates as one SVG file: share of line rate over frame size, a line a series, and the
// limit as a dashed line. No general plotter.
//
//   RatePlot plot;
//   plot.add("1 QP, address mod 128 = 0", {.frame_bytes = 138, .share = 0.99});
//   file << plot.svg();
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rnic::app {

struct RatePoint {
  double frame_bytes = 0;
  double share = 0;  // of the line rate, 0..1
};

class RatePlot {
 public:
  void add(const std::string& series, RatePoint point) { series_[series].push_back(point); }
  // What was possible: dashed, without marks.
  void add_limit(RatePoint point) { limit_.push_back(point); }

  [[nodiscard]] std::string svg() const;

 private:
  std::map<std::string, std::vector<RatePoint>> series_;
  std::vector<RatePoint> limit_;
};

}  // namespace rnic::app
