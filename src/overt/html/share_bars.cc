#include "overt/html/share_bars.h"

#include <fmt/format.h>

#include <utility>

#include "overt/html/numbers.h"
#include "overt/html/page.h"

namespace overt {
namespace {

constexpr std::size_t kLongestFraction = 12;

}  // namespace

Bound bound_at(const Rational& share) { return {share.get_d(), "allowed " + to_string(share)}; }

std::optional<Bound> bound_line(const PropertySpec& property) {
  const std::optional<Rational>& share = property.max ? property.max : property.below;
  if (!share) return std::nullopt;
  Bound bound = bound_at(*share);
  if (!property.max) bound.label = "allowed below " + to_string(*share);
  return bound;
}

std::string share_text(const Rational& share) {
  const std::string exact = to_string(share);
  if (share == 1) return "1 = 100\u00A0%";
  if (share.get_den() == 1) return exact;
  if (exact.size() > kLongestFraction) return percent(share.get_d());
  return fmt::format("{} = {}", exact, percent(share.get_d()));
}

Html share_bars(const FigureText& text, const std::string& what, std::vector<Bar> bars,
                const std::optional<Bound>& bound, std::vector<std::string> series) {
  BarChart chart;
  chart.text = text;
  chart.what = what;
  chart.series = std::move(series);
  chart.bars = std::move(bars);
  chart.bound = bound;
  chart.full = 1;
  return bar_chart(chart);
}

Html verdict_notice(Verdict verdict, const Html& words, bool estimated) {
  const std::string what =
      verdict == Verdict::not_proven
          ? "Nobody can say whether the promise holds. "
          : fmt::format("{} promise {}. ", estimated ? "By an estimate the" : "The",
                        verdict == Verdict::holds ? "holds" : "is broken");
  return notice(Html().paragraph({strong(what), words}), verdict != Verdict::holds);
}

}  // namespace overt
