// SPDX-License-Identifier: Apache-2.0
//
// A plot of rates as one SVG file: a share over frame size, a line a series, and the limit as a
// dashed line. No general plotter.
//
//   RatePlot plot({.title = "Transmit path: share of the line rate", .max_bytes = 4608});
//   plot.add("1 QP, address mod 128 = 0", {.frame_bytes = 138, .share = 0.99});
//   file << plot.svg();
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rnic::app {

struct RatePoint {
  double frame_bytes = 0;
  double share = 0;  // 0..1
};

struct RatePlotText {
  std::string title = {};
  std::string limit = {};   // what the dashed line is
  double max_bytes = 4608;  // the axis ends here
};

class RatePlot {
 public:
  explicit RatePlot(RatePlotText text) : text_(std::move(text)) {}

  void add(const std::string& series, RatePoint point) { series_[series].push_back(point); }
  // What was possible: dashed, without marks.
  void add_limit(RatePoint point) { limit_.push_back(point); }

  [[nodiscard]] std::string svg() const;

 private:
  RatePlotText text_;
  std::map<std::string, std::vector<RatePoint>> series_;
  std::vector<RatePoint> limit_;
};

}  // namespace rnic::app
