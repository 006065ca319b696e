#include "overt/html/axes.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "overt/html/numbers.h"

namespace overt {
namespace {

double extent(double low, double high) { return high > low ? high - low : 1; }

std::vector<double> ticks(double low, double high, std::size_t wanted, bool whole) {
  std::vector<double> result = axis_ticks(low, low + extent(low, high), wanted);
  if (whole)
    std::erase_if(result, [](double tick) { return std::abs(tick - std::round(tick)) > 1e-6; });
  return result;
}

}  // namespace

double Axes::left() const {
  std::size_t widest = 1;
  for (const double tick : ticks(low_y, high_y, 4, whole_y)) {
    widest = std::max(widest, text_width(short_number(tick)));
  }
  return 12 + kCharacter * static_cast<double>(widest);
}

double Axes::x(double value) const {
  return left() + (value - low_x) / extent(low_x, high_x) * (kRight - left());
}

double Axes::y(double value) const {
  return kBottom - (value - low_y) / extent(low_y, high_y) * (kBottom - kTop);
}

void Axes::draw(Drawing& drawing) const {
  for (const double tick : ticks(low_y, high_y, 4, whole_y)) {
    drawing.line(left(), y(tick), kRight, y(tick), "grid");
    drawing.text(left() - 6, y(tick) + 4, short_number(tick), "end", "quiet");
  }
  for (const double tick : ticks(low_x, high_x, 5, whole_x)) {
    drawing.line(x(tick), kBottom, x(tick), kBottom + 5, "axis");
    drawing.text(x(tick), kBottom + 19, short_number(tick), "middle", "quiet");
  }
  drawing.line(left(), kBottom, kRight, kBottom, "axis");
  drawing.text(0, 13, y_name, "start", "quiet");
  drawing.text((left() + kRight) / 2, kHeight - 8, x_name, "middle", "quiet");
}

void Axes::mark_x(Drawing& drawing, const Bound& bound) const {
  const double at = x(bound.value);
  const bool before = at > kDrawingWidth / 2;
  drawing.line(at, kTop - 16, at, kBottom, "bound");
  drawing.text(before ? at - 5 : at + 5, kTop - 8, bound.label, before ? "end" : "start", "bound");
}

void Axes::mark_y(Drawing& drawing, const Bound& bound) const {
  const double at = y(bound.value);
  drawing.line(left(), at, kRight, at, "bound");
  drawing.text(kRight, at - 5, bound.label, "end", "bound");
}

}  // namespace overt
