#include "overt/report/group_charts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "overt/html/bar_chart.h"
#include "overt/html/histogram_chart.h"
#include "overt/html/numbers.h"
#include "overt/report/promise_words.h"

namespace overt {
namespace {

constexpr std::uint64_t kBins = 20;
constexpr std::size_t kBars = 15;
constexpr std::size_t kFewGroups = 5;  // can be listed: a histogram of them says nothing

std::string groups_text(std::uint64_t n) {
  return fmt::format("{} group{}", whole_number(n), n == 1 ? "" : "s");
}

}  // namespace

Html share_chart(const ReleaseSurvey& survey) {
  if (survey.groups() < kFewGroups) {
    Html body;
    for (std::size_t g = 0; g < survey.groups(); ++g) {
      const Rational largest = share(survey.largest_count(g), survey.size(g));
      body.paragraph({fmt::format("In group {} of {} records the largest share is {} ({}).", g + 1,
                                  whole_number(survey.size(g)), to_string(largest),
                                  percent(largest.get_d()))});
    }
    return body;
  }
  const auto bound = allowed_share(survey.certificate.promise);
  const Rational full = bound.value_or(Rational(1));
  // Bin b holds the shares in (b, b + 1] * full / kBins.
  HistogramChart chart;
  for (std::uint64_t b = 0; b < kBins; ++b) {
    const double low = full.get_d() * static_cast<double>(b) / kBins;
    const double high = full.get_d() * static_cast<double>(b + 1) / kBins;
    chart.bins.push_back(
        {low, high, 0, fmt::format("above {}, up to {}", short_number(low), short_number(high))});
  }
  // Few pairs of a count and a size occur, and exact fractions are slow.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> groups;
  for (std::size_t g = 0; g < survey.groups(); ++g) {
    ++groups[{survey.largest_count(g), survey.size(g)}];
  }
  std::uint64_t above = 0;
  for (const auto& [pair, number] : groups) {
    const Rational place =
        share(pair.first, pair.second) / full * Rational(static_cast<unsigned long>(kBins));
    Integer bin;
    mpz_cdiv_q(bin.get_mpz_t(), place.get_num_mpz_t(), place.get_den_mpz_t());
    if (bin > static_cast<unsigned long>(kBins)) above += number;
    chart.bins[std::clamp<unsigned long>(bin.get_ui(), 1, kBins) - 1].count += number;
  }
  if (bound) chart.bound = Bound{bound->get_d(), "bound " + to_string(*bound)};
  chart.values = "largest share of a value in the group";
  chart.counted = "groups";
  chart.text = {
      "shares", "How close the groups come to the bound.",
      bound ? "Each group is counted by the largest share that a value has in it. A "
              "group at the dashed line just keeps the promise."
            : "Each group is counted by the largest share that a value has in it.",
      fmt::format("A histogram of {}. {} above the bound. The largest share is {}.",
                  groups_text(survey.groups()), above == 0 ? "None is" : groups_text(above),
                  to_string(survey.certificate.largest_share))};
  return histogram_chart(chart);
}

Html size_chart(const ReleaseSurvey& survey) {
  std::vector<std::uint64_t> sizes(survey.groups());
  for (std::size_t g = 0; g < sizes.size(); ++g) sizes[g] = survey.size(g);
  std::sort(sizes.begin(), sizes.end());
  const std::uint64_t least = sizes.front();
  const std::uint64_t most = sizes.back();
  const std::uint64_t middle = sizes[(sizes.size() - 1) / 2];
  if (sizes.size() < kFewGroups) {
    std::vector<std::string> listed;
    for (const std::uint64_t size : sizes) listed.push_back(whole_number(size));
    return Html().paragraph(
        {fmt::format("{}, of {} records.", groups_text(sizes.size()), fmt::join(listed, ", "))});
  }
  const std::uint64_t width = (most - least) / kBins + 1;
  HistogramChart chart;
  for (std::uint64_t low = least; low <= most; low += width) {
    const std::uint64_t high = low + width - 1;
    chart.bins.push_back({static_cast<double>(low) - 0.5, static_cast<double>(high) + 0.5, 0,
                          width == 1
                              ? whole_number(low)
                              : fmt::format("{} to {}", whole_number(low), whole_number(high))});
  }
  for (const std::uint64_t size : sizes) ++chart.bins[(size - least) / width].count;
  chart.values = "records in the group";
  chart.whole = true;
  chart.counted = "groups";
  const std::string range =
      least == most ? fmt::format("All groups have {} records.", whole_number(least))
                    : fmt::format(
                          "Groups have from {} to {} records; half of them have {} or "
                          "fewer.",
                          whole_number(least), whole_number(most), whole_number(middle));
  chart.text = {"sizes", "How large the groups are.",
                range +
                    " Small groups are the more useful: a reader knows more exactly what goes "
                    "with what.",
                fmt::format("A histogram of {}. {}", groups_text(survey.groups()), range)};
  return histogram_chart(chart);
}

Html value_chart(const ReleaseSurvey& survey) {
  const std::vector<std::uint64_t> totals = survey.totals();
  std::vector<std::size_t> order(totals.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return totals[a] > totals[b]; });
  const std::string& column = survey.certificate.job.roles.sensitive[0];
  BarChart chart;
  chart.what = column;
  chart.series = {"records"};
  const auto add = [&](const std::string& label, std::uint64_t count) {
    chart.bars.push_back({label, {static_cast<double>(count)}, {whole_number(count)}});
  };
  const std::size_t shown = order.size() <= kBars + 1 ? order.size() : kBars;
  for (std::size_t i = 0; i < shown; ++i) add(survey.names[order[i]], totals[order[i]]);
  std::uint64_t others = 0;
  for (std::size_t i = shown; i < order.size(); ++i) others += totals[order[i]];
  std::string caption = "These numbers are exact: no value was changed or left out.";
  if (others > 0) {
    caption += fmt::format(
        " Shown are the {} most frequent values; the other {} have {} records "
        "together.",
        shown, whole_number(order.size() - shown), whole_number(others));
  }
  chart.text = {
      "values", fmt::format("How often each value of {} occurs.", column), caption,
      fmt::format("Bars for {} of {} values. The most frequent one, {}, has {} records.", shown,
                  order.size(), survey.names[order[0]], whole_number(totals[order[0]]))};
  return bar_chart(chart);
}

}  // namespace overt
