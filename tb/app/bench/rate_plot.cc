// SPDX-License-Identifier: Apache-2.0
#include "tb/app/bench/rate_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace rnic::app {
namespace {

constexpr double kWidth = 900;
constexpr double kHeight = 520;
constexpr double kLeft = 70;
constexpr double kRight = 20;
constexpr double kTop = 40;
constexpr double kBottom = 60;
constexpr double kMinBytes = 60;
constexpr std::array kColours = {"#1b6ca8", "#c1440e", "#2e8b57", "#7b3fa0",
                                 "#b8860b", "#008b8b", "#d6336c", "#555555"};

// Sizes span two decades: logarithmic.
double x_of(double bytes, double max_bytes) {
  const double share = std::log(bytes / kMinBytes) / std::log(max_bytes / kMinBytes);
  return kLeft + share * (kWidth - kLeft - kRight);
}
double y_of(double share) { return kHeight - kBottom - share * (kHeight - kTop - kBottom); }

std::string line_of(std::vector<RatePoint> points, double max_bytes, std::string_view style) {
  std::ranges::sort(points, {}, &RatePoint::frame_bytes);
  std::string path;
  for (const RatePoint& point : points) {
    path += fmt::format("{:.1f},{:.1f} ", x_of(point.frame_bytes, max_bytes), y_of(point.share));
  }
  return fmt::format("<polyline fill=\"none\" {} points=\"{}\"/>\n", style, path);
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     text);
}

std::string axes(const RatePlotText& text) {
  std::string out;
  for (int percent = 0; percent <= 100; percent += 20) {
    const double y = y_of(percent / 100.0);
    out += fmt::format("<line x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>\n",
                       kLeft, y, kWidth - kRight, y);
    out += text_at(kLeft - 8, y + 4, "end", fmt::format("{} %", percent));
  }
  for (int bytes = 64; bytes <= text.max_bytes; bytes *= 2) {
    const double x = x_of(bytes, text.max_bytes);
    out += fmt::format("<line x1=\"{:.1f}\" y1=\"{}\" x2=\"{:.1f}\" y2=\"{}\" stroke=\"#eee\"/>\n",
                       x, kTop, x, kHeight - kBottom);
    out += text_at(x, kHeight - kBottom + 20, "middle", fmt::format("{}", bytes));
  }
  out += text_at(kWidth / 2, kHeight - 16, "middle", "frame size in bytes, without FCS");
  out += text_at(kWidth / 2, 22, "middle", text.title);
  return out;
}

}  // namespace

std::string RatePlot::svg() const {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      kWidth, kHeight);
  out += axes(text_);
  out += line_of(limit_, text_.max_bytes,
                 "stroke=\"#999\" stroke-width=\"2\" stroke-dasharray=\"6 4\"");
  std::size_t number = 0;
  const double legend_x = kWidth - kRight - 330;
  double legend_y = y_of(0) - 20 - 18 * static_cast<double>(series_.size());
  out += text_at(legend_x + 30, legend_y, "start", text_.limit);
  for (const auto& [name, points] : series_) {
    const std::string_view colour = kColours[number++ % kColours.size()];
    out +=
        line_of(points, text_.max_bytes, fmt::format("stroke=\"{}\" stroke-width=\"1.5\"", colour));
    for (const RatePoint& point : points) {
      out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>\n",
                         x_of(point.frame_bytes, text_.max_bytes), y_of(point.share), colour);
    }
    legend_y += 18;
    out += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
        "stroke=\"{}\" stroke-width=\"2\"/>\n",
        legend_x, legend_y - 4, legend_x + 22, legend_y - 4, colour);
    out += text_at(legend_x + 30, legend_y, "start", name);
  }
  return out + "</svg>\n";
}

}  // namespace rnic::app
